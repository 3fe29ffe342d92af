"""Measures us and the peers side by side: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks import ours
from benchmarks.measure import measure
from benchmarks.peers import peers
from benchmarks.processes import memory_of_games, start_times
from benchmarks.report import Results, machine, own_versions

#: Games of the measurement of memory.
GAMES: Final = 16_384


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="cases with this in their name")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the figures there, as JSON")
    options = parser.parse_args(argv)
    others, versions, skipped = peers()
    cases = [case for case in [*ours.cases(), *others] if options.only in case.name]
    if not cases:
        print(f"benchmarks: no case has {options.only!r} in its name", file=sys.stderr)
        return 2
    figures = measure(cases, options.runs, options.seconds)
    values: dict[str, float] = {}
    if not options.only:
        values |= {f"{name}, s": seconds for name, seconds in start_times(options.runs).items()}
        values[f"memory of {GAMES:,} games, MB"] = memory_of_games(GAMES) / 1e6
    results = Results(
        machine(),
        own_versions() | versions,
        {"runs": options.runs, "seconds": options.seconds},
        figures,
        values,
        skipped,
    )
    for figure in figures.values():
        low, high = figure.range
        print(f"{figure.name:45} {figure.median:12,.0f}  [{low:,.0f}, {high:,.0f}] {figure.unit}/s")
    for name, value in values.items():
        print(f"{name:45} {value:12.2f}")
    for name in skipped:
        print(f"skipped: {name}")
    if options.out is not None:
        results.write(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
