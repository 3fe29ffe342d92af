"""Positions in which nothing can be asked so: decision, agenda, fight, the end of the game."""

import pytest

from tests.positions.refused import ACTION, Refused, assert_refused

REFUSED: Refused = {
    # decision and agenda
    "no such decision": ({"decision": "acton"}, r"decision: unknown .* did you mean 'action'\?"),
    "needs an agenda": ({"decision": "keep tile"}, "decision: 'keep tile' needs an `agenda`"),
    "not asked": (
        {"decision": "reveal", "agenda": ACTION},
        "decision: 'reveal' is not asked here; what follows is 'action'",
    ),
    "nobody at the edge": ({"decision": "reveal"}, r"decision: nobody stands .*\(REVEAL-01\)"),
    "other decider": ({"decider": 1}, "decider: 'action' is decided by player 0, not by player 1"),
    "both actions done": ({"actions_done": 2}, "actions_done: both actions are done"),
    "stage and actions": ({"decision": "mob die", "actions_done": 1}, "actions_done: before 'mob"),
    "no such step": (
        {"agenda": ["actoin", *ACTION]},
        r"agenda\.0\.step: unknown step 'actoin'; did you mean 'action'\?",
    ),
    "step without": ({"agenda": ["find", *ACTION]}, r"agenda\.0\.player: 'find' needs its player"),
    "step with too much": (
        {"agenda": [{"step": "action", "player": 0}, *ACTION[1:]]},
        r"agenda\.0\.player: 'action' has no player",
    ),
    "seat": (
        {"agenda": [{"step": "find", "player": 2}, *ACTION]},
        r"agenda\.0\.player: there is no",
    ),
    "empty agenda": ({"agenda": []}, "agenda: it ends with 'turn' or with 'end turn'"),
    "no end": ({"agenda": ACTION[:3]}, "agenda: it ends with 'turn' or with 'end turn'"),
    "two ends": ({"agenda": [*ACTION, "end turn"]}, r"agenda\.3: 'end turn' comes before nothing"),
    "three actions": ({"agenda": ["action", *ACTION]}, "agenda: 3 times 'action'"),
    "no reveal": (
        {"agenda": ["action", "action", "end turn"]},
        r"agenda\.1: 'action' comes before 'action' or 'reveal', not",
    ),
    "out of order": (
        {"agenda": ["reveal", "action", "action", "end turn"]},
        r"agenda\.2: 'action' comes before 'action' or 'reveal', not before 'end turn'",
    ),
    "start in the turn": (
        {"agenda": [{"step": "start", "player": 0}, *ACTION]},
        r"agenda\.0: 'start' comes before 'start' or 'turn', not before 'action'",
    ),
    "players start in turn order": (
        {"agenda": [{"step": "start", "player": 0}, "turn"]},
        r"agenda: 'start' comes once for each player, in turn order \(SETUP-08\)",
    ),
    "a later start": (
        {"agenda": [{"step": "start", "player": 1}, "turn"], "turn": 3},
        "agenda: 'turn' is there before turn 1",
    ),
    "turn 0": ({"turn": 0}, "turn: turns are counted from 1"),
    "dice after an action": (
        {"agenda": ["mobs", *ACTION[1:]], "actions_done": 1},
        "agenda: the white dice are resolved before the actions",
    ),
    "too long": (
        {"agenda": [{"step": "find", "player": 0}] * 18 + ACTION},
        "agenda: more than 16 steps are too many",
    ),
    "mob off the board": (
        {"agenda": [{"step": "attack", "mob": "ghast 1"}, "next mob", *ACTION], "mobs": {}},
        r"agenda\.0: 'attack': the mob is not on the board",
    ),
    "replace without": (
        {"agenda": [{"step": "replace", "player": 0, "item": "bow"}, *ACTION]},
        r"agenda\.0: 'replace': the item is the one tile in hand",
    ),
    "enchant a sword": (
        {
            "agenda": [{"step": "enchant", "player": 0, "item": "sword reroll"}, *ACTION],
            "drawn": ["sword reroll"],
            "players": [{"items": ["bow"]}],
        },
        r"agenda\.0: 'enchant': the player owns nothing for it",
    ),
    "enchant with a bow": (
        {"agenda": [{"step": "enchant", "player": 0, "item": "bow"}, *ACTION], "drawn": ["bow"]},
        r"agenda\.0: 'enchant': an enchantment is attached",
    ),
    "mode of boots": (
        {"agenda": [{"step": "mode", "player": 0, "slot": 0}, *ACTION]},
        r"agenda\.0: 'mode': slot 0 holds nothing",
    ),
    "fight with boots": (
        {"agenda": [{"step": "fight", "slot": 0}, *ACTION]},
        r"agenda\.0: 'fight': slot 0 holds nothing",
    ),
    "walk without boots": (
        {"agenda": ["walk", *ACTION[1:]], "actions_done": 1},
        "boots are in use",
    ),
    "roll without a fight": (
        {"agenda": ["roll", {"step": "reroll", "slot": 0}, "fight end", *ACTION]},
        r"a mob on the board is fo",
    ),
    "three tiles": (
        {
            "agenda": [
                {"step": "chance", "chance": "tile drawn", "player": 0},
                {"step": "keep", "player": 0},
                *ACTION,
            ],
            "drawn": ["bow", "iron sword"],
            "chance": "explicit",
        },
        r"drawn: two tiles are the most that a find turns up",
    ),
    "nothing to draw": (
        {
            "agenda": [
                {"step": "chance", "chance": "tile drawn", "player": 0},
                {"step": "keep", "player": 0},
                *ACTION,
            ],
            "stack": {},
            "chance": "explicit",
        },
        r"agenda\.0: 'chance': the stack is empty",
    ),
    "uncovered": (
        {
            "agenda": [
                {"step": "chance", "chance": "block uncovered", "column": 0, "layer": 1},
                *ACTION,
            ],
            "cube": "- " + "4 " * 15,
        },
        r"agenda\.0: 'chance': the block is gone or has been seen",
    ),
    "part": (
        {
            "agenda": [{"step": "chance", "chance": "part revealed", "part": 0}, "end turn"],
            "actions_done": 2,
        },
        r"agenda\.0: 'chance': it is the next face-down tile",
    ),
    "blind": (
        {
            "agenda": [{"step": "blind", "blocks": 3}, "mine", "use blocks", *ACTION[1:]],
            "actions_done": 1,
        },
        "agenda: more blocks are to be drawn than the used pile has",
    ),
    "use nothing": (
        {
            "agenda": [{"step": "use", "colour": "red"}, "use blocks", *ACTION[1:]],
            "actions_done": 1,
        },
        "hand: no red block is in hand to be used",
    ),
    "brown heals nobody": (
        {
            "agenda": [{"step": "choose player", "colour": "brown"}, "use blocks", *ACTION[1:]],
            "actions_done": 1,
        },
        r"agenda\.0: 'choose player': the colour helps nobody",
    ),
    "no supply": (
        {
            "agenda": ["netherite", "use blocks", *ACTION[1:]],
            "actions_done": 1,
            "supply": {},
            "stack": "unknown",
        },
        r"agenda\.0: 'netherite': no Netherite item lies face up",
    ),
    "nothing to cover": (
        {"agenda": ["cover", "use blocks", *ACTION[1:]], "actions_done": 1, "board": "flat"},
        r"agenda\.0: 'cover': no obstacle can be covered",
    ),
    "dice out of order": ({"fight": {"mob": "ghast 1", "dice": [2, 1]}}, "fight.dice: combat dice"),
    "a fight of nothing": (
        {"fight": {"mob": "ghast 1", "dice": [1]}, "mobs": {"ghast 1": [0, 3]}},
        "fight: this is so only while 'fight end' is on the agenda",
    ),
    "13 dice": (
        {"fight": {"mob": "ghast 1", "dice": [1] * 12, "to_roll": 1}},
        "fight: 12 combat dice are the most",
    ),
    # the end
    "agenda after the end": (
        {"end": {"outcome": "lost", "cause": "illegal action"}, "agenda": ACTION},
        "agenda: the game is over",
    ),
    "unknown cause": ({"end": {"outcome": "lost", "cause": "bored"}}, "end.cause: unknown cause"),
    "won by dying": (
        {"end": {"outcome": "won", "cause": "player died"}},
        "end.cause: a game is won",
    ),
    "dead with hearts": (
        {"end": {"outcome": "lost", "cause": "player died", "player": 0}},
        "end.cause: `player` names a player without hearts",
    ),
    "dead of nothing": (
        {
            "end": {"outcome": "lost", "cause": "player died", "player": 0},
            "players": [{"hearts": 0}],
        },
        "end.source: what a player died of is said",
    ),
    "nobody's fault": (
        {
            "end": {"outcome": "lost", "cause": "cube empty", "player": 0},
            "cube": "- " * 16,
            "tasks": "complete",
        },
        "end.player: no player is the cause of that",
    ),
    "late with a cube": (
        {"end": {"outcome": "lost", "cause": "task a late"}},
        "end.cause: the cube",
    ),
    "empty with a cube": (
        {"end": {"outcome": "lost", "cause": "cube empty"}},
        "end.cause: the cube",
    ),
    "won without": ({"end": {"outcome": "won", "cause": "boss defeated"}}, "end.cause: .*at 0"),
    "source": (
        {"end": {"outcome": "lost", "cause": "illegal action", "source": "boredom"}},
        "end.source: unknown source 'boredom'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_is_none(name, components):
    assert_refused(*REFUSED[name], components)
