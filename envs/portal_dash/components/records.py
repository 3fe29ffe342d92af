"""A set of parts as the record that the rules read, and the text maps of the board's parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components.schema import (
    BOSS_KINDS,
    REGULAR_KINDS,
    Attack,
    BossSide,
    Enchantment,
    Mob,
    Parts,
    Tasks,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX
from tablemates.envs.portal_dash.rules.vocabulary import Colour, ItemType

PLAIN, LAVA, MAGMA, SOUL_SAND, CHEST, PORTAL = ".", "~", "^", ":", "C", "P"
SPAWNERS = "".join(str(number) for number in range(1, L.SPAWNERS + 1))
FIXED = CHEST + PORTAL + SPAWNERS  # what no position can move
SYMBOLS = PLAIN + LAVA + MAGMA + SOUL_SAND + FIXED


@dataclass(frozen=True)
class BoardPart:
    """One tile or strip; its rows are words of symbols without blanks."""

    name: str
    rows: tuple[str, ...]

    def words(self, symbol: str) -> list[int]:
        """Return one word a row, bit ``c`` for a space in column ``c`` with the symbol."""
        return [
            sum(1 << column for column, found in enumerate(row) if found == symbol)
            for row in self.rows
        ]

    def spaces(self, symbol: str) -> list[int]:
        """Return the spaces with the symbol as ``row * 64 + column``, leftmost first."""
        found = [
            (column, row)
            for row, symbols in enumerate(self.rows)
            for column, one in enumerate(symbols)
            if one == symbol
        ]
        return [row * L.COLUMNS + column for column, row in sorted(found)]

    @property
    def spawners(self) -> list[int]:
        """The spawner spaces in the order of their numbers."""
        return [space for number in SPAWNERS for space in self.spaces(number)]


def read_part(name: str, text: str, rows: int, columns: int) -> BoardPart:
    """Read a text map; raises ``ValueError`` with what is wrong with it."""
    lines = tuple("".join(line.split()) for line in text.strip().splitlines())
    if len(lines) != rows:
        raise ValueError(f"the map needs {rows} rows and has {len(lines)}")
    for number, line in enumerate(lines, start=1):
        for symbol in line:
            if symbol not in SYMBOLS:
                raise ValueError(
                    f"unknown symbol {symbol!r} in row {number} of the map; "
                    f"known: {' '.join(SYMBOLS)}"
                )
        if len(line) != columns:
            raise ValueError(f"row {number} of the map needs {columns} spaces and has {len(line)}")
    numbers = sorted(symbol for line in lines for symbol in line if symbol in SPAWNERS)
    if numbers != list(SPAWNERS[: len(numbers)]):
        raise ValueError(
            f"spawners are numbered from 1 without gaps, here they are {', '.join(numbers)}"
        )
    return BoardPart(name, lines)


def box_record(
    parts: Parts,
    tiles: Iterable[BoardPart],
    start: BoardPart,
    portal: BoardPart,
    board_shape: tuple[int, int],
) -> Bytes:
    """Return a BOX record of checked parts, with room for the rows and columns of a shape."""
    buffer = np.zeros(BOX.itemsize, np.uint8)
    box = RecordView(buffer, BOX)
    box.capacity_rows, box.capacity_columns = board_shape
    _fill_board(box, parts, list(tiles), start, portal)
    box.blocks_die = parts.dice.blocks.sides
    box.mob_die = parts.dice.mob.sides
    box.combat_die = parts.dice.combat.sides
    box.cube = [parts.cube[colour] for colour in Colour]
    box.piglin = [_places(parts.piglins.few), _places(parts.piglins.many)]
    _fill_items(box, parts)
    _fill_mobs(box, parts)
    return buffer


def _fill_board(
    box: Any, parts: Parts, tiles: list[BoardPart], start: BoardPart, portal: BoardPart
) -> None:
    board = parts.board
    box.rows, box.chests, box.tile_count = board.rows, board.chests, len(tiles)
    box.start_columns, box.tile_columns = board.start_columns, board.tile_columns
    box.portal_columns = board.portal_columns
    for n, part in ((L.START, start), (L.PORTAL, portal), *enumerate(tiles)):
        for name, symbol in (("lava", LAVA), ("magma", MAGMA), ("soul_sand", SOUL_SAND)):
            getattr(box, f"part_{name}")[n, : board.rows] = part.words(symbol)
        box.part_spawner[n], box.part_chest[n] = -1, -1
        box.part_spawner[n, : len(part.spawners)] = part.spawners
        box.part_chest[n, : len(part.spaces(CHEST))] = part.spaces(CHEST)
    (box.portal_space,) = portal.spaces(PORTAL)


def _places(tasks: Tasks) -> list[int]:
    """Return the sizes of the columns by place, ``3 * task + column``."""
    return [
        size
        for task in (tasks.A, tasks.B, tasks.C)
        for size in (*task, *[0] * (L.TASK_COLUMNS - len(task)))
    ]


def _fill_items(box: Any, parts: Parts) -> None:
    tiles = parts.kinds
    number = {name: kind for kind, name in enumerate(tiles)}
    box.item_kinds = len(tiles)
    box.item_enchants = -1
    for name, tile in tiles.items():
        kind = number[name]
        if isinstance(tile, Enchantment):
            box.item_type[kind], box.item_enchants[kind] = ItemType.ENCHANTMENT, tile.enchants
        else:
            box.item_type[kind] = ItemType[tile.type.upper()]
        for field in ("dice", "range", "rerolls", "steps", "fire", "hearts", "blocks", "blind"):
            getattr(box, f"item_{field}")[kind] = getattr(tile, field, 0)
    for name in (*parts.regular_items, *parts.enchantments):
        box.item_copies[number[name]] = tiles[name].copies or 0
    box.netherite = -1
    netherite = parts.netherite_items.items()
    kinds = [number[name] for name, item in netherite for _ in range(item.copies or 0)]
    box.netherite[: len(kinds)] = kinds


def _fill_mobs(box: Any, parts: Parts) -> None:
    box.mob_kind = [kind for kind in REGULAR_KINDS for _ in parts.mobs[kind].numbers]
    box.mob_number = [number for kind in REGULAR_KINDS for number in parts.mobs[kind].numbers]
    for kind in REGULAR_KINDS:
        mob = parts.mobs[kind]
        _fill_kind(box, kind, mob, [mob] * L.FACES)
        box.kind_no_sword[kind] = "sword" in mob.immune
        box.kind_no_bow[kind] = "bow" in mob.immune
    sides = [side for kind in BOSS_KINDS for _, side in parts.bosses[kind]]
    for n, side in enumerate(sides, L.MOB_KINDS):
        _fill_kind(box, n, side, side.attacks)


def _fill_kind(box: Any, n: int, printed: Mob | BossSide, attacks: Sequence[Mob | Attack]) -> None:
    """Write what is printed on a mob, and what it does at each number of the mob die."""
    for field in ("life", "moves", "flies", "range"):
        getattr(box, f"kind_{field}")[n] = getattr(printed, field)
    box.kind_damage[n] = [one.damage for one in attacks]
    box.kind_area[n] = [one.hits == "all" for one in attacks]
    box.kind_direct[n] = [getattr(one, "armour", "") == "ignored" for one in attacks]
    box.kind_effect[n] = [one.effect for one in attacks]
