"""Spaces and words: the board as numbers.

::

    space = row * 64 + column            word of a row = bit c for column c

      column  0 1 2 3 ...
    row 0     . . # .                    words[0] = 0b...0100
    row 1     . . . .                    words[1] = 0
"""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Words
from tablemates.envs.portal_dash.state import Public

ZERO = np.uint64(0)
ONE = np.uint64(1)


def bit(column: int) -> int:
    """Return the word that has only this column set."""
    return ONE << np.uint64(column)  # type: ignore[return-value]


def has(words: Words, space: int) -> bool:
    """Return whether a set of words contains a space."""
    return (words[space >> 6] >> np.uint64(space & 63)) & ONE != ZERO


def distance(a: int, b: int) -> int:
    """Return the distance in rows plus the distance in columns (MOB-09)."""
    rows = abs((a >> 6) - (b >> 6))
    columns = abs((a & 63) - (b & 63))
    return rows + columns  # MOB-09


def neighbour(p: Public, space: int, direction: int) -> int:
    """Return the space one step north, east, south or west on the face-up parts, or -1."""
    row = space >> 6
    column = space & 63
    if direction == 0:
        row -= 1
    elif direction == 1:
        column += 1
    elif direction == 2:
        row += 1
    else:
        column -= 1
    if row < 0 or row >= p.rows or column < 0:
        return -1
    if column >= p.open_columns:  # MOVE-02
        return -1
    return row * 64 + column


def is_lava(p: Public, space: int) -> bool:
    """Return whether a space is lava without a brown block (MOB-15, USE-05)."""
    return has(p.lava, space) and not has(p.brown, space)  # MOB-15


def is_magma(p: Public, space: int) -> bool:
    """Return whether a space is magma without a brown block."""
    return has(p.magma, space) and not has(p.brown, space)


def is_soul_sand(p: Public, space: int) -> bool:
    """Return whether a space is soul sand without a brown block."""
    return has(p.soul_sand, space) and not has(p.brown, space)


def has_player(p: Public, space: int) -> bool:
    """Return whether at least one player stands on a space."""
    for player in range(p.players):
        if p.player_space[player] == space:
            return True
    return False


def spread(words: Words, passable: Words, rows: int, following: Words) -> bool:
    """Add to a set of spaces all passable ones adjacent to it; return whether it has grown.

    ``following`` are scratch words.
    """
    grown = False
    for r in range(rows):
        x = words[r]
        reach = (x << ONE) | (x >> ONE)
        if r > 0:
            reach |= words[r - 1]
        if r + 1 < rows:
            reach |= words[r + 1]
        following[r] = x | (reach & passable[r])
        if following[r] != x:
            grown = True
    for r in range(rows):
        words[r] = following[r]
    return grown


def add_diamond(words: Words, rows: int, space: int, radius: int) -> None:
    """Add all spaces within a distance (MOB-09) of a space to a set of words."""
    row = space >> 6
    column = space & 63
    for r in range(max(0, row - radius), min(rows, row + radius + 1)):
        width = radius - abs(r - row)  # MOB-09
        first = max(0, column - width)
        last = min(63, column + width)
        words[r] |= ((ONE << np.uint64(last - first + 1)) - ONE) << np.uint64(first)


compile_functions(globals())
