"""Laws of a game that has no such module: every field is in its range."""

from __future__ import annotations

from tablemates.envs.core.engine.laws import Faults
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Bytes
from tablemates.envs.core.records.ranges import out_of_range


def faults(game: Game, record: Bytes) -> Faults:
    """Yield the fields that are out of the ranges that a game's layouts tell."""
    state = game.fields(record)
    for part, ranges in game.engine.rules.ranges.items():
        yield from out_of_range(getattr(state, part), ranges)
