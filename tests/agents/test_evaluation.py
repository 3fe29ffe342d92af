"""Playing a plan: the same games for all, whatever is played beside them; forfeits."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import NO_ACTION, TIMEOUT, read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import DoesNotHoldError, verify
from tablemates.agents.portal_dash.random import RandomAgent
from tablemates.envs.core import cache
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.keys import decision_key, decision_keys
from tablemates.envs.core.replay import unpack_actions
from tablemates.envs.core.seeds import purpose_of
from tablemates.envs.portal_dash.game import Game
from tablemates.evaluate import main
from tests.agents import bots
from tests.agents.bots import Curious
from tests.agents.conftest import write_random_policy
from tests.agents.replayed import played_again

BASE = Path("configs/eval/base.yaml")
BOTS = "tests.agents.bots"


def plan_of(**options):
    given = {"levels": [1, 4], "games": 6, "workers": 1, **options}
    return read_config(Plan, BASE, options=given)


def untimed(rows):
    return [row.untimed() for row in rows]


@pytest.fixture(scope="module")
def played(tmp_path_factory, facts):
    """A plan with a random and a learned agent, and its rows."""
    folder = tmp_path_factory.mktemp("policies") / "policy"
    write_random_policy(folder, facts)
    plan = plan_of(agents=["random", str(folder)], players=[1, 3])
    return plan, play(plan)


def test_every_game_of_the_plan_is_played_once_in_its_order(played):
    plan, rows = played
    assert [(row.players, row.level, row.agents, row.number) for row in rows] == [
        (players, level, (agent,) * players, number)
        for players in (1, 3)
        for level in (1, 4)
        for agent in plan.agents
        for number in range(6)
    ]


def test_a_row_says_how_its_game_ended(played, facts):
    _, rows = played
    for row in rows:
        assert row.outcome in ("won", "lost")
        assert (row.progress == 1) == row.won
        assert row.turns >= 1
        assert row.seconds > 0
        assert row.decisions == len(unpack_actions(row.actions))
        assert {name: getattr(row, name) for name in facts.hashes} == dict(facts.hashes)
    assert len({row.final for row in rows}) == len(rows)


def test_rows_play_again_to_the_same_end(played):
    _, rows = played
    assert [played_again(row) for row in rows] == rows


@pytest.mark.slow
def test_whoever_chooses_plays_other_games_than_whoever_publishes(tmp_path, capsys):
    words = ["--agents", "random", "--levels", "1", "--games", "3", "--workers", "1"]
    assert main([*words, "--purpose", "tune", "--out", str(tmp_path / "tune")]) == 0
    assert "seeds tune 0" in capsys.readouterr().out
    rows = read_rows(tmp_path / "tune" / "rows.jsonl")
    assert {purpose_of(row.seed) for row in rows} == {"tune"}
    assert verify(tmp_path / "tune" / "rows.jsonl").rows == 3
    assert "seeds: `tuning, block 0`" in (tmp_path / "tune" / "results.md").read_text()
    plan = tmp_path / "tune" / "plan.json"
    told = json.loads(plan.read_text())
    del told["plan"]["purpose"]  # as in folders of before there was a choice
    plan.write_text(json.dumps(told))
    with pytest.raises(DoesNotHoldError, match="the plan's next game is"):
        verify(tmp_path / "tune" / "rows.jsonl")


def test_games_are_those_that_an_agent_plays_alone(facts):
    plan = plan_of(players=[2, 4], games=2)
    agent = RandomAgent(facts)
    for row in play(plan):
        game = Game(plan.settings(row.level, row.players))
        seat, actions = game.new(row.seed), []
        while seat >= 0:
            key = decision_key(row.seed, len(actions))
            situation = Situation(game.observation, game.mask, game.public_record, key)
            actions.append(agent.act(situation))
            seat = game.step(actions[-1])
        assert unpack_actions(row.actions) == actions
        assert row.recipe == game.recipe


@pytest.mark.slow
def test_a_game_goes_the_same_way_whatever_is_played_beside_it():
    together = play(plan_of(levels=[1]))
    assert untimed(together) == untimed(play(plan_of(levels=[1], lanes=1)))
    assert untimed(play(plan_of(levels=[1], games=2))) == untimed(together)[:2]
    beside = play(plan_of(levels=[5, 1], players=[3, 2], agents=["rules", "random"]))
    assert untimed(row for row in beside if row.agents == ("random",) * 2 and row.level == 1) == (
        untimed(together)
    )


def test_every_decision_has_its_own_key_of_the_games_seed():
    Curious.keys.clear()
    (row,) = play(plan_of(levels=[1], games=1, agents=[f"{BOTS}:Curious"]))
    keys = [
        decision_keys(np.array([row.seed], np.uint64), np.array([count]))[0]
        for count in range(row.decisions)
    ]
    assert Curious.keys == [keys[0], *keys]  # asked once more, to warm up


@pytest.mark.slow
def test_processes_play_the_same_games(played):
    plan, rows = played
    assert untimed(play(plan.model_copy(update={"workers": 2, "lanes": 5}))) == untimed(rows)


def test_a_game_that_takes_too_long_is_lost():
    rows = play(plan_of(max_turns=2))
    cut = [row for row in rows if row.cause == TIMEOUT]
    assert len(cut) > len(rows) / 2
    assert all(row.turns == 3 and row.outcome == "lost" for row in cut)
    assert all(row.turns <= 3 for row in rows)
    assert [played_again(row) for row in cut] == cut


# -- teams ----------------------------------------------------------------------------


def test_each_seat_is_asked_by_the_agent_that_sits_there():
    Curious.keys.clear()
    first, curious = f"{BOTS}:First", f"{BOTS}:Curious"
    alone = play(plan_of(agents=[first], players=[3], levels=[1], games=3))
    rows = play(plan_of(agents=[f"{first}+{curious}"], players=[3], levels=[1], games=3))
    # Both play alike, so the games are the same; the one in seat 1 was asked of some decisions.
    assert [row.actions for row in rows] == [row.actions for row in alone]
    assert all(row.agents == (first, curious, first) for row in rows)
    keys = {decision_key(row.seed, count): row for row in rows for count in range(row.decisions)}
    assert set(Curious.keys) < set(keys)
    for row in rows:
        game = Game(plan_of().settings(row.level, row.players))
        seat = game.new(row.seed)
        for count, action in enumerate(unpack_actions(row.actions)):
            assert (decision_key(row.seed, count) in Curious.keys) == (seat == 1)
            seat = game.step(action)


def test_partners_err_and_the_first_seat_does_not():
    first = f"{BOTS}:First"
    plan = plan_of(agents=[first], players=[2], games=4, noise=0.3)
    legal_of = []
    for row in play(plan):
        assert row.noise == 0.3
        game = Game(plan.settings(row.level, row.players))
        seat = game.new(row.seed)
        for action in unpack_actions(row.actions):
            legal_of.append((seat, action == np.flatnonzero(game.mask)[0]))
            seat = game.step(action)
    assert all(own for seat, own in legal_of if seat == 0)
    others = [own for seat, own in legal_of if seat == 1]
    assert 0.05 < 1 - np.mean(others) < 0.3
    still = plan_of(agents=[first], players=[2], games=4)
    assert [row.actions for row in play(still)] != [row.actions for row in play(plan)]


# -- forfeits -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "cause", "reason"),
    [
        ("Illegal", "illegal_action", "'tests.agents.bots:Illegal' played 'wait', which is not"),
        ("Outside", "illegal_action", "'tests.agents.bots:Outside' played -1, which is no action"),
        ("Huge", "illegal_action", f"'tests.agents.bots:Huge' played {10**30}, which is no action"),
        ("Beyond", "illegal_action", "which is no action"),
        ("Broken", "crash", "bots.py, line"),
        ("TooFew", "crash", "asked for"),
        ("Slow", "stall", "did not answer within 0.05 seconds"),
    ],
)
def test_an_agent_that_fails_forfeits_and_the_rest_goes_on(bot, cause, reason, monkeypatch):
    monkeypatch.setattr("tablemates.agents.outside.guard.START_SECONDS", 0.0)
    bad, good = f"{BOTS}:{bot}", f"{BOTS}:First"
    plan = plan_of(agents=[bad, good, f"{good}+{bad}"], levels=[1], games=3, answer_seconds=0.05)
    rows = play(plan)
    assert len(rows) == 9
    forfeited = [row for row in rows if row.forfeit is not None]
    assert {row.agents[0] for row in forfeited} >= {bad}
    for row in rows:
        assert (row.cause in ("illegal_action", "crash", "stall")) == (row.forfeit is not None)
    for row in forfeited:
        assert bad in row.agents
        assert (row.cause, row.outcome) == (cause, "lost")
        assert reason in row.forfeit
        assert bot == "Illegal" or unpack_actions(row.actions)[-1] == NO_ACTION
        assert played_again(row) == row


def test_games_of_an_agent_that_sometimes_fails_are_told_apart():
    rows = play(plan_of(agents=[f"{BOTS}:Moody"], levels=[1], games=20))
    causes = {row.cause for row in rows}
    assert "crash" in causes
    assert len(causes) > 1
    alone = play(plan_of(agents=[f"{BOTS}:Moody"], levels=[1], games=20, lanes=1))
    assert untimed(alone) == untimed(rows)


def test_wrong_cells_are_found_out_before_any_game(monkeypatch):
    monkeypatch.setattr(Game, "new", lambda *_: pytest.fail("a game was begun"))
    for options in ({"levels": [1, 6]}, {"edition": "de"}):
        with pytest.raises(ValueError, match=r"level 6|edition 'de'"):
            play(plan_of(**options))
    with pytest.raises(AgentError, match="no agent is called 'nobody'"):
        play(plan_of(agents=["random", "nobody"]))


def test_compiling_is_no_thinking(tmp_path, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(cache, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(cache, "INTERPRETED", False)

    def think(bot, situation):
        now[0] += 2
        if now[0] > 10:  # for what an agent needs but later, warming up is of no use
            with cache.compiling("a bot", 1, tmp_path):
                now[0] += 75 * (not (tmp_path / "a bot.compiled").exists())
        return int(np.flatnonzero(situation.mask)[0])

    monkeypatch.setattr(bots.First, "act", think)
    rows = play(plan_of(agents=[f"{BOTS}:First"], levels=[1], games=2))
    assert [row.seconds for row in rows] == [2 * row.decisions for row in rows]
