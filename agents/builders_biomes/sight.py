"""Gains of buildings on a board and odds of fights, for scripts (compiled)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.scoring import count_bits, counted_spaces, spaces_with
from tablemates.envs.builders_biomes.state import Box, Public
from tablemates.envs.builders_biomes.vocabulary import Weapon
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array8

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


def _points(p: Public, box: Box, seat: int, characteristic: int, bits: int) -> int:
    if characteristic // V.PER_CATEGORY < p.scored:
        return 0
    return counted_spaces(p, seat, bits) * int(box.points[characteristic])


def added_standing(p: Public, box: Box, board: Board, tile: int, space: int) -> int:
    """Return by how much a building of the active seat, whose board is given, adds to its standing.

    What lies on the space is covered.
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


def like_neighbours(p: Public, box: Box, board: Board, tile: int, space: int) -> int:
    """Return how many characteristics still to be scored a building shares with its neighbours."""
    like = 0
    for category in range(p.scored, V.CATEGORIES):
        like += count_bits(int(board[_BUILT, box.shows[tile, category]]) & _BESIDE[space])
    return like


#: Hearts above this make no difference to any mob.
MOST: Final = V.MOST_POINTS


def _choose(n: int, k: int) -> float:
    """Return the number of ways to choose ``k`` of ``n``."""
    ways = 1.0
    for i in range(k):
        ways *= (n - i) / (i + 1.0)
    return ways


def write_odds(pile: Array8, box: Box, out: npt.NDArray[np.float64]) -> None:
    """Write the chance that a fight reveals at least 0, 1, ... hearts, all TNT detonated.

    Bows only decide how many bows come: of the other tokens, three are revealed, each three
    as likely as any other (FIGHT-02, FIGHT-03).
    """
    bows = int(pile[Weapon.BOW])
    others = -bows
    ways = np.zeros((V.REVEAL + 1, MOST + 1))  # [tokens, hearts], hearts above MOST as MOST
    ways[0, 0] = 1.0
    for kind in range(V.WEAPONS):
        others += int(pile[kind])
        hearts = int(box.weapon_hearts[kind])
        for _ in range(pile[kind] if kind != Weapon.BOW else 0):
            for tokens in range(V.REVEAL - 1, -1, -1):
                for sum_ in range(MOST + 1):
                    ways[tokens + 1, min(MOST, sum_ + hearts)] += ways[tokens, sum_]
    revealed = min(V.REVEAL, others)
    out[:] = 0.0
    for count in range(bows + 1):
        if others < V.REVEAL:
            chance = 1.0 if count == bows else 0.0
        else:  # bows before the third other token, and bows after it
            before = _choose(count + V.REVEAL - 1, count)
            after = _choose(bows - count + others - V.REVEAL, bows - count)
            chance = before * after / _choose(bows + others, bows)
        for sum_ in range(MOST + 1):
            hearts = min(MOST, sum_ + count * int(box.weapon_hearts[Weapon.BOW]))
            out[hearts] += chance * ways[revealed, sum_]
    total = out.sum()
    for hearts in range(MOST - 1, -1, -1):
        out[hearts] += out[hearts + 1]
    for hearts in range(MOST + 1):
        out[hearts] /= total


compile_functions(globals())
