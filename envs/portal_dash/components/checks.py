"""Checks of a complete set of parts, where entries must agree with each other.

Every check yields its faults as the place in the files and the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from tablemates.envs.core.documents import Place
from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.portal_dash.components.records import CHEST, LAVA, PORTAL, SPAWNERS, BoardPart
from tablemates.envs.portal_dash.components.schema import Bow, Parts, Sword, words_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import ItemType

Faults: TypeAlias = Iterator[tuple[Place, str]]

_LEVELS: Final = (1, 2, 3, 4, 5)
_FEWEST_SPAWNERS: Final = 3
_SECTIONS: Final = {  # of item tiles, with the number of their copies (SETUP-09)
    "starting_items": 0,
    "regular_items": L.DRAWABLE_TILES - L.NETHERITE,
    "enchantments": 0,
    "netherite_items": L.NETHERITE,
}
_USEFUL: Final = {  # ITEM-09: what an enchantment can add to an item of each type
    ItemType.SWORD: ("dice", "rerolls"),
    ItemType.BOW: ("dice", "range", "rerolls"),
    ItemType.BOOTS: ("steps", "fire"),
}


def faults_of_parts(parts: Parts) -> Faults:
    """Yield the faults of a set apart from its board."""
    yield from _blocks_and_hits(parts)
    yield from _tiles(parts)
    yield from _enchantments(parts)
    yield from _dice_of_weapons(parts)
    for number in sorted(set(_LEVELS) ^ set(parts.levels)):
        if number in _LEVELS:
            yield ("levels",), f"level {number} is missing"
        else:
            yield ("levels", number), "the levels are 1 to 5"


def _blocks_and_hits(parts: Parts) -> Faults:
    if not any(parts.dice.combat.faces):
        yield ("dice", "combat", "faces"), "no side has a hit: nothing could ever be defeated"
    most = max(parts.cube.values())
    for name, side in (("1-2 players", parts.piglins.few), ("3-4 players", parts.piglins.many)):
        for task, columns in side:
            if max(columns) > most:
                reason = f"no colour has the {max(columns)} blocks that fill a column"
                yield ("piglins", name, task), reason


def _tiles(parts: Parts) -> Faults:
    """Yield faults of names and copies of the item tiles."""
    seen: dict[str, str] = {}
    sums = dict.fromkeys(_SECTIONS, 0)
    for section in _SECTIONS:
        for name, tile in getattr(parts, section).items():
            if name in seen:
                yield (section, name), f"the name stands in {seen[name]} too: choose another"
            seen[name] = section
            if section == "starting_items":
                if tile.copies is not None:
                    reason = "each player has one of every starting item: leave it out"
                    yield (section, name, "copies"), reason
            elif tile.copies is None:
                yield (section, name), "'copies' is missing"
            else:
                sums[section] += tile.copies
    sums["regular_items"] += sums.pop("enchantments")
    for section, count in sums.items():
        if count != _SECTIONS[section]:
            with_what = "with the enchantments " if section == "regular_items" else ""
            reason = f"{with_what}the copies add up to {count}, not {_SECTIONS[section]}"
            yield (section,), reason
    if len(seen) > L.ITEM_KINDS:
        yield ("regular_items",), f"{len(seen)} kinds of tiles in all, more than {L.ITEM_KINDS}"


def _enchantments(parts: Parts) -> Faults:
    tiles = dict.fromkeys(_USEFUL, 0)
    for name, tile in parts.enchantments.items():
        fields = ("dice", "range", "rerolls", "steps", "fire")
        added = [field for field in fields if getattr(tile, field)]
        useful = _USEFUL[tile.enchants]
        for field in added:
            if field not in useful:
                reason = (
                    f"a {words_of(tile.enchants)} has no use for it, only for {', '.join(useful)}"
                )
                yield ("enchantments", name, field), reason
        if not added:
            yield ("enchantments", name), "the enchantment adds nothing"
        tiles[tile.enchants] += tile.copies or 0
    for enchants, count in tiles.items():
        if count > L.ENCHANTMENTS:
            reason = f"{count} tiles go on one {words_of(enchants)}, more than {L.ENCHANTMENTS}"
            yield ("enchantments",), reason


def _dice_of_weapons(parts: Parts) -> Faults:
    for section in ("starting_items", "regular_items", "netherite_items"):
        for name, item in getattr(parts, section).items():
            if isinstance(item, Sword | Bow):
                dice = item.dice + sum(  # FIGHT-06
                    tile.dice * (tile.copies or 0)
                    for tile in parts.enchantments.values()
                    if tile.enchants == ItemType[item.type.upper()]
                )
                if dice > L.DICE:
                    reason = f"{dice} dice with all enchantments, more than {L.DICE}"
                    yield (section, name, "dice"), reason


# -- the board -----------------------------------------------------------------------


def faults_of_board(
    parts: Parts, tiles: Sequence[BoardPart], start: BoardPart, portal: BoardPart
) -> Faults:
    """Yield the faults of a board: spaces, spawners, and ways for players without lava."""
    if len(tiles) != L.TILES:  # SETUP-02
        yield ("tiles",), f"{len(tiles)} gameboard tiles, not {L.TILES}"
    for symbol in (CHEST, PORTAL, *SPAWNERS):
        if start.spaces(symbol):
            yield ("strips", "start"), f"{symbol!r} cannot be on the start strip"
    if len(portal.spaces(PORTAL)) != 1:
        yield ("strips", "portal"), f"{len(portal.spaces(PORTAL))} portal spaces {PORTAL!r}, not 1"
    for place, part in ((("strips", "portal"), portal), *((("tiles", t.name), t) for t in tiles)):
        if len(part.spaces(CHEST)) > L.CHEST_SPACES:
            yield place, f"{len(part.spaces(CHEST))} chest spaces, more than {L.CHEST_SPACES}"
    for number, entry in parts.levels.items():
        columns = parts.columns(entry.tiles)
        if columns > L.COLUMNS:
            reason = f"a track of {columns} columns, not {L.COLUMNS} or fewer"
            yield ("levels", number, "tiles"), reason
    for tile in tiles:
        place = ("tiles", tile.name)
        if len(tile.spawners) < _FEWEST_SPAWNERS:
            yield place, f"{len(tile.spawners)} spawners, fewer than {_FEWEST_SPAWNERS}"
        if tile.spaces(PORTAL):
            yield place, f"{PORTAL!r} stands for the portal, which is on the portal strip"
        if not is_way([tile]):
            yield place, "there is no way from the left edge to the right edge without lava"
    for left, right in permutations(tiles, 2):
        if not is_way([left, right]):
            reason = f"with {right.name!r} to the right of it there is no way without lava"
            yield ("tiles", left.name), reason
        if not is_way([start, left, right, portal], PORTAL):
            reason = "from a start space there is no way to the portal without lava over"
            yield ("tiles",), f"{reason} {left.name}, {right.name}"


def is_way(track: Sequence[BoardPart], goal: str | None = None) -> bool:
    """Return whether the parts side by side can be crossed without entering lava.

    With a goal, every walkable space of the left edge must have a way to that symbol.
    """
    rows = ["".join(pieces) for pieces in zip(*(part.rows for part in track), strict=True)]
    spaces = {
        (row, column): symbol
        for row, symbols in enumerate(rows)
        for column, symbol in enumerate(symbols)
        if symbol != LAVA
    }
    last = len(rows[0]) - 1
    ends = [at for at, sign in spaces.items() if (at[1] == last if goal is None else sign == goal)]
    reached = set(ends)
    while ends:
        row, column = ends.pop()
        for at in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if at in spaces and at not in reached:
                reached.add(at)
                ends.append(at)
    left = {at for at in spaces if at[1] == 0}
    return bool(left & reached) if goal is None else bool(left) and left <= reached


def check_track(parts: Parts, board_shape: tuple[int, int], *tiles: int) -> None:
    """Refuse a board shape that the engine cannot have, or without room for so many tiles."""
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        reason = f"goes up to {L.ROWS} rows and {L.COLUMNS} columns, not {board_shape}"
        raise ComponentsError(f"board_shape {reason}")
    for count in tiles:
        needed = parts.board.rows, parts.columns(count)
        if needed[0] > rows or needed[1] > columns:
            raise ComponentsError(
                f"a track of {count} tiles has {needed[0]} rows and {needed[1]} columns, more than "
                f"board_shape={board_shape}: choose a larger one, at most {L.ROWS, L.COLUMNS}"
            )
