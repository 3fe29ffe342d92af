"""The parallel view, on a game in which a wrong seat is noticed."""

import numpy as np
import pytest

from tablemates.envs.core.errors import IllegalActionError, ResetNeededError
from tablemates.envs.core.views.illegal_actions import PATIENCE, PENALTY
from tests.core.conftest import aec, parallel, race
from tests.core.dice_race import GIVE, HOLD, ROLL
from tests.in_lanes import assert_same

WAIT = 0
WAITS = [1, 0, 0, 0, 0, 0, 0, 0]


def joint(env, action):
    """Return everybody's action: one of who decides, and all others wait."""
    decides = [name for name in env.agents if env.observe(name)["action_mask"][WAIT] == 0]
    assert len(decides) == 1
    return dict.fromkeys(env.agents, WAIT) | {decides[0]: action}


def force(env, *outcomes):
    """Roll with explicit chance: the die shows these numbers."""
    for pips in outcomes:
        env.step(joint(env, ROLL))
        env.step(joint(env, pips))


def test_it_plays_the_games_of_the_aec_view():
    """The same seed and actions: what every agent sees, and how it ends, is equal."""
    env, plain = parallel(players=[2, 3]), aec(players=[2, 3])
    rng = np.random.default_rng(0)
    for seed in range(10):
        seen, infos = env.reset(seed=seed)
        plain.reset(seed=seed)
        while env.agents:
            decider = plain.agent_selection
            for agent in plain.agents:
                shown = plain.observe(agent)
                assert np.array_equal(seen[agent]["observation"], shown["observation"])
                waits = WAITS if agent != decider else shown["action_mask"].tolist()
                assert seen[agent]["action_mask"].tolist() == waits
                assert infos[agent]["action_mask"].tolist() == waits
            action = int(rng.choice(np.flatnonzero(seen[decider]["action_mask"])))
            seen, rewards, terminated, truncated, infos = env.step(
                dict.fromkeys(env.agents, WAIT) | {decider: action}
            )
            plain.step(action)
            assert (rewards, terminated) == (plain.rewards, plain.terminations)
            assert not any(truncated.values())
            assert env.events == plain.events
        assert all((infos[a]["returns"] == plain.infos[a]["returns"]).all() for a in infos)
        assert all(one["action_mask"].tolist() == WAITS for one in seen.values())
        assert env.replay() == plain.replay()
        assert env.save() == plain.save()


def test_the_winner_and_nobody_else_gets_the_win_and_gifts_pay_who_gets_them():
    env = parallel(players=3, explicit=True, shaped=True)
    env.reset(seed=1)
    force(env, 5)
    _, rewards, *_ = env.step(joint(env, GIVE + 1))
    assert rewards == {"player_0": 0.0, "player_1": 0.0, "player_2": 0.5, "chance_0": 0.0}
    force(env, 6, 6, 6, 6)
    _, rewards, terminated, _, infos = env.step(joint(env, HOLD))
    assert rewards == {"player_0": -1.0, "player_1": 1.0, "player_2": -1.5, "chance_0": 0.0}
    assert set(terminated.values()) == {True}
    assert infos["player_0"]["returns"].tolist() == [-1.0, 1.0, -1.0]
    assert env.agents == []
    with pytest.raises(ResetNeededError, match="every agent has left"):
        env.step({})


# -- illegal actions ----------------------------------------------------------------------


def test_raise_names_who_and_what_and_changes_nothing():
    env = parallel(players=2)
    with pytest.raises(ResetNeededError, match="call reset"):
        env.step({"player_0": ROLL, "player_1": WAIT})
    env.reset(seed=0)
    before = env.save()
    for actions, words in (
        ({"player_0": HOLD, "player_1": WAIT}, r"action 2 \(hold\) is not legal now; legal: 1"),
        (
            {"player_0": ROLL, "player_1": HOLD},
            r"action 2 \(hold\) is not legal for seat 1, .* it can only wait \(0\)",
        ),
        ({"player_0": 8, "player_1": WAIT}, "player_0: action 8 is outside the action space"),
        ({"player_0": ROLL}, "there is none of player_1, and nobody plays without"),
        ({"player_0": 1, "player_1": 0, "x": 0}, "none of nobody, and x plays without"),
    ):
        with pytest.raises(IllegalActionError, match=words):
            env.step(actions)
        assert env.save() == before
    with pytest.raises(TypeError, match="player_1: action 'wait' is not an integer"):
        env.step({"player_0": ROLL, "player_1": "wait"})
    assert env.save() == before


def test_penalty_is_for_everybody_who_was_wrong_and_nobodys_action_counts():
    env = parallel(players=3, illegal="penalty")
    env.reset(seed=0)
    record = env._game.save()
    _, rewards, terminated, truncated, infos = env.step(
        {"player_0": ROLL, "player_1": ROLL, "player_2": HOLD}
    )
    assert rewards == {"player_0": 0.0, "player_1": PENALTY, "player_2": PENALTY}
    assert [name for name, info in infos.items() if info["illegal"]] == ["player_1", "player_2"]
    assert not any(terminated.values())
    assert not any(truncated.values())
    assert env._game.save() == record
    other = parallel(players=3)
    other.restore(env.save())
    assert other._result.offenders == [1, 2]
    _, rewards, *_ = env.step({"player_0": HOLD, "player_1": WAIT, "player_2": WAIT})
    assert rewards == {"player_0": PENALTY, "player_1": 0.0, "player_2": 0.0}
    for _ in range(PATIENCE - 3):
        env.step({"player_0": ROLL, "player_1": WAIT, "player_2": HOLD})
    assert env.agents
    _, _, terminated, truncated, _ = env.step(dict.fromkeys(env.agents, HOLD))
    assert set(truncated.values()) == {True}
    assert not any(terminated.values())
    assert env.agents == []


@pytest.mark.parametrize(
    ("actions", "who"), [((WAIT, HOLD, WAIT), 1), ((WAIT, ROLL, HOLD), 2), ((HOLD, HOLD, WAIT), 1)]
)
def test_end_makes_the_offender_lose_and_the_replay_knows_who(actions, who):
    env = parallel(players=3, illegal="end", first=1)
    env.reset(seed=0)
    _, rewards, terminated, *_ = env.step(dict(zip(env.agents, actions, strict=True)))
    assert env.events == [{"event": "forfeited", "a": who, "b": 0, "text": f"forfeited {who} 0"}]
    assert rewards == {f"player_{n}": 1.0 if n == (who + 1) % 3 else -1.0 for n in range(3)}
    assert set(terminated.values()) == {True}
    game = race(players=3, first=1)
    list(env.replay().play(game))
    assert game.save() == env._game.save()
    assert game.events() == env.events


# -- as a value -----------------------------------------------------------------------


def test_saved_games():
    env, other = parallel(players=2), parallel(players=2)
    env.reset(seed=0)
    env.step(joint(env, ROLL))
    other.restore(env.save())
    for agent in env.agents:
        assert_same(other.observe(agent), env.observe(agent))
    assert_same(other.step(joint(other, ROLL)), env.step(joint(env, ROLL)))
    plain = aec(players=2)
    plain.restore(env.save())
    assert plain.save() == env.save()
