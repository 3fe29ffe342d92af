"""The views of Portal Dash: masks, hidden parts, rewards, ends, draws at reset, chance."""

import numpy as np
import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.actions import make_catalogue
from tablemates.envs.portal_dash.reward import TERMS
from tablemates.envs.portal_dash.rules.vocabulary import Cause
from tests.playing import play_aec, play_single

LEVELS = [1, 2, 3, 4, 5]
PLAYERS = [1, 2, 3, 4]

# -- masks and observations ------------------------------------------------------------


def test_the_catalogue_is_the_same_for_all_games_and_pinned():
    catalogue = make_catalogue((8, 24))
    assert len(catalogue) == 265
    assert catalogue.digest == portal_dash_v0.env(level=5, players=4).catalogue.digest
    assert {
        name: catalogue.first(name) for name in ("step", "column", "slot", "place", "space")
    } == {"step": 3, "column": 7, "slot": 23, "place": 51, "space": 73}
    assert catalogue.digest == "de262ea88ed49763"
    assert len(make_catalogue((8, 64))) == 585
    assert make_catalogue((8, 64)).digest == "4495db9b68633e25"


# -- rewards and ends ------------------------------------------------------------------


def test_the_team_wins_or_loses_together():
    env = portal_dash_v0.raw_env(level=1, players=3)
    causes = set()
    for seed in range(30):
        env.reset(seed=seed)
        for _ in play_aec(env, np.random.default_rng(seed)):
            pass
        assert set(env.terminations.values()) == {True}
        assert set(env.truncations.values()) == {False}
        info = env.infos["player_0"]
        won = info["outcome"] == "won"
        assert set(env.rewards.values()) == {1.0 if won else 0.0}
        assert info["cause"] in {cause.name.lower() for cause in Cause} - {"none"}
        assert 0 <= info["progress"] <= 1
        assert info["turns"] == env.snapshot()["turn"]
        assert (info["level"], info["players"]) == (1, 3)
        assert (info["progress"] == 1) == won
        causes.add(info["cause"])
        left = [agent for agent in env.agent_iter() if env.step(None) is None]
        assert left == ["player_0", "player_1", "player_2"]
    assert len(causes) > 1


def test_shaping_is_the_change_of_a_potential():
    shaping = {"progress": 2.0, "hearts": 0.5, "items": 1.0}
    env = portal_dash_v0.gym_env(level=LEVELS, players=PLAYERS, shaping=shaping)
    start = 0.5 + 5 / 6  # all hearts, five of six slots
    for seed in range(10):
        env.reset(seed=seed)
        steps = list(play_single(env, np.random.default_rng(seed)))
        rewards = [reward for _, reward, *_ in steps]
        assert sum(rewards) == pytest.approx(-start), "a lost game pays its potential back"
        assert any(rewards[:-1])
    assert set(shaping) <= set(TERMS)
