"""What the colours of the blocks do (USE-*)."""

import pytest

from tests.rules.table import Table

STACK = ["iron sword", "bow", "long bow", "iron boots", "iron helmet", "diamond helmet", "..."]


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


@pytest.mark.rule("USE-02")
def test_gray_lets_the_owner_turn_leggings_as_a_repair_does():
    leggings = {"item": "iron leggings", "damaged": True}
    table = at_block("G", players=[{}, {"items": [leggings]}])
    table.do("column 0", "player 1")
    assert (table.decision, table.decider) == ("mode", 1)
    table.do("mode armour")
    assert table.changes["item_mode[1, 0]"] == ("none", "armour")
    assert table.changes["item_hearts[1, 0]"] == (0, 2)


@pytest.mark.rule("USE-02")
def test_gray_repairs_leggings_that_miss_hearts_as_armour():
    leggings = {"item": "iron leggings", "mode": "armour", "hearts": 1}
    table = at_block("G", players=[{}, {"items": [leggings]}])
    table.do("column 0", "player 1")
    assert table.told("item repaired") == [("item repaired", 1, 0, "iron leggings")]
    assert (table.decision, table.decider) == ("mode", 1)
    table.do("mode armour")
    assert (table.p.item_active[1, 0], table.p.item_hearts[1, 0]) == (1, 2)


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


@pytest.mark.rule("USE-04")
def test_a_netherite_item_is_on_top_as_often_as_each_of_the_five():
    table = at_block("K", players=[{"items": ["stone sword"]}])
    table.do("column 0", "supply 2", "column 15")  # gold: finds an item
    assert table.chances["Netherite boots"] == pytest.approx(1 / 6)


@pytest.mark.rule("USE-04")
def test_a_short_stack_is_not_topped_up():
    table = at_block("K", players=[{"items": ["stone sword"]}], stack={"iron sword": 1, "bow": 2})
    table.do("column 0", "supply 2")
    assert table.p.stack_count.sum() == 4
    table.do("column 15")
    assert table.chances == pytest.approx(
        {"iron sword": 1 / 4, "bow": 1 / 2, "Netherite boots": 1 / 4}
    )


@pytest.mark.rule("USE-04")
def test_an_empty_stack_is_refilled_before_the_netherite_item_goes_in():
    table = at_block("K", players=[{"items": ["stone sword"]}], stack={})
    discards = int(table.p.discards.sum())
    table.do("column 0", "supply 2")
    assert table.told("stack shuffled") == [("stack shuffled", discards)]
    assert (table.p.stack_count.sum(), table.p.discards.sum()) == (discards + 1, 0)


@pytest.mark.rule("USE-04")
def test_the_six_tiles_on_top_are_shuffled_and_no_other():
    tops = set()
    for seed in range(12):
        table = at_block("K", chance="sampled", seed=seed, stack=STACK)
        size = len(table.hidden.stack[table.hidden.stack >= 0])
        before = list(table.hidden.stack[:size])
        table.do("column 0", "supply 2")
        after = list(table.hidden.stack[: size + 1])
        assert after[: size - 5] == before[: size - 5]
        added = set(after[size - 5 :]) - set(before[size - 5 :])
        assert len(added) == 1
        tops.add(after.index(added.pop()) - size)
    assert tops == {-5, -4, -3, -2, -1, 0}


@pytest.mark.rule("USE-04")
def test_a_netherite_tile_not_kept_goes_to_the_discard_pile():
    table = at_block("K", players=[{"items": ["stone sword"]}])
    table.do("column 0", "supply 2", "column 15", "Netherite boots", "bow", "tile 1")
    assert table.changes["discards[Netherite boots]"] == (0, 1)


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


@pytest.mark.rule("USE-05")
def test_a_covered_space_is_an_ordinary_one():
    board = [*[". . . . . ."] * 3, "@0 ~ ~ . . .", *[". . . . . ."] * 2]
    table = at_block("B", board=board, players=[{}])
    assert "step east" not in table.choices
    table.do("column 0", (3, 1), "step east")
    assert table.told("player moved") == [("player moved", 0, (3, 0), (3, 1), 1)]


@pytest.mark.rule("USE-06")
def test_a_block_without_effect_is_used_up_all_the_same():
    table = at_block("G", players=[{}])
    table.do("column 0")
    assert table.told("ability used", "item repaired") == [("ability used", 0, "gray")]
    gray = int(table.p.used[1])
    assert table.changes["used[gray]"] == (gray - 1, gray)


@pytest.mark.rule("USE-06")
def test_a_brown_block_with_no_obstacle_goes_to_the_used_pile():
    table = at_block("B")
    table.do("column 0")
    brown = int(table.p.used[3])
    assert table.changes["used[brown]"] == (brown - 1, brown)
    assert table.decision == "action"


@pytest.mark.rule("USE-06")
def test_black_with_no_netherite_item_left_has_no_effect():
    table = at_block("K", supply={})
    table.do("column 0")
    black = int(table.p.used[4])
    assert table.changes["used[black]"] == (black - 1, black)
    assert table.decision == "action"


@pytest.mark.rule("USE-04")
def test_all_of_the_eight_netherite_items_may_be_chosen():
    table = Table.at(
        board="flat",
        mobs={},
        players=[{"items": ["stone sword"]}, {}],
        tasks="complete",
        cube="K - - K  - - - -  - - - -  - - - YR",
    )
    table.do("column 0")
    # Of two that are equal the first is offered.
    assert table.choices == [f"supply {place}" for place in (0, 2, 3, 4, 5, 6)]
    assert table.p.decision_about == 0
    table.do("supply 6", "column 3")
    assert table.choices == [f"supply {place}" for place in (0, 2, 3, 4, 5, 7)]
    table.do("supply 7")
    assert table.p.supply.tolist() == [1] * 6 + [0, 0]
