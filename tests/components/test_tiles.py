"""The standard tiles are drawn as a good set should be."""

import heapq
from collections import Counter
from itertools import permutations
from xml.etree import ElementTree

import pytest

from docs.generators.pages import DOCS
from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.components.maps import BoardPart
from tablemates.envs.portal_dash.components.ways import is_way

TILES = load_components().tiles
ROWS, COLUMNS = 6, 4

# What a space costs a player on foot: steps, and a heart is worth two of them.
COST = {":": 2, "^": 3}


def costs_from(rows, sources):
    """Return the cheapest cost of reaching each space, that of the first space included."""
    best = {}
    heap = [(COST.get(rows[r][c], 1), r, c) for r, c in sources if rows[r][c] != "~"]
    heapq.heapify(heap)
    while heap:
        cost, r, c = heapq.heappop(heap)
        if (r, c) in best:
            continue
        best[r, c] = cost
        for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= a < len(rows) and 0 <= b < len(rows[0]) and rows[a][b] != "~":
                heapq.heappush(heap, (cost + COST.get(rows[a][b], 1), a, b))
    return best


def crossing(rows, start=None):
    """Return the cheapest cost from the left edge, or one row of it, to the right edge."""
    costs = costs_from(rows, [(r, 0) for r in range(len(rows)) if start in (None, r)])
    right = len(rows[0]) - 1
    return min(cost for (_, column), cost in costs.items() if column == right)


def spaces(rows, symbol):
    return [(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one == symbol]


def test_eight_tiles_with_names():
    assert len(TILES) == len({tile.name for tile in TILES}) == 8
    assert len({tile.rows for tile in TILES}) == 8


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.name)
class TestTile:
    def test_obstacles(self, tile):
        assert 3 <= len(spaces(tile.rows, "~")) <= 7
        assert 2 <= len(spaces(tile.rows, "^")) <= 5
        assert 2 <= len(spaces(tile.rows, ":")) <= 5

    def test_spawners_and_chests(self, tile):
        assert 3 <= len(tile.spawners) <= 5
        assert 1 <= len(spaces(tile.rows, "C")) <= 2

    @pytest.mark.parametrize("column", [0, COLUMNS - 1])
    def test_edges_can_be_walked(self, tile, column):
        assert sum(row[column] not in "~" for row in tile.rows) >= 3
        assert sum(row[column] not in "~^:" for row in tile.rows) >= 3

    def test_all_ways_are_connected(self, tile):
        # So every order of any number of tiles is crossed if every pair is.
        ground = [(r, c) for r in range(ROWS) for c in range(COLUMNS) if tile.rows[r][c] != "~"]
        assert set(costs_from(tile.rows, ground[:1])) == set(ground)

    def test_covering_the_right_lava_opens_a_short_cut(self, tile):
        saved = []
        for r, c in spaces(tile.rows, "~"):
            rows = [list(row) for row in tile.rows]
            rows[r][c] = "."
            starts = [r for r in range(ROWS) if tile.rows[r][0] != "~"]
            saved += [crossing(tile.rows, start) - crossing(rows, start) for start in starts]
        assert max(saved) >= 1

    def test_a_chest_costs_a_detour(self, tile):
        for chest in spaces(tile.rows, "C"):
            there = costs_from(tile.rows, [(r, 0) for r in range(ROWS)])[chest]
            costs = costs_from(tile.rows, [chest])
            on = min(costs[r, COLUMNS - 1] for r in range(ROWS) if (r, COLUMNS - 1) in costs)
            assert there + on - 1 >= crossing(tile.rows) + 2


def test_some_tiles_have_more_spawners_and_most_have_one_chest():
    spawners = sorted(len(tile.spawners) for tile in TILES)
    assert spawners == [3, 3, 3, 3, 3, 3, 4, 5]
    assert sorted(len(spaces(tile.rows, "C")) for tile in TILES) == [1] * 7 + [2]


@pytest.mark.parametrize(
    "pair", list(permutations(TILES, 2)), ids=lambda pair: f"{pair[0].name} + {pair[1].name}"
)
def test_any_two_tiles_can_be_crossed(pair):
    rows = [left + right for left, right in zip(pair[0].rows, pair[1].rows, strict=True)]
    assert 2 * COLUMNS <= crossing(rows) <= 3 * COLUMNS
    assert is_way(pair)


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


def test_the_picture_shows_every_space():
    root = ElementTree.parse(DOCS / "tiles.svg").getroot()
    used = Counter(node.get("href") for node in root.iter("{http://www.w3.org/2000/svg}use"))
    legend = 1
    for symbol, name in (("~", "lava"), ("^", "magma"), (":", "soul-sand"), ("C", "chest")):
        assert used[f"#{name}"] == sum(len(spaces(tile.rows, symbol)) for tile in TILES) + legend
    assert used["#portal"] == 1 + legend
    drawn = {node.get("id") for node in root.iter("{http://www.w3.org/2000/svg}g")}
    assert {name.removeprefix("#") for name in used} <= drawn
