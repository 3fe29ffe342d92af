"""What the core asks of many games side by side: arrays with a row a game.

The arrays are the batch's own and are written by every call that changes it; a
view copies what it hands out and what it keeps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from envs.core.game import Game
from envs.core.record import Array8, Bytes

#: Stands for an action in ``step``: this game is left alone.
SKIP: Final = -1

Integers: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]


class GameBatch(Protocol):
    """Games of one kind, each in a lane of its own; they do not touch each other."""

    #: 1 at legal actions, shape ``(lanes, actions)``; all zeros when the game is over.
    masks: Array8
    #: Each relative to the one who decides, shape ``(lanes, values)``.
    observations: Array8
    #: The public part of each record, shape ``(lanes, bytes)``.
    publics: Bytes
    #: Who is next, ``OVER``, or ``ILLEGAL`` where the last move was refused, shape ``(lanes,)``.
    answers: Integers
    #: What the last move earned each seat, shape ``(lanes, seats)``.
    rewards: Floats
    #: The games' seeds, and how many decisions were taken in each, shape ``(lanes,)``.
    seeds: npt.NDArray[np.uint64]
    moves: Integers

    @property
    def game(self) -> Game:
        """A game of the same settings, which draws and shows for all lanes.

        What it plays itself means nothing.
        """

    def __len__(self) -> int:
        """Return the number of lanes."""

    @property
    def seats(self) -> Integers:
        """How many seats each game has, shape ``(lanes,)``."""

    @property
    def turns(self) -> Integers:
        """Turns begun so far, shape ``(lanes,)``."""

    @property
    def labels(self) -> Mapping[str, Integers]:
        """Numbers that tell the games apart, as ``Game.labels``, each of shape ``(lanes,)``."""

    def new(self, lanes: Sequence[int], seeds: Sequence[int], drawn: Sequence[Any]) -> None:
        """Begin games.

        Args:
            lanes: Where.
            seeds: Of each of them.
            drawn: What ``Game.draw`` returned for each of them.
        """

    def step(self, actions: Integers) -> None:
        """Take an action of the catalogue in every lane, or none where it is ``SKIP``.

        A refused one changes nothing but the lane's answer.
        """

    def forfeit(self, lanes: Integers) -> None:
        """End games because the seat that decides broke the rules."""

    def endings(self, lanes: Integers) -> dict[str, npt.NDArray[Any]]:
        """Return how games ended, each entry of shape ``(len(lanes),)``.

        They are those of ``Game.ending`` but for the labels.
        """

    def record(self, lane: int) -> bytes:
        """Return one game as ``Game.save`` does."""

    def save(self) -> bytes:
        """Return all games as bytes of a fixed length: their records one after the other."""

    def restore(self, records: bytes, seeds: npt.NDArray[np.uint64], moves: Integers) -> None:
        """Go on from bytes of ``save``; each record has been checked by ``Game.check``.

        Args:
            records: The bytes.
            seeds: As the attribute was then.
            moves: And this one.
        """
