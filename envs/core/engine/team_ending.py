"""Ends of a game that a team wins or loses together."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import helper

#: The state of a game: ``outcome`` of the public record.
Outcome: Final = IntEnum("Outcome", "RUNNING WON LOST", start=0)


class Ending(NamedTuple):
    """Functions of ``Rules`` of a co-operative game."""

    forfeit: Callable[..., None]
    write_returns: Callable[..., None]
    write_progress: Callable[..., None]


def ending_of(
    finish: Callable[..., None], illegal: int, progress_of: Callable[..., float]
) -> Ending:
    """Return the hooks for the end of a game: 1 for every seat of a team that has won, else 0.

    Args:
        finish: ``(p, w, outcome, cause)``: ends the game.
        illegal: The cause where a seat broke the rules.
        progress_of: ``(p, box)``: how far the team has come, from 0 to 1.
    """

    @helper
    def forfeit(s: Any, _box: Any, w: Any, _seat: int) -> None:
        finish(s.public, w, Outcome.LOST, illegal)

    @helper
    def write_returns(s: Any, _box: Any, out: npt.NDArray[np.float64]) -> None:
        out[:] = 1.0 if s.public.outcome == Outcome.WON else 0.0

    @helper
    def write_progress(s: Any, box: Any, out: npt.NDArray[np.float64]) -> None:
        out[:] = progress_of(s.public, box)

    return Ending(forfeit, write_returns, write_progress)
