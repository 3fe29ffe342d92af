"""Measures our cases and those of other projects side by side: ``python -m benchmarks``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.collect import chosen, collect
from benchmarks.measure import PUBLISHED
from tablemates.agents.configs import CommandParser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = CommandParser(prog="python -m benchmarks", description=__doc__, stray="--only")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="cases with this in their name")
    parser.add_argument("--ours", action="store_true", help="our own views, engine and bots only")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"default: {PUBLISHED}")
    options = parser.parse_args(argv)
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("--rounds must be at least 1 and --seconds positive")
    found = chosen(options.only, options.ours)
    if not found:
        parser.error(f"no case has {options.only!r} in its name")
    results = collect(found, options.rounds, options.seconds)
    if options.out or not (options.only or options.ours):
        results.write(options.out or PUBLISHED)
    print("\n".join(results.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
