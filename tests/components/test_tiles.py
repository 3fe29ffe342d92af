"""Ways across the board, and the layout of the standard tiles."""

import pytest

from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.components.checks import is_way
from tablemates.envs.portal_dash.components.maps import CHEST, BoardPart


def test_the_standard_tiles():
    tiles = load_components().tiles
    assert len({tile.name for tile in tiles}) == len({tile.rows for tile in tiles}) == 8
    assert sorted(len(tile.spawners) for tile in tiles) == [3, 3, 3, 3, 3, 3, 4, 5]
    assert sorted(len(tile.spaces(CHEST)) for tile in tiles) == [1] * 7 + [2]


def part(*rows):
    return BoardPart("part", rows)


@pytest.mark.parametrize(
    ("track", "goal", "expected"),
    [
        ([part("..", "..")], None, True),
        ([part(".~", "~.")], None, False),
        ([part(".~", "..")], None, True),
        ([part("^:", "~~")], None, True),
        ([part(".", "~"), part("~", ".")], None, False),
        ([part("..", "~."), part(".~", "..")], None, True),
        ([part("."), part("P")], "P", True),
        ([part(".", "."), part("P", "~")], "P", True),
        ([part(".", ".", "."), part("~", "~", "."), part("P", ".", ".")], "P", True),
        ([part(".", "~", "."), part("~", "~", "."), part("P", ".", ".")], "P", False),
        ([part("~"), part("P")], "P", False),
    ],
)
def test_ways(track, goal, expected):
    assert is_way(track, goal) is expected


# The way goes through the second part, back into the first, and on:
#
#   . . . | . ~ ~
#   ~ ~ ~ | . ~ ~
#   ~ ~ . | . ~ ~
#   ~ ~ ? | ~ ~ ~
#   ~ ~ . | . . .
@pytest.mark.parametrize(("symbol", "expected"), [(".", True), ("~", False)])
def test_a_way_may_lead_back_into_the_part_before(symbol, expected):
    first = part("...", "~~~", "~~.", f"~~{symbol}", "~~.")
    second = part(".~~", ".~~", ".~~", "~~~", "...")
    assert is_way([first, second]) is expected
