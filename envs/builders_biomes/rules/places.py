"""The Overworld: cells, crossings, and what lies beside a piece."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.state import Public
from tablemates.envs.core.compiler.decorators import compile_functions

#: The cells north-west, north-east, south-west and south-east of each crossing.
_NORTH_WEST: Final = [
    V.SIDE * row + n for row in range(V.CROSSING_SIDE) for n in range(V.CROSSING_SIDE)
]
TOUCHED: Final = np.add.outer(_NORTH_WEST, [0, 1, V.SIDE, V.SIDE + 1])
#: The crossings that one exploration can reach from each crossing, ascending; -1 behind the last.
REACHED: Final = np.full((V.CROSSINGS, 13), -1)
_ROWS, _COLUMNS = np.divmod(np.arange(V.CROSSINGS), V.CROSSING_SIDE)
for _here in range(V.CROSSINGS):
    _steps = abs(_ROWS - _ROWS[_here]) + abs(_COLUMNS - _COLUMNS[_here])
    _near = np.flatnonzero(_steps <= V.STEPS)  # EXPLORE-01
    REACHED[_here, : len(_near)] = _near
_INNER: Final = range(1, V.SIDE - 1)
#: The 16 inner cells, which hold stacks of tiles, and those of the rim that hold a weapon token.
STACK_CELLS: Final = tuple(V.SIDE * row + column for row in _INNER for column in _INNER)
RIM_CELLS: Final = tuple(
    cell for cell in range(V.CELLS) if (cell // V.SIDE in _INNER) != (cell % V.SIDE in _INNER)
)
_IS_STACK: Final = np.array([cell in STACK_CELLS for cell in range(V.CELLS)])


def touched_cell(crossing: int, corner: int) -> int:
    """Return the cell north-west, north-east, south-west or south-east of a crossing."""
    return int(TOUCHED[crossing, corner])


def is_stack(cell: int) -> bool:
    """Return whether a cell is one of the inner ones."""
    return bool(_IS_STACK[cell])


def face_down_beside(p: Public, crossing: int) -> int:
    """Return the first touched cell with something face down on top, or NOTHING."""
    for corner in range(V.CORNERS):  # EXPLORE-02
        cell = touched_cell(crossing, corner)
        if p.left[cell] > 0 and p.face[cell] == V.NOTHING:
            return cell
    return V.NOTHING


def take_from(p: Public, cell: int) -> int:
    """Take the face-up tile or token off a cell and return it; the next one stays face down."""
    thing = int(p.face[cell])
    p.left[cell] -= 1
    p.face[cell] = V.NOTHING  # EXPLORE-04
    return thing


compile_functions(globals())
