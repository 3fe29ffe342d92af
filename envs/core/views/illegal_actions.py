"""Illegal actions, truncation and rewards by seat, for views of one game.

| ``illegal_action`` | state | reward of that seat | the game |
|---|---|---|---|
| ``"raise"`` | unchanged | none | goes on; the caller gets ``IllegalActionError`` |
| ``"penalty"`` | unchanged | ``PENALTY`` | truncated after ``PATIENCE`` in a row |
| ``"end"`` | over | as the game says | lost |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.core.game.catalogue import WAIT
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Array8

PENALTY: Final = -0.01
PATIENCE: Final = 100
#: Attributes of a result that are saved with a game.
_SAVED: Final = ("truncated", "offenders", "illegal_in_a_row", "rewards", "pending")


class MoveResult:
    """Rewards, termination, truncation and illegal actions of one game.

    While ``watching`` is false and a move answers a seat, a view may skip ``settle``: there is no
    reward, no end and nothing illegal.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._max_turns = game.settings.turn_limit
        self._turn = 0  # which one it was before the move
        self.begin(OVER)

    def begin(self, answer: int) -> None:
        """Start over with a new game or another position, in which ``answer`` is next."""
        seats = self._game.seats
        self.terminated = answer == OVER
        self.truncated = False
        self.offenders: list[int] = []  # seats whose action was refused
        self.illegal_in_a_row = 0
        self.rewards = [0.0] * seats  # of each seat for the last move
        self.pending = [0.0] * seats  # of each seat since its own last decision
        self._turn = self._game.turn
        self._watch()

    @property
    def watching(self) -> bool:
        """True if a move may have a reward or an end, or something illegal came before it."""
        limit = self._max_turns
        return self._always or (limit is not None and self._game.turn >= limit)

    @property
    def illegal(self) -> bool:
        """True if the last action was refused."""
        return bool(self.offenders)

    @property
    def over(self) -> bool:
        """True if the game has terminated or was truncated."""
        return self.terminated or self.truncated

    def settle(self, answer: int, seat: int, action: int) -> int:
        """Update the attributes after a move of a seat or ``CHANCE``; answers who is next."""
        if answer == ILLEGAL:
            return self.refuse(seat, {seat: action})
        self._add(self._game.rewards(), seat)
        self.offenders = []
        self.illegal_in_a_row = 0
        self.terminated = answer == OVER
        before, self._turn = self._turn, self._game.turn
        limit = self._max_turns
        cut = limit is not None and self._turn > max(limit, before)  # at the end of a turn
        self.truncated = cut and not self.terminated
        self._watch()
        return OVER if self.truncated else answer

    def refuse(self, seat: int, actions: Mapping[int, int]) -> int:
        """Apply the policy to illegal actions by seat; answers who is next.

        The game has not changed. ``seat`` decides, and waiting seats may be among those that
        played.
        """
        policy = self._game.settings.illegal_action
        if policy == "raise" or CHANCE in actions:
            raise IllegalActionError(self._message(seat, actions))
        if policy == "end":
            answer = self._game.forfeit(loser(seat, actions))
            self._add(self._game.rewards(), seat)
            self.terminated = answer == OVER
        else:
            answer = self._game.to_move()
            seats = range(self._game.seats)
            self._add([PENALTY if one in actions else 0.0 for one in seats], seat)
            self.truncated = self.illegal_in_a_row + 1 >= PATIENCE
        self.offenders = sorted(actions)
        self.illegal_in_a_row += 1
        self._watch()
        return OVER if self.truncated else answer

    def _message(self, seat: int, actions: Mapping[int, int]) -> str:
        if seat in actions:
            return refusal(self._game, actions[seat])
        waiting, action = min(actions.items())
        name = self._game.catalogue.name(action)
        return (
            f"action {action} ({name}) is not legal for seat {waiting}, which does not decide "
            f"now: it can only wait ({WAIT})"
        )

    def _add(self, rewards: Sequence[float], seat: int) -> None:
        if seat != CHANCE:
            self.pending[seat] = 0.0
        self.rewards = [float(reward) for reward in rewards]
        self.pending = [a + b for a, b in zip(self.pending, self.rewards, strict=True)]

    def _watch(self) -> None:
        self._always = self._game.shaped or self._game.settings.history or self.over or self.illegal

    def to_json(self) -> dict[str, Any]:
        """Return the attributes as JSON data."""
        return {name: getattr(self, name) for name in _SAVED}

    def from_json(self, data: Mapping[str, Any], answer: int) -> None:
        """Set the attributes to those of ``to_json``; ``answer`` is the restored game's."""
        self.terminated = answer == OVER
        for name in _SAVED:
            setattr(self, name, data[name])
        self._turn = self._game.turn
        self._watch()


def loser(seat: int, actions: Mapping[int, int]) -> int:
    """Return the seat that loses by illegal actions: the decider if it is one of them."""
    return seat if seat in actions else min(actions)


def checked_action(action: Any, length: int) -> int:
    """Return an action of the action space, which has this length, as an integer."""
    try:
        number = index(action)
    except TypeError:
        message = f"action {action!r} is not an integer: take one of legal_actions()"
        raise TypeError(message) from None
    if not 0 <= number < length:
        raise IllegalActionError(f"action {action} is outside the action space 0 to {length - 1}")
    return number


def refusal(game: Game, action: int) -> str:
    """Return the message that names an illegal action and the legal ones."""
    legal = game.legal
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
