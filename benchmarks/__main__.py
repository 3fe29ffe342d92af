"""Measures our cases and those of other projects side by side: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import cases
from benchmarks.measure import PUBLISHED, Results, machine, measure, versions


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="cases with this in their name")
    parser.add_argument("--ours", action="store_true", help="our own views, engine and bots only")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"default: {PUBLISHED}")
    options = parser.parse_args(argv)
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("--rounds must be at least 1 and --seconds positive")
    where = machine()
    if (where["load"] or 0) > 0.5:
        print(f"benchmarks: the machine is busy (load {where['load']})", file=sys.stderr)
    ours = cases.our_cases()
    every = ours if options.ours else [*cases.process_cases(), *ours, *cases.peer_cases()]
    chosen = [case for case in every if options.only in case.name]
    if not chosen:
        print(f"benchmarks: no case has {options.only!r} in its name", file=sys.stderr)
        return 2
    skipped = [f"{case.name} ({', '.join(case.missing())})" for case in chosen if case.missing()]
    measured = measure(
        [case for case in chosen if not case.missing()], options.rounds, options.seconds
    )
    results = Results(where, versions(), options.rounds, options.seconds, measured, skipped)
    if options.out or not (options.only or options.ours):
        results.write(options.out or PUBLISHED)
    print("\n".join(results.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
