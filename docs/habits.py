"""Counts the habits of agents in an evaluation's games: ``python -m docs.habits RUN FILE.csv``."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.commands import run
from tablemates.agents.evaluation.happenings.counting import Counts
from tablemates.agents.evaluation.happenings.replaying import happenings
from tablemates.agents.evaluation.rows import read_rows
from tablemates.envs.portal_dash.rules.vocabulary import Colour

_MINED: Final = 2  # row of ``Happened.taken``


def _sum(counts: Any) -> Any:
    return counts.reshape(len(counts), -1).sum(1)


#: Habits: what is counted in each game.
HABITS: Final[dict[str, Callable[[Counts], Any]]] = {
    "turns": lambda counts: counts["turn"],
    "hearts lost": lambda counts: _sum(counts["hearts_lost"]) + _sum(counts["armour_lost"]),
    "blocks mined": lambda counts: _sum(counts["taken"][:, _MINED]),
    "mob fights won": lambda counts: _sum(counts["defeated"]),
    "weapons used": lambda counts: _sum(counts["fights"]),
    "tiles kept": lambda counts: _sum(counts["found"]),
    "chests opened": lambda counts: counts["chests"],
    "healed with red": lambda counts: counts["abilities"][:, Colour.RED],
    "repaired with gray": lambda counts: counts["abilities"][:, Colour.GRAY],
    "black blocks used": lambda counts: counts["abilities"][:, Colour.BLACK],
    "tasks done in turn": lambda counts: _reached(_all_done(counts["task_turn"]), counts),
    "boss met in turn": lambda counts: _reached(counts["boss_turn"], counts),
}


def _all_done(turns: Any) -> Any:
    """Return the turns in which the last of the tasks was done, 0 where one never was."""
    return np.where(turns.min(1) > 0, turns.max(1), 0)


def _reached(turns: Any, counts: Counts) -> Any:
    """Return the turns in which something came about; the last turn where it did not."""
    return np.where(turns > 0, turns, counts["turn"])


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.habits", description=__doc__)
    parser.add_argument("run", type=Path, help="folder of the evaluation")
    parser.add_argument("file", type=Path, help="CSV file to write")
    options = parser.parse_args()
    return run("docs.habits", lambda: write(options.run, options.file))


def write(folder: Path, table: Path) -> None:
    """Write a line of means for every agent of an evaluation.

    Args:
        folder: Of the evaluation.
        table: CSV file.

    Raises:
        OSError, FormatError: The folder has no rows, or they are damaged.
    """
    rows = read_rows(folder / "rows.jsonl")
    counts = happenings(rows).counts
    agents = list(dict.fromkeys(row.agents[0] for row in rows))
    with table.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(["agent", "games", "ruleset", "won", *HABITS])
        for agent in agents:
            ours = [n for n, row in enumerate(rows) if row.agents[0] == agent]
            won = np.mean([rows[n].won for n in ours])
            means = [float(np.mean(count(counts[ours]))) for count in HABITS.values()]
            numbers = [f"{mean:.2f}" for mean in means]
            out.writerow([agent, len(ours), rows[0].ruleset, f"{won:.3f}", *numbers])


if __name__ == "__main__":
    sys.exit(main())
