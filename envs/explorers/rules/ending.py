"""Winning, losing, and how far the team has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome, ending_of
from tablemates.envs.core.records.elements import total
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import Box, Public, State, Work
from tablemates.envs.explorers.vocabulary import Cause, Chance, Decision, Event

#: Terms of the potential for shaping, each from 0 to 1, in the order of its weights.
TERMS: Final[Mapping[str, str]] = {
    "progress": "how far the team has come: needs of the chests that are met (PROG-01)",
    "pile": "creature cards left, of those at the start",
    "calm": "share of the unseen creature cards whose type is not in the line",
}


def finish(p: Public, w: Work, outcome: Outcome, cause: Cause) -> None:
    """End the game for all seats alike (END-03)."""
    p.outcome = outcome  # END-03
    p.cause = cause
    p.decision = Decision.NONE
    p.chance = Chance.NONE
    emit(w, Event.GAME_WON if outcome == Outcome.WON else Event.GAME_LOST, cause)


def progress_of(p: Public, box: Box) -> float:
    """Return how far the team has come, from 0 to 1."""
    full = 0
    half = 0
    for chest in range(p.chests):
        missing = p.chest_missing[chest]
        if missing == 0:
            full += 1
        elif box.chest_need[p.chest_number[chest], 1] >= 0 and missing != 3:
            half += 1
    full = min(full, p.goal)
    half = min(half, p.goal - full)
    return (full + 0.5 * half) / p.goal  # PROG-01


def calm_of(p: Public) -> float:
    """Return the share of unseen creature cards that end a night: their type is not in the line.

    One over this share is about the number of cards that a night turns up.
    """
    calm = 0
    for creature in range(V.CREATURES):
        if p.line[creature] == 0:
            calm += p.unseen[creature]
    return calm / max(1, total(p.unseen))


def write_potential(
    s: State, box: Box, weights: npt.NDArray[np.float64], out: npt.NDArray[np.float64]
) -> None:
    """Write the team's potential: the terms of ``TERMS`` by their weights."""
    p = s.public
    cards = total(box.creature_copies) - int(box.removed[p.players])
    out[:] = (
        weights[0] * progress_of(p, box)
        + weights[1] * (p.creature_length / cards)
        + weights[2] * calm_of(p)
    )


compile_functions(globals())

forfeit, write_returns, write_progress = ending_of(
    finish, Cause.ILLEGAL_ACTION, progress_of
)  # END-03
