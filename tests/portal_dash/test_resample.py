"""The hidden part can be drawn anew from all that is public, and shows nowhere."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from tablemates.envs.core.engine.codes import ILLEGAL, SHOW
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.parts import load_components
from tablemates.envs.portal_dash.positions import load_position
from tablemates.envs.portal_dash.state import STATE
from tablemates.envs.portal_dash.vocabulary import Chance, Colour, Decision
from tests.portal_dash.bare import any_board, bare_game, outcomes_of
from tests.portal_dash.games import LEVELS, make_game, states
from tests.portal_dash.on_the_table import Inspector

PUBLIC = STATE["public"].itemsize


@pytest.mark.slow
@pytest.mark.parametrize("count", [25, pytest.param(250, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_drawn_agrees_with_what_is_public(level, count):
    rng = np.random.default_rng([7, level])
    changed = 0
    for chance in ("sampled", "explicit"):
        game = make_game(rng, level, int(rng.integers(1, 5)), chance=chance)
        inspector = Inspector(game)
        for _ in states(game, rng, count):
            saved = game.save()
            game.resample(int(rng.integers(2**63)))
            inspector.check_table()
            assert game.save()[:PUBLIC] == saved[:PUBLIC]
            changed += game.save() != saved
            inspector.check_position()
    assert changed == 2 * count


# -- the stack against full enumeration ------------------------------------------------


@cache
def arrangements(tiles):
    """Return the distinct orders of some tiles, each with the number of ways to come to it."""
    return list(Counter(permutations(tiles)).items())


class Enumeration:
    """All orders of a stack with their weights, top last; nothing but counting."""

    def __init__(self, tiles):
        self.weights = dict(arrangements(tuple(sorted(tiles))))

    def shuffle_in(self, tile):
        after = Counter()
        for order, weight in self.weights.items():
            for top, ways in arrangements(tuple(sorted((*order[-5:], tile)))):
                after[order[:-5] + top] += weight * ways
        self.weights = dict(after)

    def draw(self, tile):
        self.weights = {o[:-1]: weight for o, weight in self.weights.items() if o[-1] == tile}

    @property
    def orders(self):
        """The chance of each order."""
        total = sum(self.weights.values())
        return {order: weight / total for order, weight in self.weights.items()}

    def top(self):
        """Return the chance of each tile to be the next."""
        chances = Counter()
        for order, chance in self.orders.items():
            chances[order[-1]] += chance
        return dict(chances)


EIGHT = {"iron sword": 3, "bow": 2, "iron helmet": 2, "long bow": 1}
FIRST, SECOND, THIRD = "Netherite sword", "Netherite helmet", "Netherite boots"


SIX = {"iron sword": 2, "bow": 2, "iron helmet": 2}
#: The discard pile shuffled, in which there was a Netherite item.
REFILLED = {**SIX, FIRST: 1}


def three_black_blocks(stack):
    """Return the position before three black blocks and two gold ones are used."""
    return {
        "players": [{"space": [0, 0], "items": []}],
        "mobs": {},
        "stack": stack,
        "chance": "explicit",
        "hand": {"black": 3, "gold": 2},
        "agenda": ["use blocks", "action", "reveal", "end turn"],
        "actions_done": 1,
    }


class Bench:
    """The bare engine on a record; choices by catalogue number."""

    def __init__(self, game):
        self.components = load_components()
        self.names = self.components.item_names
        self.box = self.components.record()
        self.one = bare_game(self.box)
        self.game = self.one.record
        self.game[:] = game
        self.s = RecordView(self.game, STATE)
        self.one.step(SHOW)

    @property
    def p(self):
        return self.s.public

    def step(self, action):
        assert self.one.step(action) != ILLEGAL

    def chances(self):
        assert self.p.decision == Decision.CHANCE
        assert self.p.decision_about == Chance.TILE_DRAWN
        found = outcomes_of(self.one)
        return {self.names[kind]: chance for kind, chance in found.items()}

    def use(self, colour):
        if self.p.decision == Decision.BLOCK:
            self.step(V.COLOUR + colour)
        self.step(V.ABILITY)

    def shuffle_in(self, name):
        self.use(Colour.BLACK)
        self.step(V.SUPPLY + self.supply_place(name))

    def supply_place(self, name):
        """Return the first place at which an item of this name still lies."""
        netherite = [
            item
            for item, entry in self.components.parts.netherite_items.items()
            for _ in range(entry.copies)
        ]
        return next(n for n, one in enumerate(netherite) if one == name and self.p.supply[n])


#: What happens to the stack: a Netherite item shuffled in, or an item found (two draws).
PASTS = {
    "draws between": [FIRST, ("bow", "iron sword"), SECOND, ("iron helmet", "bow")],
    "the first is drawn": [FIRST, ("iron sword", FIRST), SECOND, ("iron helmet", "iron sword")],
    "a third": [FIRST, SECOND, ("bow", "iron sword"), THIRD, ("bow", FIRST)],
    "two equal ones": [FIRST, FIRST, ("bow", FIRST), SECOND, (FIRST, "iron helmet")],
    "its like is an ordinary tile": [FIRST, SECOND, ("bow", FIRST), ("iron sword", FIRST)],
}
#: The stack before that, where it is not the one of eight.
STACKS = {"two equal ones": SIX, "its like is an ordinary tile": REFILLED}
#: Whose orders take more than half a second to count.
SLOW = {"a third"}


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in PASTS],
)
def past(request):
    """Play black blocks that overlap; compare the chances of every draw.

    Returns the game before its last draw, and its enumeration.
    """
    stack, events = STACKS.get(request.param, EIGHT), PASTS[request.param]
    bench = Bench(load_position(any_board(load_components()), three_black_blocks(stack)))
    expected = Enumeration([name for name, count in stack.items() for _ in range(count)])
    *_, (_, last) = events
    for event in events:
        if isinstance(event, str):
            bench.shuffle_in(event)
            expected.shuffle_in(event)
            continue
        bench.use(Colour.GOLD)
        for name in event:
            assert bench.chances() == pytest.approx(expected.top(), abs=1e-12)
            if event is events[-1] and name == last:
                return bench, expected
            bench.step(bench.names.index(name))
            expected.draw(name)
        bench.step(V.TILE)
    raise AssertionError


@pytest.mark.rule("USE-04", "ITEM-02")
def test_chances_of_a_draw_are_those_of_full_enumeration(past):
    bench, expected = past
    chances = bench.chances()
    assert chances == pytest.approx(expected.top(), abs=1e-12)
    # The test can fail: this is not what a stack that is simply shuffled would give.
    tiles = next(iter(expected.orders))
    assert chances != pytest.approx(Enumeration(tiles).top(), abs=1e-3)


def resampled_orders(bench, draws):
    """Return how often each order of the stack is drawn with the public part as it is."""
    game = bench.game.copy()
    s = RecordView(game, STATE)
    s.public.explicit_chance = 0
    size = int(s.public.stack_count.sum())
    counts = Counter()
    for seed in range(draws):
        ENGINE.resample(game, bench.box, np.uint64(seed))
        counts[tuple(s.hidden.stack[:size].tolist())] += 1
    return {tuple(bench.names[kind] for kind in order): n for order, n in counts.items()}


def fit(counts, chances):
    """Return the p-value of a chi-square test; rare orders are put together."""
    draws = sum(counts.values())
    assert not set(counts) - set(chances), "an impossible order was drawn"
    observed, expected, rest = [], [], [0, 0.0]
    for order, chance in chances.items():
        if draws * chance >= 5:
            observed.append(counts.get(order, 0))
            expected.append(draws * chance)
        else:
            rest[0] += counts.get(order, 0)
            rest[1] += draws * chance
    if rest[1]:
        observed.append(rest[0])
        expected.append(rest[1])
    return stats.chisquare(observed, np.array(expected) * (sum(observed) / sum(expected))).pvalue


@pytest.mark.slow
def test_resampled_orders_are_as_frequent_as_in_full_enumeration(past):
    bench, expected = past
    counts = resampled_orders(bench, 60_000)
    assert fit(counts, expected.orders) > 1e-3
    # The test can fail: orders of a stack that is simply shuffled do not fit.
    tiles = next(iter(expected.orders))
    assert fit(counts, Enumeration(tiles).orders) < 1e-6


@pytest.mark.rule("SETUP-02")
def test_face_down_tiles_are_drawn_uniformly():
    components = load_components()
    box = components.record()
    game = load_position(any_board(components), {"level": 4, "tiles": ["Ember Ford"]})
    hidden = RecordView(game, STATE).hidden
    counts = Counter()
    for seed in range(8_400):
        ENGINE.resample(game, box, np.uint64(seed))
        counts[tuple(hidden.tiles[1:3].tolist())] += 1
    assert len(counts) == 7 * 6
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


@pytest.mark.rule("SETUP-03")
def test_unseen_blocks_are_drawn_uniformly():
    components = load_components()
    box = components.record()
    game = load_position(any_board(components), {})
    s = RecordView(game, STATE)
    (places,) = np.nonzero(s.public.cube.ravel() == -1)
    assert len(places) == 12
    counts = np.zeros((12, 5))
    draws = 6_000
    for seed in range(draws):
        ENGINE.resample(game, box, np.uint64(seed))
        counts[np.arange(12), s.hidden.cube.ravel()[places]] += 1
    shares = s.public.unseen / 12
    for place in counts:
        possible = shares > 0
        assert stats.chisquare(place[possible], draws * shares[possible]).pvalue > 1e-4
        assert not place[~possible].any()
