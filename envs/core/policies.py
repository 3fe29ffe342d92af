"""What happens at the edge, written once for every view: illegal actions, ends, rewards.

| policy of illegal actions | state | reward of that seat | the game |
|---|---|---|---|
| ``"raise"`` | unchanged | none | goes on; the caller gets ``IllegalActionError`` |
| ``"penalty"`` | unchanged | ``PENALTY`` | truncated after ``PATIENCE`` in a row |
| ``"end"`` | over | as the game says | lost |
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, SupportsIndex, get_args

import numpy as np

from tablemates.envs.core.catalogue import WAIT
from tablemates.envs.core.errors import FormatError, IllegalActionError, SettingsError
from tablemates.envs.core.game import CHANCE, ILLEGAL, OVER, Game
from tablemates.envs.core.record import Array8

IllegalPolicy = Literal["raise", "penalty", "end"]
PENALTY: Final = -0.01
PATIENCE: Final = 100


@dataclass(frozen=True, slots=True)
class Policies:
    """How a view treats what the rules of the game do not settle.

    Attributes:
        illegal_action: ``"raise"``, ``"penalty"`` or ``"end"``, see the table above.
        max_turns: Truncate (not terminate) a game after so many turns; ``None``: never.
    """

    illegal_action: IllegalPolicy = "raise"
    max_turns: int | None = None

    def __post_init__(self) -> None:
        if self.illegal_action not in get_args(IllegalPolicy):
            raise SettingsError(
                f"illegal_action={self.illegal_action!r} is not one of "
                f"{', '.join(map(repr, get_args(IllegalPolicy)))}"
            )
        turns = self.max_turns
        if turns is not None and turns < 1:
            raise SettingsError(f"max_turns={turns!r} is neither a positive integer nor None")


class Referee:
    """Follows one game of one view and settles what the engine leaves to the edge.

    While nothing needs it (``watching`` is false and a move answers a seat), a
    view may skip ``settle``: there is no reward, no end and nothing illegal.

    Attributes:
        rewards: What the last move earned each seat.
        pending: What each seat has earned since its own last decision began.
        terminated: The game is over by its rules.
        truncated: The game was cut short.
        offenders: The seats whose last action was just refused.
        illegal_in_a_row: How many actions in a row were refused.
        watching: ``settle`` must be called even if the move answers a seat.
    """

    __slots__ = (
        "_game",
        "_policies",
        "illegal_in_a_row",
        "offenders",
        "pending",
        "rewards",
        "terminated",
        "truncated",
        "watching",
    )

    def __init__(self, game: Game, policies: Policies) -> None:
        self._game = game
        self._policies = policies
        self.begin(OVER)

    def begin(self, answer: int) -> None:
        """Forget the past: a game begins, or goes on from a record."""
        seats = self._game.seats
        self.terminated = answer == OVER
        self.truncated = False
        self.offenders: frozenset[int] = frozenset()
        self.illegal_in_a_row = 0
        self.rewards = [0.0] * seats
        self.pending = [0.0] * seats
        self._watch()

    @property
    def illegal(self) -> bool:
        """Whether the last action was refused."""
        return bool(self.offenders)

    @property
    def over(self) -> bool:
        """Whether the game has ended in one way or the other."""
        return self.terminated or self.truncated

    def settle(self, answer: int, seat: int, action: int) -> int:
        """Take note of one move.

        Args:
            answer: What the move answered.
            seat: Who moved, ``CHANCE`` for chance.
            action: What was played.

        Returns:
            Who is next, ``OVER`` if nobody is.

        Raises:
            IllegalActionError: The move was refused and the policy (or the fact that
                chance made it) is to raise.
        """
        if answer == ILLEGAL:
            return self.refuse(seat, {seat: action})
        self._note(self._game.rewards(), seat)
        self.offenders = frozenset()
        self.illegal_in_a_row = 0
        self.terminated = answer == OVER
        limit = self._policies.max_turns
        self.truncated = not self.terminated and limit is not None and self._game.turn > limit
        self._watch()
        return OVER if self.truncated else answer

    def refuse(self, seat: int, actions: Mapping[int, int]) -> int:
        """Do what the policy says about a move that was refused; the game has not changed.

        Args:
            seat: Who decides, ``CHANCE`` for chance.
            actions: What was played illegally, by seat; those who wait may be among them.

        Returns:
            Who is next, ``OVER`` if nobody is.

        Raises:
            IllegalActionError: The policy (or the fact that chance is among them) is to raise.
        """
        policy = self._policies.illegal_action
        if policy == "raise" or CHANCE in actions:
            raise IllegalActionError(self._sentence(seat, actions))
        if policy == "end":
            answer = self._game.forfeit(loser(seat, actions))
            self._note(self._game.rewards(), seat)
            self.terminated = True
        else:
            answer = self._game.to_move()
            seats = range(self._game.seats)
            self._note([PENALTY if one in actions else 0.0 for one in seats], seat)
            self.truncated = self.illegal_in_a_row + 1 >= PATIENCE
        self.offenders = frozenset(actions)
        self.illegal_in_a_row += 1
        self._watch()
        return OVER if self.truncated else answer

    def _sentence(self, seat: int, actions: Mapping[int, int]) -> str:
        if seat in actions:
            return refusal(self._game, actions[seat])
        waiting, action = min(actions.items())
        name = self._game.catalogue.name(action)
        return (
            f"action {action} ({name}) is not legal for seat {waiting}, which does not decide "
            f"now: it can only wait ({WAIT})"
        )

    def _note(self, rewards: Sequence[float], seat: int) -> None:
        if seat != CHANCE:
            self.pending[seat] = 0.0
        self.rewards = [float(reward) for reward in rewards]
        self.pending = [a + b for a, b in zip(self.pending, self.rewards, strict=True)]

    def _watch(self) -> None:
        self.watching = (
            self._game.shaped or self._policies.max_turns is not None or self.over or self.illegal
        )

    def to_bytes(self, gone: int) -> bytes:
        """Return the attributes as bytes, and which agents have left."""
        offenders = sum(1 << seat for seat in self.offenders)
        head = (self.truncated, offenders, self.illegal_in_a_row, gone)
        return struct.pack(_edge_form(self._game.seats), *head, *self.rewards, *self.pending)

    def from_bytes(self, data: bytes, answer: int) -> int:
        """Set the attributes as they were when ``to_bytes`` was called.

        Args:
            data: What ``to_bytes`` returned; a JSON object that a view appended is not
                looked at.
            answer: What the game answered when it was restored.

        Returns:
            Which agents have left.

        Raises:
            FormatError: The bytes are of a game with other seats; nothing has changed.
        """
        seats = self._game.seats
        size = edge_size(seats)
        if len(data) < size or data[size : size + 1] not in (b"", b"{"):
            raise FormatError("the saved game is damaged: its rewards are not those of its seats")
        truncated, offenders, self.illegal_in_a_row, gone, *numbers = struct.unpack_from(
            _edge_form(seats), data
        )
        self.offenders = frozenset(seat for seat in range(seats) if offenders >> seat & 1)
        self.rewards, self.pending = numbers[:seats], numbers[seats:]
        self.terminated, self.truncated = answer == OVER, bool(truncated)
        self._watch()
        return int(gone)


def edge_size(seats: int) -> int:
    """Return how many bytes ``Referee.to_bytes`` has in a game of so many seats."""
    return struct.calcsize(_edge_form(seats))


def _edge_form(seats: int) -> str:
    return f"<BHHH{2 * seats}d"


def loser(seat: int, actions: Mapping[int, int]) -> int:
    """Return which seat loses by illegal actions: who decides, if it is one of them.

    Args:
        seat: Who decides.
        actions: What was played illegally, by seat.
    """
    return seat if seat in actions else min(actions)


def no_action(action: Any, length: int) -> Exception:
    """Return the error for what is outside the action space, whatever the policy says."""
    if not isinstance(action, SupportsIndex):
        return TypeError(f"action {action!r} is not an integer: take one of legal_actions()")
    return IllegalActionError(f"action {action} is outside the action space 0 to {length - 1}")


def refusal(game: Game, action: int) -> str:
    """Return the sentence that names an illegal action and what was legal."""
    legal = np.flatnonzero(game.mask).tolist()
    if game.to_move() == CHANCE:
        return f"{action} is not an outcome of this chance; possible: {legal}"
    names = ", ".join(f"{number} ({game.catalogue.name(number)})" for number in legal[:8])
    more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
    return f"action {action} ({game.catalogue.name(action)}) is not legal now; legal: {names}{more}"


def ended_mask(length: int) -> Array8:
    """Return the mask of a game that has ended: only *wait* is legal."""
    mask = np.zeros(length, np.int8)
    mask[WAIT] = 1
    return mask


def waiting_mask(length: int) -> Array8:
    """Return the mask of a player who does not decide in the AEC view: nothing is legal."""
    return np.zeros(length, np.int8)
