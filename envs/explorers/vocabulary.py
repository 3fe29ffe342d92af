"""The words of the game as numbers: parts, actions, decisions, chance, events, sizes.

The members of ``Item``, ``Front`` and ``Creature`` are in the order of the action catalogue and of
the observation. ``parts.yaml`` gives each of them its numbers, never a new one.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

from tablemates.envs.core.game.catalogue import read_actions
from tablemates.envs.core.records.vocabulary import words_of

#: Types of creatures; ``GAME_OVER`` is the card that loses the game.
Creature = IntEnum("Creature", "ZOMBIE SKELETON SPIDER CREEPER WITCH ENDERMAN GAME_OVER", start=0)

#: Classes of items: what chests, villagers and costs ask for.
Kind = IntEnum(
    "Kind",
    "WOOD IRON EMERALD LIGHTING FURNISHING FOOD SWORD PICKAXE ARMOUR CROSSBOW SPYGLASS MAP TOTEM "
    "SPONGE",
    start=0,
)

#: What the back of a landscape gives.
Item = IntEnum(
    "Item",
    "WOOD IRON EMERALD LIGHTING FURNISHING FOOD_1 FOOD_2 FOOD_3 FOOD_4 IRON_SWORD GOLD_SWORD "
    "DIAMOND_SWORD IRON_PICKAXE GOLD_PICKAXE DIAMOND_PICKAXE ARMOUR CROSSBOW SPYGLASS MAP TOTEM "
    "SPONGE",
    start=0,
)

#: What the front of a landscape shows.
Front = IntEnum(
    "Front",
    "VILLAGE_LIBRARIAN VILLAGE_CLERIC VILLAGE_FLETCHER VILLAGE_ARMORSMITH VILLAGE_TOOLSMITH "
    "VILLAGE_WEAPONSMITH VILLAGE_CARTOGRAPHER VILLAGE_FARMER WOODS CHERRY_BLOSSOM LUSH_CAVE GEODE "
    "TAIGA SHIPWRECK JUNGLE DESERT_TEMPLE ILLAGER_OUTPOST MINESHAFT WITCH_HUT CHASM RUINED_PORTAL "
    "DEEP_CAVE WOODLAND_MANSION OCEAN_MONUMENT",
    start=0,
)

#: Levels of ``scenarios.yaml``, and games with chosen chests.
Level = IntEnum("Level", "FIRST EASY NORMAL HARD HARDCORE CUSTOM", start=0)

#: Kinds of decision (DEC-04); ``CHANCE``: a card is to be turned over.
Decision = IntEnum(  # DEC-04
    "Decision", "NONE MAIN PAY TRADE RETURN ITEM PLACE REWARD CROSSBOW MAP ARMOUR CHANCE", start=0
)

#: Cards that are turned over: the front of the pile's new top, the back of the explored landscape,
#: a back that a spyglass shows, a creature.
Chance = IntEnum("Chance", "NONE FRONT BACK SEEN_BACK CREATURE", start=0)

#: Why a game ended.
Cause = IntEnum("Cause", "NONE CHESTS GAME_OVER_CARD ILLEGAL_ACTION", start=0)

#: What happens; ``words.yaml`` names the numbers that go with it.
Event = IntEnum(
    "Event",
    "GAME_STARTED TURN_STARTED FOOD_PAID TOOL_USED ITEM_TRADED LANDSCAPE_EXPLORED "
    "LANDSCAPE_RETURNED LANDSCAPE_LAID CREATURE_KILLED CHEST_VISITED ITEM_PLACED CHEST_FILLED "
    "CREATURE_APPEARED ARMOUR_USED FOOD_EATEN TROPHIES_SPENT CROSSBOW_SHOT SPYGLASS_USED "
    "BACK_SEEN MAP_USED NIGHT_FELL GAME_WON GAME_LOST",
    start=0,
)

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
NUMBER: Final = 20  # largest number on a part
FOOD: Final = 2**13  # more than all cards of a box can give
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


CREATURE_NAMES: Final = words_of(Creature)[:CREATURES]
HOLDING_NAMES: Final = tuple(map(holding_name, range(HOLDINGS)))
DESTINATION_NAMES: Final = words_of(map(Front, DESTINATIONS))
INTERFACE: Final = Path(__file__).with_name("interface.toml")
#: All actions: one list for every level and number of players.
CATALOGUE: Final = read_actions(INTERFACE, globals())  # DEC-02
ACTIONS: Final = len(CATALOGUE)
(WAIT, END, REFRESH, DONE, SLOT, CREATURE, CHEST, HOLDING, TROPHY, DESTINATION) = CATALOGUE.firsts
