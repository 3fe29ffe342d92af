"""What is said of RLlib's settings, whether it is installed or not."""

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("torch")

from tablemates.agents.configs import read_config
from tablemates.agents.errors import LibraryError
from tablemates.agents.learn import start
from tablemates.agents.learn.config import TrainConfig
from tablemates.envs.core.documents import DocumentError

RLLIB = Path("configs/train/rllib.yaml")
BASE = Path("configs/train/base.yaml")


def test_its_file_is_one_of_settings():
    config = read_config(TrainConfig, RLLIB)
    assert (config.learner, config.rllib.runners, config.rllib.address) == ("rllib", 2, None)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("network.value=win", r"rllib does not know network\.value=win: learner=ppo does"),
        ("network.adviser=planner", r"rllib does not know network\.adviser=planner"),
        ("symmetry=0.5", "rllib does not know symmetry=0.5"),
        ("environment.curriculum=0.5", r"rllib does not know environment\.curriculum=0.5"),
        ("environment.perturbed=0.5", r"rllib does not know environment\.perturbed=0.5"),
        ("environment.perturbed_parts=1", r"rllib does not know environment\.perturbed_parts=1"),
        ("ppo.target_kl=0.1", r"rllib does not know ppo\.target_kl=0.1"),
        ("ppo.reference=x", r"rllib does not know ppo\.reference=x"),
        ("ppo.critic=privileged", r"rllib does not know ppo\.critic=privileged"),
        ("rllib.runners=3", r"rllib\.runners is 3 and does not divide environment\.lanes.* 64"),
        ("rllib.learners=3", r"rllib\.learners is 3 and does not divide ppo\.minibatch.* 256"),
        ("rllib.runners=-1", "rllib.runners"),
        ("rllib.runner=1", "did you mean|known|runners"),
    ],
)
def test_settings_that_do_not_do_are_refused(word, sentence):
    with pytest.raises(DocumentError, match=sentence):
        read_config(TrainConfig, RLLIB, [word])
    if "rllib" not in word:
        read_config(TrainConfig, BASE, [word, "learner=ppo"])


@pytest.mark.parametrize("gone", ["ray", "pyarrow"])
def test_the_command_says_what_it_needs_when_rllib_is_missing(tmp_path, monkeypatch, gone):
    find_spec = importlib.util.find_spec

    def found(name):
        return None if name == gone else find_spec("json" if name in others else name)

    others = {"ray", "pyarrow", "tree"} - {gone}
    monkeypatch.setattr(importlib.util, "find_spec", found)
    with pytest.raises(LibraryError, match=rf"needs {gone}: pip install 'tablemates\[rllib\]'"):
        start(RLLIB, [f"run={tmp_path / 'run'}"], resume=False)
    assert not (tmp_path / "run").exists()
