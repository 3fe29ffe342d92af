"""Blocks: the die, what they do, mining, the piglin board: BLOCK, USE, MINE, PIG."""

from __future__ import annotations

import pytest

from tests.portal_dash.rules.table import Table

# -- the blocks die -----------------------------------------------------------------------


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


# -- what blocks do -----------------------------------------------------------------------


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


# -- mining -------------------------------------------------------------------------------


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


# -- the piglin board ---------------------------------------------------------------------


#: Column 0 may be mined without uncovering anything, and layer 1 has another block.
RED = "RGBK 3 3 3  3 3 3 3  3 3 3 3  3 3 3 4"
EMPTY = {"A": ["", ""], "B": ["", ""], "C": [""]}


def with_tasks(tasks, *, players=1, cube=RED):
    """Return a table at which column 0 may be mined, with something on the piglin board."""
    return Table.at(board="flat", mobs={}, players=players, cube=cube, tasks=tasks)


def places(table):
    """Return the columns of the piglin board that may be chosen."""
    return [int(choice.removeprefix("place ")) for choice in table.choices if "place" in choice]


@pytest.mark.rule("PIG-01")
def test_a_mined_block_goes_to_a_task_instead_of_giving_its_ability():
    table = with_tasks(EMPTY)
    table.do("column 0")
    assert table.choices == ["ability", "place 0", "place 1", "place 3", "place 4", "place 6"]
    assert table.do("place 4") == [("block placed", 0, "red", 4)]
    assert table.changes == {
        "hand[red]": (1, 0),
        "place_colour[4]": (None, "red"),
        "place_count[4]": (0, 1),
    }


@pytest.mark.rule("PIG-02")
@pytest.mark.parametrize(
    ("players", "task", "columns", "last"),
    [
        (2, "A", ["RRR", "RR"], 1),
        (2, "B", ["RRR", "RRR"], 4),
        (2, "C", ["RRRR"], 6),
        (3, "A", ["RR"], 0),
        (3, "B", ["RRR", "RR"], 4),
        (3, "C", ["RRR"], 6),
    ],
)
def test_a_task_is_complete_when_its_last_column_is_full(players, task, columns, last):
    empty = EMPTY if players == 2 else {"A": [""], "B": ["", ""], "C": [""]}
    table = with_tasks({**empty, task: columns}, players=players)
    table.do("column 0", f"place {last}")
    assert table.told("task done") == [("task done", 0, task)]


@pytest.mark.rule("PIG-03")
@pytest.mark.parametrize(
    ("cube", "tasks", "cause"),
    [
        ("RGBK 3 3 3  3 3 3 3  3 3 3 3  3 3 3 3", {"A": ["RRR", "GG"]}, "task a late"),
        ("RGB 2 2 2  2 2 2 2  2 2 2 2  2 2 2 2", {"B": ["KKK", "YYY"]}, "task b late"),
        ("RG 1 1 1  1 1 1 1  1 1 1 1  1 1 1 1", {"C": ["BBBB"]}, "task c late"),
    ],
)
def test_the_last_block_of_a_layer_loses_while_its_task_is_not_complete(cube, tasks, cause):
    done = {"A": ["RRR", "GGG"], "B": ["KKK", "YYYY"], "C": ["BBBBB"]}
    late = {
        task: tasks.get(task, row if task < max(tasks) else EMPTY[task])
        for task, row in done.items()
    }
    table = with_tasks(late, cube=cube)
    table.do("column 0")
    assert table.told("game lost") == [("game lost", cause, None, None)]
    table = with_tasks({**late, **{task: done[task] for task in tasks}}, cube=cube)
    table.do("column 0")
    assert table.ending is None
