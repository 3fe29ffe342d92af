"""How far it is on foot: a map of walking distances to where the team has to go."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from envs.core.compiled import helper
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.geometry import ONE, ZERO, bit, spread
from envs.portal_dash.rules.mobs import walkable_for
from envs.portal_dash.rules.state import Box, Public, Work

SPACES = L.ROWS * L.COLUMNS
#: Distance of a space without a way.
FAR = 40
_OPEN = SPACES
_BROWN = SPACES + 1
_GOAL = SPACES + 2


def new_map() -> npt.NDArray[np.int64]:
    """Return an empty map: a distance for every space, then what it was made for."""
    return np.full(SPACES + 3, -2, np.int64)


@helper
def goal_of(p: Public) -> int:
    """Return the space to go to: the boss's, or -1 for the edge of the face-down parts."""
    for i in range(L.BOSSES):
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space >= 0:
            return space
    return -1


@helper
def update_map(p: Public, w: Work, way: npt.NDArray[Any]) -> None:
    """Make a map of walking distances to the goal, unless ``way`` already is that map.

    Pieces do not count as obstacles, they come and go; uncovered lava does.
    """
    brown = 0
    for r in range(p.rows):
        word = p.brown[r]
        while word != ZERO:
            brown += 1
            word &= word - ONE
    goal = goal_of(p)
    if way[_OPEN] == p.open_columns and way[_BROWN] == brown and way[_GOAL] == goal:
        return
    way[_OPEN] = p.open_columns
    way[_BROWN] = brown
    way[_GOAL] = goal
    way[:SPACES] = FAR
    rows = int(p.rows)
    walkable_for(p, False, w.passable)
    for r in range(rows):
        w.seen[r] = ZERO
        if goal == -1:
            w.seen[r] = w.passable[r] & bit(int(p.open_columns) - 1)
        w.front[r] = ZERO
    if goal >= 0:
        w.seen[goal >> 6] = bit(goal & 63)
    steps = 0
    grown = True
    while grown:
        for r in range(rows):
            fresh = w.seen[r] & ~w.front[r]
            w.front[r] = w.seen[r]
            column = 0
            while fresh != ZERO:
                if fresh & ONE != ZERO:
                    way[r * L.COLUMNS + column] = steps
                fresh >>= ONE
                column += 1
        steps += 1
        grown = spread(w.seen, w.passable, rows, w.following)


@helper
def steps_left(p: Public, box: Box, way: npt.NDArray[Any], player: int) -> float:
    """Return how many steps a player is from the portal strip's edge, or from the boss.

    Face-down parts count one step a column.
    """
    beyond = 0
    if p.portal_open == 0:
        beyond = int(p.columns) - int(box.portal_columns) - int(p.open_columns)
    return float(way[p.player_space[player]] + beyond)
