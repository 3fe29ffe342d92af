"""A game as immutable values: its moments, each of which is asked what follows from it.

    first = engine_of(level=3, players=2).begin(seed=7)
    second = first.after(first.legal[0])    # `first` stays what it is

Frameworks that hold many states of a game at once, as game trees do, are built on
these; the views of ``tablemates.envs.core`` play one game on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from tablemates.envs.core import saving
from tablemates.envs.core.errors import FormatError, IllegalActionError
from tablemates.envs.core.game import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.policies import refusal
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.render.text import text_picture
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Chance, Settings

_DIGEST: Final = 16


def digest(*parts: bytes) -> bytes:
    """Return a digest of bytes, 16 bytes long."""
    return hashlib.blake2b(b"".join(parts), digest_size=_DIGEST).digest()


@cache
def engine_of(
    level: int = 1, players: int = 2, edition: str = "en", chance: Chance = "explicit"
) -> Engine:
    """Return the engine of these settings, always the same one.

    Raises:
        SettingsError: No game can be made of them.
    """
    settings = Settings(level=level, players=players, edition=edition, chance=chance)
    return Engine(Game(settings), (level, players, edition, chance))


class Engine:
    """Answers for all moments of games of the same settings.

    It has one game object, which goes to whatever moment is asked for: not for
    several threads at once.

    Args:
        game: The game object, owned by this engine from now on.
        name: The arguments of ``engine_of``, by which copies of moments find it.
    """

    def __init__(self, game: Game, name: tuple[Any, ...]) -> None:
        self._game = game
        self._name = name
        self._now: Moment | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Engine:
        return self

    def __reduce__(self) -> tuple[Callable[..., Engine], tuple[Any, ...]]:
        return engine_of, self._name

    @property
    def game(self) -> Game:
        """The game object, wherever it stands: for what is the same in every moment."""
        return self._game

    def begin(self, seed: int) -> Moment:
        """Return the first moment of the game of a seed."""
        answer = self._game.new(seed)
        return self._moment(answer, digest(self._seen()))

    def at(self, moment: Moment) -> Game:
        """Return the game object as it is in a moment; to be read, and before the next call."""
        if self._now is not moment:
            self._game.restore(moment.record)
            self._now = moment
        return self._game

    def after(self, moment: Moment, action: int) -> Moment:
        """Return the moment that an action or an outcome of chance leads to."""
        game = self.at(moment)
        answer = game.step(action)
        if answer == ILLEGAL:
            raise IllegalActionError(refusal(game, action))
        self._now = None  # until the next moment has been made of it
        # What chance has brought, players see on the table or not at all.
        move = b"" if moment.to_move == CHANCE else b"%d:%d" % (moment.to_move, action)
        return self._moment(answer, digest(moment.memory, move, self._seen()))

    def resampled(self, moment: Moment, seed: int) -> Moment:
        """Return a moment that looks the same, with all that is hidden drawn anew."""
        game = self.at(moment)
        self._now = None
        game.resample(seed)
        return self._moment(moment.to_move, moment.memory)

    def save(self, moment: Moment) -> bytes:
        """Return a moment as bytes, in the format in which views save games."""
        game = self.at(moment)
        return saving.pack(game, game.save(), {"memory": moment.memory.hex()})

    def restore(self, saved: bytes) -> Moment:
        """Return the moment that ``save`` made bytes of.

        Raises:
            FormatError: The bytes are cut, damaged, foreign, of other rules, or of
                no possible game.
        """
        record, edge = saving.unpack(self._game, saved)
        if "memory" not in edge:
            raise FormatError("the saved game is of a view: let the view restore it")
        self._game.check(record)
        self._now = None
        return self._moment(self._game.restore(record), bytes.fromhex(edge["memory"]))

    def _seen(self) -> bytes:
        """Return what has just happened and what it led to, as far as players see it."""
        game = self._game
        return game.work.events[: game.work.event_count].tobytes() + game.public_record.tobytes()

    def _moment(self, answer: int, memory: bytes) -> Moment:
        self._now = Moment(self, answer, memory)
        return self._now


class Moment:
    """One state of a game; a value that never changes.

    Attributes:
        engine: Whose it is.
        record: The game as bytes, with what is hidden.
        to_move: The seat that decides, ``tablemates.envs.core.game.CHANCE`` or ``OVER``.
        legal: The legal actions, or the outcomes of chance; ascending.
        memory: A digest of all that the players have seen and done until now. What
            is hidden has no part in it.
        turn: Turns begun so far.
        won: Whether the team has won.
    """

    __slots__ = ("_picture", "engine", "legal", "memory", "record", "to_move", "turn", "won")

    def __init__(self, engine: Engine, to_move: int, memory: bytes) -> None:
        game = engine.game
        self.engine = engine
        self.record = game.save()
        self.to_move = to_move
        self.legal: tuple[int, ...] = (
            () if to_move == OVER else tuple(np.flatnonzero(game.mask).tolist())
        )
        self.memory = memory
        self.turn = game.turn
        self.won = game.public.outcome == Outcome.WON
        self._picture = ""

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[Any, ...]]:
        return Engine.restore, (self.engine, self.engine.save(self))

    def after(self, action: int) -> Moment:
        """Return the moment that an action or an outcome of chance leads to.

        Raises:
            IllegalActionError: It is not legal.
        """
        return self.engine.after(self, action)

    def picture(self) -> str:
        """Return the table as text, each line with its end."""
        if not self._picture:  # takes as long as a hundred moves
            game = self.engine.at(self)
            self._picture = text_picture(game.public, game.names)
        return self._picture

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance decision with their exact probabilities."""
        values, chances = self.engine.at(self).chance_outcomes()
        return list(zip(values.tolist(), chances.tolist(), strict=True))
