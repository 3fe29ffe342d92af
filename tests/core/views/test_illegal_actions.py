"""Illegal actions: one policy in every view, and no state that it changes."""

from importlib import import_module

import numpy as np
import pytest

from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.core.game.catalogue import WAIT
from tablemates.envs.core.views.illegal_actions import PATIENCE, PENALTY
from tablemates.envs.registry import GAMES
from tests.core.conftest import aec, force, single
from tests.core.dice_race import HOLD, ROLL


def test_raise_names_the_action_and_what_was_legal_and_changes_nothing(make):
    env = make(illegal="raise", players=2)
    env.reset(seed=3)
    before = env.save()
    with pytest.raises(IllegalActionError, match=r"action 2 \(hold\) is not legal now; legal: 1"):
        env.step(HOLD)
    with pytest.raises(IllegalActionError, match="outside the action space 0 to 7"):
        env.step(8)
    with pytest.raises(IllegalActionError, match="outside the action space 0 to 7"):
        env.step(2**70)
    with pytest.raises(TypeError, match="'roll' is not an integer"):
        env.step("roll")
    with pytest.raises(TypeError, match="None is not an integer"):
        env.step(None)
    assert env.save() == before
    env.step(np.int32(ROLL))


def test_penalty_changes_nothing_costs_the_offender_and_ends_after_a_hundred():
    env = aec(illegal="penalty", players=2, explicit=True)
    env.reset(seed=3)
    record = env._game.save()
    env.step(HOLD)
    assert env._game.save() == record
    assert env.agent_selection == "player_0"
    assert env.rewards == {"player_0": PENALTY, "player_1": 0.0, "chance_0": 0.0}
    assert env.infos["player_0"]["illegal"]
    assert not env.infos["player_1"]["illegal"]
    force(env, 4)
    assert not env.infos["player_0"]["illegal"]
    env.step(0)
    assert env.last()[1] == PENALTY, "only the last decision counts"
    for _ in range(PATIENCE - 2):
        env.step(0)
    assert not env.truncations["player_0"]
    env.step(0)
    assert env.truncations == dict.fromkeys(env.agents, True)
    assert env.terminations == dict.fromkeys(env.agents, False)


def test_chance_is_never_punished_for_an_impossible_outcome(make):
    for policy in ("penalty", "end"):
        env = make(illegal=policy, players=1, explicit=True)
        env.reset(seed=1)
        env.step(ROLL)
        before = env.save()
        with pytest.raises(IllegalActionError, match="not an outcome"):
            env.step(0)
        assert env.save() == before


def test_penalty_in_the_single_view():
    env = single(players=2)
    first, _ = env.reset(seed=3)
    seen, reward, terminated, truncated, info = env.step(HOLD)
    assert np.array_equal(seen, first)
    assert (reward, terminated, truncated, info["illegal"]) == (PENALTY, False, False, True)
    for _ in range(PATIENCE - 1):
        _, _, terminated, truncated, info = env.step(HOLD)
    assert (terminated, truncated) == (False, True)
    assert info["action_mask"].tolist() == env.action_masks().tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_end_makes_the_offender_lose(make):
    env = make(illegal="end", players=2)
    env.reset(seed=3)
    if make is aec:
        env.step(HOLD)
        assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
        assert env.terminations["player_0"]
        assert env.infos["player_0"]["illegal"]
    else:
        _, reward, terminated, _, info = env.step(HOLD)
        assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    assert env.replay().actions == [HOLD]
    assert env.events == [{"event": "forfeited", "a": 0, "b": 0, "text": "forfeited 0 0"}]


@pytest.mark.parametrize("key", GAMES)
def test_only_what_can_be_chosen_now_has_words(key):
    env = import_module(f"tablemates.envs.{key}_v0").gym_env()
    env.reset(seed=3)
    assert env.describe(WAIT) == "wait"
    for action in range(WAIT + 1, env.action_space.n):
        if action in env.legal_actions():
            assert env.describe(np.int64(action))
        else:
            with pytest.raises(IllegalActionError, match=f"action {action} .* is not legal now"):
                env.describe(action)
    with pytest.raises(IllegalActionError, match="outside the action space"):
        env.describe(-1)
    with pytest.raises(TypeError, match="'roll' is not an integer"):
        env.describe("roll")
    rng = np.random.default_rng(3)
    while env.legal_actions():
        env.step(int(rng.choice(env.legal_actions())))
    assert env.describe(WAIT) == "wait"
    with pytest.raises(IllegalActionError, match="the game is over"):
        env.describe(WAIT + 1)
    assert env.rolls() == {}
