"""Data sets as Minari has them."""

import sys
from pathlib import Path

import numpy as np
import pytest

from agents.configs import read_config
from agents.errors import FolderError, LibraryError
from agents.learn.dataset.config import DataConfig
from agents.learn.dataset.export import export, main
from agents.learn.dataset.folder import DataFolder
from agents.learn.dataset.making import make
from tests.agents.dataset.test_making import SMALL


def small(out, **settings):
    words = SMALL | {"decisions": 1, "out": out} | settings
    words = [f"{name}={value}" for name, value in words.items()]
    return read_config(DataConfig, Path("configs/data/base.yaml"), words)


def test_games_come_out_as_episodes(tmp_path):
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    make(small(tmp_path / "data"))
    words = [str(tmp_path / "data"), "portal-dash/test-v0", "--games", "2"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINARI_DATASETS_PATH", "x")  # set back afterwards
        assert main([*words, "--out", str(tmp_path / "minari")]) == 0
        episodes = list(minari.load_dataset("portal-dash/test-v0").iterate_episodes())
    shard = DataFolder(tmp_path / "data").read("000000.npz")
    assert len(episodes) == 2
    for game, episode in enumerate(episodes):
        rows = shard.game == game
        assert np.array_equal(episode.observations["observation"][:-1], shard.observations[rows])
        assert np.array_equal(episode.observations["action_mask"][:-1], shard.masks[rows])
        assert np.array_equal(episode.actions, shard.played[rows])
        assert np.array_equal(episode.infos["teacher"][:-1], shard.actions[rows])
        assert episode.terminations.tolist() == [*[False] * (rows.sum() - 1), True]
        assert episode.rewards.sum() == shard.won[game]


@pytest.mark.slow
def test_decisions_with_plans_are_refused(tmp_path):
    make(small(tmp_path / "data", play="{planner-tuned: 1.0}", adviser="planner-tuned", plans=True))
    with pytest.raises(FolderError, match="holds plans beside observations"):
        export(tmp_path / "data", "portal-dash/plans-v0")


def test_games_with_gaps_are_refused(tmp_path):
    make(small(tmp_path / "data", labelled=0.5))
    with pytest.raises(FolderError, match="games with gaps are no episodes"):
        export(tmp_path / "data", "portal-dash/test-v0")


def test_a_missing_library_gets_a_sentence(tmp_path, monkeypatch):
    make(small(tmp_path / "data"))
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(LibraryError, match=r"exporting needs minari: pip install"):
        export(tmp_path / "data", "portal-dash/test-v0")
