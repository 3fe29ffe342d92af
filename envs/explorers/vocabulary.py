"""The words of the game as numbers: parts, actions, decisions, chance, events, sizes.

The members of ``Item``, ``Front`` and ``Creature`` are in the order of the action catalogue and of
the observation. ``parts.yaml`` gives each of them its numbers, never a new one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from tablemates.envs.core.vocabulary import EventKind


class Creature(IntEnum):
    """Types of creatures; ``GAME_OVER`` is the card that loses the game."""

    ZOMBIE = 0
    SKELETON = 1
    SPIDER = 2
    CREEPER = 3
    WITCH = 4
    ENDERMAN = 5
    GAME_OVER = 6


class Kind(IntEnum):
    """Classes of items: what chests, villagers and costs ask for."""

    WOOD = 0
    IRON = 1
    EMERALD = 2
    LIGHTING = 3
    FURNISHING = 4
    FOOD = 5
    SWORD = 6
    PICKAXE = 7
    ARMOUR = 8
    CROSSBOW = 9
    SPYGLASS = 10
    MAP = 11
    TOTEM = 12
    SPONGE = 13


class Item(IntEnum):
    """What the back of a landscape gives."""

    WOOD = 0
    IRON = 1
    EMERALD = 2
    LIGHTING = 3
    FURNISHING = 4
    FOOD_1 = 5
    FOOD_2 = 6
    FOOD_3 = 7
    FOOD_4 = 8
    IRON_SWORD = 9
    GOLD_SWORD = 10
    DIAMOND_SWORD = 11
    IRON_PICKAXE = 12
    GOLD_PICKAXE = 13
    DIAMOND_PICKAXE = 14
    ARMOUR = 15
    CROSSBOW = 16
    SPYGLASS = 17
    MAP = 18
    TOTEM = 19
    SPONGE = 20


class Front(IntEnum):
    """What the front of a landscape shows."""

    VILLAGE_LIBRARIAN = 0
    VILLAGE_CLERIC = 1
    VILLAGE_FLETCHER = 2
    VILLAGE_ARMORSMITH = 3
    VILLAGE_TOOLSMITH = 4
    VILLAGE_WEAPONSMITH = 5
    VILLAGE_CARTOGRAPHER = 6
    VILLAGE_FARMER = 7
    WOODS = 8
    CHERRY_BLOSSOM = 9
    LUSH_CAVE = 10
    GEODE = 11
    TAIGA = 12
    SHIPWRECK = 13
    JUNGLE = 14
    DESERT_TEMPLE = 15
    ILLAGER_OUTPOST = 16
    MINESHAFT = 17
    WITCH_HUT = 18
    CHASM = 19
    RUINED_PORTAL = 20
    DEEP_CAVE = 21
    WOODLAND_MANSION = 22
    OCEAN_MONUMENT = 23


class Level(IntEnum):
    """Levels of ``scenarios.yaml``, and games with chosen chests."""

    FIRST = 0
    EASY = 1
    NORMAL = 2
    HARD = 3
    HARDCORE = 4
    CUSTOM = 5


class Decision(IntEnum):
    """Kinds of decision (DEC-04); ``CHANCE``: a card is to be turned over."""

    NONE = 0
    MAIN = 1  # DEC-04
    PAY = 2
    TRADE = 3
    RETURN = 4
    ITEM = 5
    PLACE = 6
    REWARD = 7
    CROSSBOW = 8
    MAP = 9
    ARMOUR = 10
    CHANCE = 11


class Chance(IntEnum):
    """Cards that are turned over."""

    NONE = 0
    FRONT = 1  # the front of the landscape that comes to the top of the pile
    BACK = 2  # the back of the landscape that is explored
    SEEN_BACK = 3  # the back that a spyglass shows
    CREATURE = 4


class Outcome(IntEnum):
    """How a game stands."""

    RUNNING = 0
    WON = 1
    LOST = 2


class Cause(IntEnum):
    """Why a game ended."""

    NONE = 0
    CHESTS = 1
    GAME_OVER_CARD = 2
    ILLEGAL_ACTION = 3


class Event(EventKind):
    """What happens, with the numbers that go with it."""

    GAME_STARTED = 0, "seat"
    TURN_STARTED = 1, "seat turn"
    FOOD_PAID = 2, "seat food"
    TOOL_USED = 3, "seat holding"
    ITEM_TRADED = 4, "seat holding"
    LANDSCAPE_EXPLORED = 5, "seat front item creatures"
    LANDSCAPE_RETURNED = 6, "seat front slot"
    LANDSCAPE_LAID = 7, "front slot"
    CREATURE_KILLED = 8, "seat creature"
    CHEST_VISITED = 9, "seat chest"
    ITEM_PLACED = 10, "seat holding chest"
    CHEST_FILLED = 11, "seat chest"
    CREATURE_APPEARED = 12, "creature"
    ARMOUR_USED = 13, "seat"
    FOOD_EATEN = 14, "seat holding food"
    TROPHIES_SPENT = 15, "seat creature"
    CROSSBOW_SHOT = 16, "seat"
    SPYGLASS_USED = 17, "seat"
    BACK_SEEN = 18, "front item creatures"
    MAP_USED = 19, "seat front slot"
    NIGHT_FELL = 20, "seat"
    GAME_WON = 21, "cause"
    GAME_LOST = 22, "cause"


# -- sizes, checked by the loader of parts -------------------------------------------------
SEATS: Final = 4
CREATURES: Final = 6
KINDS: Final = len(Kind)
ITEMS: Final = len(Item)
FRONTS: Final = len(Front)
BACKS: Final = 4  # different backs of one front
ROW: Final = 7  # slots: five, and one for each destination that a map fetches
TOP: Final = ROW  # index of the pile's top card behind the slots
PLACES: Final = ROW + 1
CARDS: Final = 60  # landscapes
CREATURE_CARDS: Final = 30  # in a pile, Game Over included
CHESTS: Final = 8  # in one game
NEEDS: Final = 2  # items of one chest
CHEST_CARDS: Final = 16  # numbers of chest cards are below this
DESTINATIONS: Final = (int(Front.WOODLAND_MANSION), int(Front.OCEAN_MONUMENT))

# -- holdings: items as the catalogue counts them, a tool twice: new, then damaged -----------
TOOL: Final = int(Item.IRON_SWORD)  # the first tool among items and among holdings
PICKAXE: Final = TOOL + 6  # the first pickaxe among holdings
TOOLS_END: Final = TOOL + 12
HOLDINGS: Final = ITEMS + 6
ARMOUR: Final = TOOLS_END
CROSSBOW: Final = ARMOUR + 1
SPYGLASS: Final = ARMOUR + 2
MAP: Final = ARMOUR + 3
USES: Final = 2  # of a new tool (TOOL-01)

# -- actions (DEC-02) ------------------------------------------------------------------------
WAIT: Final = 0
END: Final = 1
REFRESH: Final = 2
DONE: Final = 3
SLOT: Final = 4
CREATURE: Final = SLOT + ROW
CHEST: Final = CREATURE + CREATURES
HOLDING: Final = CHEST + CHESTS
TROPHY: Final = HOLDING + HOLDINGS
DESTINATION: Final = TROPHY + CREATURES
ACTIONS: Final = DESTINATION + len(DESTINATIONS)


def item_kind(item: Item) -> Kind:
    """Return the class of an item."""
    if item <= Item.FURNISHING:
        return Kind(int(item))
    if item <= Item.FOOD_4:
        return Kind.FOOD
    if item <= Item.DIAMOND_SWORD:
        return Kind.SWORD
    if item <= Item.DIAMOND_PICKAXE:
        return Kind.PICKAXE
    return Kind(Kind.ARMOUR + item - Item.ARMOUR)


def holding_item(holding: int) -> Item:
    """Return the item that a holding is."""
    if holding < TOOL:
        return Item(holding)
    if holding < TOOLS_END:
        return Item(TOOL + (holding - TOOL) // USES)
    return Item(Item.ARMOUR + holding - ARMOUR)


def holding_name(holding: int) -> str:
    """Return a holding's name, such as ``"iron_sword_damaged"``."""
    damaged = TOOL <= holding < TOOLS_END and (holding - TOOL) % USES == 1
    return holding_item(holding).name.lower() + "_damaged" * damaged
