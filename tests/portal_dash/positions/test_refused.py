"""Invalid positions: one sentence each, with place and reason, and no traceback."""

from typing import Any

import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.positions import PositionError, load_position

#: What is left of a turn before its first action.
ACTION = ["action", "action", "reveal", "end turn"]
PORTAL: dict[str, Any] = {"portal_open": True, "players": [{"space": [0, 11]}], "mobs": {}}
PLAIN = ". . . . . ."


def items(*entries):
    return {"players": [{"items": list(entries)}]}


def agenda(*steps, **keys):
    """Return a position with steps on top of a turn's first action."""
    return {"agenda": [*steps, *ACTION], **keys}


def second(*steps, **keys):
    """Return a position with steps on top of a turn's second action."""
    return {"agenda": [*steps, *ACTION[1:]], "actions_done": 1, **keys}


def ended(cause, **keys):
    return {"end": {"outcome": "lost", "cause": cause, **keys}}


REFUSED: list[tuple[Any, str]] = [
    # keys, types, bounds
    ([], "position: keys with values are needed"),
    ({"bord": "flat"}, r"bord: unknown key 'bord'; did you mean 'board'\?"),
    (
        {"players": [{"heart": 3}]},
        r"players\.0\.heart: unknown key 'heart'; did you mean 'hearts'\?",
    ),
    ({"turn": True}, "turn: .*not True"),
    ({"turn": 10**6000}, "turn: input should be less than or equal to 2147483647"),
    ({"players": [{"hearts": 7}]}, r"players\.0\.hearts: .*6, not 7"),
    # settings
    ({"level": 9}, "level: unknown level 9"),
    ({"counters": {"dice": 1}}, "counters.dice: unknown stream of chance 'dice'"),
    # track
    ({"tiles": ["Ember Fort"]}, r"tiles\.0: unknown tile .* did you mean 'Ember Ford'\?"),
    (
        {"tiles": ["Ember Ford", "The Warren"], "chance": "explicit"},
        r"tiles\.1: with explicit chance nobody knows",
    ),
    ({"portal_open": True, "parts_open": 1}, "portal_open: the portal strip is revealed after"),
    # map
    ({"board": [PLAIN] * 5}, "board: the map has 5 rows, not 6"),
    ({"board": [". . . x . ."] * 6}, r"board\.0\.column 3: 'x' is no word of a map"),
    ({"board": ["# . . . . ."] * 6}, r"board\.0\.column 0: a brown block lies on lava"),
    ({"board": ["m9 . . . . ."] * 6}, r"board\.0\.column 0: there is no mob 'm9'"),
    ({"board": ["@0 @0 . . . ."] * 6}, "player 0 stands on the map twice"),
    (
        {"board": ["@0 . . . . ."] + [PLAIN] * 5, "players": [{"space": [0, 0]}, {}]},
        r"players\.0\.space: the player stands on the map already",
    ),
    # mobs and bosses
    (
        {"mobs": {"endermann 2": [0, 3]}},
        r"mobs\.endermann 2: unknown mob .*; did you mean 'enderman 2'\?",
    ),
    ({"mobs": {"ghast 1": [0, 3], "ghast 2": [0, 3]}}, r"mobs\.ghast 2: another mob .*\[0, 3\]"),
    ({"mobs": {"ghast 1": [0, 0]}}, r"players\.0\.space: a mob stands on \[0, 0\] as well"),
    ({"mobs": {"ghast 1": [0, 3]}, "line": ["ghast 1", "..."]}, r"line\.0: ghast 1 is in"),
    ({"pending_mobs": ["ghast 1"], "mobs": {}}, "pending_mobs: 'ghast 1' is not on"),
    (
        {"pending_mobs": ["ghast 1"], "mobs": {"ghast 1": [0, 3]}},
        "pending_mobs: this is so only while 'next mob' is on the agenda",
    ),
    ({"bosses": [{"boss": "wildfire"}] * 2}, "bosses: one boss or two different ones"),
    ({"bosses": [{"boss": "wildfire", "life": 21}]}, "must be at most 20, not 21"),
    (
        {**PORTAL, "level": {"bosses": [["wildfire", "easy"], ["ancient hoglin", "easy"]]}},
        r"mobs\.ancient hoglin: the portal is open: say on which space",
    ),
    # players
    ({"players": [{"space": [0, 6]}]}, r"players\.0\.space: \[0, 6\] is not on the board"),
    # blocks
    ({"cube": "4 " * 15}, r"cube: the cube has 16 columns \('-': empty\), not 15"),
    ({"cube": "KKK " * 16}, "cube: the position has 1 black blocks more than"),
    ({"cube": "?RRR " + "RGYB " * 10 + "- " * 5, "used": {}}, "shows a face"),
    (
        {"cube": "1 1 1 1 1 R? R? 1 1 R? R? 1 1 1 1 1", "tasks": "complete"},
        r"used: must be given where the cube has '\?'",
    ),
    ({"cube": "2 " * 16, "tasks": "complete", "used": {}}, "cube: .*are nowhere"),
    ({"cube": "- " * 16, "tasks": "complete"}, r"the cube is empty: .*\(END-04\)"),
    ({"hand": {"red": 1}}, "hand: this is so only while 'use blocks' is"),
    (second("use blocks", hand={"red": 9}), "hand: 8 blocks are the most"),
    # items
    (items("iron sward"), r"players\.0\.items\.0: unknown item .*; did you mean 'iron sword'\?"),
    (items({"item": "bow", "enchantments": ["sword reroll"]}), "cannot lie on 'bow'"),
    (items({"item": "iron helmet", "hearts": 3}), "hearts: 'iron helmet' has 1 to 2 hearts"),
    (items(*["iron sword"] * 4), r"stack: the position has 1 iron sword tiles more .*\(3\)"),
    ({"stack": [], "discards": {}}, "stack: .* are nowhere"),
    ({"stack": ["bow", "..."], "chance": "explicit"}, "stack: with explicit chance there is no"),
    ({"supply": {"bow": 1}}, "supply: 'bow' is not among the Netherite items"),
    # history
    ({"history": [{}]}, r"history\.0: an entry says either"),
    ({"history": [{"drawn": "bow"}]}, "history: after this, the stack cannot be what it is"),
    # decision and agenda
    ({"decision": "acton"}, "decision: 'acton' is no decision; without one it is one of"),
    ({"decision": "reveal"}, r"decision: nobody stands .*\(REVEAL-01\)"),
    (agenda("actoin"), r"agenda\.0: unknown step 'actoin'; did you mean 'action'\?"),
    (agenda("find"), r"agenda\.0\.player: 'find' needs its player"),
    ({"agenda": []}, "agenda: it ends with 'turn' or with 'end turn'"),
    (agenda("action"), "agenda: 3 times 'action'"),
    (agenda(*[{"step": "find", "player": 0}] * 18), "agenda: more than 16 steps"),
    (agenda({"step": "attack", "mob": "ghast 1"}, "next mob", mobs={}), "not on the board"),
    (agenda({"step": "replace", "player": 0, "item": "bow"}), "the one tile in hand"),
    (agenda("roll", {"step": "reroll", "slot": 0}, "fight end"), "a mob on the board is fought"),
    (
        agenda(
            {"step": "chance", "chance": "tile drawn", "player": 0},
            {"step": "keep", "player": 0},
            drawn=["bow", "iron sword"],
            chance="explicit",
        ),
        "drawn: two tiles are the most that a find turns up",
    ),
    (
        agenda(
            {"step": "chance", "chance": "block uncovered", "column": 0, "layer": 1},
            cube="- " + "4 " * 15,
        ),
        "the block is gone or has been seen",
    ),
    (second({"step": "blind", "blocks": 3}, "mine", "use blocks"), "agenda: more blocks are"),
    (second("choose player", "use blocks"), r"agenda\.0\.colour: 'choose player' needs its colour"),
    ({"fight": {"mob": "ghast 1", "dice": [1] * 12, "to_roll": 1}}, "fight: 12 combat dice"),
    # the end
    (ended("bored"), "end.cause: unknown cause"),
]


@pytest.mark.parametrize(("position", "message"), REFUSED)
def test_invalid_positions(position, message, components):
    with pytest.raises(PositionError, match=message) as raised:
        load_position(position, components)
    assert str(raised.value).startswith("position")
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, GameError)


def test_nested_lists(components):
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for key in ("line", "board", "cube", "turn"):
        with pytest.raises(PositionError, match=f"position, {key}"):
            load_position({key: deep}, components)
