"""What the entries of a set must make together, the board left aside.

Every check is a function that yields the faults it finds, each as the place in
the files and the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.components.schema import Bow, Item, Parts, Pickaxe, Sword, word
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import ItemType

Faults: TypeAlias = Iterator[tuple[Place, str]]

_LEVELS = (1, 2, 3, 4, 5)
_SIDES_OF_A_DIE = 6
_REGULAR_TILES = L.DRAWABLE_TILES - L.NETHERITE  # SETUP-09
_ADDED = ("dice", "range", "rerolls", "steps", "fire")
_USEFUL = {  # ITEM-09: what an enchantment can add to an item of each type
    ItemType.SWORD: ("dice", "rerolls"),
    ItemType.BOW: ("dice", "range", "rerolls"),
    ItemType.BOOTS: ("steps", "fire"),
}


def faults_of_parts(parts: Parts) -> Faults:
    """Yield the faults of a set apart from its board, those of each check in turn."""
    yield from _dice(parts)
    yield from _cube_and_piglins(parts)
    yield from _copies(parts)
    yield from _names(parts)
    yield from _enchantments(parts)
    yield from _most_at_once(parts)
    yield from _levels(parts)


def _dice(parts: Parts) -> Faults:
    for name in ("blocks", "mob", "combat"):
        die = getattr(parts.dice, name)
        if len(die.faces) != len(die.copies):
            yield ("dice", name), f"{len(die.faces)} faces, but copies of {len(die.copies)}"
        elif sum(die.copies) != _SIDES_OF_A_DIE:
            reason = f"a die has {_SIDES_OF_A_DIE} sides, not {sum(die.copies)}"
            yield ("dice", name, "copies"), reason
    if not any(parts.dice.combat.faces):
        yield ("dice", "combat", "faces"), "no side has a hit: nothing could ever be defeated"


def _cube_and_piglins(parts: Parts) -> Faults:
    blocks = sum(parts.cube.values())
    if blocks != L.BLOCKS:  # SETUP-03
        yield ("cube",), f"the blocks add up to {blocks}, not {L.BLOCKS}"
    most = max(parts.cube.values())
    for name, side in (("1-2 players", parts.piglins.few), ("3-4 players", parts.piglins.many)):
        for task, columns in side:
            if max(columns) > most:
                reason = f"no colour has the {max(columns)} blocks that fill a column"
                yield ("piglins", name, task), reason


def _copies(parts: Parts) -> Faults:
    for name, item in parts.starting_items.items():
        if item.copies is not None:
            reason = "each player has one of every starting item: leave it out"
            yield ("starting_items", name, "copies"), reason
    sums = {}
    for section in ("regular_items", "enchantments", "netherite_items"):
        sums[section] = 0
        for name, tile in getattr(parts, section).items():
            if tile.copies is None:
                yield (section, name), "'copies' is missing"
            else:
                sums[section] += tile.copies
    regular = sums["regular_items"] + sums["enchantments"]
    if regular != _REGULAR_TILES:
        reason = f"with the enchantments the copies add up to {regular}, not {_REGULAR_TILES}"
        yield ("regular_items",), reason
    if sums["netherite_items"] != L.NETHERITE:
        reason = f"the copies add up to {sums['netherite_items']}, not {L.NETHERITE}"
        yield ("netherite_items",), reason


def _names(parts: Parts) -> Faults:
    seen: dict[str, str] = {}
    for section in ("starting_items", "regular_items", "enchantments", "netherite_items"):
        for name in getattr(parts, section):
            if name in seen:
                yield (section, name), f"the name stands in {seen[name]} too: choose another"
            seen[name] = section
    if len(seen) > L.ITEM_KINDS:
        yield ("regular_items",), f"{len(seen)} kinds of tiles in all, more than {L.ITEM_KINDS}"


def _enchantments(parts: Parts) -> Faults:
    tiles = dict.fromkeys(_USEFUL, 0)
    for name, tile in parts.enchantments.items():
        added = [field for field in _ADDED if getattr(tile, field)]
        useful = _USEFUL[tile.enchants]
        for field in added:
            if field not in useful:
                reason = f"a {word(tile.enchants)} has no use for it, only for {', '.join(useful)}"
                yield ("enchantments", name, field), reason
        if not added:
            yield ("enchantments", name), "the enchantment adds nothing"
        tiles[tile.enchants] += tile.copies or 0
    for enchants, count in tiles.items():
        if count > L.ENCHANTMENTS:
            reason = f"{count} tiles go on one {word(enchants)}, more than {L.ENCHANTMENTS}"
            yield ("enchantments",), reason


def _most_at_once(parts: Parts) -> Faults:
    for section in ("starting_items", "regular_items", "netherite_items"):
        items: dict[str, Item] = getattr(parts, section)
        for name, item in items.items():
            if isinstance(item, Sword | Bow):
                dice = item.dice + _added_dice(parts, item.type)
                if dice > L.DICE:
                    reason = f"{dice} dice with all enchantments, more than {L.DICE}"
                    yield (section, name, "dice"), reason
            elif isinstance(item, Pickaxe) and not 1 <= item.blocks + item.blind <= L.HAND:
                reason = f"{item.blocks + item.blind} blocks at once, not 1 to {L.HAND}"  # MINE-03
                yield (section, name), reason


def _added_dice(parts: Parts, weapon: str) -> int:
    """Return the dice that all enchantments together add to a weapon (FIGHT-06)."""
    return sum(
        tile.dice * (tile.copies or 0)
        for tile in parts.enchantments.values()
        if word(tile.enchants) == weapon
    )


def _levels(parts: Parts) -> Faults:
    for number in _LEVELS:
        if number not in parts.levels:
            yield ("levels",), f"level {number} is missing"
    for number in parts.levels:
        if number not in _LEVELS:
            yield ("levels", number), "the levels are 1 to 5"
