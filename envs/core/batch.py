"""The protocol of many games side by side: arrays with a row for each game.

Every call that changes the batch writes into these arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.game import Game
from tablemates.envs.core.record import Array8, Bytes

#: Instead of an action in ``step``: this game is left alone; the lane begins its next game.
SKIP: Final = -1
NEXT: Final = -2

Integers: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]


class GameBatch(Protocol):
    """Games of one kind, each in a lane of its own; they do not touch each other."""

    #: 1 at legal actions, shape ``(lanes, actions)``; all zeros when the game is over.
    #: Written at every move: what others write there makes no action legal.
    masks: Array8
    #: Each relative to the one who decides, shape ``(lanes, values)``.
    observations: Array8
    #: The public part of each record, shape ``(lanes, bytes)``.
    publics: Bytes
    #: Who is next, ``OVER``, or ``ILLEGAL`` where the last move was refused, shape ``(lanes,)``.
    answers: Integers
    #: The games' seeds, and how many decisions were taken in each, shape ``(lanes,)``.
    seeds: npt.NDArray[np.uint64]
    moves: Integers
    #: The seeds that sequences began with, and how many games of each came before.
    sequences: npt.NDArray[np.uint64]
    places: Integers

    @property
    def game(self) -> Game:
        """A game of the same settings, used to check, draw and describe."""

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

    def new(self, lanes: Integers, seeds: Sequence[int]) -> None:
        """Begin sequences of games, each with the game of its seed, see ``Game.new``.

        Args:
            lanes: Where.
            seeds: Of each of them.
        """

    def step(self, actions: Integers) -> None:
        """Take an action of the catalogue in every lane, none where it is ``SKIP``.

        Where it is ``NEXT``, the next game of the lane's sequence begins. A refused action
        changes nothing but the lane's answer.
        """

    def allows(self, actions: Integers) -> npt.NDArray[np.bool_]:
        """Return whether each lane's action, a number of the catalogue, is legal."""

    def earned(self, seats: Integers, lanes: Integers | None = None) -> Floats:
        """Return what the last move earned a seat of each lane: an array of the caller's own.

        Args:
            seats: Which one, in all lanes or in those that are named.
            lanes: Those; None: all.
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
