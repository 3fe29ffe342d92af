"""Mining blocks from the cube and drawing them from the used pile (MINE-*)."""

import pytest

from tests.portal_dash.rules.table import Table

#: Full, but for the first column; of that all four blocks are said.
FULL = "RGBK 4 4 4  4 4 4 4  4 4 4 4  4 4 4 4"
ONLY_A = {"A": ["RRR", "GGG"], "B": ["", ""], "C": [""]}
CORNERS = ["column 0", "column 3", "column 12", "column 15"]
#: Four low columns, all in the corners, and every task done: nothing is uncovered, nothing late.
LOW = {"cube": "R - - G  - - - -  - - - -  K - - YY", "tasks": "complete"}


def with_item(name, **position):
    """Return a table of one player who owns nothing but an item, on a bare board."""
    players = [{"space": (2, 1), "items": [name]}]
    return Table.at(board="flat", mobs={}, players=players, **position)


def columns(table):
    """Return the columns of the cube that may be chosen."""
    return [choice for choice in table.choices if str(choice).startswith("column")]


@pytest.mark.rule("MINE-01")
def test_any_exposed_block_of_any_layer_is_mined():
    table = with_item("stone sword", cube="3 3 3 3  3 3 3 3  3 3 3 3  3 3 KY -", tasks=ONLY_A)
    # Column 14 is lower than 10 and 13, of which 10 has but one free side.
    free = [0, 3, 11, 12, 13, 14]
    assert columns(table) == [f"column {column}" for column in free]
    table.do("column 14")
    assert table.events[0] == ("block removed", 0, 14, 3, "black", "mined")
    assert table.changes["height[14]"] == (2, 1)


@pytest.mark.rule("MINE-02")
def test_a_pickaxe_mines_block_after_block_up_to_its_number():
    table = with_item("stone pickaxe", cube=FULL)
    table.do("slot 0")
    assert (table.decision, table.choices) == ("mine", CORNERS)  # at least one
    table.do("column 0")
    # What the first block laid bare may be the second.
    assert table.choices == ["done", "column 0", "column 1", "column 3", "column 4", *CORNERS[2:]]
    table.do("column 0")
    assert table.events[0] == ("block removed", 0, 0, 2, "gray", "mined")
    assert table.decision == "block"  # two are all that a stone pickaxe mines


@pytest.mark.rule("MINE-03")
def test_all_blocks_are_mined_before_any_is_used():
    table = with_item("iron pickaxe", **LOW)
    table.do("slot 0", "column 0", "column 3", "column 12")
    assert table.kinds() == ["block removed"] * 3
    assert (table.decision, table.choices) == (
        "block",
        ["colour red", "colour gray", "colour black"],
    )
    table.do("colour gray")
    assert table.told("ability used") == [("ability used", 0, "gray")]
    # None can be kept: the others must be used too.
    assert (table.decision, table.choices) == ("block", ["colour red", "colour black"])


@pytest.mark.rule("MINE-04")
def test_a_diamond_pickaxe_draws_two_blocks_and_then_mines():
    table = with_item("diamond pickaxe", **LOW)
    red, blocks = int(table.p.used[0]), int(table.p.used.sum())
    table.do("slot 0")
    assert table.chances["red"] == pytest.approx(red / blocks)
    table.do("red", "gray")
    assert table.kinds() == ["block drawn", "block drawn"]
    assert table.changes["used[red]"] == (red, red - 1)
    assert (table.decision, table.choices[0]) == ("mine", "done")  # none from the cube, if it likes
    table.do("column 12", "column 15")
    assert table.choices == ["colour red", "colour gray", "colour gold", "colour black"]
