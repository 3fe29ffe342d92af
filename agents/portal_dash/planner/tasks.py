"""The piglin tasks: placed blocks, deadlines, colours still to be had."""

from __future__ import annotations

from tablemates.agents.portal_dash.planner import desk as D
from tablemates.agents.portal_dash.planner.desk import Desk
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import is_exposed
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.rules.state import Box, Public

_AVAILABLE = 0
_EXPOSED = 1
_WANTED = 2
_LAYER = 3


@helper
def read_cube(p: Public, desk: Desk) -> None:
    """Count blocks by colour and layer into ``desk.counts`` and ``desk.facts``."""
    counts = desk.counts
    counts[:, :] = 0.0
    total = 0
    for column in range(L.CUBE_COLUMNS):
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
    for colour in range(L.COLOURS):
        counts[_AVAILABLE, colour] += p.unseen[colour]
        if counts[_EXPOSED, colour] > 0.0:
            colours += 1
    desk.facts[D.BLOCKS] = total
    desk.facts[D.COLOURS] = colours


@helper
def task_value(p: Public, box: Box, desk: Desk) -> float:
    """Return the worth of the piglin board; needs ``read_cube``."""
    weights = desk.weights
    counts = desk.counts
    side = side_of(p)
    value = 0.0
    before = 0.0
    all_missing = 0
    for task in range(L.TASKS):
        before += counts[_LAYER, L.CUBE_LAYERS - 1 - task]
        missing = 0
        for place in range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1)):
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
    for colour in range(L.COLOURS):
        wanted = counts[_WANTED, colour]
        if wanted > 0.0:
            value -= weights[Weight.SCARCITY] * wanted / max(0.5, counts[_AVAILABLE, colour])
            value += weights[Weight.ACCESS] * min(counts[_EXPOSED, colour], wanted)
    desk.facts[D.MISSING] = all_missing
    return value
