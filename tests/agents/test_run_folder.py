"""Whenever a process is killed, what lies in its run folder is whole."""

import os
import shutil
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.errors import FolderError  # noqa: E402
from tablemates.agents.learn.config import TrainConfig  # noqa: E402
from tablemates.agents.learn.dataset.config import DataConfig  # noqa: E402
from tablemates.agents.learn.dataset.folder import DataFolder  # noqa: E402
from tablemates.agents.learn.run_folder import RunFolder  # noqa: E402
from tablemates.agents.policy import read_policy  # noqa: E402
from tablemates.envs.core.documents import DocumentError  # noqa: E402
from tests.agents.conftest import write_random_policy  # noqa: E402


class Killed(BaseException):
    """The process is gone."""


def die_at(patch, change):
    """Let the process die at one of its changes of the disk; a file is half written then."""
    left = change

    def dying(operation, file=None):
        def done(*args, **kwargs):
            nonlocal left
            left -= 1
            if left == 0 and file is not None:
                operation(*args, **kwargs)
                os.truncate(args[file], args[file].stat().st_size // 2)
            if left <= 0:
                raise Killed
            return operation(*args, **kwargs)

        return done

    for name in ("mkdir", "rename", "replace", "unlink"):
        patch.setattr(Path, name, dying(getattr(Path, name)))
    for name in ("write_bytes", "write_text"):
        patch.setattr(Path, name, dying(getattr(Path, name), 0))
    patch.setattr(shutil, "rmtree", dying(shutil.rmtree))
    patch.setattr(torch, "save", dying(torch.save, 1))


def killed_at(monkeypatch, change, work, *args):
    """Do some work and tell whether it came so far that it was killed."""
    try:
        with monkeypatch.context() as patch:
            die_at(patch, change)
            work(*args)
    except Killed:
        return True
    return False


def write(folder, steps, facts):
    def policy(place):
        write_random_policy(place, facts, seed=steps, steps=steps)

    folder.write_checkpoint(steps, {"steps": steps}, policy)
    folder.write_policy(policy)


def begun(run, facts):
    """Return the settings of a run that has come to its first step."""
    config = read_config(
        TrainConfig, Path("configs/train/quick.yaml"), [f"run={run}", "overwrite=true"]
    )
    run.mkdir()
    RunFolder(run).begin(config)
    write(RunFolder(run), 1, facts)
    return config


def data_set(out):
    """Return settings of a data set and what its card says of rules and agents."""
    config = read_config(DataConfig, Path("configs/data/base.yaml"), [f"out={out}"])
    hashes = dict.fromkeys(("game", "interface", "ruleset", "engine"), "")
    return config, hashes | {"policies": {}, "hardware": {}}


def go_on(folder, config, facts):
    folder.resume(config)
    write(folder, 2, facts)


@pytest.mark.slow
def test_a_run_that_is_killed_while_it_writes_can_go_on(tmp_path, facts, monkeypatch):
    seen = set()
    for change in range(1, 100):
        run = tmp_path / str(change)
        config = begun(run, facts)
        folder = RunFolder(run)
        if not killed_at(monkeypatch, change, go_on, folder, config, facts):
            break
        steps = folder.read_state()["steps"]
        assert read_policy(folder.newest() / "policy").card.steps == steps
        if folder.policy.exists():
            seen.add((steps, read_policy(folder.policy).card.steps))
        go_on(folder, config, facts)  # what the killed one left is in nobody's way
        assert read_policy(folder.policy).card.steps == 2
        assert sorted(one.name for one in run.iterdir()) == ["checkpoints", "config.yaml", "policy"]
    assert change > 10
    assert seen == {(1, 1), (2, 1), (2, 2)}


@pytest.mark.parametrize("place", [0.2, 0.5, 0.9])
def test_a_number_that_was_changed_in_a_checkpoint_is_noticed(tmp_path, facts, place):
    folder = RunFolder(tmp_path)
    folder.write_checkpoint(
        3, {"steps": 3, "w": torch.ones(5000)}, lambda to: write_random_policy(to, facts)
    )
    file = folder.newest() / "learner.pt"
    data = bytearray(file.read_bytes())
    data[int(place * len(data))] ^= 1
    file.write_bytes(data)
    with pytest.raises(FolderError, match=r"learner\.pt is cut or damaged: delete"):
        folder.read_state()
    (file.parent / "learner.sha256").unlink()  # as older runs are: what can be noticed is
    torch.save([1], file)
    with pytest.raises(FolderError, match=r"learner\.pt is cut or damaged: delete"):
        folder.read_state()


def test_a_full_disk_gets_a_sentence(tmp_path, facts, monkeypatch):
    def full(*_):
        raise RuntimeError("PytorchStreamWriter failed writing file data/0: file write failed")

    monkeypatch.setattr(torch, "save", full)
    folder = RunFolder(tmp_path)
    with pytest.raises(FolderError, match=r"learner\.pt cannot be written: is the disk full"):
        folder.write_checkpoint(3, {"steps": 3}, lambda to: write_random_policy(to, facts))
    assert folder.newest() is None


def test_a_run_that_is_killed_while_it_begins_can_begin_again(tmp_path, facts, monkeypatch):
    for change in range(1, 100):
        run = tmp_path / str(change)
        config = begun(run, facts)
        folder = RunFolder(run)
        if not killed_at(monkeypatch, change, folder.begin, config):
            break
        folder.begin(config)
        assert [one.name for one in run.iterdir()] == ["config.yaml"]
    assert change > 5


def test_a_new_run_that_is_killed_can_begin_again(tmp_path, facts, monkeypatch):
    config = begun(tmp_path / "other", facts)

    def run_to_the_end(folder):
        folder.begin(config)
        write(folder, 1, facts)

    for change in range(1, 100):
        run = tmp_path / str(change)
        run.mkdir()
        folder = RunFolder(run)
        if not killed_at(monkeypatch, change, run_to_the_end, folder):
            break
        assert folder.newest() is None or folder.read_state() == {"steps": 1}
        folder.begin(config)
        assert [one.name for one in run.iterdir()] == ["config.yaml"]
    assert change > 10


@pytest.mark.parametrize("known", [False, True])
def test_a_data_set_that_is_killed_while_it_begins_can_begin_again(tmp_path, monkeypatch, known):
    """Whether it is new, or goes on."""
    for change in range(1, 100):
        out = tmp_path / str(change)
        out.mkdir()
        folder, words = DataFolder(out), data_set(out)
        if known:
            folder.begin(*words)
        if not killed_at(monkeypatch, change, folder.begin, *words):
            break
        folder.begin(*words)
        assert {"card.json", "config.yaml", "shards"} <= {one.name for one in out.iterdir()}
    assert change > (2 if known else 5)


@pytest.mark.parametrize("shard", ["", "shards/"])
def test_what_others_have_left_is_no_data_set(tmp_path, shard):
    (tmp_path / "shards").mkdir()
    (tmp_path / f"{shard}000000.npz").write_text("whose?")
    with pytest.raises(FolderError, match=rf"is no data set and not empty \({shard}000000.npz\)"):
        DataFolder(tmp_path).begin(*data_set(tmp_path))


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_with_somebody_elses_settings_is_no_run(tmp_path, facts, overwrite):
    """A data set has a file of that name, too."""
    config = begun(tmp_path / "other", facts).model_copy(update={"overwrite": overwrite})
    data = tmp_path / "data"
    data.mkdir()
    DataFolder(data).begin(*data_set(data))
    before = (data / "config.yaml").read_text()
    with pytest.raises(FolderError, match=r"is no run folder \(config\.yaml names no learner\)"):
        RunFolder(data).begin(config)
    assert (data / "config.yaml").read_text() == before


def test_a_run_from_before_a_setting_was_added_goes_on_as_it_was(tmp_path, facts):
    config = begun(tmp_path / "run", facts)
    file = tmp_path / "run" / "config.yaml"
    lines = file.read_text().splitlines()
    added = ("symmetry:", "perturbed_parts:", "adviser:")
    kept = [one for one in lines if not one.strip().startswith(added)]
    assert len(kept) == len(lines) - len(added)
    for setting in ("symmetry", "environment"):
        file.write_text("\n".join(kept))
        changed = (
            {"symmetry": 0.5}
            if setting == "symmetry"
            else {"environment": config.environment.model_copy(update={"perturbed_parts": 0.5})}
        )
        with pytest.raises(FolderError, match=f"begun with another '{setting}'"):
            RunFolder(tmp_path / "run").resume(config.model_copy(update=changed))
    RunFolder(tmp_path / "run").resume(config)


@pytest.mark.parametrize("text", ["", "learner: 3\n", "steps: soon\n", "environment: 3\n", "- 1\n"])
def test_damaged_settings_of_a_run_get_a_sentence(tmp_path, facts, text):
    config = begun(tmp_path / "run", facts)
    (tmp_path / "run" / "config.yaml").write_text(text)
    with pytest.raises((FolderError, DocumentError), match=r"config\.yaml"):
        RunFolder(tmp_path / "run").resume(config)
