"""The actions of ``interface.toml`` and their numbers, the same for every level and player count.

Only the last group, the spaces of the board, depends on the board's capacity
(``Box.capacity_rows`` and ``capacity_columns``): space ``(row, column)`` is
``SPACE + row * capacity_columns + column``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.game.catalogue import Catalogue, read_actions
from tablemates.envs.core.records.vocabulary import words_of
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules import limits as L

INTERFACE: Final = Path(__file__).parents[1] / "interface.toml"
#: What the file calls by name.
WORDS: Final[dict[str, Any]] = {
    **vars(L),
    **vars(V),
    "DIRECTIONS": ("north", "east", "south", "west"),
    "MODES": words_of(V.Mode)[1:],
    "COUNTS": L.DICE + 1,
}


@cache
def make_catalogue(board_shape: tuple[int, int]) -> Catalogue:
    """Return the actions for boards of up to ``board_shape`` rows and columns."""
    rows, columns = board_shape
    return read_actions(INTERFACE, {**WORDS, "ROWS": rows, "COLUMNS": columns})


# fmt: off
(WAIT, DONE, YES, STEP, COLUMN, SLOT, MODE, PLAYER, TILE, SUPPLY, COLOUR, ABILITY, PLACE, COUNT,
 SPACE) = make_catalogue((1, 1)).firsts
# fmt: on

#: Row and column change of each step action, north first, clockwise.
ROW_STEP: Final = (-1, 0, 1, 0)
COLUMN_STEP: Final = (0, 1, 0, -1)
