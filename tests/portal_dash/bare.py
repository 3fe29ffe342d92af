"""Games on the bare engine: records without pictures and positions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import numpy as np

from tablemates.envs.core.engine.buffers import GameBuffers
from tablemates.envs.core.engine.codes import DESCRIBED, ILLEGAL, SHOW
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import ENGINE, PortalDash
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.observation_layout import make_layout
from tablemates.envs.portal_dash.parts import Components, load_components
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.state import BOX, STATE, Public
from tablemates.envs.portal_dash.vocabulary import Decision, make_catalogue

#: The standard set, but for what these tests name and nobody knows.
PARTS = Path(__file__).with_name("rules") / "parts.yaml"


@cache
def components() -> Components:
    """Return the parts that the tests play with."""
    return load_components(PARTS)


def bare_game(box, level=None, shape=(8, 24)):
    """Return buffers for a game with these parts; ``level`` is a level's record."""
    level = np.zeros((1, 1), np.uint8) if level is None else level[None]
    sizes = len(make_catalogue(shape)), make_layout(shape).size
    one = GameBuffers(ENGINE, box, level, np.zeros(1, np.uint8), sizes)
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
    return PortalDash(Settings(components=components, board_shape=(V.ROWS, V.COLUMNS)))


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


# -- a game that a test plays -------------------------------------------------------------


@cache
def names_of_parts() -> Names:
    return names_of(components(), components().record())


class PlayedGame:
    """A game that a test plays or writes into; writing to ``p`` changes it."""

    catalogue = make_catalogue((8, 24))

    def __init__(self, level=1, players=2, seed=1, explicit=0, skip_forced=1, first_player=0):
        self.box = components().record()
        self._one = bare_game(self.box, components().level(level))
        self.game = self._one.record
        record = RecordView(self.game, STATE)
        self.p = self.public = cast(Public, record.public)
        self.hidden = record.hidden
        self.names = names_of_parts()
        self._rng = np.random.default_rng(seed)
        set_up(self._one, seed, players, first_player, explicit, skip_forced)

    def legal(self):
        """Return the legal actions of the record as it is now, also after writing to it."""
        self._one.step(SHOW)
        return legal_of(self._one)

    def events(self):
        work = self._one.work
        return [tuple(map(int, row)) for row in work.events[: work.event_count]]

    def step(self, action):
        assert self._one.step(action) != ILLEGAL
        return self.events()

    def step_at_random(self):
        return self.step(int(self._rng.choice(self.legal())))

    def started(self):
        """Play on to the first action of the first turn."""
        while self.p.turn == 0 or self.p.actions_done > 0 or self.p.decision != Decision.ACTION:
            self.step_at_random()
        return self
