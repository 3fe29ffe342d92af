"""Keeps what ``docs/leaderboard.md`` is made of: ``python -m docs.leaderboard FOLDER ...``.

Of the folders that plays of the benchmark have left, the tables of all of them together,
and of their rows a sample small enough for the repository, which a test plays again; the
digests stand for all the others. Slow agents may have been played at a lower tier than
quick ones: games are compared where both have played them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from agents.commands import run
from agents.evaluation.benchmark import benchmarks
from agents.evaluation.report.files import write_csv
from agents.evaluation.report.findings import Findings
from agents.evaluation.rows import Row, read_rows, write_rows
from envs.core.errors import FormatError

#: Where it is kept; the endings are those of the tables, the numbers and the sample.
KEPT: Final = Path(__file__).resolve().parent / "results" / "leaderboard"
#: Games of every cell in the sample.
_OF_A_CELL: Final = 4
#: What two plays must have in common.
_ALIKE: Final = ("ruleset", "interface", "engine", "components", "version")


def keep(folders: Sequence[Path], kept: Path = KEPT) -> list[Path]:
    """Keep the tables of plays of the benchmark and a sample of their rows.

    Args:
        folders: Each with ``results.json`` and ``rows.jsonl``.
        kept: The files that are written, without their endings.

    Returns:
        The files.

    Raises:
        OSError, FormatError: A folder has no such files, one is damaged, what was played
            is not the benchmark, or two plays do not go together.
    """
    plays = [_play_of(folder) for folder in folders]
    name = plays[0]["benchmark"]
    rows = _together(folders, plays)
    plan = benchmarks()[name]
    found = Findings.of(plan, rows, ", ".join(play["digest"] for play in plays))
    tiers = ", ".join(dict.fromkeys(play["tier"] for play in plays))
    found = replace(found, known=replace(found.known, benchmark=f"{name}, tier {tiers}"))
    data = found.as_data("; ".join(play["command"] for play in plays)) | {"plays": plays}
    tables, numbers, sample = (kept.with_suffix(end) for end in (".json", ".csv", ".jsonl"))
    text = json.dumps(data, indent=1, ensure_ascii=False)
    tables.write_text(f"{text}\n", encoding="utf-8")
    write_csv(plan, rows[0].ruleset, found.summaries, numbers)
    write_rows(sample, sampled(rows))
    return [tables, numbers, sample]


def _play_of(folder: Path) -> dict[str, Any]:
    """Return what was played in a folder: benchmark, tier, agents, digest, command."""
    file = folder / "results.json"
    try:
        known = dict(json.loads(file.read_text(encoding="utf-8"))["provenance"])
        benchmark, digest = str(known["benchmark"]), str(known["digest of rows.jsonl"])
        command = str(known["command"])
    except (ValueError, TypeError, KeyError) as error:
        raise FormatError(f"{file}: is not what evaluate.py writes, or is damaged") from error
    name, _, tier = benchmark.partition(", tier ")
    if not tier:
        raise FormatError(f"{folder} is no play of the benchmark: {benchmark}")
    return {
        "benchmark": name,
        "tier": tier,
        "agents": [one.removeprefix("agent ") for one in known if one.startswith("agent ")],
        "digest": digest,
        "command": command,
    }


def _together(folders: Sequence[Path], plays: Sequence[dict[str, Any]]) -> list[Row]:
    """Return the rows of all plays."""
    rows: list[Row] = []
    cells: dict[tuple[object, ...], Path] = {}
    for folder, play in zip(folders, plays, strict=True):
        own = read_rows(folder / "rows.jsonl")
        if own[-1].hash != play["digest"]:
            raise FormatError(f"{folder}: rows.jsonl is not what results.json is made of")
        first = rows[0] if rows else own[0]
        for name in _ALIKE:
            if getattr(own[0], name) != getattr(first, name):
                raise FormatError(f"{folder} was played with another {name} than {folders[0]}")
        if play["benchmark"] != plays[0]["benchmark"]:
            raise FormatError(f"{folder} is a play of another benchmark than {folders[0]}")
        for cell in {_cell(row) for row in own}:
            if cell in cells:
                raise FormatError(f"{cells[cell]} and {folder} have the same agents: {cell[0]}")
            cells[cell] = folder
        rows += own
    return rows


def _cell(row: Row) -> tuple[object, ...]:
    return "+".join(row.agents), row.noise, row.players, row.level


def sampled(rows: Sequence[Row]) -> list[Row]:
    """Return some rows of each cell, spread evenly."""
    chosen: list[Row] = []
    for _, cell in groupby(rows, _cell):
        own = list(cell)
        chosen += own[:: -(-len(own) // _OF_A_CELL)]
    return chosen


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.leaderboard", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="that evaluate.py has written")
    folders = parser.parse_args(argv).folders

    def work() -> None:
        for file in keep(folders):
            print(f"{file} written")

    return run("docs.leaderboard", work)


if __name__ == "__main__":
    sys.exit(main())
