"""Views, policies and the way of rewards, on a game in which a wrong seat is noticed."""

import copy
import pickle

import numpy as np
import pytest

from tablemates.envs.core.errors import ResetNeededError, SettingsError
from tests.core.conftest import aec, force, single
from tests.core.dice_race import GIVE, HOLD, ROLL


def play_to_the_end(env, rng):
    """Play random legal actions; return the agents that were asked."""
    asked = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        asked.append(agent)
        if terminated or truncated:
            env.step(None)
            continue
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return asked


def test_the_winner_and_nobody_else_gets_the_win():
    env = aec(players=3, explicit=True)
    env.reset(seed=1)
    force(env, 6, 6, 6)
    env.step(HOLD)
    force(env, 6, 6, 6, 6)
    assert env.agent_selection == "player_1"
    env.step(HOLD)  # seat 1 wins; seat 0 has 18
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0, "player_2": -1.0, "chance_0": 0.0}
    final = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (True, False)
        assert info["returns"].tolist() == [-1.0, 1.0, -1.0]
        assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
        final[agent] = reward
        env.step(None)
    assert final == {"player_0": -1.0, "player_1": 1.0, "player_2": -1.0, "chance_0": 0.0}
    assert env.agents == []


def test_a_gift_pays_who_gets_it_when_they_next_decide():
    env = aec(players=3, explicit=True, shaped=True)
    env.reset(seed=1)
    force(env, 5)
    env.step(GIVE + 1)  # seat 0 gives 5 to seat 2; seat 1 decides
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0, "player_2": 0.5, "chance_0": 0.0}
    assert env.agent_selection == "player_1"
    assert env.last()[1] == 0.0
    force(env, 2)
    env.step(GIVE)  # seat 1 gives 2 to seat 2, who decides now
    assert env.agent_selection == "player_2"
    assert env.last()[1] == pytest.approx(0.7), "both gifts since seat 2 last decided"
    force(env, 1)  # nothing gained
    assert env.rewards["player_2"] == 0.0
    assert env._cumulative_rewards["player_2"] == 0.0, "its own decision began a new count"


def test_one_controller_gets_the_reward_of_the_seat_that_moved():
    env = single(players=2, explicit=True)
    env.reset(seed=1)
    force(env, 6, 6, 6)
    env.step(HOLD)
    force(env, 6, 6, 6, 6)
    _, reward, terminated, _, info = env.step(HOLD)
    assert (reward, terminated, int(info["returns"].argmax())) == (1.0, True, 1)
    env.reset(seed=1)
    force(env, 6, 6, 6)
    env.step(HOLD)
    force(env, 6)
    assert env.step(GIVE)[1] == -1.0, "giving the win away loses"


def test_waiting_players_have_an_empty_mask_and_their_own_view():
    env = aec(players=2, explicit=True)
    env.reset(seed=1)
    force(env, 6)
    env.step(HOLD)
    assert env.infos["player_0"]["action_mask"].sum() == 0
    assert env.observe("player_0")["observation"].tolist() == [0, 1, 2, 6, 0, 0, 0, 0]
    assert env.observe("player_1")["observation"].tolist() == [0, 0, 2, 0, 6, 0, 0, 0]
    assert env.observe("player_0")["action_mask"].sum() == 0
    with pytest.raises(SettingsError, match="player_0, player_1"):
        env.observe("player_2")


def test_chance_is_an_agent_when_it_is_explicit():
    env = aec(players=1, explicit=True)
    env.reset(seed=1)
    env.step(ROLL)
    assert env.agent_selection == "chance_0"
    _, reward, _, _, info = env.last()
    assert reward == 0.0
    assert info["outcomes"].tolist() == [1, 2, 3, 4, 5, 6, -1, -1]
    assert info["probabilities"] == pytest.approx([1 / 6] * 6 + [0] * 2)


def test_outcomes_of_chance_are_no_candidates():
    env = aec(look=("candidates", True, None), players=1, explicit=True)
    env.reset(seed=1)
    assert env.observe("player_0")["observation"]["candidates"].any()
    env.step(ROLL)
    seen = env.observe("chance_0")["observation"]
    assert seen["candidate_ids"][:6].tolist() == [1, 2, 3, 4, 5, 6]
    assert not seen["candidates"].any()


@pytest.mark.parametrize(("illegal", "happened"), [("penalty", 0), ("end", 1)])
def test_events_of_a_refused_action_are_not_those_of_the_move_before(make, illegal, happened):
    env = make(illegal=illegal, players=2, explicit=True)
    env.reset(seed=1)
    force(env, 1)
    assert [event["event"] for event in env.events] == ["rolled"]
    env.step(HOLD)  # there is nothing to hold
    assert [event["event"] for event in env.events] == ["forfeited"] * happened


def test_there_is_no_step_before_reset_and_none_after_the_end(make):
    env = make(players=1, explicit=True)
    for ask in (lambda: env.step(ROLL), env.legal_actions, env.save, env.replay, env.snapshot):
        with pytest.raises(ResetNeededError, match="call reset"):
            ask()
    with pytest.raises(ResetNeededError, match="call reset"):
        _ = env.events
    env.reset(seed=1)
    force(env, 6, 6, 6, 6)
    env.step(HOLD)
    record = env._game.save()
    with pytest.raises(ResetNeededError, match="over"):
        env.step(ROLL)
    assert env._game.save() == record


def test_a_seed_is_a_game_and_the_next_games_follow_from_it(make):
    def games(seed):
        env = make(players=[1, 2, 3, 4])
        env.reset(seed=seed)
        found = [env.save()]
        for _ in range(5):
            env.reset()
            found.append(env.save())
        return found

    assert games(5) == games(5)
    assert len(set(games(5))) == 6
    assert games(5)[1:] != games(6)[1:]


def test_render(make, capsys):
    env = make(look=("flat", True, "ansi"), players=2)
    env.reset(seed=1)
    assert env.render() == "{'scores': [0, 0]}"
    env = make(look=("flat", True, "svg"), players=2)
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env.render() == env._repr_svg_() == "<svg>{'scores': [0, 0]}</svg>"
    env = make(look=("flat", True, "rgb_array"), players=2)
    env.reset(seed=1)
    assert env.render().shape == (2, 3, 3)
    env = make(look=("flat", True, "human"), players=2)
    env.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out == "{'scores': [0, 0]}\n"
    env = make(players=2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="no render_mode"):
        assert env.render() is None
    env.close()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_are_equal_and_independent(make, copied):
    env = make(players=2)
    env.reset(seed=4)
    other = copied(env)
    assert other.save() == env.save()
    before = env.save()
    while other.save() == before:
        other.step(ROLL)
    assert env.save() == before
    env.step(ROLL)
    while env.save() != other.save():
        env.step(ROLL)
    assert env.replay() == other.replay()
    fresh = copied(make(players=2))
    fresh.reset(seed=4)
    assert fresh.save() == before
