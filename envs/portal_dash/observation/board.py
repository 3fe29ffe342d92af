"""Writes the planes of the board."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions, inlined
from tablemates.envs.core.records.elements import BYTE, add, byte_of, put, put_eight
from tablemates.envs.core.records.layout import Array8, Array16
from tablemates.envs.portal_dash.observation import layout as F
from tablemates.envs.portal_dash.observation.layout import START
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.geometry import ZERO
from tablemates.envs.portal_dash.state import Box, Public

_TWO: Final = np.uint64(2)
#: A byte's bits as eight bytes of 0 or 1, the lowest bit in the lowest byte.
_SPREAD: Final = np.array(
    [sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], np.uint64
)
#: Weight of the viewer's own piece in the plane of the players.
OWN_PIECE: Final = 4


def write_ground(
    ground: np.uint64,
    lava: np.uint64,
    magma: np.uint64,
    soul_sand: np.uint64,
    brown: np.uint64,
    at: int,
    columns: int,
    area: int,
    out: Array8,
) -> None:
    """Write one row of the planes ``ground`` and ``hazard``, eight columns at a time.

    Without branches: where obstacles lie cannot be predicted, and a walk from bit to bit costs
    several times as much. ``at`` is where the row of ``ground`` begins, ``area`` the values of
    one plane; the words are those of the row.
    """
    bare = ground & ~lava
    c = 0
    while c < columns and ground >> np.uint64(c) != ZERO:
        shift = np.uint64(c)
        steps = _SPREAD[(bare >> shift) & BYTE] + _SPREAD[(soul_sand >> shift) & BYTE]
        hazard = (
            _TWO * _SPREAD[(lava >> shift) & BYTE]
            + _SPREAD[(magma >> shift) & BYTE]
            + BYTE * _SPREAD[(brown >> shift) & BYTE]  # 255 is -1
        )
        if c + 8 <= columns:
            put_eight(out, at + c, steps)
            put_eight(out, at + area + c, hazard)
        else:
            for i in range(columns - c):
                put(out, at + c + i, byte_of(steps, i))
                put(out, at + area + c + i, byte_of(hazard, i))
        c += 8


def write_sites(
    spaces: Array16, first: int, columns: int, at: int, value: int, out: Array8
) -> None:
    """Write a value at spaces of a part whose left edge is column ``first``, up to a -1."""
    for i in range(len(spaces)):
        if spaces[i] < 0:
            break
        space = int(spaces[i])
        put(out, at + (space >> 6) * columns + first + (space & 63), value)


def write_spaces(p: Public, box: Box, out: Array8) -> None:
    """Write the planes of the block ``board`` that show spaces and what lies on them."""
    columns = box.capacity_columns
    area = box.capacity_rows * columns
    for r in range(p.rows):
        bare = ~p.brown[r]
        write_ground(
            p.open_words[r],
            p.lava[r] & bare,
            p.magma[r] & bare,
            p.soul_sand[r] & bare,
            p.brown[r],
            START.board + r * columns,
            columns,
            area,
            out,
        )
    at = START.board + F.PLANE.site * area
    for place in range(p.parts_open):
        first = box.start_columns + place * box.tile_columns
        write_sites(box.part_spawner[p.tiles[place]], first, columns, at, -1, out)
    if p.portal_open == 1:
        first = p.columns - box.portal_columns
        write_sites(box.part_spawner[L.PORTAL], first, columns, at, -1, out)
    for token in range(box.chests):
        space = int(p.chest_space[token])
        on_board = max(0, space)  # without a branch: a token in the supply adds nothing
        add(out, at + (on_board >> 6) * columns + (on_board & 63), int(space >= 0))


def write_pieces(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write the plane of the players."""
    columns = box.capacity_columns
    at = START.board + F.PLANE.players * box.capacity_rows * columns
    for player in range(p.players):
        space = int(p.player_space[player])
        if space >= 0:
            weight = OWN_PIECE if player == seat else 1
            add(out, at + (space >> 6) * columns + (space & 63), weight)


compile_functions(globals(), inlined)
