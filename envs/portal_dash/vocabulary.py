"""The words of the game as numbers: sizes, parts, decisions, chance, events, ends, actions.

Values of the enums stand in the record; compiled functions use the members as constants. Of the
actions only the last group, the spaces of the board, depends on the board's capacity
(``Box.capacity_rows`` and ``capacity_columns``): space ``(row, column)`` is
``SPACE + row * capacity_columns + column``.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.game.catalogue import Catalogue, read_actions
from tablemates.envs.core.records.vocabulary import EventKind, words_of

# Sizes that are compiled in; the loader checks every set of parts against them.
PLAYERS: Final = 4
LEVELS: Final = 5
ACTIONS: Final = 2  # of a turn
SLOTS: Final = 6
HEARTS: Final = 6
ENCHANTMENTS: Final = 4  # on one item; the loader admits at most this many of one type
ROWS: Final = 8
COLUMNS: Final = 64  # one 64-bit word a row
TILES: Final = 8
START: Final = TILES  # the start strip among the parts of the board
PORTAL: Final = TILES + 1  # the portal strip
SPAWNERS: Final = 8  # on one part
CHEST_SPACES: Final = 4  # on one part
CHESTS: Final = 8  # tokens in the supply
MOBS: Final = 20  # pieces: 18 regular, 2 bosses
REGULAR_MOBS: Final = 18
BOSSES: Final = 2
MOB_KINDS: Final = 6
FACES: Final = 3  # numbers of the mob die
ITEM_KINDS: Final = 40
DRAWABLE_TILES: Final = 48
NETHERITE: Final = 8
COLOURS: Final = 5
CUBE_COLUMNS: Final = 16
CUBE_LAYERS: Final = 4
BLOCKS: Final = 64
HAND: Final = 8
TASKS: Final = 3
TASK_COLUMNS: Final = 3  # at most, for one task
PLACES: Final = 9
DICE: Final = 12  # combat results of one fight
NUMBER: Final = 20  # largest number on a part or a die
LIFE: Final = 99  # largest life of a mob or boss
HISTORY: Final = 64
AGENDA: Final = 32  # set-up with six leggings for each of four players needs 29
LEGAL: Final = 600
EVENTS: Final = 1024

#: The five colours of resource blocks (SETUP-03).
Colour = IntEnum("Colour", "RED GRAY GOLD BROWN BLACK", start=0)

#: Faces of the blocks die (BLOCK-01): a ``Colour`` or the wild card.
BlocksFace = IntEnum("BlocksFace", "RED GRAY GOLD BROWN BLACK ANY", start=0)

#: What an item tile is; decides how it is used.
ItemType = IntEnum("ItemType", "SWORD BOW BOOTS LEGGINGS ARMOUR PICKAXE ENCHANTMENT", start=0)

#: Which way up leggings lie (ITEM-06); ``NONE`` for every other item.
Mode = IntEnum("Mode", "NONE BOOTS ARMOUR", start=0)

#: Regular mobs and end bosses; also the source of damage (with ``MAGMA``).
MobKind = IntEnum(
    "MobKind",
    "MAGMA_CUBE GHAST ENDERMAN HOGLIN BLAZE WITHER_SKELETON WILDFIRE ANCIENT_HOGLIN",
    start=0,
)

#: Source of damage that is no mob: the space itself (MOVE-03).
MAGMA = 8

#: Stands in a level for a boss that the set-up draws (LEVEL-3).
DRAWN_BOSS = -2

#: What an attack does besides damage (MOB-13, MOB-14, BOSS-01, BOSS-02).
Effect = IntEnum("Effect", "NONE PUSH DAMAGE_ITEM REMOVE_BLOCK", start=0)

#: What somebody has to choose now.
Decision = IntEnum(
    "Decision",
    "NONE CHANCE START_SPACE REMOVE_BLOCK NEXT_MOB SPAWNER MOB_END TARGET WOUND PUSH DAMAGE_ITEM "
    "ACTION STEP OPEN_CHEST FIGHT REROLL MINE BLOCK USE PLAYER NETHERITE COVER KEEP_TILE REPLACE "
    "ENCHANT MODE REVEAL",
    start=0,
)

_SHARED = ("REMOVE_BLOCK", "NEXT_MOB", "SPAWNER", "MOB_END", "TARGET", "PUSH", "REVEAL")
#: Decisions that are the team's in spirit although one player takes them.
SHARED_DECISIONS = frozenset(Decision[name] for name in _SHARED)


class Chance(EventKind):
    """Named kinds of chance, each a stream of its own, and the names of what each is about.

    The first seven are decisions of the pseudo-player *chance* when chance is
    explicit. The others only ever answer at once (set-up) or permute what is
    hidden (shuffles).
    """

    BLOCKS_DIE = 0
    MOB_DIE = 1
    COMBAT_DIE = 2
    TILE_DRAWN = 3, "player"
    USED_BLOCK = 4
    BLOCK_UNCOVERED = 5, "column layer"  # in the record the level above the base
    PART_REVEALED = 6, "part"
    SETUP = 7
    SHUFFLE = 8


#: Why a block leaves the cube, an item is damaged, or a tile is discarded.
Reason = IntEnum(
    "Reason", "DIE BOSS MINED USED WORN_OUT ATTACK NOT_KEPT REPLACED STARTING", start=0
)

#: Why a game ended (END-01 to END-04, PIG-03).
Cause = IntEnum(
    "Cause",
    "NONE BOSS_DEFEATED PLAYER_DIED TASK_A_LATE TASK_B_LATE TASK_C_LATE CUBE_EMPTY ILLEGAL_ACTION",
    start=0,
)


class Event(EventKind):
    """Kinds of events, with the up to five numbers of each.

    Spaces are ``row * 64 + column``; ``mob`` is the piece's index; ``item`` a kind of tile.
    """

    GAME_STARTED = 0, "level players first_player"
    START_CHOSEN = 1, "player space"
    TURN_STARTED = 2, "player turn"
    BLOCKS_DIE = 3, "player face"
    MOB_DIE = 4, "player number"
    BLOCK_REMOVED = 5, "player column layer colour reason"
    NO_BLOCK_REMOVED = 6, "player face"
    BLOCK_UNCOVERED = 7, "column layer colour"
    MOB_ACTIVATED = 8, "mob"
    MOB_MOVED = 9, "mob origin space"
    MOB_ATTACKED = 10, "mob player damage"
    MOB_SPAWNED = 11, "mob space"
    NOTHING_SPAWNED = 12
    HEART_LOST = 13, "player source hearts"
    ARMOUR_HEART_LOST = 14, "player source slot item hearts"
    ITEM_DAMAGED = 15, "player slot item reason"
    PUSHED = 16, "player origin space"
    PLAYER_MOVED = 17, "player origin space steps"
    CHEST_OPENED = 18, "player space"
    CHEST_PLACED = 19, "space"
    TILE_DRAWN = 20, "player item"
    ITEM_KEPT = 21, "player slot item"
    TILE_DISCARDED = 22, "player item reason"
    ITEM_ENCHANTED = 23, "player slot item enchantment"
    MODE_CHOSEN = 24, "player slot mode"
    ITEM_REPAIRED = 25, "player slot item"
    FIGHT_STARTED = 26, "player slot item mob dice"
    DIE_ROLLED = 27, "player hits"
    DICE_REROLLED = 28, "player dice"
    FIGHT_ENDED = 29, "player mob hits life"
    MOB_DEFEATED = 30, "player mob"
    BOSS_HIT = 31, "player mob hits life"
    BLOCK_DRAWN = 32, "player colour"
    ABILITY_USED = 33, "player colour"
    BLOCK_PLACED = 34, "player colour place"
    TASK_DONE = 35, "player task"
    HEALED = 36, "player hearts"
    SPACE_COVERED = 37, "player space"
    NETHERITE_ADDED = 38, "player item"
    STACK_SHUFFLED = 39, "tiles"
    PART_REVEALED = 40, "player part tile"
    PORTAL_REVEALED = 41, "player"
    BOSS_APPEARED = 42, "mob space"
    FORCED = 43, "player action"
    TURN_ENDED = 44, "player"
    GAME_WON = 45, "cause"
    GAME_LOST = 46, "cause player source"


INTERFACE: Final = Path(__file__).with_name("interface.toml")
#: What the file calls by name.
WORDS: Final[dict[str, Any]] = {
    **globals(),
    "DIRECTIONS": ("north", "east", "south", "west"),
    "MODES": words_of(Mode)[1:],
    "COUNTS": DICE + 1,
}


@cache
def make_catalogue(board_shape: tuple[int, int]) -> Catalogue:
    """Return the actions for boards of up to ``board_shape`` rows and columns."""
    rows, columns = board_shape
    return read_actions(INTERFACE, {**WORDS, "ROWS": rows, "COLUMNS": columns})


# fmt: off
(WAIT, DONE, YES, STEP, COLUMN, SLOT, MODE, PLAYER, TILE, SUPPLY, COLOUR, ABILITY, PLACE, COUNT,
 SPACE) = make_catalogue((1, 1)).firsts
# fmt: on

#: Row and column change of each step action, north first, clockwise.
ROW_STEP: Final = (-1, 0, 1, 0)
COLUMN_STEP: Final = (0, 1, 0, -1)
