"""Writes the hidden part of a game, for a critic in training.

In a game of explicit chance what is hidden is not decided yet: it stays 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.core.compiled import helper, inlined
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.observation import features as F
from tablemates.envs.portal_dash.observation.blocks import START, TILES_SHOWN
from tablemates.envs.portal_dash.observation.board import write_ground, write_sites
from tablemates.envs.portal_dash.observation.items import write_loose_tile
from tablemates.envs.portal_dash.observation.values import clear, put
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.geometry import ONE, ZERO
from tablemates.envs.portal_dash.rules.stack import stack_size
from tablemates.envs.portal_dash.rules.state import Box, State

_BOARD: Final = START["board"]
_PLANES: Final = len(F.Plane)
_TILE: Final = len(F.ItemFeature) + len(F.TileFeature)
_TILES: Final = TILES_SHOWN * _TILE
_COLOURS: Final = L.CUBE_COLUMNS * L.CUBE_LAYERS * L.COLOURS
_HIDDEN_PLANES: Final = F.Plane.SITE + 1


@inlined
def hidden_size(box: Box) -> int:
    """Return how many values the hidden blocks have."""
    return _TILES + _COLOURS + _HIDDEN_PLANES * int(box.capacity_rows) * int(box.capacity_columns)


@helper
def write_hidden(s: State, box: Box, out: Array8) -> None:
    """Write the hidden blocks behind the public ones, which are written already.

    Args:
        s: The game.
        box: What is in the box.
        out: Written; at least the privileged layout's size.
    """
    area = int(box.capacity_rows) * int(box.capacity_columns)
    start = _BOARD + _PLANES * area
    clear(out, start, start + hidden_size(box))
    size = stack_size(s.public)
    for i in range(min(size, TILES_SHOWN)):
        kind = int(s.hidden.stack[size - 1 - i])
        if kind >= 0:
            write_loose_tile(box, kind, start + i * _TILE, out)
    start += _TILES
    for column in range(L.CUBE_COLUMNS):
        for level in range(L.CUBE_LAYERS):
            colour = int(s.hidden.cube[column, level])
            if s.public.cube[column, level] == UNSEEN and colour >= 0:
                put(out, start + (column * L.CUBE_LAYERS + level) * L.COLOURS + colour, 1)
    _write_parts(s, box, start + _COLOURS, area, out)


@helper
def _write_parts(s: State, box: Box, start: int, area: int, out: Array8) -> None:
    """Write the planes of the face-down parts."""
    p = s.public
    columns = int(box.capacity_columns)
    width = np.uint64(box.tile_columns)
    for r in range(p.rows):
        ground = lava = magma = soul_sand = ZERO
        for place in range(p.parts_open, p.parts):
            tile = int(s.hidden.tiles[place])
            if tile >= 0:
                first = np.uint64(int(box.start_columns) + place * int(box.tile_columns))
                ground |= ((ONE << width) - ONE) << first
                lava |= box.tile_lava[tile, r] << first
                magma |= box.tile_magma[tile, r] << first
                soul_sand |= box.tile_soul_sand[tile, r] << first
        if p.portal_open == 0:
            first = np.uint64(int(p.columns) - int(box.portal_columns))
            ground |= ((ONE << np.uint64(box.portal_columns)) - ONE) << first
            lava |= box.portal_lava[r] << first
            magma |= box.portal_magma[r] << first
            soul_sand |= box.portal_soul_sand[r] << first
        at = start + r * columns
        write_ground(ground, lava, magma, soul_sand, ZERO, at, columns, area, out)
    at = start + F.Plane.SITE * area
    for place in range(p.parts_open, p.parts):
        tile = int(s.hidden.tiles[place])
        if tile >= 0:
            left = int(box.start_columns) + place * int(box.tile_columns)
            write_sites(box.tile_spawner[tile], left, columns, at, -1, out)
            write_sites(box.tile_chest[tile], left, columns, at, 1, out)
    if p.portal_open == 0:
        left = int(p.columns) - int(box.portal_columns)
        write_sites(box.portal_spawner, left, columns, at, -1, out)
        write_sites(box.portal_chest, left, columns, at, 1, out)
