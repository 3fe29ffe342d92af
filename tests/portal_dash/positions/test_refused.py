"""Invalid positions: one sentence each, with place and reason, and no traceback."""

from typing import Any

import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.positions import PositionError, load_position
from tests.portal_dash.bare import any_board

#: What is left of a turn before its first action.
ACTION = ["action", "action", "reveal", "end turn"]
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
    (
        {"players": [{"heart": 3}]},
        r"players\.0\.heart: unknown key 'heart'; did you mean 'hearts'\?",
    ),
    ({"turn": 10**6000}, "turn: input should be less than or equal to 2147483647"),
    # settings
    ({"level": 9}, "level: unknown level 9"),
    # track
    ({"tiles": ["Ember Fort"]}, r"tiles\.0: unknown tile .* did you mean 'Ember Ford'\?"),
    ({"portal_open": True, "parts_open": 1}, "portal_open: the portal strip is revealed after"),
    # map
    ({"board": [". . . x . ."] * 6}, r"board\.0\.column 3: 'x' is no word of a map"),
    ({"board": ["m9 . . . . ."] * 6}, r"board\.0\.column 0: there is no mob 'm9'"),
    (
        {"board": ["@0 . . . . ."] + [PLAIN] * 5, "players": [{"space": [0, 0]}, {}]},
        r"players\.0\.space: the player stands on the map already",
    ),
    # mobs and bosses
    ({"mobs": {"ghast 1": [0, 3], "ghast 2": [0, 3]}}, r"mobs\.ghast 2: another mob .*\[0, 3\]"),
    ({"mobs": {"ghast 1": [0, 3]}, "line": ["ghast 1", "..."]}, r"line\.0: ghast 1 is in"),
    (
        {"pending_mobs": ["ghast 1"], "mobs": {"ghast 1": [0, 3]}},
        "pending_mobs: this is so only while 'next mob' is on the agenda",
    ),
    ({"bosses": [{"boss": "wildfire", "life": 21}]}, "must be at most 20, not 21"),
    # players
    ({"players": [{"space": [0, 6]}]}, r"players\.0\.space: \[0, 6\] is not on the board"),
    # blocks
    ({"cube": "KKK " * 16}, "cube: the position has 1 black blocks more than"),
    (
        {"cube": "1 1 1 1 1 R? R? 1 1 R? R? 1 1 1 1 1", "tasks": "complete"},
        r"used: must be given where the cube has '\?'",
    ),
    ({"cube": "- " * 16, "tasks": "complete"}, r"the cube is empty: .*\(END-04\)"),
    (second("use blocks", hand={"red": 9}), "hand: 8 blocks are the most"),
    # items
    (items({"item": "bow", "enchantments": ["sword reroll"]}), "cannot lie on 'bow'"),
    (items(*["iron sword"] * 4), r"stack: the position has 1 iron sword tiles more .*\(3\)"),
    ({"stack": ["bow", "..."], "chance": "explicit"}, "stack: with explicit chance there is no"),
    # history
    ({"history": [{}]}, r"history\.0: an entry says either"),
    # decision and agenda
    ({"decision": "acton"}, "decision: 'acton' is no decision; without one it is one of"),
    (agenda("actoin"), r"agenda\.0: unknown step 'actoin'; did you mean 'action'\?"),
    ({"agenda": []}, "agenda: it ends with 'turn' or with 'end turn'"),
    (agenda(*[{"step": "find", "player": 0}] * 18), "agenda: more than 16 steps"),
    (agenda({"step": "replace", "player": 0, "item": "bow"}), "the one tile in hand"),
    (
        agenda(
            {"step": "chance", "chance": "tile drawn", "player": 0},
            {"step": "keep", "player": 0},
            drawn=["bow", "iron sword"],
            chance="explicit",
        ),
        "drawn: two tiles are the most that a find turns up",
    ),
    (second({"step": "blind", "blocks": 3}, "mine", "use blocks"), "agenda: more blocks are"),
    ({"fight": {"mob": "ghast 1", "dice": [1] * 12, "to_roll": 1}}, "fight: 12 combat dice"),
    # the end
]


@pytest.mark.parametrize(("position", "message"), REFUSED)
def test_invalid_positions(position, message, components):
    with pytest.raises(PositionError, match=message) as raised:
        load_position(any_board(components), position)
    assert str(raised.value).startswith("position")
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, GameError)


def test_nested_lists(components):
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for key in ("line", "board", "cube", "turn"):
        with pytest.raises(PositionError, match=f"position, {key}"):
            load_position(any_board(components), {key: deep})
