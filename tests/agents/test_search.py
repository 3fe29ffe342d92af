"""Search agents: legal, true to what they computed, blind to what is hidden."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.candidates import candidates
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.portal_dash.search import growing as G
from tablemates.agents.portal_dash.search import trials
from tablemates.agents.registry import find_agent
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import UNUSUAL, played, situation

pytestmark = pytest.mark.slow  # their machine code takes two minutes when it is not there yet

NAMES = ("rollout:8", "mcts:24")


@pytest.fixture(scope="module")
def facts():
    return GameFacts.of(Settings())


@pytest.fixture(scope="module")
def agents(facts):
    return {name: find_agent(name, facts) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("settings", UNUSUAL)
def test_it_answers_every_kind_of_decision_legally(agents, name, settings):
    for game, key in islice(played(settings, 0, agents[name]), 60):
        assert game.mask[agents[name].act(situation(game, key))] == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_no_answer(agents, name):
    agent = agents[name]
    for game, key in islice(played(Settings(level=5, players=2), 3, agent), 0, 60, 3):
        answer = agent.explain(situation(game, key))
        before = game.record.copy()
        game.resample(key)
        assert game.record.tobytes() != before.tobytes()
        assert agent.explain(situation(game, key)) == answer
        game.record[:] = before


@pytest.mark.parametrize("name", NAMES)
def test_it_says_why_it_does_what_it_does(agents, name):
    agent = agents[name]
    chosen = 0
    for game, key in islice(played(Settings(level=1, players=2), 0, agent), 0, 45, 3):
        best = agent.explain(situation(game, key)).candidates
        assert best[0].action == agent.act(situation(game, key))
        assert 1 <= len(best) <= 3
        assert len({one.action for one in best}) == len(best)
        assert all(0.0 <= one.value <= 1.0 and f"{one.value:.0%}" in one.reason for one in best)
        chosen += len(best) > 1
    assert chosen > 3


def test_the_same_situation_gets_the_same_answer_whatever_was_asked_before(agents, facts):
    settings = Settings(level=3, players=2)
    for name in NAMES:
        fresh = find_agent(name, facts)
        ours, others = played(settings, 0, fresh), played(settings, 2, agents[name])
        for (game, key), _ in islice(zip(ours, others, strict=False), 12):
            assert fresh.explain(situation(game, key)) == agents[name].explain(situation(game, key))


def test_candidates_meet_the_same_futures_and_differ_by_what_these_say(facts, monkeypatch):
    agent = find_agent("rollout:32", facts)
    tried, chances = [], []
    play, judge = Rollouts.try_out, trials.judged

    def noted(self, public, actions, policies, seeds, **options):
        assert len(set(seeds.tolist())) == len(seeds)
        tried.append(actions)
        return play(self, public, actions, policies, seeds, **options)

    def judged(outcomes, *rest):
        found = judge(outcomes, *rest)
        ended = outcomes != Outcome.RUNNING
        assert (found[ended] == (outcomes[ended] == Outcome.WON)).all()
        chances.append(found)
        return found

    monkeypatch.setattr(Rollouts, "try_out", noted)
    monkeypatch.setattr(trials, "judged", judged)
    searched = 0
    for game, key in islice(played(Settings(level=3, players=2), 1, agent), 30):
        tried.clear()
        chances.clear()
        best = agent.explain(situation(game, key)).candidates
        found = {}
        for actions, rows in zip(tried, chances, strict=True):
            for action, row in zip(actions, rows, strict=True):
                found.setdefault(action, []).extend(row.tolist())
        for one in best[1:]:
            between = np.mean(found[one.action]) - np.mean(found[best[0].action])
            assert (one.value - best[0].value) * between >= 0.0
            searched += 1
    assert searched > 10


def test_candidates_are_the_planners_best_each_position_once(facts):
    rollouts = Rollouts(facts)
    for game, key in islice(
        played(Settings(level=3, players=2), 1, find_agent("rules", facts)), 40
    ):
        thoughts = rollouts.think(game.public_record, key)
        assert thoughts.actions.tolist() == np.flatnonzero(game.mask).tolist()
        order = candidates(thoughts.values, thoughts.terms, 4, 50.0)
        values = thoughts.values[order]
        assert values[0] == thoughts.values.max()
        assert (np.diff(values) <= 0).all()
        assert values[-1] >= values[0] - 50.0
        assert len(order) <= 4


def test_a_judged_future_has_a_chance_and_an_ended_one_its_end(facts):
    rollouts = Rollouts(facts)
    game = Game(Settings(level=1, players=2))
    game.new(seed_for("test", 1))
    copies = rollouts.copies(game.public_record, range(30))
    endings = rollouts.play_out(copies.copy(), "planner", range(30), max_turns=2, judge="planner")
    runs = endings.outcome == Outcome.RUNNING
    assert runs.any()
    assert ((endings.chance[runs] > 0.0) & (endings.chance[runs] < 1.0)).all()
    assert len(set(endings.chance[runs].tolist())) > 10
    ended = rollouts.play_out(copies.copy(), "rules", range(30), judge="planner")
    assert (ended.chance == ended.won).all()


def test_a_tree_is_sound_and_holds_nothing_hidden(facts):
    agent = find_agent("mcts:200", facts)
    asked = islice(played(Settings(level=5, players=2), 2, find_agent("rules", facts)), 0, 60, 4)
    kinds = set()
    searched = 0
    for game, key in asked:
        agent.act(situation(game, key))
        if agent._nodes[0, G.COUNT] < 2:  # one choice is enough: nothing is searched
            continue
        searched += 1
        nodes = int(agent._size[0])
        assert nodes > 200
        games = agent._positions[:nodes].view(STATE)[:, 0]
        assert not games["hidden"]["seed"].any()
        assert not games["hidden"]["stack"].any()
        kinds |= set(agent._nodes[:nodes, G.KIND].tolist())
        for node in range(nodes):
            first, count, visits, kind = agent._nodes[node].tolist()
            tried = agent._numbers[first : first + count, G.TRIED]
            shares = agent._shares[first : first + count, G.SHARE]
            sums = agent._shares[first : first + count, G.SUM]
            assert tried.sum() == visits
            assert ((sums >= 0) & (sums <= tried + 1e-9)).all()
            if kind == G.OVER:
                continue
            assert shares.sum() == pytest.approx(1.0)
            is_chance = games["public"]["decision"][node] == Decision.CHANCE
            assert is_chance == (kind == G.CHANCE)
            if is_chance and visits > 30:
                assert np.abs(tried / visits - shares).max() < 0.1
    assert {G.DECISION, G.CHANCE} <= kinds
    assert searched > 3


def test_the_clairvoyant_plays_the_line_that_it_has_found(facts):
    settings = Settings(level=1, players=1)
    bound = find_agent("clairvoyant:16", facts, bounds=True)
    rollouts = Rollouts(facts)
    game = Game(settings)
    for number in range(20):
        seed = seed_for("test", number)
        decider = game.new(seed)
        if rollouts.play_out(game.record[None].copy(), "planner", [seed]).won[0]:
            break
    taken = 0
    while decider >= 0:
        (action,) = bound.act_seeing(game.record[None], [taken])
        assert game.mask[action] == 1
        decider = game.step(int(action))
        taken += 1
    assert game.public.outcome == Outcome.WON
