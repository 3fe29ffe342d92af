"""Measures a revision and the checkout side by side: ``python -m benchmarks.compare``.

The benchmarks of each measure its package in turn, in processes of their own; a case that only
the checkout has is listed and not compared. The exit code is 1 if a case has become slower than
FLOOR times its old speed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tqdm import tqdm

from benchmarks.__main__ import Measuring
from benchmarks.measure import Results, number, spread
from tablemates.agents.cli.command_line import Command
from tablemates.envs.core.errors import GameError

ROOT: Final = Path(__file__).resolve().parents[1]
#: A case below this ratio of its old speed fails the comparison.
FLOOR: Final = 0.95


class CompareError(GameError):
    """A revision cannot be measured; the message says why and what to do."""


def rates(tree: Path, asked: CompareConfig) -> dict[str, float]:
    """Return the speed of each case of the package in a tree."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        out = Path(name) / "results.json"
        program = (
            "import sys; from benchmarks.collect import chosen, collect; from pathlib import Path; "
            "only, seconds, out = sys.argv[1:]; "
            "collect(chosen(only, True), 1, float(seconds)).write(Path(out))"
        )
        command = [sys.executable, "-P", "-c", program, asked.only, str(asked.seconds), str(out)]
        given = {**os.environ, "PYTHONPATH": str(tree)}
        if subprocess.run(
            command, check=False, cwd=tree, env=given, stdout=subprocess.DEVNULL
        ).returncode:
            raise CompareError(f"the package in {tree} cannot be measured")
        return {name: figure.median for name, figure in Results.read(out).figures.items()}


def line(name: str, old: Sequence[float], new: Sequence[float]) -> str:
    """Return a line with the medians of a case and the ratios of its rounds."""
    medians = (number(statistics.median(runs)) if runs else "-" for runs in (old, new))
    text = "{:42} {:>14} {:>14}".format(name, *medians)
    if ratios := [b / a for a, b in zip(old, new, strict=False)]:
        text += f"  {statistics.median(ratios):.2f} {spread(ratios)}"
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


def compare(commit: str, asked: CompareConfig) -> Mapping[str, tuple[list[float], ...]]:
    """Return the speeds of each case by round, of a commit and of the checkout."""
    found: dict[str, tuple[list[float], ...]] = {}
    with checked_out(commit) as tree:
        trees = (tree, ROOT)
        for turn in tqdm(range(asked.rounds), desc="comparing", unit="round"):
            for n in (0, 1) if turn % 2 else (1, 0):
                for name, rate in rates(trees[n], asked).items():
                    found.setdefault(name, ([], []))[n].append(rate)
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
    found = compare(commit, asked)
    print(f"{'case':42} {commit[:10]:>14} {'checkout':>14}  ratio")
    print("\n".join(line(name, *runs) for name, runs in found.items()))
    return 1 if any(slower(*runs) for runs in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
