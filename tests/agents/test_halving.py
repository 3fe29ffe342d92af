"""Budgets of search, and sequential halving."""

import time

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.search.halving import Budget, halve

DEFAULT = Budget(simulations=64)


@pytest.mark.parametrize(
    ("text", "budget", "name"),
    [
        ("", DEFAULT, "64"),
        ("200", Budget(simulations=200), "200"),
        ("0.5s", Budget(seconds=0.5), "0.5s"),
        ("250ms", Budget(seconds=0.25), "0.25s"),
    ],
)
def test_a_budget_is_simulations_or_a_time(text, budget, name):
    assert Budget.parse(text, DEFAULT) == budget
    assert str(budget) == name


@pytest.mark.parametrize("text", ["0", "-3", "1.5", "0s", "1h", "many", "1 s", "s"])
def test_a_malformed_budget_is_refused(text):
    with pytest.raises(AgentError, match="not a search budget"):
        Budget.parse(text, DEFAULT)


def futures_of(means, spread=0.3):
    """Return a play function whose futures have one luck for all candidates, and its log."""
    rng = np.random.default_rng(5)
    log = []

    def play(alive, count):
        log.append((alive.copy(), count))
        return np.asarray(means)[alive, None] + rng.normal(0.0, spread, count)

    return play, log


def test_halving_finds_the_best_and_spends_its_budget():
    means = [0.50, 0.52, 0.60, 0.40, 0.55, 0.30, 0.20, 0.45]
    play, log = futures_of(means)
    found = halve(np.zeros(8), 10.0, Budget(simulations=240), play)
    assert found.order[:2].tolist() == [2, 4]
    assert [len(alive) for alive, _ in log] == [8, 4, 2]
    assert [len(alive) * count for alive, count in log] == [80, 80, 80]
    assert sorted(found.order.tolist()) == list(range(8))
    assert found.futures.tolist() == [30, 30, 70, 10, 70, 10, 10, 10]


def test_halving_by_time_asks_each_candidate_and_ends_when_it_is_settled():
    rng = np.random.default_rng(5)
    started = time.perf_counter()
    found = halve(
        np.zeros(3), 10.0, Budget(seconds=0.02), lambda alive, n: rng.normal(0, 99, (len(alive), n))
    )
    assert time.perf_counter() - started >= 0.02
    assert (found.futures > 0).all()
    for means, spread in (([0.5, 0.9, 0.4, 0.3], 0.3), ([0.5, 0.5], 0.0)):
        play, log = futures_of(means, spread)
        found = halve(np.zeros(len(means)), 10.0, Budget(seconds=60.0), play)
        assert means[found.order[0]] == max(means)
        assert sum(count for _, count in log) < 2_000
