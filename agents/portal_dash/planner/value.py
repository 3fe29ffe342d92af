"""How good a position is for the team: the planner's hand-made value, term by term."""

from __future__ import annotations

import numpy as np

from tablemates.agents.portal_dash.planner.campaign import boss_value, time_value
from tablemates.agents.portal_dash.planner.desk import Desk
from tablemates.agents.portal_dash.planner.gear import hearts_value, read_gear
from tablemates.agents.portal_dash.planner.tasks import read_cube, task_value
from tablemates.agents.portal_dash.planner.threat import threat_value
from tablemates.agents.portal_dash.planner.way import update_map
from tablemates.agents.portal_dash.planner.weights import Term, Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

WON = 1_000.0
LOST = -4_000.0


@helper
def finds_value(p: Public, box: Box, desk: Desk) -> float:
    """Return the worth of what may be found: chests, Netherite in the stack, blocks in hand."""
    weights = desk.weights
    value = 0.0
    for i in range(L.CHESTS):
        if p.chest_space[i] >= 0:
            nearest = 99
            for player in range(p.players):
                if p.player_space[player] >= 0:
                    d = distance(int(p.chest_space[i]), int(p.player_space[player]))
                    nearest = min(nearest, d)
            value += weights[Weight.CHEST] * (1.0 + p.players) / (2.0 + nearest)
    for colour in range(L.COLOURS):
        value += weights[Weight.HAND] * p.hand[colour]
    for i in range(L.NETHERITE):
        kind = int(box.netherite[i])
        if kind >= 0 and p.supply[i] == 0 and p.stack_count[kind] > 0:
            value += weights[Weight.NETHERITE]
    return value


@helper
def value_of(p: Public, box: Box, desk: Desk) -> None:
    """Write the value of a position to ``desk.terms``.

    Args:
        p: The public part of a game.
        box: What is in the box.
        desk: Weights and scratch space.
    """
    terms = desk.terms
    terms[:] = 0.0
    if p.outcome == Outcome.WON:
        terms[Term.OUTCOME] = WON
        return
    if p.outcome == Outcome.LOST:
        terms[Term.OUTCOME] = LOST
        return
    weights = desk.weights
    update_map(p, desk)
    read_cube(p, desk)
    terms[Term.TASKS] = task_value(p, box, desk)
    terms[Term.GEAR] = read_gear(p, box, desk)
    terms[Term.TIME] = time_value(p, box, desk)
    terms[Term.TIME] += weights[Weight.PART] * (int(p.parts_open) - 1)
    terms[Term.TIME] += weights[Weight.PORTAL] * int(p.portal_open)
    terms[Term.BOSS] = boss_value(p, box, desk)
    for player in range(p.players):
        terms[Term.HEARTS] += hearts_value(p, desk, player)
    terms[Term.THREAT] = threat_value(p, box, desk)
    terms[Term.FINDS] = finds_value(p, box, desk)


@helper
def total(desk: Desk) -> float:
    """Return the sum of the terms."""
    return float(np.sum(desk.terms))
