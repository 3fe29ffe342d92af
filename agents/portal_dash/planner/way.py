"""How far it is on foot: a map of walking costs to where the team has to go."""

from __future__ import annotations

import numpy as np

from agents.portal_dash.planner.desk import SPACES, Desk
from agents.portal_dash.planner.weights import Weight
from envs.core.compiled import helper, wrapping
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.geometry import has
from envs.portal_dash.rules.state import Box, Public

#: Costs are counted in halves of a step.
HALVES = 2
_MAGMA = 3
_SOUL_SAND = 4
#: Cost of a space without a way.
FAR = 60
_KEY = SPACES
_GOAL = SPACES + 1


@helper
def goal_of(p: Public) -> int:
    """Return the space to go to: the boss's, or -1 for the edge of the face-down parts."""
    for i in range(L.BOSSES):
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space >= 0:
            return space
    return -1


@wrapping
def _board_key(p: Public) -> int:
    """Return a number that changes with the board: tiles, parts turned up, brown blocks laid.

    One planner answers many games in turn, so the tiles belong to it.
    """
    h = np.uint64(0xCBF29CE484222325) + np.uint64(p.open_columns)
    for r in range(p.rows):
        for word in (p.brown[r], p.lava[r], p.magma[r], p.soul_sand[r]):
            h = (h ^ word) * np.uint64(0x100000001B3)
            h ^= h >> np.uint64(29)
    return np.int64(h >> np.uint64(2))  # type: ignore[return-value]


@helper
def update_map(p: Public, desk: Desk) -> None:
    """Make a map of walking costs to the goal, unless the desk already holds that map.

    Pieces do not count as obstacles, they come and go; uncovered lava does.
    """
    way = desk.way
    key = _board_key(p)
    goal = goal_of(p)
    if way[_KEY] == key and way[_GOAL] == goal:
        return
    way[_KEY] = key
    way[_GOAL] = goal
    rows = int(p.rows)
    columns = int(p.open_columns)
    for r in range(rows):
        for c in range(columns):
            way[r * 64 + c] = FAR
        if goal == -1 and not has(p.lava, r * 64 + columns - 1):
            way[r * 64 + columns - 1] = 0
    if goal >= 0:
        way[goal] = 0
    changed = True
    while changed:
        changed = False
        for c in range(columns - 1, -1, -1):
            for r in range(rows):
                changed |= _relax(p, desk, r, c, columns)
        if changed:
            changed = False
            for c in range(columns):
                for r in range(rows - 1, -1, -1):
                    changed |= _relax(p, desk, r, c, columns)


@helper
def _relax(p: Public, desk: Desk, r: int, c: int, columns: int) -> bool:
    """Let the neighbours of a space go by it where that is shorter; return whether any does."""
    way = desk.way
    space = r * 64 + c
    covered = has(p.brown, space)
    if way[space] >= FAR or (has(p.lava, space) and not covered and way[space] != 0):
        return False
    cost = HALVES
    if not covered and has(p.magma, space):
        cost = _MAGMA
    elif not covered and has(p.soul_sand, space):
        cost = _SOUL_SAND
    through = int(way[space]) + cost
    changed = False
    for side in range(4):
        row = r + (side == 2) - (side == 0)
        column = c + (side == 1) - (side == 3)
        if row < 0 or row >= p.rows or column < 0 or column >= columns:
            continue
        other = row * 64 + column
        if through < way[other] and (not has(p.lava, other) or has(p.brown, other)):
            way[other] = through
            changed = True
    return changed


@helper
def steps_left(p: Public, box: Box, desk: Desk, player: int) -> float:
    """Return how many steps a player is from the portal strip's edge, or from beside the boss."""
    space = int(p.player_space[player])
    if space < 0:
        return float(p.columns)
    steps = float(desk.way[space]) / HALVES
    if p.portal_open == 1:
        return max(0.0, steps - 1.0)
    beyond = int(p.columns) - int(box.portal_columns) - int(p.open_columns)
    return steps + desk.weights[Weight.UNSEEN_COLUMN] * beyond + 2.0
