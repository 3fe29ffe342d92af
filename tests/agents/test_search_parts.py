"""The parts of search that need no machine code: budgets, halving, calibration, bounds."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tablemates.agents.bounds import Bound
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.calibration import bins_of, calibration_error
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.search.budget import Budget
from tablemates.agents.portal_dash.search.halving import halve, in_the_race, posterior
from tablemates.agents.portal_dash.search.stated import stated
from tablemates.agents.registry import find_agent, find_partner
from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.settings import Settings

DEFAULT = Budget(simulations=64)


@pytest.mark.parametrize(
    ("text", "budget", "name"),
    [
        ("", DEFAULT, "64"),
        ("200", Budget(simulations=200), "200"),
        ("1s", Budget(seconds=1.0), "1s"),
        ("0.5s", Budget(seconds=0.5), "0.5s"),
        ("250ms", Budget(seconds=0.25), "0.25s"),
    ],
)
def test_a_budget_is_simulations_or_a_time(text, budget, name):
    assert Budget.parse(text, DEFAULT) == budget
    assert str(budget) == name


@pytest.mark.parametrize("text", ["0", "-3", "1.5", "0s", "1h", "many", "1 s", "s"])
def test_what_is_no_budget_is_refused(text):
    with pytest.raises(AgentError, match="is no budget"):
        Budget.parse(text, DEFAULT)


def futures_of(means, spread=0.3):
    """Return a play function whose futures have one luck for all candidates, and its log."""
    rng = np.random.default_rng(5)
    log = []

    def play(alive, count):
        log.append((alive.copy(), count))
        return np.asarray(means)[alive, None] + rng.normal(0.0, spread, count)

    return play, log


def test_halving_finds_the_best_and_spends_what_it_may():
    means = [0.50, 0.52, 0.60, 0.40, 0.55, 0.30, 0.20, 0.45]
    play, log = futures_of(means)
    found = halve(np.zeros(8), 10.0, Budget(simulations=240), play)
    assert found.order[:2].tolist() == [2, 4]
    assert [len(alive) for alive, _ in log] == [8, 4, 2]
    assert [len(alive) * count for alive, count in log] == [80, 80, 80]
    assert sorted(found.order.tolist()) == list(range(8))
    assert found.futures.tolist() == [30, 30, 70, 10, 70, 10, 10, 10]


def test_halving_by_time_stops_in_time_and_asks_each_candidate():
    rng = np.random.default_rng(5)
    calls = []

    def undecided(alive, count):
        calls.append(count)
        return rng.normal(0.0, 100.0, (len(alive), count))

    begun = time.perf_counter()
    found = halve(np.zeros(3), 10.0, Budget(seconds=0.02), undecided)
    assert time.perf_counter() - begun >= 0.02
    assert (found.futures > 0).all()
    assert len(calls) >= 2


def test_halving_by_time_ends_when_it_is_settled():
    play, log = futures_of([0.5, 0.9, 0.4, 0.3])
    found = halve(np.zeros(4), 10.0, Budget(seconds=60.0), play)
    assert found.order[0] == 1
    assert sorted(found.order.tolist()) == [0, 1, 2, 3]
    assert sum(count for _, count in log) < 2_000
    everywhere_alike, log = futures_of([0.5, 0.5], spread=0.0)
    halve(np.zeros(2), 10.0, Budget(seconds=60.0), everywhere_alike)
    assert sum(count for _, count in log) < 2_000


def test_a_race_goes_on_while_the_second_may_be_better():
    rng = np.random.default_rng(1)
    close = np.stack([rng.normal(0.50, 0.3, 50), rng.normal(0.52, 0.3, 50), np.full(50, -9.0)])
    assert in_the_race(close, np.zeros(3), 10.0).tolist() == [True, True, False]


def test_few_futures_do_not_overrule_what_was_thought_before():
    rng = np.random.default_rng(3)
    prior = np.array([0.0, -0.02])
    lucky = np.stack([np.full(2, 0.5), np.full(2, 0.55)])
    assert np.argmax(posterior(lucky, prior, trust=0.03)) == 0
    many = np.stack([np.full(400, 0.5), 0.55 + rng.normal(0.0, 0.1, 400)])
    assert np.argmax(posterior(many, prior, trust=0.03)) == 1
    assert posterior(many, prior, trust=0.03)[1] == pytest.approx(0.05, abs=0.02)


def test_the_calibration_error_is_what_was_stated_less_what_happened():
    rng = np.random.default_rng(0)
    stated = rng.random(40_000)
    true = bins_of(stated, rng.random(40_000) < stated)
    assert len(true) == 10
    assert calibration_error(true) < 0.01
    bold = bins_of(stated, rng.random(40_000) < stated - 0.1)
    assert calibration_error(bold) == pytest.approx(0.1, abs=0.01)
    (one,) = bins_of(np.array([1.0, 1.0]), np.array([True, False]))
    assert one == (2, 1.0, 0.5)


@pytest.mark.parametrize("name", ["clairvoyant", "clairvoyant:8", "noise:0.1:clairvoyant"])
def test_a_bound_is_no_partner(name):
    with pytest.raises(AgentError, match="sees what is hidden"):
        find_partner(name, Settings())
    with pytest.raises(AgentError, match="sees what is hidden"):
        portal_dash_v0.gym_env(players=2, seat=0, partners=[name])


def test_the_class_of_a_bound_is_no_partner_either():
    with pytest.raises(AgentError, match="sees what is hidden"):
        find_partner(
            "tablemates.agents.portal_dash.search.clairvoyant:ClairvoyantAgent", Settings()
        )


def test_a_bound_answers_nothing_through_the_door_of_all_agents():
    bound = find_agent("clairvoyant", GameFacts.of(Settings()), bounds=True)
    assert isinstance(bound, Bound)
    with pytest.raises(AgentError, match="future dice"):
        bound.act(None)


@pytest.mark.parametrize("name", ["rollout:few", "mcts:0", "clairvoyant:1s", "clairvoyant:x"])
def test_wrong_parameters_are_one_sentence(name):
    with pytest.raises(AgentError, match=r"budget|lines"):
        find_agent(name, GameFacts.of(Settings()), bounds=True)


def test_agents_are_called_what_they_are_asked_for_by():
    facts = GameFacts.of(Settings())
    for name in ("rollout", "rollout:16", "rollout:1s", "mcts", "mcts:50"):
        assert find_agent(name, facts).name == name


def test_stated_chances_keep_their_order_and_stay_chances():
    chances = stated(np.linspace(-0.2, 1.2, 50))
    assert ((chances > 0.0) & (chances < 1.0)).all()
    assert (np.diff(chances) >= 0.0).all()
    assert stated(0.5) > 0.5
