"""A game on the bare engine for tests: its public record, what is legal, what has happened."""

from functools import cache
from typing import cast

import numpy as np

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules.state import STATE, WORK, Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tests.rules import table


@cache
def names_of_parts() -> Names:
    components = table.components()
    return Names.of(components, components.record())


class PlayedGame:
    """A game that a test plays or writes into.

    Attributes:
        p: The public record; writing to it changes the game.
        hidden: The hidden record.
    """

    def __init__(self, level=1, players=2, seed=1, explicit=0, skip_forced=1, first_player=0):
        components = table.components()
        self.box = components.record()
        self.game = np.zeros(STATE.itemsize, np.uint8)
        self.work = np.zeros(WORK.itemsize, np.uint8)
        self._work = RecordView(self.work, WORK)
        self._work.keep_events = 1
        record = RecordView(self.game, STATE)
        self.p = cast(Public, record.public)
        self.hidden = record.hidden
        self.names = names_of_parts()
        self._rng = np.random.default_rng(seed)
        engine.new_game(
            self.game,
            self.box,
            components.level(level),
            self.work,
            seed,
            players,
            first_player,
            explicit,
            skip_forced,
        )

    def legal(self):
        """Return the legal actions of the record as it is now, also after writing to it."""
        count = engine.legal(self.game, self.box, self.work)
        return [int(action) for action in self._work.legal[:count]]

    def events(self):
        return [tuple(map(int, row)) for row in self._work.events[: self._work.event_count]]

    def step(self, action):
        assert engine.step(self.game, self.box, self.work, action) == engine.DONE
        return self.events()

    def step_at_random(self):
        return self.step(int(self._rng.choice(self.legal())))

    def chance_values(self):
        values, chances = np.zeros(48, np.int16), np.zeros(48)
        count = engine.chance_outcomes(self.game, self.box, self.work, values, chances)
        return [int(value) for value in values[:count]]

    def started(self):
        """Play on to the first action of the first turn."""
        while self.p.turn == 0 or self.p.actions_done > 0 or self.p.decision != Decision.ACTION:
            self.step_at_random()
        return self
