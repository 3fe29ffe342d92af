"""Data sets: what is noted, how a stopped one goes on, and what is refused."""

import json
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.errors import AgentError, FolderError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.dataset import making
from tablemates.agents.learn.dataset.__main__ import main
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.learn.dataset.folder import DataFolder
from tablemates.agents.learn.dataset.making import make
from tablemates.agents.learn.dataset.playing import play_shard
from tablemates.agents.learn.dataset.shards import (
    NONE,
    SCORED,
    Claim,
    Shard,
    read_shard,
    write_shard,
)
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.seeds import purpose_of
from tablemates.envs.portal_dash_v0 import gym_env
from tests.agents.conftest import write_random_policy

BASE = Path("configs/data/base.yaml")
SMALL = {
    "play": "{rules: 1.0}",
    "scores": "false",
    "decisions": 400,
    "games": 3,
    "level": "[1, 4]",
    "players": "[1, 3]",
    "max_turns": 12,
    "begins": 20,
    "stretch": 10,
    "noise": 0.8,
    "workers": 1,
}


def small(out, **settings):
    words = SMALL | {"out": out} | settings
    return read_config(DataConfig, BASE, [f"{name}={value}" for name, value in words.items()])


def read_all(out):
    folder = DataFolder(out)
    return [folder.read(name) for name in folder.card().shards]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A data set, not to be changed."""
    out = tmp_path_factory.mktemp("data") / "made"
    make(small(out))
    return out


@pytest.fixture(scope="module")
def rules():
    return find_agent("rules", GameFacts.of(small("x").settings()))


def assert_same(one, two):
    for field in fields(Shard):
        assert np.array_equal(getattr(one, field.name), getattr(two, field.name)), field.name


def test_the_decisions_are_those_of_the_games(made, rules):
    """Played again in a view of one game, every noted decision is found and every label fits."""
    (shard, *_) = read_all(made)
    sound = noisy = 0
    for game, seed in enumerate(shard.seeds.tolist()):
        assert purpose_of(seed) == "train"
        rows = np.flatnonzero(shard.game == game)
        assert shard.number[rows].tolist() == list(range(len(rows)))
        level, players = int(shard.levels[game]), int(shard.players[game])
        env = gym_env(level=level, players=players, max_turns=12, mask_in_observation=False)
        observation, info = env.reset(seed=seed)
        for place, row in enumerate(rows.tolist()):
            assert np.array_equal(observation, shard.observations[row])
            assert np.array_equal(info["action_mask"], shard.masks[row])
            public = env.unwrapped._game.public_record
            key = decision_key(seed, place)
            label = rules.act(Situation(observation, info["action_mask"], public, key))
            assert label == shard.actions[row]
            if row == rows[-1]:
                break
            options = np.flatnonzero(shard.masks[row])
            action = int(shard.played[row])
            assert action in options
            noisy += action != label
            assert not (shard.sound[row] and action != label)
            sound += shard.sound[row]
            observation, _, _, _, info = env.step(action)
    assert sound > 50
    assert noisy > 0


def test_the_same_settings_give_the_same_decisions(made, tmp_path):
    make(small(tmp_path / "again"))
    for one, two in zip(read_all(made), read_all(tmp_path / "again"), strict=True):
        assert_same(one, two)
    card, again = DataFolder(made).card(), DataFolder(tmp_path / "again").card()
    assert card.digest == again.digest
    assert card.decisions >= 400
    make(small(tmp_path / "other", seed=1))
    assert DataFolder(tmp_path / "other").card().digest != card.digest


def test_a_stopped_data_set_goes_on_with_what_is_there(made, tmp_path, monkeypatch):
    played = []
    play = making.play_shard

    def stopped(config, agents, number, adviser):
        if len(played) == 1:
            raise KeyboardInterrupt
        played.append(number)
        return play(config, agents, number, adviser)

    out = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(making, "play_shard", stopped)
        with pytest.raises(KeyboardInterrupt):
            make(small(out))
        assert len(DataFolder(out).card().shards) == 1
    make(small(out))
    assert DataFolder(out).card().digest == DataFolder(made).card().digest
    make(small(out, decisions=1))  # there are enough already
    before = DataFolder(out).card().decisions
    make(small(out, decisions=before + 1))
    assert DataFolder(out).card().decisions > before


@pytest.mark.slow
def test_processes_make_the_same_files(made, tmp_path):
    make(small(tmp_path / "two", workers=2))
    card = DataFolder(made).card()
    theirs = DataFolder(tmp_path / "two").card()
    both = card.shards.keys() & theirs.shards.keys()
    assert both
    assert all(card.shards[name] == theirs.shards[name] for name in both)


def test_other_settings_rules_or_files_are_refused(made, tmp_path):
    with pytest.raises(FolderError, match=r"another 'noise' \(0.8 then, 0.1 now\)"):
        make(small(made, noise=0.1))
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "thesis.txt").write_text("years of work")
    with pytest.raises(FolderError, match=r"not empty \(thesis.txt\)"):
        make(small(tmp_path / "used"))
    make(small(tmp_path / "old", decisions=1))
    card = tmp_path / "old" / "card.json"
    card.write_text(json.dumps(json.loads(card.read_text()) | {"engine": "0123"}))
    with pytest.raises(FolderError, match=r"another engine \(0123 then"):
        make(small(tmp_path / "old", decisions=1))
    card.write_text("{")
    with pytest.raises(FolderError, match="is no JSON"):
        make(small(tmp_path / "old", decisions=1))
    with pytest.raises(FolderError, match="holds no data set"):
        DataFolder(tmp_path).card()


@pytest.mark.parametrize("form", ["{}", "{}:sample", "noise:0.1:{}"])
def test_other_weights_are_refused_however_they_are_named(tmp_path, facts, form):
    policy = tmp_path / "policy"
    write_random_policy(policy, facts)
    name = form.format(policy)
    few = {"play": f"{{'{name}': 1.0}}", "decisions": 1, "games": 1, "max_turns": 1}
    make(small(tmp_path / "data", **few))
    assert list(DataFolder(tmp_path / "data").card().policies) == [name]
    write_random_policy(policy, facts, seed=1)
    with pytest.raises(FolderError, match="was begun under another policies"):
        make(small(tmp_path / "data", **few))
    # A card from before this was noted goes on.
    card = tmp_path / "data" / "card.json"
    card.write_text(json.dumps(json.loads(card.read_text()) | {"policies": {}}))
    make(small(tmp_path / "data", **few))


def test_a_cut_file_gets_a_sentence(made, tmp_path):
    (file, *_) = sorted((made / "shards").iterdir())
    for length in (0, 100, -100):
        (tmp_path / "cut.npz").write_bytes(file.read_bytes()[:length])
        with pytest.raises(FolderError, match=r"cut.npz is cut or damaged"):
            read_shard(tmp_path / "cut.npz")


def test_a_file_that_means_nothing_gets_a_sentence(made, tmp_path):
    (shard, *_) = read_all(made)
    file = tmp_path / "it.npz"
    for fields_, sentence in (
        ({"game": shard.game + 1000}, "game has"),
        ({"actions": shard.actions + 20_000}, "actions has"),
        ({"scored": shard.scored - 3}, "scored has"),
        ({"masks": np.zeros_like(shard.masks)}, "an action is not legal"),
        ({"seeds": shard.seeds.astype(np.int64)}, "seeds is int64"),
        ({"won": shard.won[:-1]}, "won is bool of shape"),
        ({"scores": shard.scores[:, :1]}, "scores and choices do not fit"),
    ):
        write_shard(file, replace(shard, **fields_))
        with pytest.raises(FolderError, match=f"is cut or damaged .{sentence}"):
            read_shard(file)
    write_shard(file, shard)
    sizes = shard.observations.shape[1], shard.masks.shape[1]
    for claim in (
        Claim(len(shard) + 1, len(shard.seeds)),
        Claim(len(shard), len(shard.seeds) + 1),
        Claim(len(shard), len(shard.seeds), sizes[0] + 1, sizes[1]),
        Claim(len(shard), len(shard.seeds), sizes[0], sizes[1] + 8),
    ):
        with pytest.raises(FolderError, match="is cut or damaged"):
            read_shard(file, claim)
    read_shard(file, Claim(len(shard), len(shard.seeds), *sizes))


@pytest.mark.parametrize("name", ["../000000.npz", "/etc/passwd", "x.npz", ""])
def test_a_card_that_leads_elsewhere_is_refused(made, tmp_path, name):
    card = json.loads((made / "card.json").read_text())
    card["shards"] = {name: next(iter(card["shards"].values()))}
    (tmp_path / "card.json").write_text(json.dumps(card))
    with pytest.raises(FolderError, match=r"card\.json: shards"):
        DataFolder(tmp_path).card()


def test_what_is_written_is_read_back(made, tmp_path):
    (shard, *_) = read_all(made)
    write_shard(tmp_path / "copy.npz", shard)
    assert_same(read_shard(tmp_path / "copy.npz"), shard)
    size = (tmp_path / "copy.npz").stat().st_size / len(shard)
    assert size < 150  # bytes a decision, of 2,700


class Teacher(Agent):
    """Prefers the last legal action, and says so; what it is worth is its number."""

    name = "teacher"

    def act(self, situation):
        return int(np.flatnonzero(situation.mask)[-1])

    def explain(self, situation):
        best = np.flatnonzero(situation.mask)[::-1][:6]
        return Explanation(tuple(Candidate(int(n), n / 512, "") for n in best))


def test_another_agent_labels_what_players_meet(tmp_path, rules):
    """As DAgger has it: states of the one, answers of the other, a share of them."""
    config = small(tmp_path, label="teacher", scores="true", labelled=0.5, noisy=0)
    shard = play_shard(config, {"rules": rules, "teacher": Teacher()}, 0)
    whole = play_shard(small(tmp_path, noisy=0), {"rules": rules}, 0)
    assert 0.3 < len(shard) / len(whole) < 0.7
    assert shard.sound.all()
    assert np.array_equal(shard.turns, whole.turns)
    for n in range(len(shard)):
        legal = np.flatnonzero(shard.masks[n])[::-1]
        known = min(len(legal), SCORED)
        assert shard.actions[n] == legal[0]
        assert shard.scored[n].tolist() == [*legal[:SCORED], *[NONE] * (SCORED - known)]
        assert shard.scores[n, :known].tolist() == (legal[:known] / 512).tolist()
    place = {(g, n): k for k, (g, n) in enumerate(zip(whole.game, whole.number, strict=True))}
    for n in range(len(shard)):
        there = place[shard.game[n], shard.number[n]]
        assert np.array_equal(shard.observations[n], whole.observations[there])


def test_a_wrong_answer_gets_a_sentence(tmp_path):
    class Wrong(Teacher):
        def act(self, situation):
            return 0

    with pytest.raises(AgentError, match="'rules' answers 0, which is not legal"):
        play_shard(small(tmp_path), {"rules": Wrong()}, 0)


def test_the_command_says_what_it_made_and_what_is_wrong(tmp_path, capsys):
    words = [f"{name}={value}" for name, value in (SMALL | {"decisions": 1}).items()]
    out = tmp_path / "run"
    assert main(["--config", str(BASE), *words, f"out={out}"]) == 0
    assert f"{out}: " in capsys.readouterr().out
    assert main(["--config", str(BASE), *words, f"out={out}", "labeled=1"]) == 2
    assert "did you mean 'labelled'?" in capsys.readouterr().err
    assert main(["--config", str(BASE), *words, f"out={tmp_path / 'x'}", "play={nobody: 1}"]) == 2
    assert "no agent is called 'nobody'" in capsys.readouterr().err
