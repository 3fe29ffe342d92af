"""Time and boss fight: turns left against turns needed, and walking distances to the goal.

The cube is the clock. A *round* is one turn of every player.
"""

from __future__ import annotations

import numpy as np

from tablemates.agents.portal_dash.planner import buffers as B
from tablemates.agents.portal_dash.planner.buffers import FACES, FAR, SearchBuffers
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.geometry import ONE, ZERO, bit, has
from tablemates.envs.portal_dash.rules.pieces import kind_of
from tablemates.envs.portal_dash.state import Box, Public

_ACTIONS = 2  # a turn
#: Longest boss fight considered, in half rounds.
_HALF_ROUNDS = 24
#: Walking costs are in half steps and charged on entering a space.
HALVES = 2
_MAGMA = 3
_SOUL_SAND = 4


def goal_of(p: Public) -> int:
    """Return the goal's space: the boss's, or -1 for the edge of the face-down parts."""
    for i in range(V.BOSSES):
        space = int(p.mob_space[V.REGULAR_MOBS + i])
        if space >= 0:
            return space
    return -1


def _is_known(p: Public, buf: SearchBuffers, goal: int) -> bool:
    """Return whether the distance map is of this board and goal; note them.

    One planner answers decisions of many games, so tiles are part of the comparison.
    """
    ground = (p.lava, p.magma, p.soul_sand, p.brown)
    different = ZERO
    for i in range(len(ground)):
        for r in range(V.ROWS):
            different |= buf.way_board[i, r] ^ ground[i][r]
            buf.way_board[i, r] = ground[i][r]
    same = buf.way_goal == goal and buf.way_columns == p.open_columns and different == ZERO
    buf.way_goal = goal
    buf.way_columns = p.open_columns
    return same


def update_map(p: Public, buf: SearchBuffers) -> None:
    """Compute the map of walking costs to the goal, unless the buffers hold it already.

    Pieces are no obstacles, uncovered lava is. ``way[t]`` is the bit set of spaces at cost ``t``:
    free neighbours of the spaces whose own cost plus the cost of entering them is ``t``.
    """
    goal = goal_of(p)
    if _is_known(p, buf, goal):
        return
    way = buf.way
    rows = int(p.rows)
    last = int(p.open_columns) - 1
    inside = bit(last) | (bit(last) - ONE)
    for r in range(rows):
        buf.way_free[r] = inside & (~p.lava[r] | p.brown[r])
        way[0, r] = ZERO
        if goal == -1:
            way[0, r] = bit(last) & ~p.lava[r]
    if goal >= 0:
        way[0, goal >> 6] = bit(goal & 63)
    for r in range(rows):
        buf.way_free[r] &= ~way[0, r]
    idle = 0
    t = 1
    while t < FAR and idle < _SOUL_SAND:
        _add_layer(p, buf, t, rows)
        idle += 1
        for r in range(rows):
            if way[t, r] != ZERO:
                idle = 0
        t += 1
    buf.way_layers = t


def _add_layer(p: Public, buf: SearchBuffers, t: int, rows: int) -> None:
    """Write the spaces at cost ``t`` and remove them from those that are still free."""
    way = buf.way
    sources = buf.way_sources
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
        way[t, r] = reach & buf.way_free[r]
        buf.way_free[r] &= ~reach


def halves_left(buf: SearchBuffers, space: int) -> int:
    """Return the walking cost from a space to the goal, ``FAR`` if there is no way."""
    for t in range(buf.way_layers):
        if has(buf.way[t], space):
            return t
    return FAR


def steps_left(p: Public, box: Box, buf: SearchBuffers, player: int) -> float:
    """Return a player's steps to the portal strip's edge, or to a space next to the boss."""
    space = int(p.player_space[player])
    if space < 0:
        return float(p.columns)
    steps = float(halves_left(buf, space)) / HALVES
    if p.portal_open == 1:
        return max(0.0, steps - 1.0)
    beyond = int(p.columns) - int(box.portal_columns) - int(p.open_columns)
    return steps + buf.weights[Weight.UNSEEN_COLUMN] * beyond + 2.0


def boss_life(p: Public) -> float:
    """Return the life that all bosses have left."""
    life = 0.0
    for i in range(V.BOSSES):
        if p.boss_kind[i] >= 0:
            life += max(0, int(p.boss_life[i]))
    return life


def turns_left(buf: SearchBuffers) -> float:
    """Return an estimate of the turns that the blocks not needed by the tasks will last."""
    weights = buf.weights
    rate = weights[Weight.RATE] + weights[Weight.RATE_COLOUR] * buf.facts[B.COLOURS]
    return max(0.0, buf.facts[B.BLOCKS] - buf.facts[B.MISSING] - 1.0) / rate


def read_rounds(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Write each player's walking time and the rounds left after walking and mining.

    Returns:
        Steps that the foremost player has to go.
    """
    weights = buf.weights
    players = int(p.players)
    actions = _ACTIONS * (1.0 - weights[Weight.OVERHEAD])
    closed = int(p.parts) - int(p.parts_open) + 1 - int(p.portal_open)
    rounds = (turns_left(buf) - weights[Weight.WAIT] * closed) / players
    mining = buf.facts[B.MISSING] / (weights[Weight.PACE_TASKS] * actions)
    nearest = 99.0
    late = 0.0
    in_time = 0
    for player in range(players):
        gear = buf.gear[player]
        steps = steps_left(p, box, buf, player)
        nearest = min(nearest, steps)
        boost = min(gear[B.BOOST], steps / 3.0)
        gear[B.WALK] = max(0.0, steps / gear[B.PACE] - boost)
        gear[B.ROUNDS] = rounds - gear[B.WALK] / actions
        if gear[B.ROUNDS] > 0.0:
            in_time += 1
        else:
            late += max(0.0, rounds)
    share = max(0.0, mining - late) / max(1, in_time)
    for player in range(players):
        buf.gear[player, B.ROUNDS] -= share
    return nearest


def soft(x: float, width: float) -> float:
    """Return the softplus of ``x`` at a scale of ``width``."""
    if x > 12.0 * width:
        return x
    return width * np.log1p(np.exp(x / width))


def hits_in(buf: SearchBuffers, player: int, rounds: float) -> float:
    """Return the expected hits of a player in a number of rounds next to a boss."""
    gear = buf.gear[player]
    each = buf.weights[Weight.REPAIR_IN_FIGHT] * gear[B.BEST]
    if rounds <= 1.0:
        return gear[B.READY] * max(0.0, rounds)
    return gear[B.READY] + each * (rounds - 1.0)


def time_value(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Return the value of the time left: hits that can still be dealt against the boss's life."""
    weights = buf.weights
    nearest = read_rounds(p, box, buf)
    hits = 0.0
    pace = 0.0
    for player in range(p.players):
        rounds = soft(buf.gear[player, B.ROUNDS], weights[Weight.LATE])
        hits += hits_in(buf, player, rounds)
        pace += buf.gear[player, B.BEST]
    pace = max(1.0, pace)
    slack = int(p.players) * (hits - boss_life(p)) / pace
    if slack < 0.0:
        # the estimate is less reliable the further the team is behind
        slack /= 1.0 - slack / weights[Weight.TIME_FLOOR]
    behind = np.exp(-slack / weights[Weight.TIME_SCALE])
    buf.facts[B.LATE] = behind / (1.0 + behind)
    value = -weights[Weight.TIME] * np.log1p(behind)
    return value - weights[Weight.FRONT] * nearest


def blow(p: Public, box: Box) -> float:
    """Return the mean hearts that all bosses take in a turn."""
    total = 0.0
    for i in range(V.BOSSES):
        if p.boss_kind[i] < 0 or p.boss_life[i] <= 0:
            continue
        kind = kind_of(p, box, V.REGULAR_MOBS + i)
        for face in range(FACES):
            hurt = float(box.kind_damage[kind, face])
            if box.kind_area[kind, face] == 1:
                hurt *= 0.7 * p.players
            total += hurt / FACES
    return total


def boss_value(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Return the value of hearts and weapons against the bosses; needs ``time_value``.

    Compares the rounds that players who arrive in time need with the damage taken meanwhile.
    Before the portal opens all players are assumed to gather first; afterwards they fight while
    others still walk.
    """
    weights = buf.weights
    life = boss_life(p)
    hearts = 0.0
    for player in range(p.players):
        gear = buf.gear[player]
        gear[B.SHARE] = 1.0 / (1.0 + np.exp(-2.0 * gear[B.ROUNDS]))
        hearts += gear[B.SHARE] * (gear[B.LIFE] - 1.0)
    actions = _ACTIONS * (1.0 - weights[Weight.OVERHEAD])
    rounds = 0.0
    before = 0.0
    for half in range(1, _HALF_ROUNDS + 1):
        rounds = half / 2.0
        hits = 0.0
        for player in range(p.players):
            gear = buf.gear[player]
            walk = gear[B.WALK] / actions if p.portal_open == 1 else 0.0
            hits += gear[B.SHARE] * hits_in(buf, player, rounds - walk)
        if hits >= life:
            rounds -= 0.5 * (hits - life) / (hits - before)
            break
        before = hits
    margin = hearts - rounds * int(p.players) * blow(p, box)
    value = -weights[Weight.BOSS] * np.log1p(np.exp(-margin / weights[Weight.BOSS_SCALE]))
    return value - weights[Weight.BOSS_LIFE] * life


compile_functions(globals())
