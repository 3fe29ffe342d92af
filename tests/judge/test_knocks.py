"""The judge of hard knocks notices what was planted; and some of its knocks."""

import signal
import sys

import pytest

from tablemates.agents.configs import read_config
from tests.judge.knocks import damage, disk, killing, memory
from tests.judge.knocks.processes import Ended, Found, knock, run


def test_settings_that_are_mistyped_are_named():
    found = damage.mistyped_settings(every=5)
    assert found.faults == []
    assert found.cases > 30


def test_settings_that_are_taken_although_mistyped_are_noticed(monkeypatch):
    def careless(model, file, words=()):
        good = [word for word in words if not word.startswith("sead=")]
        return read_config(model, file, good)

    monkeypatch.setattr(damage, "read_config", careless)
    monkeypatch.setattr(damage, "_keys", lambda _values: ["seed"])
    monkeypatch.setattr(damage, "_said", lambda *_: None)
    assert len(damage.mistyped_settings().faults) == 6


def test_a_command_is_killed_interrupted_or_left_alone(tmp_path):
    there = tmp_path / "there"
    code = f"import pathlib, time; pathlib.Path({str(there)!r}).touch(); time.sleep(60)"
    for number, status in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, -signal.SIGINT)):
        there.unlink(missing_ok=True)
        ended = knock(["-c", code], 0.2, number, ready=there.exists)
        assert ended.status == status
    assert "KeyboardInterrupt" in ended.said
    assert run(["-c", "import sys; sys.exit('no')"]).said == "no\n"


def test_only_a_sentence_is_a_refusal():
    assert Ended(2, "train.py: the folder is full\n", 1.0).refused("folder", "full")
    assert not Ended(2, "Traceback (most recent call last): folder\n", 1.0).refused("folder")
    assert not Ended(0, "folder\n", 1.0).refused("folder")


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of processes")
def test_a_process_that_grows_is_noticed(monkeypatch):
    words = "[1000, 50000000, 90000000]"
    monkeypatch.setattr(memory, "words_of", lambda _words: ["echo", words])
    assert "more than 16 MB" in memory.drift(1000).faults[0]
    monkeypatch.setattr(memory, "words_of", lambda _words: ["echo", words.replace("9", "5")])
    assert memory.drift(1000).faults == []
    assert memory.resident() > 1_000_000


def test_a_few_decisions_are_played_and_measured():
    count, first, last = memory.played(2000)
    assert count >= 2000
    assert 0 < first <= last + memory.BOUND


def test_lost_steps_and_other_policies_are_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(killing, "run", lambda _command: Ended(0, "", 1.0))
    monkeypatch.setattr(killing, "knock", lambda *_, **__: Ended(-signal.SIGKILL, "", 1.0))
    steps = iter([64, 0, 128, 128])
    monkeypatch.setattr(killing, "steps_of", lambda _folder: next(steps))
    policies = iter([("a", {}), ("b", {})])
    monkeypatch.setattr(killing, "policy_of", lambda _folder: next(policies))
    found = killing.kill_training(tmp_path, "ppo", 2)
    assert any("a checkpoint of 64 was lost" in fault for fault in found.faults)
    assert any("differs from one left in peace" in fault for fault in found.faults)


def test_where_nothing_can_be_mounted_the_disk_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(disk, "private_mounts", lambda _folder: None)
    monkeypatch.setattr(disk, "_below_a_file", lambda *_: None)
    found = disk.full_and_unwritable(tmp_path)
    assert found.skipped == ["full disk, read-only disk: nothing can be mounted privately here"]


def test_a_full_disk_is_one(tmp_path):
    private = disk.private_mounts(tmp_path / "disk")
    if private is None:
        pytest.skip("nothing can be mounted privately here")
    code = f"open({str(tmp_path / 'disk' / 'x')!r}, 'wb').write(bytes(3_000_000))"
    status, said, again = disk._full(private, tmp_path, ["-c", code], ["-c", code])
    assert (status, again) == (1, 0)
    assert "No space left" in said
    assert (tmp_path / "kept" / "x").stat().st_size == 3_000_000
    assert not list((tmp_path / "disk").iterdir())  # nobody else saw it


def test_a_check_that_does_not_hold_is_a_fault():
    found = Found()
    found.check(True, "one")
    found.check([], "two")
    assert (found.cases, found.faults) == (2, ["two"])


@pytest.mark.exhaustive  # and in every judgement
def test_a_training_run_that_is_killed_is_equal_to_one_left_in_peace(tmp_path):
    pytest.importorskip("torch")
    found = killing.kill_training(tmp_path, "ppo", 1)
    assert found.faults == []


@pytest.mark.exhaustive
def test_damaged_checkpoints_are_refused(tmp_path):
    pytest.importorskip("torch")
    assert damage.damaged_files(tmp_path, 2).faults == []
