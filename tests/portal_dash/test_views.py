"""The views of Portal Dash: masks, hidden parts, rewards, ends, draws at reset, chance."""

import numpy as np
import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.catalogue import WAIT
from tablemates.envs.portal_dash.actions import make_catalogue
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.reward import TERMS
from tablemates.envs.portal_dash.rules.vocabulary import Cause
from tablemates.envs.portal_dash.settings import Settings
from tests.playing import play_aec, play_single, random_action

LEVELS = [1, 2, 3, 4, 5]
PLAYERS = [1, 2, 3, 4]

# -- masks and observations ------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize("level", [1, 5])
def test_mask_list_catalogue_and_space_agree_at_every_decision(level, players):
    env = portal_dash_v0.raw_env(level=level, players=players)
    rng = np.random.default_rng(level)
    env.reset(seed=level)
    catalogue = env.catalogue
    for _ in play_aec(env, rng):
        observation, _, terminated, truncated, info = env.last()
        agent = env.agent_selection
        assert env.observation_space(agent).contains(observation)
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        if terminated or truncated:
            break
        legal = env.legal_actions()
        assert legal == sorted(legal) == np.flatnonzero(info["action_mask"]).tolist()
        assert len(legal) > 1, "the engine takes decisions with one choice itself"
        assert WAIT not in legal
        for action in legal:
            assert env.describe(action)
            assert catalogue.parse(catalogue.name(action)) == action
        for other in env.agents:
            if other != agent:
                assert not env.infos[other]["action_mask"].any()
                assert env.observation_space(other).contains(env.observe(other))
    else:
        pytest.fail("the game did not end")
    for agent in env.agents:
        assert np.flatnonzero(env.infos[agent]["action_mask"]).tolist() == [WAIT]


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


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_hidden_shows_nowhere(level):
    """Permute what is hidden at many moments of a game: nothing that a view hands out changes."""
    env = portal_dash_v0.env(level=level, players=2, render_mode="ansi")
    rng = np.random.default_rng(level)
    env.reset(seed=level)
    for n, _ in enumerate(play_aec(env, rng)):
        if n % 7 or not env.legal_actions():
            continue

        def handed_out(env=env):
            return (
                repr(env.last()),
                repr([env.observe(agent) for agent in env.agents]),
                repr(env.infos),
                env.state().tobytes(),
                env.snapshot(),
                env.render(),
                env._repr_svg_(),
                [env.describe(action) for action in env.legal_actions()],
            )

        before, record = handed_out(), env.save()
        env.resample(rng)
        assert env.save() != record
        assert handed_out() == before


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


def test_a_limit_of_turns_truncates_after_the_last_turn():
    env = portal_dash_v0.gym_env(players=2, max_turns=3, illegal_action="raise")
    ends = set()
    for seed in range(20):
        env.reset(seed=seed)
        *_, (_, reward, terminated, truncated, info) = play_single(env, np.random.default_rng(seed))
        ends.add((terminated, truncated))
        if truncated:
            assert env.snapshot()["turn"] == 4
            assert (reward, info["outcome"]) == (0.0, "running")
    assert (False, True) in ends


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


# -- seeds, levels, players ------------------------------------------------------------


# -- explicit chance -------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 4])
def test_explicit_chance_asks_for_every_outcome(level):
    env = portal_dash_v0.raw_env(level=level, players=2, chance="explicit")
    rng = np.random.default_rng(level)
    kinds = set()
    for seed in range(3):
        env.reset(seed=seed)
        while env.legal_actions():
            *_, info = env.last()
            if env.agent_selection != "chance_0":
                env.step(random_action(info["action_mask"], rng))
                continue
            assert info["outcomes"] == env.legal_actions()
            assert sum(info["probabilities"]) == pytest.approx(1.0)
            assert min(info["probabilities"]) > 0
            assert all(env.describe(outcome) for outcome in info["outcomes"])
            env.step(int(rng.choice(info["outcomes"], p=info["probabilities"])))
            kinds |= {event["event"] for event in env.events}
    assert {"blocks_die", "mob_die", "block_removed"} <= kinds
    game = PortalDash(Settings.of_recipe(env.replay().recipe))
    list(env.replay().play(game))
    assert game.save() == env._game.save()
