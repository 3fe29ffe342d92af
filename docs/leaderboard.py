"""Keeps what ``docs/leaderboard.md`` is made of: ``python -m docs.leaderboard FOLDER``.

Of an evaluation's folder its tables, and of its rows a sample small enough for the
repository, which a test plays again; the digest stands for all the others.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from agents.evaluation.rows import Row, each_row, write_rows
from envs.core.errors import FormatError

#: Where it is kept; the endings are those of the tables, the numbers and the sample.
KEPT: Final = Path(__file__).resolve().parent / "results" / "leaderboard"
#: Games of every cell in the sample.
_OF_A_CELL: Final = 4


def keep(folder: Path, kept: Path = KEPT) -> list[Path]:
    """Keep an evaluation's tables and a sample of its rows.

    Args:
        folder: With ``results.json``, ``results.csv`` and ``rows.jsonl``.
        kept: The files that are written, without their endings.

    Returns:
        The files.

    Raises:
        OSError, FormatError: The folder has no such files, one is damaged, or what was
            played is not the benchmark.
    """
    known = dict(json.loads((folder / "results.json").read_text(encoding="utf-8"))["provenance"])
    if "tier" not in known["benchmark"]:
        raise FormatError(f"{folder} is no play of the benchmark: {known['benchmark']}")
    written = [kept.with_suffix(suffix) for suffix in (".json", ".csv", ".jsonl")]
    for file in written[:2]:
        shutil.copyfile(folder / f"results{file.suffix}", file)
    write_rows(written[2], sampled(folder / "rows.jsonl"))
    return written


def sampled(file: Path) -> list[Row]:
    """Return some rows of each cell of a file, spread evenly."""
    rows = (row for row, _ in each_row(file))
    chosen: list[Row] = []
    for _, cell in groupby(rows, lambda row: (row.agents, row.noise, row.players, row.level)):
        own = list(cell)
        chosen += own[:: -(-len(own) // _OF_A_CELL)]
    return chosen


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.leaderboard", description=__doc__)
    parser.add_argument("folder", type=Path, help="that evaluate.py has written")
    for file in keep(parser.parse_args(argv).folder):
        print(f"{file} written")


if __name__ == "__main__":
    main()
