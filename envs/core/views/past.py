"""The past of a decision: what everybody could see of the game so far, and of earlier games.

It holds what was public and nothing else: no hidden part, no seed, no secret choice. A ``Recorder``
notes it while a game is played; ``past_of`` makes the same of positions that were kept.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Array8, Array16, Bytes

#: Decisions for which a recorder has room at first; games have some hundreds.
_ROOM: Final = 64
_DIGEST: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """Decisions of one game, in order, each with what could be seen before it.

    Attributes:
        seats: Who decided, shape ``(decisions,)``, ``int8``. Read only, as are the others.
        actions: What was chosen, shape ``(decisions,)``, ``int16``; 0 if that is secret.
        publics: The public part of the game's record before each decision, shape
            ``(decisions, bytes)``, ``uint8``.
        returns: What a game that has ended earned each seat; None: it goes on.
    """

    seats: Array8
    actions: Array16
    publics: Bytes
    returns: tuple[float, ...] | None = None

    def __len__(self) -> int:
        return len(self.seats)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) and self.digest() == other.digest()

    __hash__ = None  # type: ignore[assignment]

    def digest(self) -> str:
        """Return a hash of all that is in it: pasts that differ have different ones."""
        made = blake2b(repr((len(self), self.returns)).encode(), digest_size=_DIGEST)
        for array in (self.seats, self.actions, self.publics):
            made.update(array.tobytes())
        return made.hexdigest()

    def copy(self) -> Past:
        """Return one that shares no memory with this one."""
        arrays = (self.seats.copy(), self.actions.copy(), self.publics.copy())
        return Past(*arrays, self.returns)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, packed."""
        return {
            "seats": _packed(self.seats),
            "actions": _packed(self.actions.astype("<i2")),
            "publics": _packed(self.publics),
            "returns": self.returns,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], public_bytes: int) -> Past:
        """Return the past of ``to_json``.

        Raises:
            FormatError: The data is damaged, or of records with another number of public bytes.
        """
        try:
            seats = np.frombuffer(_unpacked(data["seats"]), np.int8)
            actions = np.frombuffer(_unpacked(data["actions"]), "<i2").astype(np.int16)
            publics = np.frombuffer(_unpacked(data["publics"]), np.uint8)
            publics = publics.reshape(len(seats), public_bytes)
            returns = None if data["returns"] is None else tuple(map(float, data["returns"]))
        except (KeyError, TypeError, ValueError, zlib.error, binascii.Error) as error:
            raise FormatError(f"the history of a saved game is damaged: {error}") from error
        if len(actions) != len(seats):
            raise FormatError("the history of a saved game is damaged: decisions without actions")
        return cls(seats, actions, publics, returns)


@dataclass(frozen=True, slots=True)
class History:
    """The past of a decision, as its seat could see it.

    Attributes:
        seat: Who decides now; it is the same seat in the earlier games.
        now: The game so far.
        earlier: Earlier games of a match, in which the same agents had the same seats, in order.
    """

    seat: int
    now: Past
    earlier: tuple[Past, ...] = ()

    def digest(self) -> str:
        """Return a hash of all that is in it, such as for a key of a cache."""
        games = " ".join(past.digest() for past in (*self.earlier, self.now))
        return blake2b(f"{self.seat} {games}".encode(), digest_size=_DIGEST).hexdigest()

    def copy(self) -> History:
        """Return one that shares no memory with this one."""
        return History(self.seat, self.now.copy(), tuple(one.copy() for one in self.earlier))


class Recorder:
    """Notes the decisions of one game; what it returned before stays as it was.

    ``before`` is what was decided before it begins.
    """

    def __init__(self, game: Game, before: Past | None = None) -> None:
        self._told = game.told_action
        self._count = 0 if before is None else len(before)
        room = max(_ROOM, 2 * self._count)
        self._seats = np.zeros(room, np.int8)
        self._actions = np.zeros(room, np.int16)
        self._publics = np.zeros((room, game.public_record.nbytes), np.uint8)
        if before is not None:
            self._seats[: self._count] = before.seats
            self._actions[: self._count] = before.actions
            self._publics[: self._count] = before.publics

    def note(self, seat: int, action: int, public: Bytes) -> None:
        """Note a decision and what could be seen before it; what only its seat saw is left out."""
        n = self._count
        if n == len(self._seats):
            # New arrays: those that were handed out stay valid.
            self._seats = np.concatenate([self._seats, np.zeros_like(self._seats)])
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)])
            self._publics = np.concatenate([self._publics, np.zeros_like(self._publics)])
        self._seats[n], self._actions[n], self._publics[n] = (
            seat,
            self._told(action),
            public[: self._publics.shape[1]],
        )
        self._count = n + 1

    def past(self, returns: Sequence[float] | None = None) -> Past:
        """Return what was noted so far, without copying; ``returns`` are those of its end."""
        found = (self._seats[: self._count], self._actions[: self._count])
        ended = None if returns is None else tuple(map(float, returns))
        past = Past(*found, self._publics[: self._count], ended)
        for array in (past.seats, past.actions, past.publics):
            array.flags.writeable = False
        return past


def past_of(
    decisions: Sequence[tuple[int, int, bytes]],
    game: Game,
    returns: Sequence[float] | None = None,
    before: Past | None = None,
) -> Past:
    """Return the past of decisions that were kept: seat, action, and the record before each.

    Entries whose seat is below 0 are outcomes of chance, and are left out: what they brought is
    seen in the next record.
    """
    recorder = Recorder(game, before)
    size = game.public_record.nbytes
    for seat, action, record in decisions:
        if seat >= 0:
            recorder.note(seat, action, np.frombuffer(record, np.uint8, size))
    return recorder.past(returns)


def _packed(array: npt.NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 6)).decode("ascii")


def _unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text, validate=True))
