"""The blocks die takes a block out of the cube: BLOCK-*."""

import pytest

from tests.portal_dash.rules.table import Table

#: One layer left, red all round a black middle. Columns are counted in reading order.
RED_RING = "R R R R  R K K R  R K K R  R R R R"


def at_the_blocks_die(cube):
    """One player before the roll; the cube as 16 words, a column each from the top."""
    rest = {"board": "flat", "mobs": {}, "players": 1, "tasks": "complete"}
    return Table.at(cube=cube, decision="blocks die", **rest)


@pytest.mark.rule("BLOCK-01")
def test_the_blocks_die_has_five_colours_and_a_question_mark():
    table = at_the_blocks_die(RED_RING)
    faces = ["red", "gray", "gold", "brown", "black", "any"]
    assert table.choices == faces
    assert table.chances == pytest.approx(dict.fromkeys(faces, 1 / 6))


@pytest.mark.rule("BLOCK-02")
def test_a_block_is_exposed_with_its_top_and_two_sides_free():
    table = at_the_blocks_die(RED_RING)
    table.do("red")
    assert table.choices == ["column 0", "column 3", "column 12", "column 15"]


@pytest.mark.rule("BLOCK-03")
def test_the_colour_goes_from_the_topmost_layer_that_shows_it():
    cube = "G R R RG  R K K R  R K K R  RKB R R RKK"
    table = at_the_blocks_die(cube)
    table.do("red")  # red is exposed in layers 2 (columns 12, 15) and 3 (column 3)
    assert (table.decision, table.decider) == ("remove block", 0)
    assert table.choices == ["column 12", "column 15"]
    table.do("column 15")
    assert table.told("block removed") == [("block removed", 0, 15, 2, "red", "die")]


@pytest.mark.rule("BLOCK-04")
def test_a_colour_that_is_not_exposed_removes_nothing():
    table = at_the_blocks_die(RED_RING)
    assert table.do("black") == [("blocks die", 0, "black"), ("no block removed", 0, "black")]
    assert table.changes == {"blocks_die": (-1, 4)}
    assert table.decision == "action"


@pytest.mark.rule("BLOCK-05")
def test_a_question_mark_takes_any_exposed_block_of_the_top_layer():
    # Layer 3 holds a row of three, of which the middle one is exposed as well, and column 15.
    cube = "R R R R  KR GR YR R  K K K K  K K B BB"
    table = at_the_blocks_die(cube)
    table.do("any")
    assert (table.decision, table.decider) == ("remove block", 0)
    assert table.choices == ["column 4", "column 5", "column 6", "column 15"]
    table.do("column 6")
    assert table.told("block removed") == [("block removed", 0, 6, 3, "gold", "die")]


@pytest.mark.rule("BLOCK-06")
def test_a_removed_block_goes_to_the_used_pile_without_effect():
    table = at_the_blocks_die(RED_RING)
    table.p.hearts[0] = 3  # a red block that is used would heal
    used = int(table.p.used[0])
    table.do("red", "column 0")
    assert table.changes == {
        "blocks_die": (-1, 0),
        "height[0]": (1, 0),
        "cube[0, 0]": ("red", -2),
        "used[red]": (used, used + 1),
    }
    assert table.kinds() == ["blocks die", "block removed"]
