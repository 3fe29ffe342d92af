"""Data sets as Minari has them."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.learn.dataset import export as exporting
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.learn.dataset.export import export, main
from tablemates.agents.learn.dataset.folder import DataFolder
from tablemates.agents.learn.dataset.making import make
from tablemates.agents.learn.dataset.shards import write_shard
from tests.agents.dataset.test_making import SMALL

HERE = "portal-dash/here-v0"


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
        over = episode.terminations | episode.truncations
        assert over.tolist() == [*[False] * (rows.sum() - 1), True]
        assert episode.rewards.sum() == shard.won[game]


def test_a_name_that_cannot_be_is_refused_before_anything_is_read(tmp_path, monkeypatch, capsys):
    pytest.importorskip("minari")
    make(small(tmp_path / "data"))
    monkeypatch.setattr(exporting, "_episodes", lambda *_: pytest.fail("a game was read"))
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    (tmp_path / "minari" / "portal-dash" / "here-v0").mkdir(parents=True)
    for name, sentence in (("no version", "is no name of Minari's"), (HERE, "is there already")):
        assert main([str(tmp_path / "data"), name]) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("games", ["0", "-1"])
def test_no_games_are_no_data_set(tmp_path, capsys, games):
    assert main([str(tmp_path / "data"), HERE, "--games", games]) == 2
    assert f"{games} games are no data set" in capsys.readouterr().err


def test_games_that_were_cut_short_are_truncated(tmp_path):
    make(small(tmp_path / "data", max_turns=20, level="[1]", games=12))
    source = DataFolder(tmp_path / "data")
    shard = source.read("000000.npz")
    episodes = list(exporting._episodes(source, source.card()))
    cut = [any(one["truncations"]) for one in episodes]
    assert cut == (shard.turns == 21).tolist()
    assert set(cut) == {False, True}
    assert [any(one["terminations"]) for one in episodes] == [not one for one in cut]


def test_a_file_that_was_exchanged_is_refused(tmp_path):
    """By another one that says as much."""
    make(small(tmp_path / "data"))
    source = DataFolder(tmp_path / "data")
    shard = source.read("000000.npz")
    write_shard(source.shard(0), replace(shard, won=~shard.won))
    with pytest.raises(FolderError, match="it is not the file that the card names"):
        list(exporting._episodes(source, source.card()))


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
