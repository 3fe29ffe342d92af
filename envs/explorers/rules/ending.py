"""Winning, losing, and how far the team has come."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit
from tablemates.envs.core.values import total
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import Box, Public, Work
from tablemates.envs.explorers.vocabulary import Cause, Decision, Event, Outcome


@helper
def finish(p: Public, w: Work, outcome: Outcome, cause: Cause) -> None:
    """End the game for all seats alike (END-03)."""
    p.outcome = outcome  # END-03
    p.cause = cause
    p.decision = Decision.NONE
    emit(w, Event.GAME_WON if outcome == Outcome.WON else Event.GAME_LOST, cause, 0, 0, 0)


@helper
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
    full = min(full, int(p.goal))
    half = min(half, int(p.goal) - full)
    return (full + 0.5 * half) / p.goal  # PROG-01


@helper
def calm_of(p: Public) -> float:
    """Return the share of unseen creature cards that end a night: their type is not in the line.

    One over this share is about the number of cards that a night turns up.
    """
    calm = 0
    for creature in range(V.CREATURES):
        if p.line[creature] == 0:
            calm += p.unseen[creature]
    return calm / max(1, total(p.unseen))
