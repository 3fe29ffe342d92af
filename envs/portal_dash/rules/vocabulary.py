"""The words of the engine: colours, items, mobs, decisions, chance, events, ends.

Every enum is an ``IntEnum`` whose values stand in the record; compiled
functions use the members as constants.
"""

from __future__ import annotations

from enum import IntEnum


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


class Chance(IntEnum):
    """Named kinds of chance; each is a stream of its own.

    The first seven are decisions of the pseudo-player *chance* when chance is
    explicit. The others only ever answer at once (set-up) or permute what is
    hidden (shuffles).
    """

    BLOCKS_DIE = 0
    MOB_DIE = 1
    COMBAT_DIE = 2
    TILE_DRAWN = 3
    USED_BLOCK = 4
    BLOCK_UNCOVERED = 5
    PART_REVEALED = 6
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


class Event(IntEnum):
    """What happened. The fields of each are in ``EVENT_FIELDS``."""

    GAME_STARTED = 0
    START_CHOSEN = 1
    TURN_STARTED = 2
    BLOCKS_DIE = 3
    MOB_DIE = 4
    BLOCK_REMOVED = 5
    NO_BLOCK_REMOVED = 6
    BLOCK_UNCOVERED = 7
    MOB_ACTIVATED = 8
    MOB_MOVED = 9
    MOB_ATTACKED = 10
    MOB_SPAWNED = 11
    NOTHING_SPAWNED = 12
    HEART_LOST = 13
    ARMOUR_HEART_LOST = 14
    ITEM_DAMAGED = 15
    PUSHED = 16
    PLAYER_MOVED = 17
    CHEST_OPENED = 18
    CHEST_PLACED = 19
    TILE_DRAWN = 20
    ITEM_KEPT = 21
    TILE_DISCARDED = 22
    ITEM_ENCHANTED = 23
    MODE_CHOSEN = 24
    ITEM_REPAIRED = 25
    FIGHT_STARTED = 26
    DIE_ROLLED = 27
    DICE_REROLLED = 28
    FIGHT_ENDED = 29
    MOB_DEFEATED = 30
    BOSS_HIT = 31
    BLOCK_DRAWN = 32
    ABILITY_USED = 33
    BLOCK_PLACED = 34
    TASK_DONE = 35
    HEALED = 36
    SPACE_COVERED = 37
    NETHERITE_ADDED = 38
    STACK_SHUFFLED = 39
    PART_REVEALED = 40
    PORTAL_REVEALED = 41
    BOSS_APPEARED = 42
    FORCED = 43
    TURN_ENDED = 44
    GAME_WON = 45
    GAME_LOST = 46


#: Names of the up to five numbers that follow an event's kind. Spaces are
#: ``row * 64 + column``; ``mob`` is the piece's index; ``item`` a kind of tile.
EVENT_FIELDS: dict[Event, tuple[str, ...]] = {
    Event.GAME_STARTED: ("level", "players", "first_player"),
    Event.START_CHOSEN: ("player", "space"),
    Event.TURN_STARTED: ("player", "turn"),
    Event.BLOCKS_DIE: ("player", "face"),
    Event.MOB_DIE: ("player", "number"),
    Event.BLOCK_REMOVED: ("player", "column", "layer", "colour", "reason"),
    Event.NO_BLOCK_REMOVED: ("player", "face"),
    Event.BLOCK_UNCOVERED: ("column", "layer", "colour"),
    Event.MOB_ACTIVATED: ("mob",),
    Event.MOB_MOVED: ("mob", "origin", "space"),
    Event.MOB_ATTACKED: ("mob", "player", "damage"),
    Event.MOB_SPAWNED: ("mob", "space"),
    Event.NOTHING_SPAWNED: (),
    Event.HEART_LOST: ("player", "source", "hearts"),
    Event.ARMOUR_HEART_LOST: ("player", "source", "slot", "item", "hearts"),
    Event.ITEM_DAMAGED: ("player", "slot", "item", "reason"),
    Event.PUSHED: ("player", "origin", "space"),
    Event.PLAYER_MOVED: ("player", "origin", "space", "steps"),
    Event.CHEST_OPENED: ("player", "space"),
    Event.CHEST_PLACED: ("space",),
    Event.TILE_DRAWN: ("player", "item"),
    Event.ITEM_KEPT: ("player", "slot", "item"),
    Event.TILE_DISCARDED: ("player", "item", "reason"),
    Event.ITEM_ENCHANTED: ("player", "slot", "item", "enchantment"),
    Event.MODE_CHOSEN: ("player", "slot", "mode"),
    Event.ITEM_REPAIRED: ("player", "slot", "item"),
    Event.FIGHT_STARTED: ("player", "slot", "item", "mob", "dice"),
    Event.DIE_ROLLED: ("player", "hits"),
    Event.DICE_REROLLED: ("player", "dice"),
    Event.FIGHT_ENDED: ("player", "mob", "hits", "life"),
    Event.MOB_DEFEATED: ("player", "mob"),
    Event.BOSS_HIT: ("player", "mob", "hits", "life"),
    Event.BLOCK_DRAWN: ("player", "colour"),
    Event.ABILITY_USED: ("player", "colour"),
    Event.BLOCK_PLACED: ("player", "colour", "place"),
    Event.TASK_DONE: ("player", "task"),
    Event.HEALED: ("player", "hearts"),
    Event.SPACE_COVERED: ("player", "space"),
    Event.NETHERITE_ADDED: ("player", "item"),
    Event.STACK_SHUFFLED: ("tiles",),
    Event.PART_REVEALED: ("player", "part", "tile"),
    Event.PORTAL_REVEALED: ("player",),
    Event.BOSS_APPEARED: ("mob", "space"),
    Event.FORCED: ("player", "action"),
    Event.TURN_ENDED: ("player",),
    Event.GAME_WON: ("cause",),
    Event.GAME_LOST: ("cause", "player", "source"),
}
