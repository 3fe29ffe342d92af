"""Orcs Must Die! as the engine sees it, see ``tablemates.envs.core.hooks``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.hooks import CORE, game_cache, source_files
from tablemates.envs.orcs_must_die import observation, state
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules import chance, flow, harm, legal, setup
from tablemates.envs.orcs_must_die.state import Box, State, Work
from tablemates.envs.orcs_must_die.vocabulary import Cause, Decision, Outcome

_Floats = npt.NDArray[np.float64]

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 3

#: Terms of the potential for shaping, each from 0 to 1, in the order of its weights.
TERMS: Final[Mapping[str, str]] = {
    "progress": "army cards beaten, of those of the game (PROG-01)",
    "rift": "health of the rift, of its maximum",
    "kills": "minions gone, of those that have entered",
}


@helper
def forfeit(s: State, _box: Box, w: Work, _seat: int) -> None:
    """Lose the game."""
    harm.finish(s.public, w, Outcome.LOST, Cause.ILLEGAL_ACTION)


@helper
def to_move(s: State) -> int:
    """Return the active seat, ``CHANCE`` or ``OVER``."""
    if s.public.outcome != Outcome.RUNNING:
        return OVER
    return CHANCE if s.public.decision == Decision.CHANCE else int(s.public.active)


@helper
def write_returns(s: State, _box: Box, out: _Floats) -> None:
    """Write 1 for every seat of a team that has won, else 0."""
    out[:] = 1.0 if s.public.outcome == Outcome.WON else 0.0  # RET-01


@helper
def write_progress(s: State, box: Box, out: _Floats) -> None:
    """Write how far the team has come."""
    out[:] = harm.progress_of(s.public, box)


@helper
def write_potential(s: State, box: Box, weights: _Floats, out: _Floats) -> None:
    """Write the team's potential: the terms of ``TERMS`` by their weights."""
    p = s.public
    out[:] = (
        weights[0] * harm.progress_of(p, box)
        + weights[1] * (p.rift / p.rift_max)
        + weights[2] * (p.gone / max(1, int(p.entered)))
    )


_HERE: Final = Path(__file__).parent
RULE_SOURCES: Final = (
    *source_files(_HERE, "state", "vocabulary", "rules"),
    *source_files(CORE, "chance", "events", "record", "random", "values"),
)
_COMPILED: Final = ("hooks", "layout", "observation", "state", "vocabulary", "rules")
#: Folder for the machine code of this game.
CACHE: Final = game_cache("orcs_must_die", source_files(_HERE, *_COMPILED))
