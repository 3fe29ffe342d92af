"""How far it is on foot: walking costs from anywhere to where the team has to go."""

from __future__ import annotations

from tablemates.agents.portal_dash.planner.desk import FAR, Desk
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.geometry import ONE, ZERO, bit, has
from tablemates.envs.portal_dash.rules.state import Box, Public

#: Costs are counted in halves of a step: what it takes to enter a space.
HALVES = 2
_MAGMA = 3
_SOUL_SAND = 4

# Rows of ``Desk.way_board``: what the map was made of, or what it is made with.
_LAVA = 0
_MAGMA_WORDS = 1
_SOUL_SAND_WORDS = 2
_BROWN = 3


@helper
def goal_of(p: Public) -> int:
    """Return the space to go to: the boss's, or -1 for the edge of the face-down parts."""
    for i in range(L.BOSSES):
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space >= 0:
            return space
    return -1


@helper
def _is_known(p: Public, desk: Desk, goal: int) -> bool:
    """Return whether the desk's map is one of this board, and note the board if not.

    One planner answers many games in turn, so the tiles belong to it.
    """
    board = desk.way_board
    different = ZERO
    for r in range(L.ROWS):
        different |= board[_LAVA, r] ^ p.lava[r]
        different |= board[_MAGMA_WORDS, r] ^ p.magma[r]
        different |= board[_SOUL_SAND_WORDS, r] ^ p.soul_sand[r]
        different |= board[_BROWN, r] ^ p.brown[r]
    same = desk.way_goal == goal and desk.way_columns == p.open_columns
    if same and different == ZERO:
        return True
    desk.way_goal = goal
    desk.way_columns = p.open_columns
    for r in range(L.ROWS):
        board[_LAVA, r] = p.lava[r]
        board[_MAGMA_WORDS, r] = p.magma[r]
        board[_SOUL_SAND_WORDS, r] = p.soul_sand[r]
        board[_BROWN, r] = p.brown[r]
    return False


@helper
def update_map(p: Public, desk: Desk) -> None:
    """Make a map of walking costs to the goal, unless the desk already holds that map.

    Pieces do not count as obstacles, they come and go; uncovered lava does.
    ``way[t]`` is the set of spaces at the cost ``t``: neighbours of those that
    cost as much less as it takes to enter *them* (the cost is that of the way
    from the goal, so every space but the first is entered).
    """
    goal = goal_of(p)
    if _is_known(p, desk, goal):
        return
    way = desk.way
    rows = int(p.rows)
    last = int(p.open_columns) - 1
    inside = bit(last) | (bit(last) - ONE)
    for r in range(rows):
        desk.way_free[r] = inside & (~p.lava[r] | p.brown[r])
        way[0, r] = ZERO
        if goal == -1:
            way[0, r] = bit(last) & ~p.lava[r]
    if goal >= 0:
        way[0, goal >> 6] = bit(goal & 63)
    for r in range(rows):
        desk.way_free[r] &= ~way[0, r]
    idle = 0
    t = 1
    while t < FAR and idle < _SOUL_SAND:
        _add_layer(p, desk, t, rows)
        idle += 1
        for r in range(rows):
            if way[t, r] != ZERO:
                idle = 0
        t += 1
    desk.way_layers = t


@helper
def _add_layer(p: Public, desk: Desk, t: int, rows: int) -> None:
    """Write the spaces at the cost ``t`` and take them from those that are still free."""
    way = desk.way
    sources = desk.way_sources
    for r in range(rows):
        magma = p.magma[r] & ~p.brown[r]
        soul_sand = p.soul_sand[r] & ~p.brown[r] & ~magma
        word = ZERO
        if t >= HALVES:
            word |= way[t - HALVES, r] & ~magma & ~soul_sand
        if t >= _MAGMA:
            word |= way[t - _MAGMA, r] & magma
        if t >= _SOUL_SAND:
            word |= way[t - _SOUL_SAND, r] & soul_sand
        sources[r] = word
    for r in range(rows):
        reach = (sources[r] << ONE) | (sources[r] >> ONE)
        if r > 0:
            reach |= sources[r - 1]
        if r + 1 < rows:
            reach |= sources[r + 1]
        way[t, r] = reach & desk.way_free[r]
        desk.way_free[r] &= ~reach


@helper
def halves_left(desk: Desk, space: int) -> int:
    """Return the cost of the way from a space to the goal, ``FAR`` without a way."""
    for t in range(desk.way_layers):
        if has(desk.way[t], space):
            return t
    return FAR


@helper
def steps_left(p: Public, box: Box, desk: Desk, player: int) -> float:
    """Return how many steps a player is from the portal strip's edge, or from beside the boss."""
    space = int(p.player_space[player])
    if space < 0:
        return float(p.columns)
    steps = float(halves_left(desk, space)) / HALVES
    if p.portal_open == 1:
        return max(0.0, steps - 1.0)
    beyond = int(p.columns) - int(box.portal_columns) - int(p.open_columns)
    return steps + desk.weights[Weight.UNSEEN_COLUMN] * beyond + 2.0
