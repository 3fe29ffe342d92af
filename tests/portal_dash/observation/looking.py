"""Looking at a game through the observation: its arrays, and numbers of them by name."""

import numpy as np

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.rules.state import STATE

LAYOUT = make_layout((8, 24))


def seen(game, box, seat=None):
    """Return an observation; what was in the array before must not matter."""
    out = np.full(LAYOUT.size, 77, np.int8)
    if seat is None:
        p = record(game).public
        seat = int(p.decider) if p.decider >= 0 else max(0, int(p.active_player))
    ENGINE.observe(game, box, seat, out)
    return out


def blocks(game, box, seat=None):
    return LAYOUT.as_dict(seen(game, box, seat))


def column_of(block, name):
    """Return the values of one number of a block by its name."""
    layout, values = block
    return np.take(values, layout.index(name), layout.axis)


def number(found, block, name):
    return column_of((LAYOUT[block], found[block]), name)


def record(game):
    return RecordView(game, STATE)
