"""Measures a revision and the checkout side by side: ``python -m benchmarks.compare REV``.

Each revision runs in a worker process of its own, driven by the benchmarks of this
checkout. The exit code is 1 if a case has become slower than FLOOR times its old speed.
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
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from benchmarks.cases import our, our_cases
from benchmarks.measure import Sample, prepare, processors
from benchmarks.report import number, spread

ROOT: Final = Path(__file__).resolve().parents[1]
#: A case below this ratio of its old speed fails the comparison.
FLOOR: Final = 0.8


class CompareError(Exception):
    """A revision cannot be measured; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Change:
    """A case on both revisions.

    Attributes:
        name: Name of the case.
        old: Units per second by round; empty if the old revision does not have it.
        new: The same for the new revision.
    """

    name: str
    old: Sequence[float]
    new: Sequence[float]

    @property
    def ratios(self) -> list[float]:
        """New speed by old speed, round by round."""
        pairs = zip(self.old, self.new, strict=True) if self.old and self.new else ()
        return [new / old for old, new in pairs]

    @property
    def slower(self) -> bool:
        """Whether the median ratio is below the floor, or the case fails now."""
        return statistics.median(self.ratios) < FLOOR if self.ratios else bool(self.old)

    def line(self) -> str:
        """Return a line with the medians of both and the ratio."""
        old, new = (number(statistics.median(r)) if r else "-" for r in (self.old, self.new))
        text = f"{self.name:42} {old:>14} {new:>14}"
        if self.ratios:
            text += f"  {statistics.median(self.ratios):.2f} {spread(self.ratios)}"
        if self.slower:
            text += f"  BELOW {FLOOR}" if self.ratios else "  FAILS NOW"
        return text


class Worker:
    """A process that measures the package of one tree.

    Args:
        name: For messages.
        tree: The checkout whose package is measured.
        driver: Folder that holds the benchmarks.
        cache: Folder for compiled code; None: the usual one.

    Raises:
        CompareError: It does not start, or imports another package.
    """

    def __init__(self, name: str, tree: Path, driver: Path, cache: Path | None = None) -> None:
        self.name = name
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(driver), str(tree))),
            **({} if cache is None else {"NUMBA_CACHE_DIR": str(cache)}),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "benchmarks.compare", "--worker"],
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        package = Path(self._answer()["package"])
        if not package.is_relative_to(tree.resolve()):
            self.close()
            raise CompareError(f"{name}: imported {package} instead of the package in {tree}")

    def ask(self, action: str, case: str, seconds: float) -> dict[str, Any]:
        """Prepare or run a case; the answer is ``{"missing": why}`` or ``{"rate": ...}``."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps([action, case, seconds]) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:  # reported by the missing answer
            pass
        return self._answer()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.close()
            raise CompareError(f"the worker for {self.name} ended; its error is printed above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def serve() -> None:
    """Answer the requests of a ``Worker`` until there are no more."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a case prints is no answer

    def tell(**answer: Any) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    cases = {case.name: case for case in our_cases()}
    samples: dict[str, Sample] = {}
    tell(package=str(Path(our("envs").__file__).resolve()))
    for line in sys.stdin:
        action, name, seconds = json.loads(line)
        if action == "run":
            with processors(cases[name].cores):
                tell(rate=samples[name](seconds))
            continue
        try:
            samples[name] = prepare(cases[name], seconds)
        except Exception as error:  # noqa: BLE001 - another revision may fail in any way
            tell(missing=f"{type(error).__name__}: {error}")
        else:
            tell()


def compare(
    old: Worker, new: Worker, names: Sequence[str], rounds: int, seconds: float
) -> list[Change]:
    """Measure cases on both revisions in turn.

    Args:
        old: The old revision.
        new: The new one.
        names: Names of the cases.
        rounds: Number of rounds.
        seconds: Length of each run.
    """
    runs: dict[tuple[str, str], list[float]] = {}
    with tqdm(total=len(names) * (rounds + 1), desc="comparing", unit="case") as bar:
        for name in names:
            for worker in (old, new):
                if why := worker.ask("prepare", name, seconds).get("missing"):
                    bar.write(f"{worker.name} does not have {name!r} ({why})", file=sys.stderr)
                else:
                    runs[worker.name, name] = []
            bar.update()
        for turn in range(rounds):
            for name in names:
                for worker in (old, new) if turn % 2 else (new, old):
                    if (worker.name, name) in runs:
                        answer = worker.ask("run", name, seconds)
                        runs[worker.name, name].append(answer["rate"])
                bar.update()
    return [Change(n, runs.get((old.name, n), []), runs.get((new.name, n), [])) for n in names]


def git(*arguments: str, error: str) -> str:
    """Return what a git command prints.

    Raises:
        CompareError: It fails, or git is not installed.
    """
    command = ["git", "-C", str(ROOT), *arguments]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as missing:
        raise CompareError("git is not installed") from missing
    except subprocess.CalledProcessError as failed:
        raise CompareError(f"{error} ({failed.stderr.strip() or 'git failed'})") from failed
    return done.stdout.strip()


def resolve(revision: str) -> str:
    """Return the full id of a revision's commit."""
    if not revision:
        raise CompareError("name a revision, such as make bench-compare REV=HEAD~1")
    name = f"{revision}^{{commit}}"
    error = f"there is no revision {revision!r}: `git log` and `git branch` list them"
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", name, error=error)


@contextmanager
def checked_out(commit: str, tree: Path) -> Iterator[Path]:
    """Check a commit out into a folder for the block."""
    error = f"git cannot check out {commit}"
    git("worktree", "prune", error=error)
    git("worktree", "add", "--detach", "--quiet", str(tree), commit, error=error)
    try:
        yield tree
    finally:
        git("worktree", "remove", "--force", str(tree), error=f"{tree} remains")


def _changes(commit: str, names: Sequence[str], rounds: int, seconds: float) -> list[Change]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        # A copy, so that the old tree's own benchmarks are not found instead.
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "benchmarks", folder / "driver" / "benchmarks", ignore=ignore)
        tree = stack.enter_context(checked_out(commit, folder / "tree"))
        old = Worker(commit[:10], tree, folder / "driver", folder / "cache")
        stack.callback(old.close)
        new = Worker("checkout", ROOT, folder / "driver")
        stack.callback(new.close)
        return compare(old, new, names, rounds, seconds)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 1 if a case is slower, 2 after an error.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("revision", metavar="REV", nargs="?", default="", help="for git")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="cases with this in their name")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.worker:
        serve()
        return 0
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("--rounds must be at least 1 and --seconds positive")
    names = [case.name for case in our_cases() if options.only in case.name]
    try:
        if not names:
            raise CompareError(f"no case has {options.only!r} in its name")
        commit = resolve(options.revision)
        if git("status", "--porcelain", error=f"git cannot read {ROOT}"):
            print("bench-compare: the checkout has uncommitted changes", file=sys.stderr)
        changes = _changes(commit, names, options.rounds, options.seconds)
    except CompareError as error:
        print(f"bench-compare: {error}", file=sys.stderr)
        return 2
    print(f"{'case':42} {commit[:10]:>14} {'checkout':>14}  ratio")
    print("\n".join(change.line() for change in changes))
    return 1 if any(change.slower for change in changes) else 0


if __name__ == "__main__":
    sys.exit(main())
