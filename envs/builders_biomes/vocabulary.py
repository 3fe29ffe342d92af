"""The words of the game as numbers: decisions, chance, events, parts, places, actions."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from tablemates.envs.core.vocabulary import EventKind


class Decision(IntEnum):
    """What is to be decided."""

    OVER = 0
    CHANCE = 1
    ACTION = 2  # DEC-01
    EXTRA = 3
    BLOCK = 4
    PLACE = 5
    PICKAXE = 6
    TNT = 7


class Chance(IntEnum):
    """What chance decides; its outcomes are colours, tiles and kinds of weapons."""

    NONE = 0
    COLOUR = 1
    TILE = 2
    TOKEN = 3
    WEAPON = 4


class Kind(IntEnum):
    """The five kinds of actions (TURN-01)."""

    COLLECT = 0
    EXPLORE = 1
    BUILD = 2
    FIGHT = 3
    WEAPON = 4


class Fight(IntEnum):
    """How far a fight is (FIGHT-02 to FIGHT-05)."""

    NONE = 0
    REVEAL = 1
    PICKAXE = 2
    TNT = 3


class Cause(IntEnum):
    """Why a game ended."""

    NONE = 0
    THIRD_SCORING = 1
    ILLEGAL_ACTION = 2


class Level(IntEnum):
    """Named scenarios; ``CUSTOM``: one of the user's own."""

    STANDARD = 0
    BEGINNER = 1
    CUSTOM = 2


class Reward(IntEnum):
    """What the end of a game earns a seat."""

    WIN = 0
    ZERO_SUM = 1
    RANK = 2
    MARGIN = 3


class Colour(IntEnum):
    """Colours of blocks; the last one stands for any other."""

    WOOD = 0
    SAND = 1
    STONE = 2
    OBSIDIAN = 3
    EMERALD = 4


class Characteristic(IntEnum):
    """What a building shows: one of each category."""

    FOREST = 0
    DESERT = 1
    MOUNTAINS = 2
    TUNDRA = 3
    WOOD = 4
    SAND = 5
    STONE = 6
    OBSIDIAN = 7
    DECORATION = 8
    DWELLING = 9
    ANIMAL_HOUSE = 10
    BRIDGE = 11


class Weapon(IntEnum):
    """Kinds of weapon tokens."""

    POISONOUS_POTATO = 0
    WOODEN_SWORD = 1
    STONE_SWORD = 2
    IRON_SWORD = 3
    DIAMOND_SWORD = 4
    BOW = 5
    GOLDEN_HOE = 6
    STONE_PICKAXE = 7
    TNT = 8


class Mob(IntEnum):
    """Kinds of mobs."""

    SPIDER = 0
    ZOMBIE = 1
    SKELETON = 2
    CREEPER = 3
    WITCH = 4
    ENDERMAN = 5


class Source(IntEnum):
    """Where experience points (XP) come from."""

    BUILD = 0
    FIGHT = 1
    HOE = 2
    SCORING_A = 3
    SCORING_B = 4
    SCORING_C = 5
    BONUS = 6


class Event(EventKind):
    """What happens, with the numbers that go with it."""

    GAME_STARTED = 0, "seat"
    TURN_STARTED = 1, "seat turn"
    BLOCK_TAKEN = 2, "seat column layer colour"
    COLOUR_SEEN = 3, "column layer colour"
    MOVED = 4, "seat crossing"
    TILE_TURNED = 5, "cell tile"
    TOKEN_TURNED = 6, "cell weapon"
    BUILDING_PAID = 7, "seat tile blocks emeralds"
    BUILT = 8, "seat tile space covered"
    FIGHT_STARTED = 9, "seat tile"
    WEAPON_REVEALED = 10, "seat weapon"
    TNT_DETONATED = 11, "seat count"
    MOB_DEFEATED = 12, "seat tile hearts"
    MOB_STAYED = 13, "seat tile hearts"
    WEAPON_TAKEN = 14, "seat weapon cell"
    MOB_RETURNED = 15, "seat tile"
    XP_GAINED = 16, "seat points source"
    SCORED = 17, "seat characteristic count points"
    GAME_ENDED = 18, "cause"
    RANKED = 19, "seat rank xp blocks"


EVENT_WIDTH: Final = 1 + max(len(event.fields) for event in Event)

# -- sizes ------------------------------------------------------------------------------------
SEATS: Final = 4
TILES: Final = 64
CHARACTERISTICS: Final = len(Characteristic)
PER_CATEGORY: Final = 4  # characteristics of a category: biome, material, type
CATEGORIES: Final = 3
SCORINGS: Final = CATEGORIES
COLOURS: Final = len(Colour)
WEAPONS: Final = len(Weapon)
SOURCES: Final = len(Source)
SPACES: Final = 9
BOARDS: Final = 4
COLUMNS: Final = 16
LAYERS: Final = 4
BLOCKS: Final = COLUMNS * LAYERS
SIDE: Final = 6  # cells of the Overworld in a row, and rows
CELLS: Final = SIDE * SIDE
STACK: Final = 4  # tiles of a stack
FRINGE: Final = 16  # cells of the rim that hold a token
CROSSING_SIDE: Final = 5
CROSSINGS: Final = CROSSING_SIDE * CROSSING_SIDE
CORNERS: Final = 4  # cells that touch a crossing: nw, ne, sw, se
START: Final = 12  # the central crossing
STEPS: Final = 2  # of an exploration
COLLECT: Final = 2  # blocks of one collecting
REVEAL: Final = 3  # tokens of one fight, before bows
ACTIONS_A_TURN: Final = 2
HOE_XP: Final = 2
MOST_TNT: Final = 4  # tokens in the box
MOST_POINTS: Final = 15  # hearts, XP and points printed on one part

# -- values of fields --------------------------------------------------------------------------
NOTHING: Final = -1  # a tile, cell, space or token that is not there or not face up
# Where a tile is.
UNSEEN_TILE: Final = 0
FACE_UP: Final = 1
ON_BOARD: Final = 2  # + seat
WON: Final = 6  # + seat
OUT: Final = 10

# -- actions (DEC-02) ------------------------------------------------------------------------
WAIT: Final = 0
DONE: Final = 1
BLOCK: Final = 2
GO: Final = BLOCK + COLUMNS
BUILD: Final = GO + CROSSINGS
FIGHT: Final = BUILD + CORNERS
WEAPON: Final = FIGHT + CORNERS
SPACE: Final = WEAPON + CORNERS
DETONATE: Final = SPACE + SPACES - 1  # + number of TNT, from 1
ACTIONS: Final = DETONATE + 1 + MOST_TNT
