"""Turns: actions, moves, what is revealed, the end: TURN, ACT, MOVE, REVEAL, END."""

from __future__ import annotations

import pytest

from tablemates.envs.portal_dash import vocabulary as V
from tests.portal_dash.rules.table import Table

# -- the order of a turn ------------------------------------------------------------------


@pytest.mark.rule("TURN-01")
def test_a_turn_is_dice_blocks_die_mob_die_two_actions_reveal_next_player():
    table = Table.at(
        board="flat",
        tiles=["Ember Ford"],
        mobs={},
        line=["ghast 2", "..."],
        players=[{"space": (0, 3)}, {"space": (5, 5)}],
        cube="R R - - - - - - - - - - - - - -",
        tasks="complete",
        active_player=1,
        decision="reveal",
        turn=3,
    )
    assert table.do("done") == [("turn ended", 1), ("turn started", 0, 4)]
    assert table.choices == ["red", "gray", "gold", "brown", "black", "any"]
    assert table.do("red") == [("blocks die", 0, "red")]
    assert table.choices == [1, 2, 3]
    assert table.do(2) == [("mob die", 0, 2)]
    assert (table.decision, table.decider) == ("remove block", 0)
    assert table.do("column 1") == [
        ("block removed", 0, 1, 4, "red", "die"),
        ("forced", 0, (1, 1)),
        ("mob spawned", "ghast 2", (1, 1)),
    ]
    assert (table.decision, table.decider, table.p.actions_done) == ("action", 0, 0)
    assert table.do("step east") == [("player moved", 0, (0, 3), (0, 4), 1)]
    assert (table.decision, table.decider, table.p.actions_done) == ("action", 0, 1)
    assert table.do("step east") == [("player moved", 0, (0, 4), (0, 5), 1)]
    assert (table.decision, table.decider) == ("reveal", 0)
    assert table.do("done") == [("turn ended", 0), ("turn started", 1, 5)]
    assert table.changes == {
        "turn": (4, 5),
        "active_player": (0, 1),
        "actions_done": (2, 0),
        "blocks_die": (0, -1),
        "mob_die": (2, -1),
    }
    assert table.decision == "chance"


@pytest.mark.rule("TURN-02")
def test_a_death_leaves_the_other_mobs_of_the_roll_without_their_turn():
    table = Table.at(
        board="flat",
        mobs={"magma cube 1": (0, 2), "enderman 1": (4, 3)},
        players=[{"space": (0, 1), "hearts": 1, "items": []}, {"space": (4, 2), "items": []}],
        decision="mob die",
    )
    table.do(1)
    assert table.do((0, 2)) == [
        ("mob activated", "magma cube 1"),
        ("forced", 0, "player 0"),
        ("mob attacked", "magma cube 1", 0, 2),
        ("heart lost", 0, "magma cube", 0),
        ("game lost", "player died", 0, "magma cube"),
    ]
    assert (table.decision, table.p.hearts[1]) == ("none", 6)


# -- actions ------------------------------------------------------------------------------


#: Columns 0 and 3 have one block each, a red and a gray one.
FEW = "R 4 4 G  4 4 4 4  4 4 4 4  4 4 4 4"


def owner(*items, board="flat", mobs=None, **position):
    """Return the game of a player at (2, 1) who owns these items and is about to act."""
    players = [{"space": (2, 1), "items": list(items)}, {"space": (5, 0)}]
    return Table.at(board=board, mobs=mobs or {}, players=players, **position)


def damaged(item):
    """Return an item in the bottom row."""
    return {"item": item, "damaged": True}


def slots(table):
    """Return the slots that may be chosen now."""
    return [choice for choice in table.choices if choice.startswith("slot")]


@pytest.mark.rule("ACT-01")
def test_nobody_may_pass():
    table = owner("iron boots")
    assert "done" not in table.choices
    assert table.choices[0] == "step north"


@pytest.mark.rule("ACT-02")
def test_basic_mining_takes_one_block_and_uses_it_at_once():
    table = Table.at(board="flat", mobs={}, cube=FEW, players=[{"hearts": 3}])
    assert "column 0" in table.choices
    table.do("column 0", "ability")
    assert table.events == [
        ("block removed", 0, 0, 4, "red", "mined"),
        ("forced", 0, "colour red"),
        ("ability used", 0, "red"),
        ("forced", 0, "player 0"),
        ("healed", 0, 6),
    ]
    assert (table.decision, table.p.actions_done, table.p.hand.sum()) == ("action", 1, 0)


@pytest.mark.rule("ACT-03")
def test_the_basic_move_is_one_step():
    table = owner()
    table.do("step north")
    assert table.events == [("player moved", 0, (2, 1), (1, 1), 1)]
    assert table.changes == {"player_space[0]": ((2, 1), (1, 1)), "actions_done": (0, 1)}
    assert table.decision == "action"


@pytest.mark.rule("ACT-05", "FIGHT-03")
def test_a_weapon_goes_down_before_its_dice_are_rolled():
    table = owner("iron sword", mobs={"magma cube 1": (2, 2)})
    table.do("slot 0")
    assert table.kinds()[-2:] == ["fight started", "item damaged"]
    assert (table.decision, table.items(0, active=True)) == ("chance", [])


# -- moves --------------------------------------------------------------------------------


#: Magma, soul sand and lava round the walker; a part that is still face down begins in column 6.
CROSSING = """
    .  .  .  .  .  .
    .  .  ^  .  .  .
    .  : @0  ~  .  .
    .  .  m1 .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
"""
#: A lane with everything that hurts or hinders.
LANE = """
    .  .  .  .  .  .
    .  ^  .  :  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
"""
#: The tile has its chest space there.
CHEST = {"tiles": ["Broken Bridge"], "board": [".  .  .  .  .  .", ".  .  .  $  .  ."]}


def walking(table):
    """Return the steps that may be taken now."""
    return [choice for choice in table.choices if str(choice).startswith("step")]


@pytest.mark.rule("MOVE-01")
def test_boots_go_up_to_their_number_of_steps():
    table = Table.at(board="flat", mobs={}, players=[{"space": (2, 2)}])
    table.do("slot 0")
    assert table.choices == ["done", "step north", "step east", "step south", "step west"]
    table.do("step north")
    assert (table.decision, table.p.steps_left) == ("step", 1)
    table.do("step west")
    assert table.changes["player_space[0]"] == ((1, 2), (1, 1))
    assert table.decision == "action"


@pytest.mark.rule("MOVE-02")
def test_nobody_enters_mobs_or_lava():
    table = Table.at(board=CROSSING, players=1)
    assert table.do("slot 0") == []
    assert walking(table) == ["step north", "step west"]


@pytest.mark.rule("MOVE-03")
def test_each_entry_of_magma_costs_a_heart():
    table = Table.at(board=LANE, players=[{"space": (1, 0), "items": ["iron boots"]}])
    table.do("slot 0", "step east", "step east", "step west")
    assert table.told("heart lost") == [
        ("heart lost", 0, "magma", 5),
        ("heart lost", 0, "magma", 4),
    ]
    assert table.changes["hearts[0]"] == (6, 4)


@pytest.mark.rule("MOVE-04")
def test_soul_sand_needs_two_steps():
    table = Table.at(board=CROSSING, players=1)
    table.do("slot 0", "step west")
    assert table.told("player moved") == [("player moved", 0, (2, 2), (2, 1), 2)]
    assert table.decision == "action"


@pytest.mark.rule("MOVE-05")
@pytest.mark.parametrize(
    "boots",
    ["Netherite boots", {"item": "iron boots", "enchantments": ["boots fire walking"]}],
    ids=["Netherite", "enchanted"],
)
def test_fireproof_boots_make_magma_and_soul_sand_ordinary(boots):
    table = Table.at(board=LANE, players=[{"space": (1, 0), "items": [boots]}])
    table.do("slot 0", "step east", "step east", "step east")
    assert table.told("player moved", "heart lost") == [
        ("player moved", 0, (1, 0), (1, 1), 1),
        ("player moved", 0, (1, 1), (1, 2), 1),
        ("player moved", 0, (1, 2), (1, 3), 1),
    ]


@pytest.mark.rule("MOVE-06")
def test_every_player_finds_an_item_clockwise_from_the_mover():
    table = Table.at(**CHEST, players=[{}, {}, {"space": (2, 3)}], active_player=2)
    found = ["iron boots", "iron helmet", "tile 0"]
    table.do("step north", "yes", *found, *found, "bow", "bow")
    assert table.told("tile drawn", "item kept") == [
        ("tile drawn", 2, "iron boots"),
        ("tile drawn", 2, "iron helmet"),
        ("item kept", 2, 5, "iron boots"),
        ("tile drawn", 0, "iron boots"),
        ("tile drawn", 0, "iron helmet"),
        ("item kept", 0, 5, "iron boots"),
        ("tile drawn", 1, "bow"),
        ("tile drawn", 1, "bow"),
        ("item kept", 1, 5, "bow"),
    ]


@pytest.mark.rule("MOVE-07")
def test_leggings_in_boots_mode_move_like_boots():
    leggings = {"item": "iron leggings", "mode": "boots"}
    table = Table.at(board=LANE, players=[{"space": (1, 0), "items": [leggings]}])
    assert "slot 0" in table.choices
    table.do("slot 0", "step south", "step east")
    assert table.told("player moved", "item damaged") == [
        ("player moved", 0, (1, 0), (2, 0), 1),
        ("player moved", 0, (2, 0), (2, 1), 1),
        ("item damaged", 0, 0, "iron leggings", "used"),
    ]


# -- revealing ----------------------------------------------------------------------------


#: Low enough for complete tasks.
LOW = "2 2 2 2  2 2 2 2  2 2 2 2  2 2 2 2"


def after_actions(*spaces, **position):
    """Return a table after the second action; by default one tile is face up."""
    position = {"board": "flat", "tiles": ["Ember Ford"], "mobs": {}, **position}
    return Table.at(decision="reveal", players=[{"space": space} for space in spaces], **position)


def before_portal(**position):
    """Return a table with both tiles face up, player 1 beside the portal strip."""
    tiles = ["Ember Ford", "Soul Hollow"]
    position = {"tasks": "complete", "cube": LOW, **position}
    return after_actions((0, 0), (3, 10), tiles=tiles, parts_open=2, **position)


def space(row, column):
    return row * V.COLUMNS + column


@pytest.mark.rule("REVEAL-01")
def test_who_ends_the_turn_decides_if_any_player_stands_at_the_edge():
    table = after_actions((0, 0), (3, 5))
    assert (table.decision, table.decider, table.choices) == ("reveal", 0, ["done", "yes"])
    table.do("yes", "Soul Hollow")
    assert table.told("part revealed") == [("part revealed", 0, 1, "Soul Hollow")]
    assert table.changes["open_columns"] == (6, 11)


@pytest.mark.rule("REVEAL-02")
def test_a_tile_gets_its_chests_and_a_mob_on_each_spawner():
    line = ["ghast 2", "enderman 1", "magma cube 3", "magma cube 1", "..."]
    table = after_actions((3, 5), line=line, chests=[])
    table.do("yes", "Four Winds")
    assert table.told("chest placed", "mob spawned") == [
        ("chest placed", (0, 8)),
        ("mob spawned", "ghast 2", (1, 6)),
        ("mob spawned", "enderman 1", (2, 10)),
        ("mob spawned", "magma cube 3", (4, 10)),
        ("mob spawned", "magma cube 1", (5, 9)),
    ]
    assert table.changes["chest_space[0]"] == (None, (0, 8))
    assert table.changes["line_length"] == (9, 5)


@pytest.mark.rule("REVEAL-03")
def test_the_boss_comes_with_the_portal_and_acts_from_the_next_roll():
    table = before_portal()
    table.do("yes")
    assert table.kinds() == ["portal revealed", "boss appeared", "turn ended", "turn started"]
    assert table.events[1] == ("boss appeared", "the Wildfire", (2, 12))
    assert table.changes["mob_space[the Wildfire]"] == (None, (2, 12))
    table.do("red", 1)
    assert table.told("mob activated") == [("mob activated", "the Wildfire")]


@pytest.mark.rule("REVEAL-03")
@pytest.mark.parametrize("late", [{"A": ["RRR", "GG"]}, {"B": ["KK", "YYYY"]}, {"C": ["BBBB"]}])
def test_the_portal_strip_stays_down_until_all_tasks_are_complete(late):
    complete = {"A": ["RRR", "GGG"], "B": ["KKK", "YYYY"], "C": ["BBBBB"]}
    table = Table.at(
        board="flat",
        tiles=["Ember Ford", "Soul Hollow"],
        parts_open=2,
        mobs={},
        actions_done=1,
        players=[{"space": (3, 9)}],
        cube="RRRR - - -  - - - -  - - - -  - - - -",  # no task is due
        tasks=complete | late,
    )
    table.do("step east")
    assert (table.decision, table.kinds()[-1]) == ("chance", "turn started")


@pytest.mark.rule("REVEAL-04")
@pytest.mark.parametrize("answer", ["done", "yes"])
def test_it_is_asked_once_between_two_turns(answer):
    table = after_actions((0, 0), (3, 5))
    table.do(answer, *(["Soul Hollow"] if answer == "yes" else []))
    assert table.kinds()[-2:] == ["turn ended", "turn started"]
    assert table.p.parts_open == (2 if answer == "yes" else 1)


# -- the end ------------------------------------------------------------------------------


BOTH = {"tiles": 2, "bosses": [["wildfire", "easy"], ["ancient hoglin", "easy"]]}


def at_boss(*bosses, **position):
    """Return a table at which player 0 stands beside the Wildfire, sword in hand."""
    sides = [{"boss": kind, "life": life} for kind, life in bosses]
    players = [{"space": (2, 11), "items": ["stone sword"]}, {}]
    return Table.at(portal_open=True, board="flat", players=players, bosses=sides, **position)


@pytest.mark.rule("END-01")
def test_the_team_wins_when_the_boss_has_no_life_left():
    table = at_boss(("wildfire", 3), mobs={"wildfire": (2, 12)})
    table.do("slot 0", 2, 2, 1)
    assert table.told("boss hit", "game won") == [
        ("boss hit", 0, "the Wildfire", 5, 0),
        ("game won", "boss defeated"),
    ]
    assert table.changes["outcome"] == ("running", "won")
    assert table.changes["cause"] == ("none", "boss defeated")


@pytest.mark.rule("END-01")
def test_one_of_two_bosses_is_not_enough():
    mobs = {"wildfire": (2, 12), "ancient hoglin": (5, 12)}
    for life, ending in ((5, None), (0, "boss defeated")):
        standing = mobs if life else {"wildfire": (2, 12)}
        table = at_boss(("wildfire", 2), ("ancient hoglin", life), mobs=standing, level=BOTH)
        table.do("slot 0", 1, 1, 1)
        assert table.changes["boss_life[0]"] == (2, 0)
        assert table.ending == ending


@pytest.mark.rule("END-02")
def test_the_team_loses_as_soon_as_one_life_tracker_is_empty():
    board = [*[". . . . . ."] * 3, "@0 ^ . . . .", *[". . . . . ."] * 2]
    table = Table.at(board=board, mobs={}, players=[{"hearts": 1, "items": []}, {}])
    table.do("step east")
    assert table.events[-1] == ("game lost", "player died", 0, "magma")
    assert table.changes["hearts[0]"] == (1, 0)
    assert table.changes["outcome"] == ("running", "lost")
    assert (table.decision, table.choices) == ("none", [])


@pytest.mark.rule("END-03")
def test_the_team_loses_when_a_task_is_late():
    tasks = {"A": ["RRR", "GG"], "B": ["", ""], "C": [""]}
    cube = "GRBK 3 3 3  3 3 3 3  3 3 3 3  3 3 3 3"
    table = Table.at(board="flat", mobs={}, cube=cube, tasks=tasks)
    table.do("column 0")
    assert table.events[-1] == ("game lost", "task a late", None, None)
    assert table.changes["outcome"] == ("running", "lost")


@pytest.mark.rule("END-04")
def test_the_team_loses_with_the_last_block_of_the_cube():
    cube = "R - - -  - - - -  - - - -  - - - {}"
    table = Table.at(board="flat", mobs={}, cube=cube.format("-"), tasks="complete")
    table.do("column 0")
    assert table.events[-1] == ("game lost", "cube empty", None, None)
    table = Table.at(board="flat", mobs={}, cube=cube.format("G"), tasks="complete")
    table.do("column 0")
    assert table.ending is None
