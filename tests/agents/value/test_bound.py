"""Upper bounds: no agent exceeds them, and with exact values they are the optimum."""

from functools import cache

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.studies.bound import Relaxation, by_network
from tablemates.agents.facts import GameFacts
from tests.agents.value.conftest import agent_of
from tests.agents.value.test_luck_meter import weights_of
from tests.core.lanterns import CARDS, LANTERNS, OIL, PRICE, STORM, STORMS, Lanterns, Settings

SETTINGS = Settings(players=1)
SEEDS = range(60)


@cache
def optimum(oil, lanterns, storms, cards):
    """Return the chance of winning alone from here, by the rules: light, or draw."""
    if lanterns == LANTERNS:
        return 1.0
    if storms == STORMS or sum(cards) == 0:
        return 0.0
    best = optimum(oil - PRICE, lanterns + 1, storms, cards) if oil >= PRICE else 0.0
    drawn = 0.0
    for kind in (OIL, STORM):
        if cards[kind]:
            left = tuple(n - (k == kind) for k, n in enumerate(cards))
            after = (oil + 1, lanterns, storms) if kind == OIL else (0, lanterns, storms + 1)
            drawn += cards[kind] / sum(cards) * optimum(*after, left)
    return max(best, drawn)


def exact(game):
    p = game.public
    return optimum(int(p.oil[0]), int(p.lanterns), int(p.storms), tuple(p.left.tolist()))


BEST = optimum(1, 0, 0, CARDS)


def bounds(estimate):
    relaxed = Relaxation(SETTINGS, estimate)
    return np.array([relaxed.bound(seed) for seed in SEEDS])


@pytest.mark.slow
def test_with_exact_values_every_game_has_the_optimum():
    np.testing.assert_allclose(bounds(exact), BEST, atol=1e-9)


def test_without_a_penalty_it_is_what_clairvoyance_wins():
    clairvoyant = bounds(None)
    assert set(clairvoyant) <= {0.0, 1.0}
    assert clairvoyant.mean() > BEST


@pytest.mark.slow
def test_with_a_network_that_knows_nothing_it_is_still_a_bound():
    facts = GameFacts.of_game(Lanterns(SETTINGS))
    found = bounds(by_network(agent_of(weights_of(facts), facts)))
    assert found.mean() > BEST - 3 * found.std() / len(found) ** 0.5
    assert found.std() > 0.0


def test_a_game_with_too_many_positions_says_so():
    with pytest.raises(AgentError, match="more than 5 positions"):
        Relaxation(SETTINGS, None, most=5).bound(0)
