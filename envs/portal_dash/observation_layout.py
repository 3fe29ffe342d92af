"""The observation of ``interface.toml``: where each number stands, for compiled code too.

All blocks but the board's planes have the same place for every capacity of the board; the planes
come last. ``START.items`` is the first number of a block, ``ITEM.dice`` the place of a number in
its row. Ranges hold for every set of parts: the writer clamps.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tablemates.envs.core.game.interface_file import read_layout, read_rows
from tablemates.envs.core.game.observation import Layout
from tablemates.envs.core.records.vocabulary import places_of
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.vocabulary import INTERFACE, WORDS, ItemType

#: Greatest value of a number printed on an item or a regular mob.
PRINTED: Final = 12
#: Greatest life of a boss.
BOSS_LIFE: Final = 63
#: Where the turn counter stops.
INT8: Final = 127
#: Pieces of the mob line that are shown, front first.
LINE_SHOWN: Final = 5
#: Results of a combat die that are told apart.
HITS: Final = 4
#: Qualities by which the stack is counted, see ``stack``.
QUALITIES: Final = 6


def _words(rows: int, columns: int) -> dict[str, Any]:
    """Return what the file calls by name, for a capacity of the board."""
    return {
        **WORDS,
        "PRINTED": PRINTED,
        "BOSS_LIFE": BOSS_LIFE,
        "MISSING": V.TASK_COLUMNS * PRINTED,
        "LINE_SHOWN": LINE_SHOWN,
        "STACK_TYPES": len(ItemType) - 1,
        "DIE": tuple(map(str, range(V.DICE))),
        "HITS": tuple(map(str, range(HITS))),
        "MOB_NUMBERS": tuple(map(str, range(1, V.FACES + 1))),
        "QUALITIES": tuple(map(str, range(1, QUALITIES + 1))),
        "LAST_ROW": rows - 1,
        "LAST_COLUMN": columns - 1,
        "FARTHEST": rows + columns - 2,
    }


@cache
def make_layout(board_shape: tuple[int, int]) -> Layout:
    """Return the layout of the observation for one capacity of the board."""
    rows, columns = board_shape
    if not (1 <= rows <= V.ROWS and 1 <= columns <= V.COLUMNS):
        raise ValueError(
            f"board_shape {board_shape}: rows must be 1 to {V.ROWS}, columns 1 to {V.COLUMNS}"
        )
    layout, _ = read_layout(INTERFACE, _words(rows, columns))
    *others, board = layout.blocks
    shape, axes = (len(board.numbers), rows, columns), ("plane", "row", "column")
    planes = replace(board, shape=shape, axes=axes, axis=0)
    return replace(layout, board_shape=(rows, columns), blocks=(*others, planes))


_MAKE: Final[Any] = namedtuple  # whose names are not literals
_STARTS: Final = {one.name: one.start for one in make_layout((1, 1)).blocks}
#: Where each block begins, for every capacity of the board.
START: Final = _MAKE("Start", _STARTS)(**_STARTS)
#: Block of the observation whose rows the actions of a group choose.
ABOUT: Final = read_layout(INTERFACE, _words(1, 1))[1]
_ROWS: Final = {row: places_of(names) for row, names in read_rows(INTERFACE, _words(1, 1)).items()}
(DECISION, GAME, PLAYER, ITEM, OWNED, TILE, ENCHANTMENT, SUPPLY, *_PIECES) = _ROWS.values()
(CUBE, PLACE, TASK, MOB, BOSS, STAND, FACE, PLANE) = _PIECES
