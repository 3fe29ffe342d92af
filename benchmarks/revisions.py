"""Revisions of the project beside the working tree, by git."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class RevisionError(Exception):
    """A revision cannot be measured: what is wrong, and what to do."""


def resolve(root: Path, revision: str) -> str:
    """Return the full id of a revision's commit.

    Args:
        root: The checkout.
        revision: As git understands it: an id, a branch, ``HEAD~3``.

    Raises:
        RevisionError: There is no such commit, no checkout or no git.
    """
    _git(root, "rev-parse", "--git-dir", wrong=f"{root} is no git checkout: nothing to compare")
    if not revision:
        raise RevisionError("which revision? make bench-compare REV=HEAD~1, for example")
    return _git(
        root,
        "rev-parse",
        "--verify",
        "--quiet",
        revision + "^{commit}",
        wrong=f"there is no revision {revision!r} here: `git log` and `git branch` list them, "
        "`git fetch` brings others",
    )


def check_clean(root: Path) -> None:
    """Refuse a working tree with changes: its figures would belong to no revision.

    Args:
        root: The checkout.

    Raises:
        RevisionError: There are changes, or files that git does not know.
    """
    changed = _git(root, "status", "--porcelain", wrong=f"git cannot read {root}").splitlines()
    if changed:
        named = ", ".join(line.split(maxsplit=1)[-1] for line in changed[:3])
        more = ", ..." if len(changed) > 3 else ""
        raise RevisionError(
            f"the working tree has changes ({named}{more}): commit them, or measure it as it "
            "is with --dirty"
        )


@contextmanager
def checked_out(root: Path, commit: str) -> Iterator[Path]:
    """Give the block a folder with the files of a commit; afterwards it is gone.

    Args:
        root: The checkout.
        commit: Full id.

    Yields:
        The folder.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        tree = Path(folder) / "tree"
        wrong = f"git cannot make a worktree of {commit}"
        _git(root, "worktree", "prune", wrong=wrong)  # what a killed run has left
        _git(root, "worktree", "add", "--detach", "--quiet", str(tree), commit, wrong=wrong)
        try:
            yield tree
        finally:
            _git(root, "worktree", "remove", "--force", str(tree), wrong=f"{tree} remains")


def _git(root: Path, *arguments: str, wrong: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], check=False, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise RevisionError("git is not installed: nothing to compare with") from error
    if done.returncode:
        said = done.stderr.strip()
        raise RevisionError(f"{wrong} ({said})" if said else wrong)
    return done.stdout.strip("\n")
