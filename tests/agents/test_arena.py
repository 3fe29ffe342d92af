"""Playing a plan: the same games for all agents, whatever is played alongside; forfeits."""

from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import play_again
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import NO_ACTION
from tablemates.agents.outside.secret import hashed
from tablemates.envs.core.compiler import cache
from tablemates.envs.core.history.replay import unpack_actions
from tablemates.envs.core.views.decision_keys import decision_key
from tests.agents import bots
from tests.agents.bots import Curious
from tests.agents.conftest import write_random_policy
from tests.agents.evaluated import BOTS, plan_of, untimed
from tests.core.lanterns import Lanterns, Settings


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A plan with a random and a learned agent, and its rows."""
    facts = GameFacts.of(Settings())
    folder = tmp_path_factory.mktemp("policies") / "policy"
    write_random_policy(folder, facts)
    plan = plan_of(agents=["random", str(folder)], players=[2, 3])
    return plan, play(plan)


def agrees(row):
    """Return whether a row is what its seed and actions lead to."""
    found = play_again(row, Lanterns(Settings.of_recipe(row.recipe)))
    return {"won", "cause", "progress", "final"} <= found.keys() and all(
        getattr(row, name) == found[name] for name in found
    )


def test_every_game_of_the_plan_is_played_once_in_its_order(played):
    plan, rows = played
    assert [(row.axes, row.agents, row.number) for row in rows] == [
        ({"players": players}, (agent,) * players, number)
        for players in (2, 3)
        for agent in plan.agents
        for number in range(6)
    ]


def test_rows_tell_how_games_ended_and_replay(played):
    _, rows = played
    for row in rows:
        assert row.won == (row.progress == 1) == (row.returns == (1.0,) * len(row.agents))
        assert row.seconds > 0
        assert row.decisions == len(unpack_actions(row.actions))
        assert {name: getattr(row, name) for name in Lanterns.hashes} == Lanterns.hashes
        assert agrees(row)
    assert len({row.final for row in rows}) == len(rows)


@pytest.mark.slow
def test_a_game_goes_the_same_way_whatever_is_played_alongside():
    together = play(plan_of(players=[2]))
    assert untimed(together) == untimed(play(plan_of(players=[2], lanes=1)))
    assert untimed(play(plan_of(players=[2], games=2))) == untimed(together)[:2]
    alongside = play(plan_of(players=[3, 2], agents=["rollout:2", "random"]))
    same = [row for row in alongside if row.agents == ("random",) * 2]
    assert untimed(same) == untimed(together)


@pytest.mark.slow
def test_worker_processes_play_the_same_games(played):
    plan, rows = played
    assert untimed(play(plan.model_copy(update={"workers": 2, "lanes": 5}))) == untimed(rows)


def test_each_seat_is_asked_by_the_agent_that_sits_there(same_secret):
    Curious.keys.clear()
    first, curious = f"{BOTS}:First", f"{BOTS}:Curious"
    alone = play(plan_of(agents=[first], players=[3], games=3))
    rows = play(plan_of(agents=[f"{first}+{curious}"], players=[3], games=3))
    # Both play alike, so the games are the same; the one in seat 1 was asked for some decisions.
    assert [row.actions for row in rows] == [row.actions for row in alone]
    for row in rows:
        assert row.agents == (first, curious, first)
        game = Lanterns(Settings.of_recipe(row.recipe))
        seat = game.new(row.seed)
        for count, action in enumerate(unpack_actions(row.actions)):
            key = hashed(same_secret, decision_key(row.seed, count), "key")
            assert (key in Curious.keys) == (seat == 1)
            seat = game.step(action)


@pytest.mark.parametrize(
    ("bot", "cause", "reason"),
    [
        ("Illegal", "illegal_action", "'tests.agents.bots:Illegal' played 'wait', which is not"),
        ("Outside", "illegal_action", "'tests.agents.bots:Outside' played -1, which is no action"),
        ("Huge", "illegal_action", f"'tests.agents.bots:Huge' played {10**30}, which is no action"),
        ("Beyond", "illegal_action", "which is no action"),
        ("Broken", "crash", "bots.py, line"),
        ("TooFew", "crash", "decisions with an array"),
    ],
)
def test_an_agent_that_fails_forfeits_and_the_rest_goes_on(bot, cause, reason):
    bad, good = f"{BOTS}:{bot}", f"{BOTS}:First"
    rows = play(plan_of(agents=[bad, good, f"{good}+{bad}"], players=[2], games=3))
    assert len(rows) == 9
    forfeited = [row for row in rows if row.forfeit is not None]
    assert {row.agents[0] for row in forfeited} >= {bad}
    for row in forfeited:
        assert bad in row.agents
        assert (row.cause, row.won) == (cause, False)
        assert reason in row.forfeit
        assert bot == "Illegal" or unpack_actions(row.actions)[-1] == NO_ACTION
        assert agrees(row)


def test_wrong_cells_are_found_before_any_game(monkeypatch):
    monkeypatch.setattr(Lanterns, "new", lambda *_: pytest.fail("a game was started"))
    with pytest.raises(ValueError, match="players=6"):
        play(plan_of(players=[2, 6]))
    with pytest.raises(AgentError, match="no agent is called 'nobody'"):
        play(plan_of(agents=["random", "nobody"]))


def test_compiling_is_no_thinking_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(cache, "time", SimpleNamespace(perf_counter=lambda: now[0]))

    def think(bot, situation):
        now[0] += 2
        if now[0] > 10:  # needed only later, so warming up does not help
            with cache.timed():
                now[0] += 75
        return int(np.flatnonzero(situation.mask)[0])

    monkeypatch.setattr(bots.First, "act", think)
    rows = play(plan_of(agents=[f"{BOTS}:First"], players=[2], games=2))
    assert [row.seconds for row in rows] == [2 * row.decisions for row in rows]


def test_a_game_that_is_over_before_anybody_decides_has_no_decisions():
    rows = play(plan_of(agents=[f"{BOTS}:First"], players=[1], games=100))
    short = [row for row in rows if not unpack_actions(row.actions)]
    assert short
    assert all(row.forfeit is None and not row.won and agrees(row) for row in short)
