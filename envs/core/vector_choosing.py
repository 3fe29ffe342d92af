"""Games of the caller's choice in lanes, for learners that choose what to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from envs.core.batch import SKIP, GameBatch, Integers
from envs.core.game import OVER, Game
from envs.core.lockstep import Lockstep
from envs.core.record import Array8


class FullBatch(GameBatch, Protocol):
    """What single methods of the vector view need beside what lanes need."""

    #: Which of the sets of parts offered each lane plays with, 0: that of the settings. To be
    #: changed only where a game is set up next.
    parts: Integers

    def offer_parts(self, games: Sequence[Game]) -> None:
        """Have games with further sets of parts, numbered from 1, that lanes may play."""

    def set_up(
        self, lanes: Integers, seeds: Sequence[int], levels: Sequence[int], players: Sequence[int]
    ) -> None:
        """Begin games of which nothing is left open; levels are places in the settings'."""

    def state(self, privileged: bool) -> Array8:
        """Return the games as those see them who decide, shape ``(lanes, values)``."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Games of which nothing is left open, one place each.

    Attributes:
        seeds: Of the games.
        levels: Places in the levels of the settings.
        players: How many play.
        openings: Random legal actions that each begins with. A game that ends in them is
            followed by the next one of its lane's sequence.
        rng: Draws these actions.
        parts: Which of the sets of parts offered each is played with; None: as before.
    """

    seeds: Sequence[int]
    levels: Sequence[int]
    players: Sequence[int]
    openings: Sequence[int]
    rng: np.random.Generator
    parts: Sequence[int] | None = None


def begin_chosen(lockstep: Lockstep, lanes: Integers, chosen: Chosen) -> None:
    """Begin games in some lanes and go on to the learner's first decisions."""
    batch = cast(FullBatch, lockstep.batch)
    if chosen.parts is not None:
        batch.parts[lanes] = chosen.parts
    batch.set_up(lanes, chosen.seeds, chosen.levels, chosen.players)
    left = np.array(chosen.openings, np.int64)
    actions = np.full(len(batch), SKIP)
    while len(here := lanes[(left > 0) & (batch.answers[lanes] != OVER)]):
        actions[here] = [chosen.rng.choice(np.flatnonzero(mask)) for mask in batch.masks[here]]
        batch.step(actions)
        actions[here] = SKIP
        left -= 1
    lockstep.begun(lanes)
