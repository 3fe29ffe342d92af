"""What pictures, sentences and the snapshot read off the public record.

Where the rules have a function for it, that one is asked: as plain Python,
because a person's view of one game is not worth compiling anything for.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, Final, TypeVar, cast

from tablemates.envs.portal_dash.rules import items
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import is_exposed
from tablemates.envs.portal_dash.rules.mobs import spawner_at
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.rules.state import Box, Public

PLAIN: Final = "plain"
LAVA: Final = "lava"
MAGMA: Final = "magma"
SOUL_SAND: Final = "soul sand"
BROWN_BLOCK: Final = "brown block"

_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def as_python(function: _Function) -> _Function:
    """Return a function of the rules uncompiled, together with those that it calls."""
    python = getattr(function, "py_func", None)
    if python is None:
        return function
    known = python.__globals__
    names = {name: as_python(known[name]) for name in python.__code__.co_names if name in known}
    return cast(
        _Function, FunctionType(python.__code__, {**names, "__builtins__": builtins.__dict__})
    )


def row_and_column(space: int) -> tuple[int, int]:
    """Return the row and the column of a space (``row * 64 + column``)."""
    return int(space) >> 6, int(space) & 63


def terrain_at(p: Public, space: int) -> str:
    """Return what the ground of a face-up space is: plain, lava, ..., or a brown block."""
    row, column = row_and_column(space)
    for words, name in (
        (p.brown, BROWN_BLOCK),
        (p.lava, LAVA),
        (p.magma, MAGMA),
        (p.soul_sand, SOUL_SAND),
    ):
        if int(words[row]) >> column & 1:
            return name
    return PLAIN


def sight_of(p: Public) -> tuple[int, int]:
    """Return column and layer of the block that comes into sight, while its colour is asked."""
    frame = p.agenda[int(p.agenda_length) - 1]
    return int(frame[2]), L.CUBE_LAYERS - int(frame[3])


def exposed_columns(p: Public) -> list[int]:
    """Return the columns of the cube whose top block may be taken (BLOCK-02)."""
    exposed = as_python(is_exposed)
    return [column for column in range(L.CUBE_COLUMNS) if exposed(p, column)]


def needs_repair(p: Public, box: Box, player: int, slot: int) -> bool:
    """Return whether there is something to repair about an item (REPAIR-03)."""
    return bool(as_python(items.needs_repair)(p, box, player, slot))


def spawner_spaces(p: Public, box: Box) -> list[int]:
    """Return the spawners of the face-up parts, tile by tile in spawner order."""
    at = as_python(spawner_at)
    spaces = [at(p, box, place, i) for place in range(p.parts_open) for i in range(L.SPAWNERS)]
    if p.portal_open:
        first = _portal_column(p, box)
        spaces += [int(space) + first if space >= 0 else -1 for space in box.portal_spawner]
    return [space for space in spaces if space >= 0]


def chest_spaces(p: Public, box: Box) -> list[int]:
    """Return the chest spaces of the face-up parts, with or without a token."""
    spaces: list[int] = []
    for place in range(p.parts_open):
        first = int(box.start_columns) + place * int(box.tile_columns)
        spaces += [int(s) + first for s in box.tile_chest[p.tiles[place]] if s >= 0]
    if p.portal_open:
        spaces += [int(s) + _portal_column(p, box) for s in box.portal_chest if s >= 0]
    return spaces


def portal_space(p: Public, box: Box) -> int:
    """Return the portal space, -1 while it lies face down."""
    return int(box.portal_space) + _portal_column(p, box) if p.portal_open else -1


def _portal_column(p: Public, box: Box) -> int:
    return int(box.start_columns) + int(p.parts) * int(box.tile_columns)


def task_sizes(p: Public, box: Box, task: int) -> list[int]:
    """Return the sizes of the columns of a piglin task (PIG-02)."""
    sizes = box.piglin[as_python(side_of)(p)]
    first = L.TASK_COLUMNS * task
    return [int(size) for size in sizes[first : first + L.TASK_COLUMNS] if size > 0]
