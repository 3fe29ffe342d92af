"""The agenda of a position: what no game can come to is refused, and the sentence says where."""

from __future__ import annotations

from typing import Any

import pytest

from tablemates.envs.portal_dash.parts import load_components
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.positions_agenda import FOLLOWING
from tablemates.envs.portal_dash.positions_keys import CHANCES, STEPS
from tablemates.envs.portal_dash.vocabulary import Chance
from tests.portal_dash.bare import any_board

BOARD = any_board(load_components())
#: What is left of a turn before its first action, before the second one, and after both.
FIRST = ["action", "action", "reveal", "end turn"]
SECOND = FIRST[1:]
THIRD = FIRST[2:]


def step(name: str, **about: Any) -> dict[str, Any]:
    return {"step": name, **about}


def before(rest: list[str], *steps: Any, **keys: Any) -> dict[str, Any]:
    """Return a position with steps on top of what is left of a turn."""
    return {"agenda": [*steps, *rest], "actions_done": 4 - len(rest), **keys}


FIND = step("find", player=0)
SWORD = {"item": "iron sword"}
PICKAXE = {"players": [{"items": ["stone pickaxe"]}], "in_use": 0}
BOOTS = {"players": [{"items": ["leather boots"]}], "in_use": 0}
FULL = {
    "players": [{"items": ["iron sword", "iron sword", "bow", "bow", "long bow", "iron boots"]}]
}
GHAST = {"board": "flat", "mobs": {"ghast 1": [0, 2]}}
USING = [step("use", colour="red"), "use blocks"]

REFUSED: list[tuple[Any, str]] = [
    # what comes right before what
    ({"agenda": []}, "agenda: it ends with 'turn' or with 'end turn'"),
    (before(FIRST, "actoin"), r"agenda\.0: unknown step 'actoin'; did you mean 'action'\?"),
    (
        {"agenda": ["action", "reveal", "end turn"]},
        r"after 0 \(`actions_done`\) .* 'action' 2 times",
    ),
    (
        {"agenda": ["use blocks", USING[0], *FIRST, "end turn"][:7], "hand": {"red": 1}},
        r"agenda\.0: 'use blocks' comes right before 'pickaxe down' or .*, not before 'use'",
    ),
    (before(SECOND, *["fight end"] * 2), r"agenda\.0: 'fight end' comes .* not before 'fight end'"),
    (before(FIRST, FIND), r"agenda\.0: 'find' comes right before .*, not before 'first action'"),
    (
        before(FIRST, "mine", "use blocks", **PICKAXE),
        r"agenda\.1: 'use blocks' comes right before .*, not before 'first action'",
    ),
    (
        {"agenda": ["end turn", "turn"], "actions_done": 2},
        r"agenda\.0: 'end turn' comes at the end, not before 'turn'",
    ),
    (
        before(SECOND, step("hit", player=0, mob="ghast 1"), **GHAST),
        r"agenda\.0: 'hit' comes right before 'next mob' or 'first action' or .* 'second action'",
    ),
    # who has how many
    (before(SECOND, FIND, FIND), "agenda: the same 'find' is there twice"),
    (
        {"agenda": [step("start", player=0), "turn"]},
        r"agenda: players start in turn order from `first_player` on, .*\(SETUP-08\)",
    ),
    (
        before(
            SECOND,
            *(step("chance", chance="block uncovered", column=5, layer=2) for _ in range(2)),
            "use blocks",
        ),
        "agenda: the same 'chance' is there twice",
    ),
    # what a step needs
    ({"agenda": ["turn"], "turn": 2**31 - 1}, "turn: input should be less than or equal to 10{9}"),
    (before(SECOND, "cover", "use blocks", board="flat"), r"agenda\.0: 'cover' needs .*\(USE-05\)"),
    (before(SECOND, *USING, hand={"gold": 1}), r"agenda\.0: 'use' needs a red block in hand"),
    (before(SECOND, "fight end"), r"agenda\.0: 'fight end' needs a mob on the board"),
    (
        before(SECOND, "fight end", mobs={}, fight={"mob": "ghast 1", "dice": [1]}),
        r"agenda\.0: 'fight end' needs a mob on the board",
    ),
    (before(SECOND, step("fight", slot=4), **GHAST), r"agenda\.0: 'fight' needs .*\(ACT-01\)"),
    (before(SECOND, step("fight", slot=0), **GHAST), r"agenda\.0: 'fight' needs .*\(ACT-01\)"),
    (before(FIRST, "next mob", dice={"blocks": "red"}), r"agenda\.0: 'next mob' needs a mob die"),
    (before(FIRST, "blocks", dice={"mob": 1}), r"agenda\.0: 'blocks' needs a blocks die"),
    (
        before(FIRST, step("attack", mob="ghast 2"), **GHAST),
        r"agenda\.0: 'attack' needs the mob on the board",
    ),
    (
        before(SECOND, step("replace", player=0, item="bow")),
        r"agenda\.0: 'replace' needs its item as the one tile in hand \(`drawn`\)",
    ),
    (
        before(SECOND, step("replace", player=0, item="bow"), drawn=["bow"]),
        r"agenda\.0: 'replace' needs an inventory without room .*\(ITEM-03\)",
    ),
    (
        before(
            SECOND, step("replace", player=0, item="sword reroll"), drawn=["sword reroll"], **FULL
        ),
        r"agenda\.0: 'replace' needs a tile that takes a slot",
    ),
    (
        before(
            SECOND,
            step("enchant", player=0, item="sword reroll"),
            drawn=["sword reroll"],
            players=[{"items": ["bow"]}],
        ),
        r"agenda\.0: 'enchant' needs an item of the player",
    ),
    (before(SECOND, step("mode", player=0, slot=4)), r"agenda\.0: 'mode' needs .*leggings"),
    (
        before(
            SECOND,
            step("mode", player=0, slot=0),
            players=[{"items": [{"item": "iron leggings", "damaged": True}]}],
        ),
        r"agenda\.0: 'mode' needs undamaged leggings",
    ),
    (before(SECOND, "walk"), r"agenda\.0: 'walk' needs an item in use"),
    (before(SECOND, "walk", **PICKAXE), r"agenda\.0: 'walk' needs undamaged boots"),
    (before(SECOND, "walk", steps_left=3, **BOOTS), r"'walk' needs at most 2 `steps_left`"),
    (before(SECOND, "pickaxe down", **BOOTS), r"agenda\.0: 'pickaxe down' needs .*pickaxe"),
    (
        before(SECOND, "mine", "use blocks", "pickaxe down", mines_left=3, **PICKAXE),
        r"agenda\.0: 'mine' needs at most 2 `mines_left`",
    ),
    (
        before(SECOND, "netherite", "use blocks", supply={}),
        r"agenda\.0: 'netherite' needs a Netherite item",
    ),
    (
        before(SECOND, step("choose player", colour="brown"), "use blocks"),
        r"agenda\.0: 'choose player' needs a colour that helps a player",
    ),
    (
        before(
            SECOND,
            step("chance", chance="tile drawn", player=0),
            step("keep", player=0),
            stack={},
            supply={},
        ),
        r"agenda\.0: 'chance' needs a tile in the stack",
    ),
    (
        before(SECOND, step("chance", chance="block uncovered", column=5, layer=4), "use blocks"),
        r"agenda\.0: 'chance' needs a block that shows a face",
    ),
    (
        {"agenda": [step("chance", chance="part revealed", part=0), "end turn"], "actions_done": 2},
        r"agenda\.0: 'chance' needs the next part that lies face down",
    ),
    (
        {
            "agenda": [step("start", player=1), "turn"],
            "board": ["~ . . . .", *["~ . . . ."] * 5],
            "players": [{"space": [0, 1]}, {}],
        },
        r"agenda\.0: 'start' needs a space of the start strip without lava",
    ),
    (
        {
            "agenda": [step("start", player=1), "turn"],
            "board": "flat",
            "players": [{"space": [0, 0]}, {}],
            "mobs": {"ghast 1": [3, 0]},
        },
        r"agenda\.0: 'start' needs a start strip without mobs",
    ),
    # what the whole agenda needs
    (before(SECOND, "use blocks", hand={"red": 9}), "hand: 8 blocks are the most"),
    (
        before(SECOND, step("blind", blocks=3), "mine", "use blocks", **PICKAXE),
        "agenda: 0 blocks in the used pile can be drawn, not 3",
    ),
    (
        before(
            SECOND,
            step("chance", chance="tile drawn", player=0),
            step("keep", player=0),
            drawn=["bow", "iron sword"],
        ),
        "drawn: 2 tiles are the most that a find turns up",
    ),
    (
        before(
            SECOND, "fight end", fight={"mob": "ghast 1", "dice": [1] * 12, "to_roll": 1}, **GHAST
        ),
        "fight: 12 combat dice are the most",
    ),
    (
        before(
            SECOND,
            step("reroll", slot=4),
            "fight end",
            fight={"mob": "ghast 1", "dice": [1] * 3, "rerolls": 1},
            **GHAST,
        ),
        r"'reroll' needs at most the 3 dice and 0 rerolls of the item \(`fight`\)",
    ),
    # what is there only with a step
    (before(SECOND, FIND, drawn=["bow"]), "drawn: this is so only while 'keep' or 'replace'"),
    (before(SECOND, hand={"red": 1}), "hand: this is so only while 'use blocks'"),
    (before(SECOND, "moved", steps_left=1, **BOOTS), "steps_left: this is so only while 'walk'"),
    (
        before(SECOND, "fight end", fight={"mob": "ghast 1", "dice": [1], "rerolls": 1}, **GHAST),
        r"fight\.rerolls: this is so only while 'reroll'",
    ),
    (before(SECOND, fight={"mob": "ghast 1", "dice": [9]}, **GHAST), r"fight\.dice: no combat die"),
]


@pytest.mark.parametrize(("position", "message"), REFUSED)
def test_an_agenda_that_no_game_comes_to_is_refused(position, message):
    with pytest.raises(PositionError, match=message) as raised:
        load_position(BOARD, position)
    assert "\n" not in str(raised.value)


#: The longest ways of what can be under way at once, without a mistake.
ACCEPTED: dict[str, dict[str, Any]] = {
    "start": {"agenda": [step("start", player=1), "turn"], "players": [{"space": [0, 0]}, {}]},
    "mobs": before(
        FIRST,
        step("harm", player=1, damage=2, source="ghast"),
        step("hit", player=0, mob="ghast 1"),
        step("remove block", face="any", reason="boss"),
        "next mob",
        **GHAST,
    ),
    "chest": before(
        SECOND,
        step("draw", player=0),
        step("keep", player=0),
        step("find", player=1),
        drawn=["bow"],
    ),
    "walk": before(
        SECOND, step("harm", player=0, damage=1, source="magma"), "walk", steps_left=1, **BOOTS
    ),
    "pickaxe": before(
        SECOND,
        step("blind", blocks=0),
        "mine",
        "use blocks",
        "pickaxe down",
        mines_left=1,
        mined=1,
        hand={"red": 1},
        **PICKAXE,
    ),
    "fight": before(
        THIRD,
        "roll",
        step("reroll", slot=0),
        "fight end",
        players=[{"items": [{"item": "Netherite sword", "damaged": True}]}],
        fight={"mob": "ghast 1", "dice": [0, 1], "to_roll": 2, "rerolls": 1},
        **GHAST,
    ),
    "modes": before(
        SECOND,
        step("mode", player=0, slot=1),
        step("mode", player=0, slot=0),
        "use blocks",
        players=[{"items": ["iron leggings", "diamond leggings"]}],
    ),
    "full": before(SECOND, step("replace", player=0, item="bow"), drawn=["bow"], **FULL),
}


@pytest.mark.parametrize("position", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_under_way_goes_on(position):
    record = load_position(BOARD, position)
    again = dump_position(BOARD, record)
    assert again["decision"] not in ("none", "chance")
    assert load_position(BOARD, again).tobytes() == record.tobytes()


def test_every_step_says_what_may_follow():
    steps = {*STEPS} - {"chance", "action"} | {"first action", "second action"}
    assert FOLLOWING.keys() == steps | {*CHANCES[: Chance.SETUP]}
    assert {one for following in FOLLOWING.values() for one in following} <= FOLLOWING.keys()
