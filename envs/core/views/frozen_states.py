"""A game as immutable values, for frameworks that hold many states at once, as game trees do.

moments = FrozenStates(game)
first = moments.begin(seed=7)
second = moments.after(first, first.legal[0])    # `first` stays what it is
"""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.engine.codes import CHANCE, ILLEGAL
from tablemates.envs.core.errors import FormatError, IllegalActionError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.hashing import digest
from tablemates.envs.core.history import saves
from tablemates.envs.core.views.illegal_actions import refusal


class FrozenStates:
    """Answers for all moments of games of the same settings.

    It has one game object, which is set to the moment that is asked for: not for several threads at
    once.
    """

    def __init__(self, game: Game) -> None:
        self.game = game  # in any state: for what is the same in every moment
        self._now: FrozenState | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenStates:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenStates, (self.game,)

    def begin(self, seed: int) -> FrozenState:
        """Return the first moment of the game of a seed."""
        answer = self.game.new(seed)
        return self._moment(answer, digest(self._seen()))

    def at(self, moment: FrozenState) -> Game:
        """Return the game object as it is in a moment; to be read, and before the next call."""
        if self._now is not moment:
            self.game.restore(moment.record)
            self._now = moment
        return self.game

    def after(self, moment: FrozenState, action: int) -> FrozenState:
        """Return the moment that an action or an outcome of chance leads to."""
        game = self.at(moment)
        answer = game.step(action)
        if answer == ILLEGAL:
            raise IllegalActionError(refusal(game, action))
        self._now = None  # until the next moment has been made of it
        # What chance has brought, and what is chosen in secret, players see on the table or not.
        move = (
            b""
            if moment.to_move == CHANCE
            else b"%d:%d" % (moment.to_move, game.told_action(action))
        )
        return self._moment(answer, digest(moment.memory, move, self._seen()))

    def resampled(self, moment: FrozenState, seed: int, seat: int = -1) -> FrozenState:
        """Return a moment that looks the same to a seat, or to the decider (-1)."""
        game = self.at(moment)
        self._now = None
        game.resample(seed, seat)
        return self._moment(moment.to_move, moment.memory)

    def save(self, moment: FrozenState) -> bytes:
        """Return a moment as bytes, in the format in which views save games."""
        game = self.at(moment)
        return saves.pack(game, game.save(), {"memory": moment.memory.hex()})

    def restore(self, saved: bytes) -> FrozenState:
        """Return the moment that ``save`` made bytes of."""
        record, edge = saves.unpack(self.game, saved)
        if "memory" not in edge:
            raise FormatError("the saved game is of a view: let the view restore it")
        self.game.check(record)
        self._now = None
        return self._moment(self.game.restore(record), bytes.fromhex(edge["memory"]))

    def _seen(self) -> bytes:
        """Return what has just happened and what it led to, as far as players see it."""
        game = self.game
        events: bytes = game.work.events[: game.work.event_count].tobytes()
        return events + game.public_record.tobytes()

    def _moment(self, answer: int, memory: bytes) -> FrozenState:
        self._now = FrozenState(self, answer, memory)
        return self._now


class FrozenState:
    """One state of a game; a value that never changes."""

    __slots__ = ("_pictures", "legal", "memory", "moments", "record", "returns", "to_move", "turn")

    def __init__(self, moments: FrozenStates, to_move: int, memory: bytes) -> None:
        game = moments.game
        self.moments = moments  # whose it is
        self.record = game.save()  # the game as bytes, with what is hidden
        # The seat that decides, ``CHANCE`` or ``OVER``.
        self.to_move = to_move
        # The legal actions, or the outcomes of chance; ascending.
        self.legal = tuple(game.legal)
        # A digest of all that the players have seen and done; what is hidden has no part in it.
        self.memory = memory
        self.turn = game.turn  # turns begun so far
        self.returns = game.returns()  # of each seat; zeros until the game is over
        self._pictures: dict[int, str] = {}

    def __copy__(self) -> FrozenState:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenState:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenStates.restore, (self.moments, self.moments.save(self))

    def picture(self, seat: int = -1) -> str:
        """Return the table as text as a seat sees it, -1: as all do; each line with its end."""
        game = self.moments.game
        eyes = seat if game.has_private else -1
        if eyes not in self._pictures:  # takes as long as a hundred moves
            game = self.moments.at(self)
            with game.seen_as(eyes):
                self._pictures[eyes] = str(game.picture("text"))
        return self._pictures[eyes]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance decision with their exact probabilities."""
        values, chances = self.moments.at(self).chance_outcomes()
        return list(zip(values.tolist(), chances.tolist(), strict=True))
