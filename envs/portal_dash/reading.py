"""Readings of the public record for pictures and sentences, by the rules as Python runs them."""

from __future__ import annotations

from typing import Final

from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.cube import is_exposed
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.state import Box, Public

PLAIN: Final = "plain"
LAVA: Final = "lava"
MAGMA: Final = "magma"
SOUL_SAND: Final = "soul sand"
BROWN_BLOCK: Final = "brown block"


def row_and_column(space: int) -> tuple[int, int]:
    """Return the row and the column of a space (``row * 64 + column``)."""
    return int(space) >> 6, int(space) & 63


def terrain_at(p: Public, space: int) -> str:
    """Return what the ground of a face-up space is: plain, lava, ..., or a brown block."""
    row, column = row_and_column(space)
    words = (p.brown, p.lava, p.magma, p.soul_sand)
    for word, name in zip(words, (BROWN_BLOCK, LAVA, MAGMA, SOUL_SAND), strict=True):
        if int(word[row]) >> column & 1:
            return name
    return PLAIN


def exposed_columns(p: Public) -> list[int]:
    """Return the columns of the cube whose top block may be taken (BLOCK-02)."""
    exposed = is_exposed
    return [column for column in range(V.CUBE_COLUMNS) if exposed(p, column)]


def _open_parts(p: Public) -> list[tuple[int, int]]:
    """Return place and number of the face-up parts behind the start strip, from the left."""
    tiles = [*enumerate(p.tiles[: p.parts_open].tolist())]
    return [*tiles, *[(p.parts, V.PORTAL)] * p.portal_open]


def spawners(p: Public, box: Box) -> dict[int, int]:
    """Return the spawners of the face-up parts, from the left, with their numbers."""
    return {
        _on_track(box, space, place): number
        for place, part in _open_parts(p)
        for number, space in enumerate(box.part_spawner[part], start=1)
        if space >= 0
    }


def chest_spaces(p: Public, box: Box) -> list[int]:
    """Return the chest spaces of the face-up parts, with or without a token."""
    chests = ((place, s) for place, part in _open_parts(p) for s in box.part_chest[part])
    return [_on_track(box, space, place) for place, space in chests if space >= 0]


def portal_space(p: Public, box: Box) -> int:
    """Return the portal space, -1 while it lies face down."""
    return _on_track(box, box.portal_space, p.parts) if p.portal_open else -1


def _on_track(box: Box, space: int, place: int) -> int:
    """Return the space of the track that a space is on the part in a place behind the start."""
    return int(space) + box.start_columns + place * box.tile_columns


def task_sizes(p: Public, box: Box, task: int) -> list[int]:
    """Return the sizes of the columns of a piglin task (PIG-02)."""
    sizes = box.piglin[side_of(p)]
    first = V.TASK_COLUMNS * task
    return [int(size) for size in sizes[first : first + V.TASK_COLUMNS] if size > 0]
