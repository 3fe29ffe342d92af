"""The numbers of the observation: for each kind of row their order, meaning and range.

Compiled code writes by name: ``ITEM.dice`` is the place of a number in its row. Ranges hold for
every set of parts: the writer clamps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablemates.envs.core.observation_forms import Number, number
from tablemates.envs.core.vocabulary import places_of
from tablemates.envs.portal_dash.rules.vocabulary import ItemType

#: Greatest value of a number printed on an item or a regular mob.
PRINTED: Final = 12
#: Greatest life of a boss.
BOSS_LIFE: Final = 63
#: Where the turn counter stops.
INT8: Final = 127

# Stand-ins for what depends on the capacity of the board.
LAST_ROW: Final = -101
LAST_COLUMN: Final = -102
FARTHEST: Final = -103  # rows + columns

_TYPES: Final = ", ".join(f"{kind + 1} {kind.name.lower()}" for kind in ItemType)

#: The rows, or parts of rows, by name.
ROWS: Final[Mapping[str, tuple[Number, ...]]] = {
    "decision": (  # what goes with the decision
        number("shared", "the decision is the team's in spirit", 1),
        number("actions_done", "actions done of the active player's two", 2),
        number("steps_left", "steps left of the movement under way", PRINTED),
        number("mines_left", "blocks that the pickaxe may still take from the cube", PRINTED),
        number("mined", "blocks in hand so far by this action", PRINTED),
        number("damage_left", "hearts still to be lost (decision `wound`)", PRINTED),
        number("dice_to_roll", "combat dice still to be rolled", PRINTED),
        number("dice_rolled", "combat dice rolled", PRINTED),
        number("hits", "hits on all of them", INT8),
        number("rerolls_left", "rerolls left in the fight", PRINTED),
    ),
    "game": (  # counters of the whole game
        number("turn", "turns begun, stopping at 127", INT8),
        number("players", "players in the game", 4),
        number("rows", "rows of the board", 8),
        number("columns", "columns of the whole track", 64),
        number("open_columns", "columns of the face-up parts", 64),
        number("parts", "gameboard tiles in the track", 8),
        number("parts_open", "of them face up", 8),
        number("portal_open", "the portal strip is face up", 1),
        number("mob_die", "number on the mob die, 0 before the roll", PRINTED),
        number("chests_left", "chest tokens in the supply", 8),
        number("line_length", "mobs in the line", 18),
        number("blocks_left", "blocks in the cube", 64),
        number("tasks_done", "piglin tasks complete", 3),
        number("stack", "tiles in the item stack", 64),
        number("discards", "tiles in the discard pile", 64),
    ),
    "player": (  # one seat; seat 0 is whose view it is, the others follow clockwise
        number("playing", "the seat is taken", 1),
        number("decides", "the decision is this player's", 1),
        number("active", "it is this player's turn", 1),
        number("hearts", "hearts on the life tracker", 6),
        number("placed", "the piece is on the board", 1),
        number("row", "row of the piece", LAST_ROW),
        number("column", "column of the piece", LAST_COLUMN),
        number("to_edge", "columns from there to the last face-up one", LAST_COLUMN),
    ),
    "item": (  # the printed numbers of an item tile
        number("type", f"{_TYPES}, 0 none", 7),
        number("dice", "combat dice", PRINTED),
        number("range", "range", PRINTED),
        number("rerolls", "rerolls in a fight", PRINTED),
        number("steps", "steps", PRINTED),
        number("fire", "magma and soul sand are ordinary spaces", 1),
        number("hearts", "hearts when whole", PRINTED),
        number("blocks", "blocks mined from the cube", PRINTED),
        number("blind", "blocks drawn from the used pile", PRINTED),
    ),
    "owned": (  # the condition of an item in an inventory
        number("hearts_left", "hearts left", PRINTED),
        number("active", "lies in the active row", 1),
        number("mode", "way up of leggings: 1 boots, 2 armour", 2),
        number("starting", "leaves the game when replaced", 1),
        number("subject", "in use, or what the decision is about", 1),
    ),
    "tile": (  # what an item tile says besides its numbers
        number("enchants", "the type that an enchantment goes on, to add its numbers; else 0", 7),
    ),
    # counted by the numbers that they add; one that adds two counts twice
    "enchantment": (
        number("dice", "tiles that add combat dice", 48),
        number("range", "range", 48),
        number("rerolls", "rerolls", 48),
        number("steps", "steps", 48),
        number("fire", "fire walking", 48),
    ),
    "supply": (  # what is known of a Netherite tile after it has left the supply
        number("window", "k: it is among the top k tiles of the stack; 0: not known", 16),
    ),
    "cube": (  # one column of the cube
        number("height", "blocks left", 4),
        number("exposed", "the top block may be mined", 1),
    ),
    "place": (  # one column of the piglin board, before the colour of its blocks
        number("size", "places for blocks", PRINTED),
        number("count", "blocks placed", PRINTED),
    ),
    "task": (  # one piglin task
        number("done", "complete", 1),
        number("missing", "blocks still to be placed", 3 * PRINTED),
        number("deadline", "blocks left in the layer before whose end it must be complete", 16),
    ),
    "mob": (  # the printed numbers of a regular mob
        number("life", "hits that defeat it, 0: no mob", PRINTED),
        number("moves", "steps when activated", PRINTED),
        number("flies", "may enter lava", 1),
        number("range", "attack range", PRINTED),
        number("damage", "hearts that a hit takes", PRINTED),
        number("area", "hits every player in range", 1),
        number("push", "pushes", 1),
        number("item_damage", "damages an item", 1),
        number("remove_block", "removes a block of the topmost layer", 1),
        number("no_sword", "immune to swords", 1),
        number("no_bow", "immune to bows", 1),
        number("number", "number of the mob die that activates it", PRINTED),
    ),
    "boss": (  # an end boss, wherever it is
        number("life", "hits that still defeat it, 0: no boss, or defeated", BOSS_LIFE),
        number("full_life", "life at the start", BOSS_LIFE),
        number("moves", "steps when activated", PRINTED),
        number("flies", "may enter lava", 1),
        number("range", "attack range", PRINTED),
        number("placed", "on the board", 1),
    ),
    "stand": (  # where a mob or boss on the board stands, and what is under way with it
        number("row", "row", LAST_ROW),
        number("column", "column", LAST_COLUMN),
        number("distance", "rows + columns to the piece of seat 0", FARTHEST),
        number("pending", "still to be activated this turn", 1),
        number("subject", "fought, or what the decision is about", 1),
    ),
    "face": (  # what an end boss does when a number of the mob die is rolled
        number("damage", "hearts that a hit takes", PRINTED),
        number("area", "hits every player in range", 1),
        number("direct", "armour cannot block it", 1),
        number("push", "pushes", 1),
        number("item_damage", "damages an item", 1),
        number("remove_block", "removes a block of the topmost layer", 1),
    ),
    "plane": (  # one plane of the board; 0 on spaces that are not face up
        number(
            "ground",
            "steps that entering takes on foot: 1 ordinary, 2 soul sand, 0 lava or no space",
            2,
        ),
        number("hazard", "2 uncovered lava, 1 uncovered magma, -1 a brown block lies here", 2, -1),
        number("site", "1 a chest token, -1 a spawner", 1, -1),
        number("players", "4 for the piece of seat 0, 1 for each other piece", 7),
        number("mobs", "hits that defeat the mob or boss here", PRINTED),
    ),
}


_PLACES: Final = [places_of(one.name for one in row) for row in ROWS.values()]
DECISION, GAME, PLAYER, ITEM, OWNED, TILE, ENCHANTMENT, SUPPLY = _PLACES[:8]
CUBE, PLACE, TASK, MOB, BOSS, STAND, FACE, PLANE = _PLACES[8:]
