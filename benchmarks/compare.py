"""Measures a revision and the checkout side by side: ``python -m benchmarks.compare``.

Each package runs in a process of its own, and the two measure a case in turn, a tenth of a second
each: both meet the same moods of the machine, and the median of the ratios of neighbours is steady
where single speeds are not. A case that one of them lacks is listed and not compared. The exit code
is 1 if a case has become slower than FLOOR times its old speed.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from tqdm import tqdm

from benchmarks.__main__ import Measuring
from benchmarks.measure import number
from tablemates.agents.cli.command_line import Command
from tablemates.envs.core.errors import GameError

ROOT: Final = Path(__file__).resolve().parents[1]
#: A case below this ratio of its old speed fails the comparison.
FLOOR: Final = 0.95
#: Seconds of a slice.
SLICE: Final = 0.1


class CompareError(GameError):
    """A revision cannot be measured; the message says why and what to do."""


#: Runs in a tree with its own package, asked for one slice after the other.
_WORKER: Final = """
import json, os, sys
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from benchmarks.collect import chosen
from benchmarks.measure import processors
cases = {case.name: case for case in chosen(sys.argv[1], True)}
known = [name for name, case in cases.items() if not case.once and not case.missing()]
print(json.dumps(known), file=answers, flush=True)
name = None
for line in sys.stdin:
    asked, seconds = json.loads(line)
    with processors(cases[asked].cores):
        if asked != name:
            sample, name = None, asked
            sample = cases[name].make()
            sample(seconds)
        print(json.dumps(sample(seconds)), file=answers, flush=True)
"""


class Worker:
    """A process that measures the package of a tree, slice by slice.

    Args:
        tree: The checkout.
        only: Text in the names of the cases.

    Attributes:
        cases: Their names.
    """

    def __init__(self, tree: Path, only: str) -> None:
        self.tree = tree
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _WORKER, only],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.cases: list[str] = self._answer()

    def rate(self, case: str, seconds: float) -> float:
        """Return the speed of a case over one slice."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            print(json.dumps([case, seconds]), file=self.process.stdin, flush=True)
        rate: float = self._answer()
        return rate

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        if not (answer := self.process.stdout.readline()):
            raise CompareError(f"the package in {self.tree} cannot be measured")
        return json.loads(answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:  # closes its input, which ends it, and waits
            pass


def line(name: str, old: Sequence[float], new: Sequence[float]) -> str:
    """Return a line with the medians of a case, and of the ratios with its 95 % interval."""
    medians = (number(statistics.median(runs)) if runs else "-" for runs in (old, new))
    text = "{:42} {:>14} {:>14}".format(name, *medians)
    if ratios := [b / a for a, b in zip(old, new, strict=False)]:
        low, high = np.quantile(
            np.median(np.random.default_rng(0).choice(ratios, (1000, len(ratios))), axis=1),
            (0.025, 0.975),
        )
        text += f"  {statistics.median(ratios):.3f} [{low:.3f}, {high:.3f}]"
    return text + (f"  BELOW {FLOOR}" if slower(old, new) else "")


def slower(old: Sequence[float], new: Sequence[float]) -> bool:
    """Return whether the median ratio is below the floor, or the case is gone."""
    ratios = [b / a for a, b in zip(old, new, strict=False)]
    return statistics.median(ratios) < FLOOR if ratios else bool(old)


def git(*arguments: str) -> str:
    """Return what a git command prints."""
    try:
        command = ["git", "-C", str(ROOT), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError as missing:
        raise CompareError("git is not installed") from missing
    except subprocess.CalledProcessError as failed:
        reason = f"git {' '.join(arguments)}: {failed.stderr.strip()}"
        raise CompareError(f"{reason} (`git log` lists revisions: REV=HEAD~1)") from failed


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check a commit out into a temporary folder for the block."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        tree = Path(folder) / "tree"
        git("worktree", "prune")
        git("worktree", "add", "--detach", "--quiet", str(tree), commit)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def compare(trees: Sequence[Path], asked: CompareConfig) -> dict[str, tuple[list[float], ...]]:
    """Return the speeds of each case, slice by slice, of an old tree and of a new one."""
    found: dict[str, tuple[list[float], ...]] = {}
    slices = math.ceil(asked.rounds * asked.seconds / SLICE)
    with Worker(trees[0], asked.only) as old, Worker(trees[1], asked.only) as new:
        cases = list(dict.fromkeys([*old.cases, *new.cases]))
        for case in tqdm(cases, desc="comparing", unit="case"):
            runs: tuple[list[float], ...] = ([], [])
            measured = [(n, worker) for n, worker in enumerate((old, new)) if case in worker.cases]
            for _ in range(slices):
                for n, worker in measured:
                    runs[n].append(worker.rate(case, SLICE))
                measured.reverse()
            found[case] = runs
    return found


class CompareConfig(Measuring):
    """All settings of the command."""

    revision: str = "HEAD~1"
    """What the checkout is compared with, for git."""


COMMAND: Final = Command(
    script="python -m benchmarks.compare",
    settings=CompareConfig,
    purpose="Measure a revision and the checkout side by side; exit code 1 if a case is slower.",
    examples=["--revision HEAD~1 --only vector_env"],
    main="--revision",
    words="--revision",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 1 if a case is slower, 2 after an error."""
    return COMMAND.run(argv, run)


def run(asked: CompareConfig) -> int:
    """Compare, print the speeds, and return the exit code."""
    commit = git("rev-parse", "--verify", "--end-of-options", f"{asked.revision}^{{commit}}")
    if git("status", "--porcelain"):
        print(f"{COMMAND.name}: the checkout has uncommitted changes", file=sys.stderr)
    with checked_out(commit) as tree:
        found = compare((tree, ROOT), asked)
    print(f"{'case':42} {commit[:10]:>14} {'checkout':>14}  ratio")
    print("\n".join(line(name, *runs) for name, runs in found.items()))
    return 1 if any(slower(*runs) for runs in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
