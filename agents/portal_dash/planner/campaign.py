"""Whether the time and the hearts will do: turns left against turns needed, and the boss fight.

The cube is the clock. A *round* is one turn of every player. Each player has to
walk to the portal in turns of their own; what is left of their turns they can
mine for the tasks and fight the boss.
"""

from __future__ import annotations

import numpy as np

from tablemates.agents.portal_dash.planner import desk as D
from tablemates.agents.portal_dash.planner.desk import FACES, Desk
from tablemates.agents.portal_dash.planner.way import steps_left
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Box, Public

_ACTIONS = 2  # a turn
#: Longest boss fight that is looked at, in half rounds.
_HALF_ROUNDS = 24


@helper
def boss_life(p: Public) -> float:
    """Return the life that all bosses have left."""
    life = 0.0
    for i in range(L.BOSSES):
        if p.boss_kind[i] >= 0:
            life += max(0, int(p.boss_life[i]))
    return life


@helper
def turns_left(desk: Desk) -> float:
    """Return about how many turns the blocks will last that the tasks do not need."""
    weights = desk.weights
    rate = weights[Weight.RATE] + weights[Weight.RATE_COLOUR] * desk.facts[D.COLOURS]
    return max(0.0, desk.facts[D.BLOCKS] - desk.facts[D.MISSING] - 1.0) / rate


@helper
def read_rounds(p: Public, box: Box, desk: Desk) -> float:
    """Write each player's walk and the rounds left after it and after mining.

    Returns:
        The number of steps that the foremost player has to go.
    """
    weights = desk.weights
    players = int(p.players)
    actions = _ACTIONS * (1.0 - weights[Weight.OVERHEAD])
    closed = int(p.parts) - int(p.parts_open) + 1 - int(p.portal_open)
    rounds = (turns_left(desk) - weights[Weight.WAIT] * closed) / players
    mining = desk.facts[D.MISSING] / (weights[Weight.PACE_TASKS] * actions)
    nearest = 99.0
    late = 0.0
    in_time = 0
    for player in range(players):
        gear = desk.gear[player]
        steps = steps_left(p, box, desk, player)
        nearest = min(nearest, steps)
        boost = min(gear[D.BOOST], steps / 3.0)
        gear[D.WALK] = max(0.0, steps / gear[D.PACE] - boost)
        gear[D.ROUNDS] = rounds - gear[D.WALK] / actions
        if gear[D.ROUNDS] > 0.0:
            in_time += 1
        else:
            late += max(0.0, rounds)
    share = max(0.0, mining - late) / max(1, in_time)
    for player in range(players):
        desk.gear[player, D.ROUNDS] -= share
    return nearest


@helper
def soft(x: float, width: float) -> float:
    """Return about ``max(x, 0)``, with a slope some way below zero too."""
    if x > 12.0 * width:
        return x
    return width * np.log1p(np.exp(x / width))


@helper
def hits_in(desk: Desk, player: int, rounds: float) -> float:
    """Return the hits that a player deals in so many rounds beside a boss."""
    gear = desk.gear[player]
    each = desk.weights[Weight.REPAIR_IN_FIGHT] * gear[D.BEST]
    if rounds <= 1.0:
        return gear[D.READY] * max(0.0, rounds)
    return gear[D.READY] + each * (rounds - 1.0)


@helper
def time_value(p: Public, box: Box, desk: Desk) -> float:
    """Return the worth of the time left: hits that can still be dealt against the boss's life."""
    weights = desk.weights
    nearest = read_rounds(p, box, desk)
    hits = 0.0
    pace = 0.0
    for player in range(p.players):
        rounds = soft(desk.gear[player, D.ROUNDS], weights[Weight.LATE])
        hits += hits_in(desk, player, rounds)
        pace += desk.gear[player, D.BEST]
    pace = max(1.0, pace)
    slack = int(p.players) * (hits - boss_life(p)) / pace
    if slack < 0.0:
        # the further behind, the less the estimate is worth
        slack /= 1.0 - slack / weights[Weight.TIME_FLOOR]
    behind = np.exp(-slack / weights[Weight.TIME_SCALE])
    desk.facts[D.LATE] = behind / (1.0 + behind)
    value = -weights[Weight.TIME] * np.log1p(behind)
    return value - weights[Weight.FRONT] * nearest


@helper
def blow(p: Public, box: Box) -> float:
    """Return the hearts that all bosses take in a turn, on average."""
    total = 0.0
    for i in range(L.BOSSES):
        if p.boss_kind[i] < 0 or p.boss_life[i] <= 0:
            continue
        kind = int(p.boss_kind[i])
        hard = int(p.boss_hard[i])
        for face in range(FACES):
            hurt = float(box.boss_damage[kind, hard, face])
            if box.boss_area[kind, hard, face] == 1:
                hurt *= 0.7 * p.players
            total += hurt / FACES
    return total


@helper
def boss_value(p: Public, box: Box, desk: Desk) -> float:
    """Return the worth of hearts and weapons against the bosses; needs ``time_value``.

    How many rounds do the players who arrive in time need, and what do the
    bosses do to them meanwhile? Before the portal is open everybody is taken to
    gather first; once it is open the fight goes on while they walk.
    """
    weights = desk.weights
    life = boss_life(p)
    hearts = 0.0
    for player in range(p.players):
        gear = desk.gear[player]
        gear[D.SHARE] = 1.0 / (1.0 + np.exp(-2.0 * gear[D.ROUNDS]))
        hearts += gear[D.SHARE] * (gear[D.LIFE] - 1.0)
    actions = _ACTIONS * (1.0 - weights[Weight.OVERHEAD])
    rounds = 0.0
    before = 0.0
    for half in range(1, _HALF_ROUNDS + 1):
        rounds = half / 2.0
        hits = 0.0
        for player in range(p.players):
            gear = desk.gear[player]
            walk = gear[D.WALK] / actions if p.portal_open == 1 else 0.0
            hits += gear[D.SHARE] * hits_in(desk, player, rounds - walk)
        if hits >= life:
            rounds -= 0.5 * (hits - life) / (hits - before)
            break
        before = hits
    margin = hearts - rounds * int(p.players) * blow(p, box)
    value = -weights[Weight.BOSS] * np.log1p(np.exp(-margin / weights[Weight.BOSS_SCALE]))
    return value - weights[Weight.BOSS_LIFE] * life
