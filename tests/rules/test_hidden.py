"""What lies hidden, and drawing it anew from all that is public."""

from collections import Counter

import numpy as np
import pytest

from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tests.rules.table import Table

COLOURS = ("red", "gray", "gold", "brown", "black")
STACK = {"iron sword": 1, "bow": 2}
BLACK = {
    "board": "flat",
    "mobs": {},
    "tasks": "complete",
    "players": [{"items": ["stone sword"]}, {"items": []}],
    "cube": "K - - -  - - - -  - - - -  - - - Y",
}


def redrawn(table, draws):
    """Yield the hidden part, drawn anew from every seed."""
    for seed in range(draws):
        engine.resample(table._game, table._box, np.uint64(seed))
        yield table.hidden


def shuffled_in(stack, **position):
    """Return a table at which a Netherite item has just been shuffled into the stack."""
    table = Table.at(chance="sampled", stack=stack, **{**BLACK, **position})
    table.do("column 0", "supply 2")
    return table


def order(hidden):
    return tuple(int(kind) for kind in hidden.stack if kind >= 0)


@pytest.mark.rule("USE-04", "SETUP-09")
def test_every_order_of_a_short_stack_may_be_drawn():
    table = shuffled_in(STACK)
    public = table.p.stack_count.copy()
    orders = Counter(order(hidden) for hidden in redrawn(table, 240))
    assert len(orders) == 12  # 4 tiles, 2 of them alike
    assert max(orders.values()) < 50
    assert all(Counter(one) == Counter(np.repeat(np.arange(40), public)) for one in orders)


@pytest.mark.rule("USE-04")
def test_a_netherite_item_may_be_in_each_of_six_places_and_no_other():
    table = shuffled_in({"iron sword": 3, "bow": 3, "iron boots": 3, "iron leggings": 3})
    (kind,) = (int(entry) - 64 for entry in table.p.history[: table.p.history_length])
    places, bottoms = Counter(), set()
    for hidden in redrawn(table, 150):
        tiles = order(hidden)
        assert len(tiles) == 13
        places[tiles.index(kind)] += 1
        bottoms.add(tiles[0])
    assert set(places) == {7, 8, 9, 10, 11, 12}
    assert max(places.values()) < 50
    assert len(bottoms) == 4


@pytest.mark.rule("USE-04")
def test_of_two_netherite_items_the_first_may_be_pushed_down_by_one_place():
    position = {"cube": "K - - K  - - - -  - - - -  - - - Y", "players": [{"items": []}] * 2}
    table = shuffled_in({"iron sword": 3, "bow": 3, "iron boots": 3}, **position)
    table.do("column 3", "supply 4")
    first, second = (int(entry) - 64 for entry in table.p.history[:2])
    places = Counter()
    for hidden in redrawn(table, 300):
        tiles = order(hidden)
        places[tiles.index(first), len(tiles) - tiles.index(second)] += 1
    ways = {place for place, _ in places}
    assert ways == {4, 5, 6, 7, 8, 9, 10}
    below = sum(count for (place, _), count in places.items() if place == 4)
    assert 300 / 6 - 25 < below < 300 / 6 + 25
    assert {way for _, way in places} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("ITEM-02")
def test_a_sampled_draw_takes_the_tile_on_top():
    stack = ["iron sword", "bow", "long bow", "..."]
    table = Table.at(
        chance="sampled",
        stack=stack,
        **{**BLACK, "cube": "Y - - -  - - - -  - - - -  - - - R"},
    )
    before = order(table.hidden)
    table.do("column 0", "player 0")
    drawn = [event[2] for event in table.told("tile drawn")]
    assert drawn == ["iron sword", "bow"]
    assert order(table.hidden) == before[:-2]
    assert table.p.history_length == 0  # nothing has been shuffled in: nothing to remember


@pytest.mark.rule("ITEM-07")
def test_a_new_stack_has_no_past():
    table = Table.at(
        chance="sampled",
        stack={"iron sword": 1},
        **{**BLACK, "cube": "K - - Y  - - - -  - - - -  - - - R"},
    )
    table.do("column 0", "supply 2")
    assert table.p.history_length == 1
    table.do("column 3", "player 0")
    kept = [choice for choice in table.choices if str(choice).startswith("tile")]
    assert kept == ["tile 0", "tile 1"]
    assert (table.p.stack_count.sum(), table.p.history_length) == (0, 0)
    assert not table.p.history.any()


@pytest.mark.rule("SETUP-02")
def test_each_tile_that_is_not_open_may_lie_face_down():
    table = Table.at(level=4, chance="sampled", tiles=["Ember Ford"])
    seen = [Counter(), Counter()]
    for hidden in redrawn(table, 150):
        tiles = hidden.tiles.tolist()
        assert (tiles[0], tiles[3:]) == (-1, [-1] * 5)
        assert len({*tiles[1:3], int(table.p.tiles[0])}) == 3
        for counts, tile in zip(seen, tiles[1:3], strict=True):
            counts[tile] += 1
    for counts in seen:
        assert len(counts) == 7
        assert max(counts.values()) < 50


@pytest.mark.rule("SETUP-03")
def test_each_block_that_shows_no_face_may_have_each_colour_that_is_left():
    table = Table.at(chance="sampled")
    hides = table.p.cube == UNSEEN
    assert hides.sum() == 12
    seen = np.zeros((16, 4, 5), int)
    for hidden in redrawn(table, 150):
        assert (hidden.cube[~hides] == UNSEEN).all()
        colours = hidden.cube[hides]
        assert np.bincount(colours, minlength=5).tolist() == table.p.unseen.tolist()
        for column, level in np.argwhere(hides):
            seen[column, level, hidden.cube[column, level]] += 1
    possible = table.p.unseen > 0
    assert (seen[hides][:, possible] > 0).all()


@pytest.mark.rule("SETUP-09")
def test_with_explicit_chance_there_are_no_orders_to_draw():
    table = Table.at()
    for hidden in redrawn(table, 2):
        assert order(hidden) == ()
        assert not (hidden.tiles >= 0).any()
        assert (hidden.cube == UNSEEN).all()


@pytest.mark.rule("TURN-01")
def test_dice_are_drawn_anew_as_well():
    table = Table.at(chance="sampled")
    seeds = set()
    for hidden in redrawn(table, 20):
        seeds.add(int(hidden.seed))
        assert not hidden.counters.any()
    assert len(seeds) == 20


@pytest.mark.rule("SETUP-03", "MINE-01")
def test_a_block_that_is_uncovered_is_no_longer_unseen():
    cube = "2 3 4 4  4 4 4 4  4 4 4 4  4 4 4 4"
    players = [{"items": ["stone sword"]}, {}]
    table = Table.at(chance="sampled", board="flat", mobs={}, cube=cube, players=players)
    before = int(table.p.unseen.sum())
    assert before == (table.p.cube == UNSEEN).sum()
    table.do("column 1")
    assert table.told("block uncovered")
    assert table.p.unseen.sum() == (table.p.cube == UNSEEN).sum() == before - 1


@pytest.mark.rule("SETUP-03")
def test_a_block_that_is_uncovered_has_each_colour_as_often_as_it_is_left():
    cube = "2 3 4 4  4 4 4 4  4 4 4 4  4 4 4 4"
    players = [{"items": ["stone sword"]}, {}]
    table = Table.at(board="flat", mobs={}, cube=cube, players=players)
    table.do("column 1")
    left = {
        name: int(count) / int(table.p.unseen.sum())
        for name, count in zip(COLOURS, table.p.unseen, strict=True)
        if count
    }
    assert len(left) > 1
    assert table.chances == pytest.approx(left)
