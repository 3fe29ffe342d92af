"""Luck by a value network: nothing on average over all that can happen, whatever it says."""

from itertools import combinations

import numpy as np
import pytest

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.runner import play
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.luck_meter import History, LuckMeter
from tablemates.agents.value.network import Shape, new_weights, pairs_of
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.core.records.random import random_below
from tablemates.envs.registry import GAMES
from tests.agents.value.conftest import agent_of
from tests.core import dice_race, lanterns
from tests.core.dice_race import ROLL

DECKS = [frozenset(storms) for storms in combinations(range(lanterns.DECK), lanterns.CARDS[1])]


def weights_of(facts, seed=3):
    """Return a network that knows nothing, but tells positions apart."""
    rows = ValuePlayer(facts).rows
    shape = Shape(rows, 8, 8, 2 * pairs_of(facts))
    weights = new_weights(shape, np.random.default_rng(seed))
    weights.first[:] *= 20
    return weights


def meter_of(game):
    facts = GameFacts.of_game(game)
    return LuckMeter(agent_of(weights_of(facts), facts))


def lit(storms):
    """Return what a team of one plays, and whether it wins: it lights whenever it can."""
    oil, lanterns_lit, seen, actions = 1, 0, 0, []
    for place in reversed(range(lanterns.DECK)):
        actions.append(lanterns.DRAW)
        oil, seen = (0, seen + 1) if place in storms else (oil + 1, seen)
        if seen == lanterns.STORMS:
            return actions, False
        if oil >= lanterns.PRICE and place > 0:
            actions.append(lanterns.LIGHT)
            oil, lanterns_lit = oil - lanterns.PRICE, lanterns_lit + 1
            if lanterns_lit == lanterns.LANTERNS:
                return actions, True
    return actions, False


@pytest.fixture(scope="module")
def decks():
    """A seed of every deck: all of them are equally likely."""
    game = lanterns.Lanterns(lanterns.Settings(players=1, skip_forced=False))
    found, seed = {}, 0
    deck = RecordView(game.record, lanterns.STATE).hidden.deck
    while len(found) < len(DECKS):
        game.new(seed)
        storms = frozenset(np.flatnonzero(deck == lanterns.STORM).tolist())
        found.setdefault(storms, seed)
        seed += 1
    return game, found


@pytest.mark.slow
def test_over_all_decks_luck_is_nothing_and_explains_results(decks):
    game, seeds = decks
    played = [lit(storms) for storms in seeds]
    histories = [
        History(seed, 0, 1, actions)
        for seed, (actions, _) in zip(seeds.values(), played, strict=True)
    ]
    luck, ends = meter_of(game).measure(histories)
    won = np.array([one for _, one in played], float)
    assert np.array_equal(ends[:, 0, 0], won)
    assert 0.1 < won.mean() < 0.9
    np.testing.assert_allclose(luck[:, :, 0].mean(0), 0.0, atol=1e-6)
    assert luck[:, 0, 0].std() > 0.01


def test_over_two_rolls_each_seat_has_no_luck_on_average():
    seeds = {}
    for seed in range(2_000):
        seeds.setdefault(tuple(random_below(seed, 0, n, 6) for n in (1, 2)), seed)
    assert len(seeds) == 36
    game = dice_race.DiceRace(dice_race.Settings(players=3))
    histories = [History(seed, 0, 3, [ROLL, ROLL]) for seed in seeds.values()]
    luck, ends = meter_of(game).measure(histories)
    np.testing.assert_allclose(luck.mean(0), 0.0, atol=1e-6)
    assert (luck[:, :, :3].std(0) > 1e-3).all()
    assert np.isnan(ends[:, 0]).all()  # nobody has won yet


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_game_tells_by_explicit_chance_what_it_draws(key):
    facts = GameFacts.of(Plan(game=key).settings())
    rows = play(Plan(game=key, games=1, workers=1))
    choices = {name: one.choice for name, one in Plan(game=key).scenarios.items()}
    histories = [
        History(row.seed, choices[row.scenario], len(row.agents), row.replay().actions)
        for row in rows
    ]
    luck, ends = LuckMeter(agent_of(weights_of(facts), facts), depth=1).measure(histories)
    for row, end in zip(rows, ends, strict=True):
        seats = len(row.agents)
        assert tuple(end[0, :seats].tolist()) == row.returns
        assert end[1, :seats].max() == pytest.approx(row.progress)
    assert luck.any()
