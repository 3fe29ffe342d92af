"""What a building would add to a seat's board, without placing it (compiled)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.scoring import count_bits, counted_spaces, spaces_with
from tablemates.envs.builders_biomes.state import Box, Public
from tablemates.envs.core.compiled import helper

#: A board by characteristic, shape ``(ROWS, CHARACTERISTICS)``.
Board = npt.NDArray[np.int64]
#: Rows: spaces that show it, as bits; those with a building; points in the scoring to come, 0
#: after it; bonus of the seat's mobs for each such space.
_BITS, _BUILT, _POINTS, _BONUS = range(4)
ROWS: Final = 4
#: Spaces beside each space, as bits.
_BESIDE: Final = tuple(
    sum(1 << m for m in range(V.SPACES) if abs(m // 3 - n // 3) + abs(m % 3 - n % 3) == 1)
    for n in range(V.SPACES)
)


@helper
def read_board(p: Public, box: Box, seat: int, board: Board) -> None:
    """Write the board of a seat."""
    built = 0
    for space in range(V.SPACES):
        built |= int(p.built[seat, space] >= 0) << space
    for characteristic in range(V.CHARACTERISTICS):
        bits = spaces_with(p, box, seat, characteristic)
        board[_BITS, characteristic] = bits
        board[_BUILT, characteristic] = bits & built
        board[_POINTS, characteristic] = _points(p, box, seat, characteristic, bits)
        board[_BONUS, characteristic] = 0
    for tile in range(box.buildings, V.TILES):
        if p.where[tile] == V.WON + seat and box.bonus_for[tile] >= 0:
            board[_BONUS, box.bonus_for[tile]] += box.bonus[tile]


@helper
def _points(p: Public, box: Box, seat: int, characteristic: int, bits: int) -> int:
    if characteristic // V.PER_CATEGORY < p.scored:
        return 0
    return counted_spaces(p, seat, bits) * int(box.points[characteristic])


@helper
def added_standing(p: Public, box: Box, board: Board, tile: int, space: int) -> int:
    """Return by how much a building of the active seat changes its standing.

    Args:
        p: The game.
        box: What is in the box.
        board: Of the active seat.
        tile: The building.
        space: Where it goes; what lies there is covered.
    """
    added = 0
    for category in range(V.CATEGORIES):
        before = 0
        after = 0
        for n in range(V.PER_CATEGORY):
            characteristic = V.PER_CATEGORY * category + n
            bits = int(board[_BITS, characteristic])
            points = int(board[_POINTS, characteristic])
            before = max(before, points)
            change = int(box.shows[tile, category] == characteristic) - (bits >> space & 1)
            if change != 0:
                points = _points(p, box, int(p.active), characteristic, bits ^ 1 << space)
                added += change * int(board[_BONUS, characteristic])
            after = max(after, points)
        added += after - before
    return added


@helper
def like_neighbours(p: Public, box: Box, board: Board, tile: int, space: int) -> int:
    """Return how many characteristics still to be scored a building shares with its neighbours."""
    like = 0
    for category in range(p.scored, V.CATEGORIES):
        like += count_bits(int(board[_BUILT, box.shows[tile, category]]) & _BESIDE[space])
    return like
