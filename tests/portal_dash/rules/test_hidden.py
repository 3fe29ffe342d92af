"""What lies hidden, and drawing it anew from all that is public."""

import pytest

from tests.portal_dash.rules.table import Table

COLOURS = ("red", "gray", "gold", "brown", "black")
BLACK = {
    "board": "flat",
    "mobs": {},
    "tasks": "complete",
    "players": [{"items": ["stone sword"]}, {"items": []}],
    "cube": "K - - -  - - - -  - - - -  - - - Y",
}


def order(hidden):
    return tuple(int(kind) for kind in hidden.stack if kind >= 0)


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
