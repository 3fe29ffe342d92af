"""Taking blocks from the cube, and the colours that show then."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes.state import Public, Work
from tablemates.envs.builders_biomes.vocabulary import NOTHING, Event
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.cube import LAYERS, UNSEEN, side_column, take_top
from tablemates.envs.core.events import emit

#: Sides of ``core.cube`` by ascending column: north, west, east, south.
_BY_COLUMN: Final = (0, 3, 1, 2)


@helper
def take_block(p: Public, w: Work, column: int) -> None:
    """Take the exposed block of a column into the active seat's supply."""
    seat = int(p.active)
    colour = take_top(p, column)
    p.supply[seat, colour] += 1  # COLLECT-03
    p.opened = column
    emit(w, Event.BLOCK_TAKEN, seat, column, LAYERS - int(p.height[column]), colour)


@helper
def next_uncovered(p: Public) -> int:
    """Return the first block beside or under the one just taken whose colour is not known yet.

    Returns:
        ``4 * column + level``, or NOTHING.
    """
    level = int(p.height[p.opened])
    for n in range(4):  # CHANCE-02 COLLECT-04
        column = side_column(int(p.opened), _BY_COLUMN[n])
        if column >= 0 and p.height[column] > level and p.cube[column, level] == UNSEEN:
            return column * LAYERS + level
    if level > 0 and p.cube[p.opened, level - 1] == UNSEEN:
        return int(p.opened) * LAYERS + level - 1
    return NOTHING


@helper
def see_colour(p: Public, w: Work, colour: int) -> None:
    """Note the colour of the block that chance was asked about."""
    column, level = p.about // LAYERS, p.about % LAYERS
    p.cube[column, level] = colour
    p.unseen[colour] -= 1
    emit(w, Event.COLOUR_SEEN, column, LAYERS - level, colour, 0)
