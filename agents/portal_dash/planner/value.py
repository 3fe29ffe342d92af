"""The planner's evaluation function: a sum of terms, see ``Term``."""

from __future__ import annotations

import numpy as np

from tablemates.agents.portal_dash.planner import buffers as B
from tablemates.agents.portal_dash.planner.buffers import SearchBuffers
from tablemates.agents.portal_dash.planner.campaign import boss_value, time_value, update_map
from tablemates.agents.portal_dash.planner.combat import hearts_value, read_gear, threat_value
from tablemates.agents.portal_dash.planner.weights import Term, Weight
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.cube import is_exposed
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.state import Box, Public

WON = 1_000.0
LOST = -4_000.0

# Rows of ``SearchBuffers.counts``.
_AVAILABLE = 0
_EXPOSED = 1
_WANTED = 2
_LAYER = 3


def read_cube(p: Public, buf: SearchBuffers) -> None:
    """Count blocks by colour and layer into ``buf.counts`` and ``buf.facts``."""
    counts = buf.counts
    counts[:, :] = 0.0
    total = 0
    for column in range(V.CUBE_COLUMNS):
        height = int(p.height[column])
        total += height
        for level in range(height):
            counts[_LAYER, level] += 1.0
            colour = int(p.cube[column, level])
            if colour >= 0:
                counts[_AVAILABLE, colour] += 1.0
        if is_exposed(p, column):
            colour = int(p.cube[column, height - 1])
            if colour >= 0:
                counts[_EXPOSED, colour] += 1.0
    colours = 0
    for colour in range(V.COLOURS):
        counts[_AVAILABLE, colour] += p.unseen[colour]
        if counts[_EXPOSED, colour] > 0.0:
            colours += 1
    buf.facts[B.BLOCKS] = total
    buf.facts[B.COLOURS] = colours


def task_value(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Return the value of the piglin board; needs ``read_cube``."""
    weights = buf.weights
    counts = buf.counts
    side = side_of(p)
    value = 0.0
    before = 0.0
    all_missing = 0
    for task in range(V.TASKS):
        before += counts[_LAYER, V.CUBE_LAYERS - 1 - task]
        missing = 0
        for place in range(V.TASK_COLUMNS * task, V.TASK_COLUMNS * (task + 1)):
            placed = int(p.place_count[place])
            need = int(box.piglin[side, place]) - placed
            value += weights[Weight.BLOCK_PLACED] * placed
            if need > 0:
                missing += need
                if p.place_colour[place] >= 0:
                    counts[_WANTED, p.place_colour[place]] += need
        all_missing += missing
        if missing == 0:
            value += weights[Weight.TASK_DONE]
        else:
            value -= weights[Weight.URGENCY] * missing / max(0.5, before - missing)
    for colour in range(V.COLOURS):
        wanted = counts[_WANTED, colour]
        if wanted > 0.0:
            value -= weights[Weight.SCARCITY] * wanted / max(0.5, counts[_AVAILABLE, colour])
            value += weights[Weight.ACCESS] * min(counts[_EXPOSED, colour], wanted)
    buf.facts[B.MISSING] = all_missing
    return value


def finds_value(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Return the value of possible finds: chests, Netherite in the stack, blocks in hand."""
    weights = buf.weights
    value = 0.0
    for i in range(V.CHESTS):
        if p.chest_space[i] >= 0:
            nearest = 99
            for player in range(p.players):
                if p.player_space[player] >= 0:
                    d = distance(int(p.chest_space[i]), int(p.player_space[player]))
                    nearest = min(nearest, d)
            value += weights[Weight.CHEST] * (1.0 + p.players) / (2.0 + nearest)
    for colour in range(V.COLOURS):
        value += weights[Weight.HAND] * p.hand[colour]
    for i in range(V.NETHERITE):
        kind = int(box.netherite[i])
        if kind >= 0 and p.supply[i] == 0 and p.stack_count[kind] > 0:
            value += weights[Weight.NETHERITE]
    return value


def value_of(p: Public, box: Box, buf: SearchBuffers) -> None:
    """Write the value of a position to ``buf.terms``."""
    terms = buf.terms
    terms[:] = 0.0
    if p.outcome == Outcome.WON:
        terms[Term.OUTCOME] = WON
        return
    if p.outcome == Outcome.LOST:
        terms[Term.OUTCOME] = LOST
        return
    weights = buf.weights
    update_map(p, buf)
    read_cube(p, buf)
    terms[Term.TASKS] = task_value(p, box, buf)
    terms[Term.GEAR] = read_gear(p, box, buf)
    terms[Term.TIME] = time_value(p, box, buf)
    terms[Term.TIME] += weights[Weight.PART] * (int(p.parts_open) - 1)
    terms[Term.TIME] += weights[Weight.PORTAL] * int(p.portal_open)
    terms[Term.BOSS] = boss_value(p, box, buf)
    for player in range(p.players):
        terms[Term.HEARTS] += hearts_value(p, buf, player)
    terms[Term.THREAT] = threat_value(p, box, buf)
    terms[Term.FINDS] = finds_value(p, box, buf)


def total(buf: SearchBuffers) -> float:
    """Return the sum of the terms."""
    return float(np.sum(buf.terms))


compile_functions(globals())
