"""Search: rollouts and trees of the planner."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.search import rollouts as R
from tablemates.agents.portal_dash.search.rollout import stated
from tablemates.agents.portal_dash.search.rollouts import Rollouts
from tablemates.agents.registry import find_agent
from tablemates.agents.search import tree as T
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import played, situation

slow = pytest.mark.slow  # machine code that is not in the cache takes minutes


def test_stated_chances_keep_their_order_and_stay_chances():
    chances = stated(np.linspace(-0.2, 1.2, 50))
    assert ((chances > 0.0) & (chances < 1.0)).all()
    assert (np.diff(chances) >= 0.0).all()


# -- rollouts -------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def rollouts(facts):
    return Rollouts(facts)


@pytest.fixture(scope="module")
def midway(facts):
    """A game at a decision of a later turn, and its key."""
    found = played(Settings(level=1, players=2), 4, find_agent("rules", facts))
    return next((g, k) for g, k in found if g.turn > 5 and g.mask.sum() > 4)


def seeds(count):
    return np.arange(count, dtype=np.uint64)


@slow
def test_futures_are_played_on_as_the_planner_plays_them(rollouts, facts, midway):
    """Each future is a resampled copy, and the planner answers with keys of its seed."""
    game, _ = midway
    planner, action = tuned_planner(facts), int(np.flatnonzero(game.mask)[-1])
    outcomes, terms, _, _ = rollouts._play(game.public_record, [action], seeds(6), R.TURNS)
    copy = PortalDash(Settings(players=2))
    for n in range(6):
        copy.restore(game.record.tobytes())
        copy.resample(n)
        last, taken = copy.turn + R.TURNS, 0
        decider = copy.step(action)
        while decider >= 0 and copy.turn <= last:
            taken += 1
            decider = copy.step(planner.act(situation(copy, decision_key(n, taken))))
        assert outcomes[0, n] == copy.public.outcome
        if decider >= 0:
            best = planner.values(copy.public_record, decision_key(n, taken + 1)).argmax()
            np.testing.assert_array_equal(terms[0, n], planner._result.value_terms[best])
        else:
            assert not terms[0, n].any()


@slow
def test_candidates_play_the_same_futures(rollouts, midway):
    game, _ = midway
    legal = np.flatnonzero(game.mask)
    actions = [legal[0], legal[-1], legal[0]]
    chances, terms = rollouts.play(game.public_record, actions, seeds(30), 0.5, 0.0)
    assert chances.shape == (3, 30)
    assert (terms[0] == terms[2]).all()
    assert (terms[0] != terms[1]).any(axis=1).sum() > 15
    assert len(np.unique(chances[0])) > 15
    again, _ = rollouts.play(game.public_record, actions[:1], seeds(30)[::-1], 0.5, 0.0)
    assert (again[0, ::-1] == chances[0]).all()


@slow
def test_a_judged_future_has_a_chance_and_an_ended_one_its_end():
    outcomes = np.array([Outcome.RUNNING, Outcome.RUNNING, Outcome.WON, Outcome.LOST], np.int8)
    chances = R.judged(outcomes, np.array([0.0, 100.0, 0.0, 0.0]), 0.5, 0.0)
    assert chances[0] == 0.5 < chances[1] < 1.0
    assert chances[2:].tolist() == [1.0, 0.0]


@slow
def test_the_evaluation_is_the_planners(rollouts, facts, midway):
    game, key = midway
    evaluation = rollouts.evaluate(game.public_record, key)
    assert evaluation.actions.tolist() == np.flatnonzero(game.mask).tolist()
    values = tuned_planner(facts).values(game.public_record, decision_key(key, 0))
    np.testing.assert_array_equal(evaluation.values, values)
    assert 0.0 < evaluation.chance < 1.0


# -- trees ------------------------------------------------------------------------------------
@slow
def test_a_tree_is_sound_and_holds_nothing_hidden(facts):
    agent = find_agent("mcts:200", facts)
    asked = islice(played(Settings(level=5, players=2), 2, find_agent("rules", facts)), 0, 60, 4)
    kinds, searched = set(), 0
    for game, key in asked:
        agent.act(situation(game, key))
        tree = agent._tree
        if tree.nodes[0, T.COUNT] < 2:  # one choice: nothing is searched
            continue
        searched += 1
        nodes = int(tree.size[0])
        assert nodes > 200
        games = tree.positions[:nodes].view(STATE)[:, 0]
        assert not games["hidden"]["seed"].any()
        assert not games["hidden"]["stack"].any()
        kinds |= set(tree.nodes[:nodes, T.KIND].tolist())
        for node in range(nodes):
            first, count, visits, kind, _ = tree.nodes[node].tolist()
            tried = tree.edges[first : first + count, T.TRIED]
            shares = tree.shares[first : first + count]
            sums = tree.sums[first : first + count, 0]
            assert tried.sum() == visits
            assert ((sums >= 0) & (sums <= tried + 1e-9)).all()
            if kind == T.OVER:
                continue
            assert shares.sum() == pytest.approx(1.0)
            is_chance = games["public"]["decision"][node] == Decision.CHANCE
            assert is_chance == (kind == T.CHANCE)
            if is_chance and visits > 30:
                assert np.abs(tried / visits - shares).max() < 0.1
    assert {T.DECISION, T.CHANCE} <= kinds
    assert searched > 3
