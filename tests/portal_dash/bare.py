"""Games on the bare engine: records without names, pictures and positions."""

from functools import cache

import numpy as np

from tablemates.envs.core.answers import DESCRIBED
from tablemates.envs.core.one_game import OneGame
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.actions import make_catalogue
from tablemates.envs.portal_dash.game import ENGINE, PortalDash
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX
from tablemates.envs.portal_dash.settings import Settings


def bare_game(box, level=None, shape=(8, 24)):
    """Return buffers for a game with these parts; ``level`` is a level's record."""
    level = np.zeros((1, 1), np.uint8) if level is None else level[None]
    sizes = len(make_catalogue(shape)), make_layout(shape).size
    one = OneGame(ENGINE, box, level, np.zeros(1, np.uint8), sizes)
    one.work.keep_events = 1
    return one


def set_up(one, seed=1, players=2, first_player=0, explicit=0, skip_forced=1):
    """Begin a game."""
    lane = one.lane
    lane.seed, lane.players, lane.first_player = np.uint64(seed), players, first_player
    lane.explicit_chance, lane.skip_forced = explicit, skip_forced
    one.step(DESCRIBED)


@cache
def any_board(components):
    """Return a game object with these parts and room for any track, for positions."""
    return PortalDash(Settings(components=components, board_shape=(L.ROWS, L.COLUMNS)))


def names_of(components, box):
    """Return the names of the parts, with their record."""
    return Names(components.item_names, components.tile_names, RecordView(box, BOX))


def legal_of(one):
    """Return the legal actions or outcomes, as the last step listed them."""
    return [int(action) for action in one.work.legal[: one.work.legal_count]]


def outcomes_of(one):
    """Return the outcomes of a chance node with their probabilities."""
    values, chances = np.zeros(48, np.int16), np.zeros(48)
    count = ENGINE.outcomes(one.record, one.box, values, chances)
    return dict(zip(values[:count].tolist(), chances[:count].tolist(), strict=True))
