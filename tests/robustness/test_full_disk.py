"""A full or read-only disk: a sentence, and the command goes on when there is room again."""

import shlex
import shutil
import subprocess
import sys

import pytest

from tests.robustness.commands import ROOT, evaluating, policy_of, rows_of, run, training

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def private():
    """Return the words before a command that may mount file systems that nobody else sees."""
    for words in (["unshare", "-m"], ["unshare", "-rm"]):
        script = 'mount -t tmpfs -o size=64k tmpfs "$(mktemp -d)"'
        if (
            shutil.which("unshare")
            and not subprocess.run([*words, "sh", "-c", script], check=False).returncode
        ):
            return words
    pytest.skip("nothing can be mounted privately here")


def inside(private, script):
    """Run a script among mounts of its own; return its status and output."""
    done = subprocess.run(
        [*private, "sh", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def shell(command):
    return shlex.join([sys.executable, *map(str, command)])


@pytest.mark.parametrize("what", ["training", "evaluation"])
def test_a_full_disk(private, tmp_path, what):
    disk, copy, whole = tmp_path / "disk", tmp_path / "copy", tmp_path / "whole"
    disk.mkdir()
    if what == "training":
        pytest.importorskip("torch")
        first, size, result = training(disk / "run", "ppo"), "1500k", policy_of
        again, peaceful = [*first, "--resume"], training(whole, "ppo")
    else:
        first, size, result = evaluating(disk / "run", 1000, "random"), "300k", rows_of
        again, peaceful = first, evaluating(whole, 1000, "random")
    status, said = inside(
        private,
        f"mount -t tmpfs -o size={size} tmpfs {disk}; {shell(first)} || echo status $?; "
        f"mount -o remount,size=200m {disk}; {shell(again)} && cp -r {disk} {copy}",
    )
    assert "status 2" in said
    assert "No space left" in said or "is the disk full?" in said
    assert "Traceback" not in said
    assert status == 0, said
    assert run(peaceful).status == 0
    assert result(copy / "run") == result(whole)


@pytest.mark.parametrize(
    "command",
    [
        lambda folder: training(folder / "run", "ppo"),
        lambda folder: evaluating(folder / "run", 10, "random"),
        lambda folder: ["play.py", "--no-browser", "--port", "0", "--games", str(folder / "g")],
    ],
    ids=["training", "evaluation", "table"],
)
def test_a_folder_that_cannot_be_written(tmp_path, command):
    """Below a file nobody can write, not even root."""
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    ended = run(command(file))
    assert ended.status == 2
    assert "file" in ended.stderr
    assert "Traceback" not in ended.stderr
