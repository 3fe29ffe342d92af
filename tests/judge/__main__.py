"""Judges the whole project: ``python -m tests.judge [--quick] [--only PART ...]``.

Every part's result is kept as soon as it has ended; the same command goes on after
those whose code has not changed since. Parts that tried nothing, because they crashed, took
too long or lacked something, are run again.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tests.judge.asking import PATIENCE, ask
from tests.judge.kept import Kept, Result, code_digest, commit
from tests.judge.parts import PARTS, Part
from tests.judge.summary import show, time_of, words_of


def parser(parts: Sequence[Part] = PARTS) -> argparse.ArgumentParser:
    """Return the command line."""
    made = argparse.ArgumentParser(prog="python -m tests.judge", description=__doc__)
    made.add_argument("--quick", action="store_true", help="a small part of each, in ten minutes")
    made.add_argument(
        "--only", nargs="+", metavar="PART", choices=[part.name for part in parts], help="these"
    )
    made.add_argument(
        "--out", type=Path, default=Path("runs/judge"), metavar="FOLDER", help="of the results"
    )
    made.add_argument("--anew", action="store_true", help="run what has a result already, too")
    made.add_argument(
        "--older", action="store_true", help="let results of other code stand as they are"
    )
    made.add_argument(
        "--patience",
        type=float,
        default=PATIENCE,
        metavar="N",
        help="a part that takes N times its budget is stopped (default %(default)g); "
        "a busy machine needs more",
    )
    return made


def main(argv: Sequence[str] | None = None, parts: Sequence[Part] = PARTS) -> int:
    """Run the command and return its exit code: 1 where a fault was found.

    Args:
        argv: The arguments; None: those of the process.
        parts: What there is to run.
    """
    options = parser(parts).parse_args(argv)
    wanted = [part for part in parts if options.only is None or part.name in options.only]
    if options.quick:
        wanted = [part for part in wanted if part.quick_minutes]
    kept = Kept(options.out)
    if options.anew:
        for part in wanted:
            kept.forget(part.name, options.quick)
    results: dict[str, Result] = {}
    try:
        for part in wanted:
            results[part.name] = _result(kept, part, options)
    except KeyboardInterrupt:
        print("judge: stopped; the same command goes on after what is done", file=sys.stderr)
        return 130
    finally:
        kept.put_together(parts)
        show(wanted, results, code_digest())
    found = [result.verdict for result in results.values() if result.verdict is not None]
    return 0 if all(verdict.passed for verdict in found) else 1


def _result(kept: Kept, part: Part, options: argparse.Namespace) -> Result:
    """Return a part's result, the kept one if that will do."""
    errors = Console(stderr=True, highlight=False)
    code, version = code_digest(), commit()
    quick = options.quick
    known = kept.read(part.name, quick)
    if known is not None and known.complete and (options.older or known.code == code):
        errors.print(f"{part.name}: {words_of(known)}, as kept in {kept.folder}")
        return known
    minutes = part.budget(quick)
    errors.print(f"{part.name}: {part.sentence}, up to {minutes:g} min")
    result = dataclasses.replace(ask(part, quick, options.patience), commit=version, code=code)
    kept.write(part.name, result)
    errors.print(f"{part.name}: {words_of(result)}, {time_of(result.seconds)}")
    return result


if __name__ == "__main__":
    sys.exit(main())
