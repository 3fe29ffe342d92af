"""A game on the bare engine for tests: its public record, what is legal, what has happened."""

from functools import cache
from typing import cast

import numpy as np

from tablemates.envs.core.answers import ILLEGAL, SHOW
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.rules.state import STATE, Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tests.portal_dash.bare import bare_game, legal_of, names_of, set_up
from tests.portal_dash.rules import table


@cache
def names_of_parts() -> Names:
    components = table.components()
    return names_of(components, components.record())


class PlayedGame:
    """A game that a test plays or writes into.

    Attributes:
        p: The public record; writing to it changes the game.
        hidden: The hidden record.
    """

    def __init__(self, level=1, players=2, seed=1, explicit=0, skip_forced=1, first_player=0):
        components = table.components()
        self.box = components.record()
        self._one = bare_game(self.box, components.level(level))
        self.game = self._one.record
        record = RecordView(self.game, STATE)
        self.p = cast(Public, record.public)
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
