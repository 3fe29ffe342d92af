"""What the colours of the blocks do (USE-*)."""

import pytest

from tests.portal_dash.rules.table import Table


def at_block(colour, **position):
    """Return a table at which a block of a colour is in column 0, gold and red in column 15.

    All tasks are complete, so that a block has nothing but its ability; nothing is uncovered.
    """
    position = {"board": "flat", "mobs": {}, "players": [{}, {}], "tasks": "complete", **position}
    return Table.at(cube=f"{colour} - - -  - - - -  - - - -  - - - YR", **position)


@pytest.mark.rule("USE-01")
def test_red_fills_the_life_tracker_of_any_player():
    tunic = {"item": "leather tunic", "hearts": 0, "damaged": True}
    table = at_block("R", players=[{"hearts": 1}, {"hearts": 2, "items": [tunic]}])
    table.do("column 0")
    assert (table.decision, table.choices) == ("player", ["player 0", "player 1"])
    assert table.do("player 1") == [("healed", 1, 6)]
    assert table.changes == {"hearts[1]": (2, 6)}  # armour is not


@pytest.mark.rule("USE-02")
def test_gray_repairs_everything_that_a_player_owns():
    worn = [
        {"item": "leather boots", "damaged": True},
        "stone sword",
        {"item": "iron chestplate", "hearts": 1},
        {"item": "leather tunic", "damaged": True},
    ]
    table = at_block("G", players=[{}, {"hearts": 2, "items": worn}])
    table.do("column 0", "player 1")
    assert table.told("item repaired") == [
        ("item repaired", 1, 0, "leather boots"),
        ("item repaired", 1, 2, "iron chestplate"),
        ("item repaired", 1, 3, "leather tunic"),
    ]
    assert table.items(1, active=False) == []
    assert table.changes["item_hearts[1, 2]"] == (1, 3)
    assert table.changes["item_hearts[1, 3]"] == (0, 1)
    assert "hearts[1]" not in table.changes


@pytest.mark.rule("USE-03")
def test_gold_lets_any_player_find_an_item():
    table = at_block("Y", players=[{}, {"items": ["stone sword"]}])
    table.do("column 0", "player 1", "iron boots", "bow")
    assert table.told("tile drawn") == [("tile drawn", 1, "iron boots"), ("tile drawn", 1, "bow")]
    assert (table.decision, table.decider) == ("keep tile", 1)
    table.do("tile 1")
    assert table.items(1) == ["stone sword", "bow"]


@pytest.mark.rule("USE-04")
def test_black_adds_a_chosen_netherite_item_to_the_top_five_tiles():
    table = at_block("K", stack={"iron sword": 3, "bow": 2, "long bow": 1})
    table.do("column 0")
    assert table.decision == "netherite"
    assert table.do("supply 2") == [("netherite added", 0, "Netherite boots")]
    assert table.changes["supply[2]"] == (1, 0)
    assert table.changes["stack_count[Netherite boots]"] == (0, 1)


#: Lava, magma and soul sand; a piece on one of each, one under a brown block.
OBSTACLES = [
    ".  . ~ ~#   .  .",
    ".  1 ^ ^@1  .  .",
    ".  . : :m1  .  2",
    "@0 . . .    .  .",
    ".  . 3 .    .  .",
]


@pytest.mark.rule("USE-05")
def test_brown_covers_an_obstacle_without_a_piece_for_good():
    table = at_block("B", tiles=["Ember Ford"], board=OBSTACLES)
    table.do("column 0")
    assert (table.decision, table.choices) == ("cover", [(0, 2), (1, 2), (2, 2)])
    assert table.do((2, 2)) == [("space covered", 0, (2, 2))]
    assert table.changes == {"brown": ({(0, 3)}, {(0, 3), (2, 2)})}  # nor is it on the used pile


@pytest.mark.rule("USE-06")
def test_a_block_without_effect_is_used_up_all_the_same():
    table = at_block("G", players=[{}])
    table.do("column 0")
    assert table.told("ability used", "item repaired") == [("ability used", 0, "gray")]
    gray = int(table.p.used[1])
    assert table.changes["used[gray]"] == (gray - 1, gray)
