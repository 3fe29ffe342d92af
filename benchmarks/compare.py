"""Measures two revisions in turn on one machine: ``python -m benchmarks.compare REV``.

The older one's public API is driven by this tree's benchmarks, each in a process of its
own. The exit code is 1 if any case has become slower than FLOOR times what it was.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from tqdm import tqdm

from benchmarks import ours
from benchmarks.report import number
from benchmarks.revisions import RevisionError, check_clean, checked_out, resolve

ROOT: Final = Path(__file__).resolve().parents[1]
#: A case that is slower than so many times its old speed fails the comparison.
FLOOR: Final = 0.8


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a case.

    Attributes:
        name: Of the case.
        old: Units a second, a number a round; empty: the older revision has no such thing.
        new: The same of the newer one.
    """

    name: str
    old: Sequence[float]
    new: Sequence[float]

    @property
    def ratios(self) -> list[float]:
        """New by old in each round, whose two runs were made one after the other."""
        if not self.old or not self.new:
            return []
        return [new / old for old, new in zip(self.old, self.new, strict=True)]

    @property
    def slower(self) -> bool:
        """Whether the median of the ratios is under the floor, or the case is gone."""
        if not self.ratios:
            return bool(self.old)
        return statistics.median(self.ratios) < FLOOR


def table(changes: Sequence[Change], old: str, new: str) -> list[str]:
    """Return a line for each case: medians of both, and the ratio with its range.

    Args:
        changes: What was measured.
        old: Name of the older revision.
        new: Name of the newer one.
    """
    lines = [f"{'case':45} {old:>14} {new:>14}  ratio"]
    for change in changes:
        before, after = (
            number(statistics.median(runs)) if runs else "-" for runs in (change.old, change.new)
        )
        said = ""
        if ratios := change.ratios:
            said = f"{statistics.median(ratios):.2f}  [{min(ratios):.2f}, {max(ratios):.2f}]"
        if change.slower:
            said += f"  UNDER {FLOOR}" if ratios else "FAILS NOW"
        lines.append(f"{change.name:45} {before:>14} {after:>14}  {said}".rstrip())
    return lines


class Worker:
    """A process that measures the package of one tree.

    Args:
        name: For messages.
        tree: Where the package lies.
        driver: Folder that holds the benchmarks.
        cache: Where machine code goes; None: where it always goes.

    Raises:
        RevisionError: It does not start, or measures another package.
    """

    def __init__(self, name: str, tree: Path, driver: Path, cache: Path | None = None) -> None:
        self.name = name
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(driver), str(tree)))}
        if cache is not None:
            environment["NUMBA_CACHE_DIR"] = str(cache)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "benchmarks.worker"],
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        package = Path(self._answer()["package"]).resolve()
        if not package.is_relative_to(tree.resolve()):
            self.close()
            raise RevisionError(f"{name}: {package} is measured and not the package in {tree}")

    def prepare(self, case: str, seconds: float) -> str:
        """Let it prepare a case; return why it cannot, or nothing."""
        return str(self._ask(prepare=case, seconds=seconds).get("missing", ""))

    def run(self, case: str, seconds: float) -> float:
        """Return how many units a second a prepared case does."""
        return float(self._ask(run=case, seconds=seconds)["rate"])

    def close(self) -> None:
        """End the process."""
        with suppress(BrokenPipeError):  # it may have ended by itself
            _of(self._process.stdin).close()
        self._process.wait()
        _of(self._process.stdout).close()

    def _ask(self, **request: Any) -> dict[str, Any]:
        pipe = _of(self._process.stdin)
        with suppress(BrokenPipeError):  # then there is no answer either
            pipe.write(json.dumps(request) + "\n")
            pipe.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        line = _of(self._process.stdout).readline()
        if not line:
            self.close()
            raise RevisionError(f"the process that measures {self.name} has ended: see above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _of(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def compare(
    old: Worker, new: Worker, names: Sequence[str], runs: int, seconds: float
) -> list[Change]:
    """Measure cases on both in turn; say on stderr what one of them has not got.

    Args:
        old: The older revision.
        new: The newer one.
        names: Of the cases.
        runs: Rounds.
        seconds: Of each run.
    """
    figures: dict[str, dict[Worker, list[float]]] = {}
    with tqdm(total=len(names) * (runs + 1), desc="comparing", unit="case") as bar:
        for name in names:
            figures[name] = {}
            for worker in (old, new):
                if why := worker.prepare(name, seconds):
                    bar.write(f"{worker.name} has no {name!r} ({why})", file=sys.stderr)
                else:
                    figures[name][worker] = []
            bar.update()
        for turn in range(runs):
            for name in names:
                # Each is the first one in every other round.
                for worker in (old, new) if turn % 2 else (new, old):
                    if worker in figures[name]:
                        figures[name][worker].append(worker.run(name, seconds))
                bar.update()
    return [Change(name, held.get(old, []), held.get(new, [])) for name, held in figures.items()]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 1 if a case is slower, 2 after an error.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("revision", metavar="REV", help="as git understands it")
    parser.add_argument("--runs", type=int, default=5, help="runs of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="cases with this in their name")
    parser.add_argument("--dirty", action="store_true", help="measure uncommitted changes as well")
    options = parser.parse_args(argv)
    if options.runs < 1 or options.seconds <= 0:
        parser.error("there must be a run, of some length")
    names = [case.name for case in ours.cases() if options.only in case.name]
    try:
        if not names:
            raise RevisionError(f"no case has {options.only!r} in its name")
        commit = resolve(ROOT, options.revision)
        if not options.dirty:
            check_clean(ROOT)
        changes = _measured(commit, names, options.runs, options.seconds)
    except RevisionError as error:
        print(f"bench-compare: {error}", file=sys.stderr)
        return 2
    print("\n".join(table(changes, commit[:10], "now")))
    return 1 if any(change.slower for change in changes) else 0


def _measured(commit: str, names: Sequence[str], runs: int, seconds: float) -> list[Change]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        # A copy: the older tree has benchmarks of its own, which must not be found.
        driver = folder / "driver"
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "benchmarks", driver / "benchmarks", ignore=ignored)
        tree = stack.enter_context(checked_out(ROOT, commit))
        # Numba keeps code by the path of its source: that of this tree is of no use later.
        old = Worker(commit[:10], tree, driver, folder / "cache")
        stack.callback(old.close)
        new = Worker("now", ROOT, driver)
        stack.callback(new.close)
        return compare(old, new, names, runs, seconds)


if __name__ == "__main__":
    sys.exit(main())
