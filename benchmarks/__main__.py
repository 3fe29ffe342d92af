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
from benchmarks.processes import process_figures
from benchmarks.report import PUBLISHED, Results, lines, machine, own_versions

#: Processes at work, in the mean of the last minute, from which on figures come out low.
BUSY: Final = 0.5


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument(
        "--only", metavar="WORD", help="cases with this in their name; nothing is written"
    )
    parser.add_argument(
        "--out", type=Path, default=PUBLISHED, metavar="FILE", help=f"default: {PUBLISHED}"
    )
    options = parser.parse_args(argv)
    if options.runs < 1 or options.seconds <= 0:
        parser.error("there must be a run, of some length")
    where = machine()
    if (where["load"] or 0) > BUSY:
        print(f"benchmarks: the machine is busy (load {where['load']})", file=sys.stderr)
    others, versions, skipped = peers()
    cases = [case for case in [*ours.cases(), *others] if (options.only or "") in case.name]
    if not cases:
        print(f"benchmarks: no case has {options.only!r} in its name", file=sys.stderr)
        return 2
    if options.only is not None:
        figures = measure(cases, options.runs, options.seconds)
    else:
        starts = process_figures(options.runs)  # while this process is small
        figures = measure(cases, options.runs, options.seconds) | starts
        figures |= {ours.RECORD: ours.record_size()}
        settings = {"runs": options.runs, "seconds": options.seconds}
        Results(where, own_versions() | versions, settings, figures, skipped).write(options.out)
        print(f"written: {options.out}")
    print("\n".join(lines(figures.values())))
    for name in skipped:
        print(f"skipped: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
