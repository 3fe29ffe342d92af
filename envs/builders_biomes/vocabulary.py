"""The words of the game as numbers: decisions, chance, events, parts, places, actions."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

from tablemates.envs.core.game.catalogue import read_actions
from tablemates.envs.core.records.vocabulary import words_of

#: What is to be decided.
Decision = IntEnum(  # DEC-01
    "Decision", "OVER CHANCE ACTION EXTRA BLOCK PLACE PICKAXE TNT", start=0
)

#: What chance decides; its outcomes are colours, tiles and kinds of weapons.
Chance = IntEnum("Chance", "NONE COLOUR TILE TOKEN WEAPON", start=0)

#: The five kinds of actions (TURN-01).
Kind = IntEnum("Kind", "COLLECT EXPLORE BUILD FIGHT WEAPON", start=0)

#: How far a fight is (FIGHT-02 to FIGHT-05).
Fight = IntEnum("Fight", "NONE REVEAL PICKAXE TNT", start=0)

#: Why a game ended.
Cause = IntEnum("Cause", "NONE THIRD_SCORING ILLEGAL_ACTION", start=0)

#: Named scenarios; ``CUSTOM``: one of the user's own.
Level = IntEnum("Level", "STANDARD BEGINNER CUSTOM", start=0)

#: What the end of a game earns a seat.
Reward = IntEnum("Reward", "WIN ZERO_SUM RANK MARGIN", start=0)

#: Colours of blocks; the last one stands for any other.
Colour = IntEnum("Colour", "WOOD SAND STONE OBSIDIAN EMERALD", start=0)

#: What a building shows: one of each category.
Characteristic = IntEnum(
    "Characteristic",
    "FOREST DESERT MOUNTAINS TUNDRA WOOD SAND STONE OBSIDIAN DECORATION DWELLING ANIMAL_HOUSE "
    "BRIDGE",
    start=0,
)

#: Kinds of weapon tokens.
Weapon = IntEnum(
    "Weapon",
    "POISONOUS_POTATO WOODEN_SWORD STONE_SWORD IRON_SWORD DIAMOND_SWORD BOW GOLDEN_HOE "
    "STONE_PICKAXE TNT",
    start=0,
)

#: Kinds of mobs.
Mob = IntEnum("Mob", "SPIDER ZOMBIE SKELETON CREEPER WITCH ENDERMAN", start=0)

#: Where experience points (XP) come from.
Source = IntEnum("Source", "BUILD FIGHT HOE SCORING_A SCORING_B SCORING_C BONUS", start=0)

#: What happens; ``words.yaml`` names the numbers that go with it.
Event = IntEnum(
    "Event",
    "GAME_STARTED TURN_STARTED BLOCK_TAKEN COLOUR_SEEN MOVED TILE_TURNED TOKEN_TURNED "
    "BUILDING_PAID BUILT FIGHT_STARTED WEAPON_REVEALED TNT_DETONATED MOB_DEFEATED MOB_STAYED "
    "WEAPON_TAKEN MOB_RETURNED XP_GAINED SCORED GAME_ENDED RANKED",
    start=0,
)

# -- sizes ------------------------------------------------------------------------------------
SEATS: Final = 4
TILES: Final = 64
KINDS: Final = len(Kind)
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

# -- words of the observation ------------------------------------------------------------------
EFFECTS: Final = ("draws", "gives_xp", "mines", "once")  # of weapon tokens
LOOKS: Final = (*words_of(Colour), "not_visible", "gone")  # of a block
MOB_HEARTS: Final = 7  # of a mob that have a number of their own, from 0
TOKEN_HEARTS: Final = 6

# -- values of fields --------------------------------------------------------------------------
NOTHING: Final = -1  # a tile, cell, space or token that is not there or not face up
# Where a tile is.
UNSEEN_TILE: Final = 0
FACE_UP: Final = 1
ON_BOARD: Final = 2  # + seat
WON: Final = 6  # + seat
OUT: Final = 10

CORNER_NAMES: Final = ("nw", "ne", "sw", "se")
COUNTS: Final = tuple(str(n) for n in range(1, MOST_TNT + 1))

INTERFACE: Final = Path(__file__).with_name("interface.toml")
#: All actions: one list for every level and number of players.
CATALOGUE: Final = read_actions(INTERFACE, globals())  # DEC-02
ACTIONS: Final = len(CATALOGUE)
(WAIT, DONE, BLOCK, GO, BUILD, FIGHT, WEAPON, SPACE, _ONE) = CATALOGUE.firsts
DETONATE: Final = _ONE - 1  # + number of TNT, from 1
