"""The planner: legal, always the same, and better than the ten rules."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.files import read_weights
from tablemates.agents.portal_dash.planner.reasons import reason_for
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import PUBLIC_BYTES, UNUSUAL, played, progress_of, situation

slow = pytest.mark.slow  # its machine code takes a minute when it is not there yet


@pytest.fixture(scope="module")
def planner():
    return find_agent("planner", GameFacts.of(Settings()))


@slow
@pytest.mark.parametrize("settings", UNUSUAL)
def test_it_answers_every_kind_of_decision_legally(planner, settings):
    for seed in range(3):
        for game, key in played(settings, seed, planner):
            assert game.mask[planner.act(situation(game, key))] == 1


@slow
def test_it_gets_further_than_the_ten_rules(planner):
    rules = find_agent("rules", GameFacts.of(Settings()))
    for players in (1, 2, 4):
        settings = Settings(level=1, players=players)
        ours = [progress_of(settings, seed, planner) for seed in range(12)]
        theirs = [progress_of(settings, seed, rules) for seed in range(12)]
        assert np.mean(ours) > np.mean(theirs) + 0.1


@slow
def test_the_same_situation_gets_the_same_answer_whatever_was_asked_before(planner):
    fresh = find_agent("planner", GameFacts.of(Settings()))
    settings = Settings(level=3, players=2)
    # The fresh one sees one game alone, the other one another game on other tiles in between.
    ours, others = played(settings, 0, fresh), played(settings, 2, planner)
    for (game, key), _ in islice(zip(ours, others, strict=False), 100):
        assert fresh.explain(situation(game, key)) == planner.explain(situation(game, key))


@slow
@pytest.mark.parametrize(("players", "number"), [(1, 27), (3, 53)])
def test_some_plan_is_followed_to_its_end_at_every_decision(players, number):
    """In these games all that was followed once came to what was known, and nothing was valued."""
    tuned = tuned_planner(GameFacts.of(Settings()))
    for game, key in played(Settings(level=5, players=players), number, tuned):
        plans = tuned.plans(game.record[:PUBLIC_BYTES], key, 1, 0.0)
        assert plans.values[0] > UNSEEN
        end = plans.ends[0, :PUBLIC_BYTES].copy().view(STATE["public"])
        assert abs(end["turn"][0] - game.public.turn) <= 1
        assert end["players"][0] == players


@slow
def test_it_gives_reasons_for_its_best_three(planner):
    for game, key in islice(played(Settings(level=1, players=1), 0, planner), 40):
        best = planner.explain(situation(game, key)).candidates
        assert best[0].action == planner.act(situation(game, key))
        assert 1 <= len(best) <= 3
        assert all(one.value >= two.value for one, two in pairwise(best))
        assert all(one.reason for one in best)
        assert all(0.0 <= one.value <= 1.0 for one in best)


def test_a_reason_names_the_term_that_makes_the_difference_and_the_chance():
    difference = np.zeros(len(Term))
    difference[Term.HEARTS], difference[Term.TASKS] = 9.0, -2.0
    assert "more hearts" in reason_for(difference, best=True, chance=0.5)
    assert "less for the piglin tasks" in reason_for(difference, best=False, chance=0.5)
    assert reason_for(difference, best=True, chance=0.42).startswith("42 % to win")
    assert "as good" in reason_for(np.zeros(len(Term)), best=False, chance=0.5)


def test_a_file_of_weights_must_name_each_of_them(tmp_path):
    file = tmp_path / "weights.yaml"
    file.write_text("weights: {block_placed: 1}\n")
    with pytest.raises(ValueError, match="missing: access"):
        read_weights(file)
