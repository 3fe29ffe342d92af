"""Search: rollouts, trees, and the champion's combination of priors."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from tablemates.agents.errors import PolicyError
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.portal_dash.search import rollouts as R
from tablemates.agents.portal_dash.search.champion import split
from tablemates.agents.portal_dash.search.rollouts import Rollouts
from tablemates.agents.registry import find_agent
from tablemates.agents.search import tree as T
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.conftest import mlp_spec, write_random_policy
from tests.portal_dash.deciding import played, situation

slow = pytest.mark.slow  # machine code that is not in the cache takes minutes


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
            plans = planner.plans(copy.public_record, decision_key(n, taken + 1), 1, 0.0)
            np.testing.assert_array_equal(terms[0, n], plans.terms[0])
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


# -- trees ------------------------------------------------------------------------------------
@slow
def test_a_tree_is_sound_and_holds_nothing_hidden(facts):
    agent = find_agent("mcts:200", facts)
    asked = islice(played(Settings(level=5, players=2), 2, find_agent("rules", facts)), 0, 40, 8)
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
    assert searched > 1


# -- the champion -------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def champion(facts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("champion") / "policy"
    write_random_policy(folder, facts, spec=mlp_spec(facts, value="win"))
    return find_agent(f"champion:8:{folder}", facts)


@pytest.mark.parametrize(
    ("parameters", "budget", "folder"),
    [
        ("16:runs/a/policy", "16", "runs/a/policy"),
        ("runs/a/policy", "", "runs/a/policy"),
        ("", "", "policies/ppo"),
        ("200ms", "200ms", "policies/ppo"),
    ],
)
def test_a_champion_names_its_budget_and_policy(parameters, budget, folder):
    found, path = split(parameters)
    assert found == budget
    assert path.as_posix().endswith(folder)


def test_a_policy_without_win_probability_is_refused(tmp_path, facts):
    with pytest.raises(PolicyError, match="there is no such policy folder"):
        find_agent("champion:16:runs/nowhere/policy", facts)
    write_random_policy(tmp_path / "p", facts, spec=mlp_spec(facts))
    with pytest.raises(PolicyError, match=r"train one with network\.value=win"):
        find_agent(f"champion:{tmp_path / 'p'}", facts)


@slow
def test_its_candidates_play_the_same_futures(champion, monkeypatch):
    """The network's first choice is among them; worse ones are dropped from round to round."""
    tried = []
    play = Rollouts.play

    def noted(self, public, actions, seeds, chance, value):
        assert len(set(seeds.tolist())) == len(seeds)
        tried.append(actions.tolist())
        return play(self, public, actions, seeds, chance, value)

    monkeypatch.setattr(Rollouts, "play", noted)
    searched = 0
    for game, key in islice(played(Settings(level=1, players=2), 2, champion), 0, 24, 2):
        tried.clear()
        asked = situation(game, key)
        found = champion._search(asked)
        logits = champion._policy.logits(asked.alone())[0]
        assert found.actions[0] == logits.argmax()
        assert (np.diff(logits[found.actions]) <= 0.0).all()
        assert 1 <= len(found.actions) <= 6
        if tried:
            assert sorted(tried[0]) == sorted(found.actions.tolist())
            assert all(set(later) <= set(first) for first, later in pairwise(tried))
            searched += 1
    assert searched > 3


@slow
def test_rollouts_overrule_the_network(champion, monkeypatch):
    found = played(Settings(level=1, players=2), 4, champion)
    asked = next(
        now
        for now in (situation(game, key) for game, key in found)
        if len(champion._search(now).actions) > 2
    )
    last = int(champion._search(asked).actions[-1])

    def play(_rollouts, _public, actions, seeds, _chance, _value):
        chances = np.where(actions == last, 0.9, 0.1)[:, None] * np.ones(len(seeds))
        return chances, np.zeros((*chances.shape, len(Term)))

    monkeypatch.setattr(Rollouts, "play", play)
    best = champion.explain(asked).candidates[0]
    assert champion.act(asked) == best.action == last
    assert "against the second best" in best.reason
    assert "the network puts" in best.reason
