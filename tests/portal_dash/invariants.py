"""What holds in every state of Portal Dash beside what holds in every game, see ``inspector``.

    inspector = Inspector(game)         # once a game object
    inspector.check(rng)                # at every step

Nothing of the engine is used to say what is right, except where two ways to
the same thing are compared.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX, STATE
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tests.inspector import GameInspector
from tests.portal_dash import on_the_table


def check_invariants(game: PortalDash, seed: int = 0) -> None:
    """Check one state; for a whole game, keep an ``Inspector``."""
    Inspector(game).check(np.random.default_rng(seed))


class Inspector(GameInspector):
    """Checks the states of one game object."""

    def __init__(self, game: PortalDash) -> None:
        super().__init__(game)
        self.box_buffer = game.components.record((L.ROWS, L.COLUMNS))
        self.box = plain(RecordView(self.box_buffer, BOX), BOX)
        self.record = RecordView(game.record, STATE)

    def look(self) -> None:
        """Read the record as plain lists, which are much faster to go through."""
        super().look()
        self.p = plain(self.record.public, STATE["public"])
        self.h = plain(self.record.hidden, STATE["hidden"])
        self.frames = [tuple(row) for row in self.p.agenda[: self.p.agenda_length]]
        self.running = self.p.outcome == Outcome.RUNNING

    def check_table(self) -> None:
        """What lies on the table adds up."""
        for check in on_the_table.CHECKS:
            check(self)
        assert self.running or (self.p.decision, self.p.decider) == (Decision.NONE, -1)
        assert self.p.decision != Decision.CHANCE or self.p.decider == -1


def plain(view, dtype):
    """Return a record with numbers and lists of numbers as attributes."""
    return SimpleNamespace(
        **{name: np.asarray(getattr(view, name)).tolist() for name in dtype.names}
    )
