"""The block cube of 4 x 4 x 4: what can be taken, what is seen; for every game that has one.

Blocks never fall and only tops can be taken, so a column is a height::

    column = 4 * row + column of the base       level 3 = the rules' layer 1

``p`` is any record with ``height``, blocks left in each column, shape ``(16,)``, and ``cube``,
the colour of each block, ``UNSEEN`` or ``GONE``, shape ``(16, 4)``.
"""

from __future__ import annotations

from typing import Any, Final

from tablemates.envs.core.compiler.decorators import helper

COLUMNS: Final = 16
LAYERS: Final = 4
UNSEEN: Final = -1
GONE: Final = -2
#: Least number of sides, of four, that an exposed block shows besides its top.
_OPEN_SIDES: Final = 2
#: Columns that have a neighbour to the east, or to the west, as bits.
_NOT_EAST: Final = 0x7777
_NOT_WEST: Final = 0xEEEE


@helper
def side_column(column: int, side: int) -> int:
    """Return the neighbouring column north, east, south or west, or -1 outside the cube."""
    row = column >> 2
    col = column & 3
    if side == 0:
        return column - 4 if row > 0 else -1
    if side == 1:
        return column + 1 if col < 3 else -1
    if side == 2:
        return column + 4 if row < 3 else -1
    return column - 1 if col > 0 else -1


@helper
def is_exposed(p: Any, column: int) -> bool:
    """Return whether the top block of a column shows its top and at least two sides."""
    height = p.height[column]
    if height == 0:
        return False
    missing = 0
    for side in range(4):
        other = side_column(column, side)
        if other == -1 or p.height[other] < height:
            missing += 1
    return missing >= _OPEN_SIDES


@helper
def exposed_columns(p: Any) -> int:
    """Return the columns whose top block ``is_exposed`` as bits, faster than one by one."""
    exposed = 0
    above = 0
    for height in range(LAYERS, 0, -1):
        there = 0
        for column in range(COLUMNS):
            there |= int(p.height[column] >= height) << column
        north, south = there << 4, there >> 4
        west, east = (there & _NOT_EAST) << 1, (there & _NOT_WEST) >> 1
        enclosed = (north & south & (west | east)) | (west & east & (north | south))
        exposed |= there & ~above & ~enclosed
        above = there
    return exposed


@helper
def is_seen(p: Any, column: int, level: int) -> bool:
    """Return whether a block that is still there shows its top or a side."""
    if level == p.height[column] - 1:
        return True
    for side in range(4):
        other = side_column(column, side)
        if other == -1 or p.height[other] <= level:
            return True
    return False


@helper
def top_height(p: Any) -> int:
    """Return the height of the topmost layer that still has blocks."""
    height = 0
    for column in range(COLUMNS):
        height = max(height, int(p.height[column]))
    return height


@helper
def take_top(p: Any, column: int) -> int:
    """Take the top block of a column out of the cube and return its colour."""
    level = int(p.height[column]) - 1
    colour = int(p.cube[column, level])
    p.cube[column, level] = GONE
    p.height[column] = level
    return colour
