"""The words of the engine: colours, items, mobs, decisions, chance, events, ends.

Every enum is an ``IntEnum`` whose values stand in the record; compiled
functions use the members as constants.
"""

from __future__ import annotations

from enum import IntEnum

from tablemates.envs.core.vocabulary import EventKind


class Colour(IntEnum):
    """The five colours of resource blocks (SETUP-03)."""

    RED = 0
    GRAY = 1
    GOLD = 2
    BROWN = 3
    BLACK = 4


class BlocksFace(IntEnum):
    """Faces of the blocks die (BLOCK-01): a ``Colour`` or the wild card."""

    RED = 0
    GRAY = 1
    GOLD = 2
    BROWN = 3
    BLACK = 4
    ANY = 5


class ItemType(IntEnum):
    """What an item tile is; decides how it is used."""

    SWORD = 0
    BOW = 1
    BOOTS = 2
    LEGGINGS = 3
    ARMOUR = 4
    PICKAXE = 5
    ENCHANTMENT = 6


class Mode(IntEnum):
    """Which way up leggings lie (ITEM-06); ``NONE`` for every other item."""

    NONE = 0
    BOOTS = 1
    ARMOUR = 2


class MobKind(IntEnum):
    """Regular mobs and end bosses; also the source of damage (with ``MAGMA``)."""

    MAGMA_CUBE = 0
    GHAST = 1
    ENDERMAN = 2
    HOGLIN = 3
    BLAZE = 4
    WITHER_SKELETON = 5
    WILDFIRE = 6
    ANCIENT_HOGLIN = 7


#: Source of damage that is no mob: the space itself (MOVE-03).
MAGMA = 8

#: Stands in a level for a boss that the set-up draws (LEVEL-3).
DRAWN_BOSS = -2


class Effect(IntEnum):
    """What an attack does besides damage (MOB-13, MOB-14, BOSS-01, BOSS-02)."""

    NONE = 0
    PUSH = 1
    DAMAGE_ITEM = 2
    REMOVE_BLOCK = 3


class Decision(IntEnum):
    """What somebody has to choose now."""

    NONE = 0
    CHANCE = 1
    START_SPACE = 2
    REMOVE_BLOCK = 3
    NEXT_MOB = 4
    SPAWNER = 5
    MOB_END = 6
    TARGET = 7
    WOUND = 8
    PUSH = 9
    DAMAGE_ITEM = 10
    ACTION = 11
    STEP = 12
    OPEN_CHEST = 13
    FIGHT = 14
    REROLL = 15
    MINE = 16
    BLOCK = 17
    USE = 18
    PLAYER = 19
    NETHERITE = 20
    COVER = 21
    KEEP_TILE = 22
    REPLACE = 23
    ENCHANT = 24
    MODE = 25
    REVEAL = 26


#: Decisions that are the team's in spirit although one player takes them.
SHARED_DECISIONS = frozenset(
    {
        Decision.REMOVE_BLOCK,
        Decision.NEXT_MOB,
        Decision.SPAWNER,
        Decision.MOB_END,
        Decision.TARGET,
        Decision.REVEAL,
    }
)


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


class Reason(IntEnum):
    """Why a block leaves the cube, an item is damaged, or a tile is discarded."""

    DIE = 0
    BOSS = 1
    MINED = 2
    USED = 3
    WORN_OUT = 4
    ATTACK = 5
    NOT_KEPT = 6
    REPLACED = 7
    STARTING = 8


class Outcome(IntEnum):
    """How a game stands."""

    RUNNING = 0
    WON = 1
    LOST = 2


class Cause(IntEnum):
    """Why a game ended (END-01 to END-04, PIG-03)."""

    NONE = 0
    BOSS_DEFEATED = 1
    PLAYER_DIED = 2
    TASK_A_LATE = 3
    TASK_B_LATE = 4
    TASK_C_LATE = 5
    CUBE_EMPTY = 6
    ILLEGAL_ACTION = 7


class Event(EventKind):
    """What happened, with the up to five numbers that go with it.

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
