"""Compares networks before and after training beside partners: ``python -m docs.beside_partners``.

Reads the games that ``make strangers`` has played and writes what each team of
configs/eval/mixed.yaml wins more or less than the same team before, on the same games.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Final

from docs.tables import RESULTS
from tablemates.agents.commands import run
from tablemates.agents.evaluation.line_ups import JOIN
from tablemates.agents.evaluation.rows import read_rows
from tablemates.agents.evaluation.statistics import holm, paired

#: What the names of the networks that were trained beside partners have more.
MARK: Final = "_mixed"
NAME: Final = "mixed_pairs"


def _won(folder: str) -> dict[str, dict[int, bool]]:
    """Return which games each team has won, by their numbers."""
    won: dict[str, dict[int, bool]] = {}
    for row in read_rows(Path(folder) / "rows.jsonl"):
        won.setdefault(JOIN.join(row.agents).replace(MARK, ""), {})[row.number] = row.won
    return won


def write() -> None:
    """Write the table."""
    before, after = _won("runs/strangers"), _won("runs/mixed")
    found = {
        team: paired([games[n] for n in games], [before[team][n] for n in games])
        for team, games in after.items()
    }
    adjusted = holm([one.p_value for one in found.values()])
    with (RESULTS / f"{NAME}.csv").open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["team", "difference", "difference_low", "difference_high", "p_holm"])
        for (team, one), p in zip(found.items(), adjusted, strict=True):
            out.writerow([team, *(f"{number:.6f}" for number in (*one.difference, p))])


def main() -> int:
    """Run the command and return its exit code."""
    return run("docs.beside_partners", write)


if __name__ == "__main__":
    sys.exit(main())
