"""Full disks and folders that cannot be written."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.judge.kept import ROOT
from tests.judge.knocks.killing import policy_of, rows_of, training
from tests.judge.knocks.processes import PATIENCE, Found, run, words_of

#: Bytes of the disk that is full soon, and of the same one when there is room again.
_TINY, _ROOMY = "1500k", "200m"
#: A mount that nobody else sees; root needs no other user's name for it.
_PRIVATE = (["unshare", "-m"], ["unshare", "-rm"])


def private_mounts(folder: Path) -> list[str] | None:
    """Return what runs a command that may mount things for itself, None: nothing does here."""
    if shutil.which("unshare") is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    script = f"mount -t tmpfs -o size=64k tmpfs {shlex.quote(str(folder))}"
    for words in _PRIVATE:
        done = subprocess.run([*words, "sh", "-c", script], check=False, capture_output=True)
        if done.returncode == 0:
            return words
    return None


def full_and_unwritable(folder: Path) -> Found:
    """Run out of disk in training and evaluation, go on when there is room, and write nowhere."""
    found = Found()
    _below_a_file(found, folder)
    private = private_mounts(folder / "disk")
    if private is None:
        found.skipped.append("full disk, read-only disk: nothing can be mounted privately here")
        return found
    train = [*training(folder / "disk" / "run", "ppo")]
    whole = folder / "whole"
    if not whole.exists():
        run(training(whole, "ppo"))
    status, said, again = _full(private, folder, train, [*train, "--resume"])
    found.check(
        _no_room(status, said),
        f"training on a full disk ends with status {status}: {said[-300:]}",
    )
    same = again == 0 and policy_of(folder / "kept" / "run") == policy_of(whole)
    found.check(same, "training that goes on when there is room again gives another policy")
    play = ["evaluate.py", "--agents", "random", "--levels", "1", "2", "3", "--games", "400"]
    play += ["--workers", "1", "--out"]
    run([*play, folder / "rows"])
    command = [*play, folder / "disk" / "rows"]
    status, said, again = _full(private, folder, command, command)
    found.check(
        _no_room(status, said),
        f"an evaluation on a full disk ends with status {status}: {said[-300:]}",
    )
    same = again == 0 and rows_of(folder / "kept" / "rows") == rows_of(folder / "rows")
    found.check(same, "an evaluation that goes on when there is room again gives other rows")
    for name, words in (
        ("training", train),
        ("an evaluation", command),
        ("the table", ["play.py", "--no-browser", "--port", "0", "--games", folder / "disk" / "g"]),
    ):
        disk = shlex.quote(str(folder / "disk"))
        status, said = _inside(private, f"mount -t tmpfs -o ro tmpfs {disk}; {_quoted(words)}")
        good = status == 2 and "Traceback" not in said and "Read-only" in said
        found.check(good, f"{name} on a read-only disk ends with status {status}: {said[-300:]}")
    return found


def _no_room(status: int, said: str) -> bool:
    """Return whether a command said in a sentence that the disk is full."""
    named = "No space left" in said or "is the disk full?" in said
    return status == 2 and "Traceback" not in said and named


def _below_a_file(found: Found, folder: Path) -> None:
    """Name a folder below something that is a file: nobody can write there, not even root."""
    file = folder / "file"
    file.write_text("x", encoding="utf-8")
    for name, words in (
        ("training", training(file / "run", "ppo")),
        ("an evaluation", ["evaluate.py", "--agents", "random", "--out", file / "e"]),
        ("the table", ["play.py", "--no-browser", "--port", "0", "--games", file / "g"]),
        ("a data set", ["-m", "tablemates.agents.learn.dataset", "--config", "configs/data/base.yaml",
                        "play={random: 1.0}", "decisions=1", "games=1", f"out={file / 'd'}"]),
    ):  # fmt: skip
        ended = run(words)
        found.check(
            ended.refused("file"), f"{name} below a file ends with {ended.status}: {ended.last}"
        )


def _full(
    private: Sequence[str], folder: Path, first: Sequence[object], second: Sequence[object]
) -> tuple[int, str, int]:
    """Run one command on a disk that is soon full, and one when there is room; keep what is left.

    Returns:
        Status and words of the first one, status of the second.
    """
    disk, kept = (shlex.quote(str(folder / name)) for name in ("disk", "kept"))
    script = f"""
mount -t tmpfs -o size={_TINY} tmpfs {disk}
{_quoted(first)}
echo "first: $?"
mount -o remount,size={_ROOMY} {disk}
{_quoted(second)} 2>/dev/null
echo "second: $?"
mkdir -p {kept}
cp -r {disk}/* {kept}
"""
    _, said = _inside(private, script)
    status = {
        line.partition(": ")[0]: int(line.partition(": ")[2])
        for line in said.splitlines()
        if line.startswith(("first: ", "second: "))
    }
    return status.get("first", -1), said.partition("first: ")[0], status.get("second", -1)


def _quoted(words: Sequence[object]) -> str:
    return shlex.join(words_of(words))


def _inside(private: Sequence[str], script: str) -> tuple[int, str]:
    """Run a script among mounts of its own, and return its status and what it said."""
    done = subprocess.run(
        [*private, "sh", "-c", script],
        check=False,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout
