"""Explorers as the engine sees it, see ``tablemates.envs.core.hooks``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.hooks import CORE, game_cache, source_files
from tablemates.envs.core.values import total
from tablemates.envs.explorers import observation, state
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import chance, ending, flow, legal, setup
from tablemates.envs.explorers.state import Box, State, Work
from tablemates.envs.explorers.vocabulary import Cause, Decision, Outcome

_Floats = npt.NDArray[np.float64]

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 1

#: Terms of the potential for shaping, each from 0 to 1, in the order of its weights.
TERMS: Final[Mapping[str, str]] = {
    "progress": "how far the team has come: needs of the chests that are met (PROG-01)",
    "pile": "creature cards left, of those at the start",
    "calm": "share of the unseen creature cards whose type is not in the line",
}


@helper
def forfeit(s: State, _box: Box, w: Work, _seat: int) -> None:
    """Lose the game."""
    ending.finish(s.public, w, Outcome.LOST, Cause.ILLEGAL_ACTION)


@helper
def to_move(s: State) -> int:
    """Return the active seat, ``CHANCE`` or ``OVER``."""
    if s.public.outcome != Outcome.RUNNING:
        return OVER
    return CHANCE if s.public.decision == Decision.CHANCE else int(s.public.active)


@helper
def write_returns(s: State, _box: Box, out: _Floats) -> None:
    """Write 1 for every seat of a team that has won, else 0 (END-03)."""
    out[:] = 1.0 if s.public.outcome == Outcome.WON else 0.0  # END-03


@helper
def write_progress(s: State, box: Box, out: _Floats) -> None:
    """Write how far the team has come."""
    out[:] = ending.progress_of(s.public, box)


@helper
def write_potential(s: State, box: Box, weights: _Floats, out: _Floats) -> None:
    """Write the team's potential: the terms of ``TERMS`` by their weights."""
    p = s.public
    cards = total(box.creature_copies) - int(box.removed[p.players])
    out[:] = (
        weights[0] * ending.progress_of(p, box)
        + weights[1] * (int(p.creature_length) / cards)
        + weights[2] * ending.calm_of(p)
    )


_HERE: Final = Path(__file__).parent
RULE_SOURCES: Final = (
    *source_files(_HERE, "state", "vocabulary", "rules"),
    *source_files(CORE, "chance", "events", "record", "random", "values"),
)
#: Folder for the machine code of this game.
CACHE: Final = game_cache(
    "explorers", source_files(_HERE, "hooks", "observation", "state", "vocabulary", "rules")
)
