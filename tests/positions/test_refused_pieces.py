"""Positions whose pieces cannot lie so: keys, settings, map, mobs, players, blocks, items."""

from typing import Any

import pytest

from tests.positions.refused import ACTION, Refused, assert_refused

PORTAL: dict[str, Any] = {"portal_open": True, "players": [{"space": [0, 11]}], "mobs": {}}

REFUSED: Refused = {
    # keys, types, bounds
    "unknown key": ({"bord": "flat"}, r"bord: unknown key 'bord'; did you mean 'board'\?"),
    "unknown inner key": (
        {"players": [{"heart": 3}]},
        r"players\.0\.heart: unknown key 'heart'; did you mean 'hearts'\?",
    ),
    "wrong kind": ({"cube": 4}, "cube: a text or a list of words is needed here, not 4"),
    "a truth for a number": ({"turn": True}, "turn: .*not True"),
    "a word for a number": ({"decisions": "3"}, "decisions: .*not '3'"),
    "seven hearts": ({"players": [{"hearts": 7}]}, r"players\.0\.hearts: .*6, not 7"),
    "seven items": ({"players": [{"items": ["bow"] * 7}]}, r"players\.0\.items: .* at most 6"),
    "five players": ({"players": [{}] * 5}, "players: .*at most 4"),
    "no players": ({"players": []}, "players: .*at least 1"),
    "null": ({"board": None, "level": None}, "level: .*not None"),
    "a space of three": ({"lava": [[1, 2, 3]]}, r"lava\.0"),
    "other format": ({"format": "chess"}, "format: .*'portal-dash-position-1', not 'chess'"),
    # settings
    "no such level": ({"level": 9}, "level: unknown level 9"),
    "custom level": ({"level": {"tiles": 1}}, "level: .*2 to 8 tiles, not 1"),
    "custom without the rest": ({"level": "custom"}, "bosses: is missing: give the level as an"),
    "no such seat": ({"active_player": 2}, "active_player: there are 2 players, counted from 0"),
    "counters": ({"counters": {"dice": 1}}, "counters.dice: there is no such stream"),
    "face": ({"dice": {"blocks": "pink", "mob": 1}}, "dice.blocks: unknown face 'pink'"),
    "die not rolled": ({"dice": {"blocks": "red"}}, "dice.mob: the die has been rolled this turn"),
    # track
    "no such tile": (
        {"tiles": ["Ember Fort"]},
        r"tiles\.0: unknown tile 'Ember Fort'; did you mean 'Ember Ford'\?",
    ),
    "a tile twice": ({"tiles": ["Ember Ford"] * 2}, r"tiles\.1: 'Ember Ford' is in the track twi"),
    "too many tiles": (
        {"tiles": ["Ember Ford", "The Warren", "Four Winds"]},
        "tiles: the level has 2 tiles, not 3",
    ),
    "unknown face up": ({"tiles": ["unknown"]}, r"tiles\.0: the tile lies face up"),
    "explicit and known": (
        {"tiles": ["Ember Ford", "The Warren"], "chance": "explicit"},
        r"tiles\.1: with explicit chance nobody knows",
    ),
    "parts open": ({"parts_open": 3}, "parts_open: the track has 2 tiles, not 3"),
    "portal before tiles": (
        {"portal_open": True, "parts_open": 1},
        "portal_open: the portal strip is revealed after all tiles",
    ),
    # map
    "rows": ({"board": ["@0 . . . . ."] * 5}, "board: the map has 5 rows, not 6"),
    "width": ({"board": [". . ."] * 6}, "board: the map has 3 columns; .* can have 6, 11, 13"),
    "one row short": (
        {"board": [". . . . . ."] * 5 + [". . ."]},
        r"board\.5: the row has 3 spaces, but 6 columns are face up",
    ),
    "empty map": ({"board": "  "}, "board: the map is empty"),
    "map word": ({"board": [". . . x . ."] * 6}, r"board\.0\.column 3: 'x' is no word of a map"),
    "brown on plain": (
        {"board": ["# . . . . ."] * 6},
        r"board\.0\.column 0: a brown block lies on lava, magma or soul sand",
    ),
    "brown list": ({"board": "flat", "brown": [[0, 0]]}, r"brown\.0: a brown block lies on lava"),
    "no such mob": ({"board": ["h1 . . . . ."] + [". . . . . ."] * 5}, "hoglin: 1 of the kind"),
    "mob mark": ({"board": ["m9 . . . . ."] * 6}, r"board\.0\.column 0: there is no mob 'm9'"),
    "mob twice on the map": ({"board": ["m1 m1 . . . ."] * 6}, "'m1' stands on the map twice"),
    "player twice": ({"board": ["@0 @0 . . . ."] * 6}, "player 0 stands on the map twice"),
    "player of none": ({"board": ["@3 . . . . ."] * 6}, "there is no player 3"),
    "printed sign": ({"board": ["P . . . . ."] * 6}, "'P' is not printed there"),
    "map and list": (
        {
            "board": ["@0 . . . . ."] + [". . . . . ."] * 5,
            "players": [{"space": [0, 0]}, {}],
        },
        r"players\.0\.space: the player stands on the map already",
    ),
    "off the board": ({"lava": [[0, 9]]}, r"lava\.0: \[0, 9\] is not on the board: .*6 columns"),
    "lava everywhere": ({"lava": [[r, c] for r in range(6) for c in range(1, 6)]}, "always plain"),
    # chest tokens
    "no chest space": ({"chests": [[0, 0]], "mobs": {}}, r"chests: \[0, 0\] is no chest space"),
    # mobs
    "mob name": (
        {"mobs": {"endermann 2": [0, 3]}},
        r"mobs\.endermann 2: unknown mob 'endermann 2'; did you mean 'enderman 2'\?",
    ),
    "two mobs on a space": (
        {"mobs": {"ghast 1": [0, 3], "ghast 2": [0, 3]}},
        r"mobs\.ghast 2: 'ghast 1' stands on \[0, 3\] as well",
    ),
    "mob on a player": (
        {"mobs": {"ghast 1": [0, 0]}},
        r"mobs\.ghast 1: a player stands on \[0, 0\] as well",
    ),
    "walking mob on lava": (
        {"board": "flat", "lava": [[0, 3]], "mobs": {"enderman 1": [0, 3]}},
        r"mobs\.enderman 1: \[0, 3\] is lava, which it cannot enter",
    ),
    "mob of another level": ({"mobs": {"blaze 1": [0, 3]}}, "blaze: 1 of the kind"),
    "in line and on board": (
        {"mobs": {"ghast 1": [0, 3]}, "line": ["ghast 1", "..."]},
        r"line\.0: ghast 1 is on the board too",
    ),
    "line twice": ({"mobs": {}, "line": ["ghast 1", "ghast 1"]}, "line: a mob is in the line twi"),
    "line too short": ({"mobs": {}, "line": ["ghast 1"]}, "magma cube: 0 of the kind are on"),
    "rest in the middle": ({"line": ["...", "ghast 1"]}, "line: '...' stands at the end"),
    "pending": ({"pending_mobs": ["ghast 1"], "mobs": {}}, "pending_mobs: 'ghast 1' is not on"),
    "pending at the action": (
        {"pending_mobs": ["ghast 1"], "mobs": {"ghast 1": [0, 3]}},
        "pending_mobs: this is so only while 'next mob' is on the agenda",
    ),
    # bosses
    "no such boss": ({"bosses": [{"boss": "wildfir"}]}, r"bosses\.0\.boss: .*did you mean 'wildf"),
    "other boss": ({"bosses": [{"boss": "ancient hoglin"}]}, "bosses: the level has wildfire"),
    "other side": (
        {"bosses": [{"boss": "wildfire", "side": "hard"}]},
        r"bosses\.0\.side: the level's boss is easy",
    ),
    "too much life": ({"bosses": [{"boss": "wildfire", "life": 21}]}, "must be at most 20, not 21"),
    "wounded before it came": (
        {"bosses": [{"boss": "wildfire", "life": 3}]},
        r"bosses\.0\.life: it has lost life before it came",
    ),
    "boss too early": (
        {"mobs": {"wildfire": [0, 3]}},
        "it comes when the portal strip is revealed",
    ),
    "dead boss on board": (
        {**PORTAL, "bosses": [{"boss": "wildfire", "life": 0}], "mobs": {"wildfire": [2, 12]}},
        r"mobs\.wildfire: it has no life left",
    ),
    "won already": ({**PORTAL, "bosses": [{"boss": "wildfire", "life": 0}]}, "the game is won"),
    "two bosses, no spaces": (
        {**PORTAL, "level": {"bosses": [["wildfire", "easy"], ["ancient hoglin", "easy"]]}},
        "mobs: 'ancient hoglin' is on the board too: say where",
    ),
    # players
    "player on lava": (
        {"board": "flat", "lava": [[0, 3]], "mobs": {}, "players": [{"space": [0, 3]}]},
        r"players\.0\.space: \[0, 3\] is lava \(MOVE-02\)",
    ),
    "no hearts": ({"players": [{"hearts": 0}]}, r"players\.0\.hearts: .* has lost \(END-02\)"),
    "placed before choosing": (
        {"decision": "start space", "players": [{"space": [0, 0]}]},
        r"players\.0\.space: the player has yet to choose",
    ),
    # cube, blocks, tasks
    "15 columns": ({"cube": "4 " * 15}, "cube: 15 words, but the cube has 16 columns"),
    "no block": ({"cube": "RX " + "4 " * 15}, r"cube\.column 0: 'X' in 'RX' is no block; known: R"),
    "too high": ({"cube": "RRRRR " + "4 " * 15}, r"cube\.column 0: 'RRRRR' is higher than 4 blo"),
    "any, too high": ({"cube": "5 " + "4 " * 15}, r"cube\.column 0: '5' is higher than 4 blocks"),
    "too many of a colour": ({"cube": "KKK " * 16}, "cube: the position has 40 black blocks more"),
    "seen and unknown": (
        {"cube": "?RRR " + "RGYB " * 10 + "- " * 5, "used": {}},
        "cube: '\\?' stands for a block that shows a face",
    ),
    "used must be known": (
        {"cube": "1 1 1 1 1 R? R? 1 1 R? R? 1 1 1 1 1", "tasks": "complete"},
        r"used: must be given where the cube has '\?'",
    ),
    "blocks nowhere": ({"cube": "2 " * 16, "tasks": "complete", "used": {}}, "cube: .*are nowhere"),
    "block too many": ({"used": {"red": 17}}, "cube: the position has 1 red blocks more"),
    "colour": ({"used": {"rde": 1}}, "used.rde: unknown colour 'rde'; did you mean 'red'"),
    "empty cube": ({"cube": "- " * 16, "tasks": "complete"}, r"the cube is empty: .*\(END-04\)"),
    "task late": ({"cube": "3 " * 16}, r"cube: layer 1 is empty, but task A is not .*\(PIG-03\)"),
    "task B late": (
        {"cube": "2 " * 16, "tasks": {"A": ["RRR", "RRR"], "B": [], "C": []}},
        r"cube: layer 2 is empty, but task B is not complete \(PIG-03\)",
    ),
    "portal before tasks": (
        {**PORTAL, "tasks": {"A": [], "B": [], "C": []}},
        r"tasks: the portal is open, so all tasks are complete \(REVEAL-03\)",
    ),
    "two colours": (
        {"tasks": {"A": ["RG"], "B": [], "C": []}},
        r"tasks\.A\.0: 'RG': a column holds blocks of one colour",
    ),
    "column too full": (
        {"tasks": {"A": ["RRRR"], "B": [], "C": []}},
        r"tasks\.A\.0: 'RRRR': the column has room for 3 blocks",
    ),
    "columns of the other side": (
        {"players": 3, "tasks": {"A": ["RRR", "RRR"], "B": [], "C": []}},
        r"tasks\.A: 2 columns, but this side of the board has 1",
    ),
    "a hand at the action": ({"hand": {"red": 1}}, "hand: this is so only while 'use blocks' is"),
    "nine in hand": (
        {"hand": {"red": 9}, "agenda": ["use blocks", *ACTION[1:]], "actions_done": 1},
        r"hand: 8 blocks are the most",
    ),
    # items
    "no such item": (
        {"players": [{"items": ["iron sward"]}]},
        r"players\.0\.items\.0: unknown item 'iron sward'; did you mean 'iron sword'\?",
    ),
    "enchantment in a slot": (
        {"players": [{"items": ["sword reroll"]}]},
        r"players\.0\.items\.0: 'sword reroll' takes no slot",
    ),
    "enchantment on another type": (
        {"players": [{"items": [{"item": "bow", "enchantments": ["sword reroll"]}]}]},
        r"enchantments\.0: 'sword reroll' cannot lie on 'bow'",
    ),
    "mode of a sword": (
        {"players": [{"items": [{"item": "stone sword", "mode": "boots"}]}]},
        r"mode: 'stone sword' has no modes",
    ),
    "mode below": (
        {"players": [{"items": [{"item": "iron leggings", "mode": "boots", "damaged": True}]}]},
        "mode: leggings in the bottom row have no mode",
    ),
    "no mode": (
        {"players": [{"items": [{"item": "iron leggings", "mode": "none"}]}]},
        "mode: leggings in the active row lie as boots or as armour",
    ),
    "armour hearts": (
        {"players": [{"items": [{"item": "iron helmet", "hearts": 3}]}]},
        "hearts: 'iron helmet' in the active row has 1 to 2 hearts, not 3",
    ),
    "hearts below": (
        {"players": [{"items": [{"item": "iron helmet", "hearts": 1, "damaged": True}]}]},
        "hearts: 'iron helmet' has hearts as armour in the active row alone",
    ),
    "starting item twice": (
        {"players": [{"items": ["stone sword", "stone sword"]}]},
        r"items\.1: the level gives each player 1 of 'stone sword'",
    ),
    "only a starting item": (
        {"players": [{"items": [{"item": "stone sword", "starting": False}]}]},
        "starting: 'stone sword' can only be a starting item",
    ),
    "four of three": (
        {"players": [{"items": ["iron sword"] * 4}]},
        "stack: the position has 4 of 'iron sword', the box 3",
    ),
    "tiles nowhere": ({"stack": [], "discards": {}}, "stack: .* are nowhere"),
    "stack item": ({"stack": ["iron swrd", "..."]}, r"stack\.0: unknown item 'iron swrd'"),
    "stack rest": ({"stack": ["...", "bow"]}, "stack: '...' stands at the end"),
    "explicit order": (
        {"stack": ["bow", "..."], "chance": "explicit"},
        "stack: with explicit chance there is no order",
    ),
    "supply": ({"supply": {"bow": 1}, "stack": []}, "supply: 1 bow are not among the Netherite"),
    "in use": ({"in_use": 5}, "in_use: the active player has nothing in slot 5"),
    "nothing in use": ({"in_use": 0}, "in_use: this is so only while 'walk' or"),
    "drawn": ({"drawn": ["bow"]}, "drawn: this is so only while 'draw' or"),
    # history
    "history entry": ({"history": [{}]}, r"history\.0: an entry says either"),
    "history begins": ({"history": [{"drawn": "bow"}]}, "history: it begins with a tile that was"),
    "no Netherite": ({"history": [{"added": "bow"}]}, r"history\.0: 'bow' is no Netherite item"),
    "added twice": (
        {"history": [{"added": "Netherite helmet"}] * 2, "stack": ["Netherite helmet", "..."]},
        "history: 'Netherite helmet' was added more often",
    ),
    "all drawn": (
        {"history": [{"added": "Netherite helmet"}]},
        "history: no tile that was added is in the stack any more",
    ),
    "too deep": (
        {
            "history": [{"added": "Netherite helmet"}],
            "stack": ["bow"] * 2 + ["iron sword"] * 3 + ["long bow", "Netherite helmet", "..."],
        },
        "history: after this, the stack cannot be what it is",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_is_none(name, components):
    assert_refused(*REFUSED[name], components)
