"""Laws of a game that has none of its own: what the core checks of every game is enough."""

from __future__ import annotations

from tablemates.envs.core.engine.laws import Faults
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Bytes


def faults(_game: Game, _record: Bytes) -> Faults:
    """Yield nothing."""
    yield from ()
