"""Keeps what a page is made of: ``python -m docs.kept NAME FOLDER``.

Of a folder that ``evaluate.py`` has left: the tables and numbers, and of its
rows a sample small enough for the repository, which a test plays again; the digest in
the tables stands for all the others.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from docs.leaderboard import results_of, sampled
from tablemates.agents.commands import run
from tablemates.agents.evaluation.rows import write_rows

RESULTS: Final = Path(__file__).resolve().parent / "results"


def keep(name: str, folder: Path, results: Path = RESULTS) -> list[Path]:
    """Keep the tables of an evaluation and a sample of its rows.

    Args:
        name: Of the files, without their endings.
        folder: With ``results.json``, ``results.csv`` and ``rows.jsonl``.
        results: Where they are kept.

    Returns:
        The files.

    Raises:
        OSError, FormatError: The folder has no such files, or they are damaged.
    """
    tables, numbers, sample = (results / f"{name}{end}" for end in (".json", ".csv", ".jsonl"))
    chosen = sampled(results_of(folder)[1])
    shutil.copyfile(folder / "results.json", tables)
    shutil.copyfile(folder / "results.csv", numbers)
    write_rows(sample, chosen)
    return [tables, numbers, sample]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.kept", description=__doc__)
    parser.add_argument("name", help="of the files in docs/results")
    parser.add_argument("folder", type=Path, help="that evaluate.py has written")
    options = parser.parse_args(argv)

    def work() -> None:
        for file in keep(options.name, options.folder):
            print(f"{file} written")

    return run("docs.kept", work)


if __name__ == "__main__":
    sys.exit(main())
