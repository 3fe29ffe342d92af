"""A table for tests of rules: a short position, choices and outcomes, what came of them.

A game's own tables derive from it. A choice is its name in the catalogue, an outcome a word or a
number, an event its name and values, numbers as words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Self

from tablemates.envs.core.engine.codes import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.game.game import Game


@cache
def shared_game(kind: type[Game], **settings: Any) -> Game:
    """Return the game object that the tables of these settings share."""
    return kind(kind.settings_type(players=[*kind.settings_type.seats], **settings))


class GameTable:
    """A game at which a test chooses and looks.

    Attributes:
        KIND: Class of the game.
        WORDS: What the numbers of an event's field mean.
        p: The public record.
        events: What the last choices led to.
    """

    KIND: ClassVar[type[Game]]
    WORDS: ClassVar[Mapping[str, Sequence[str]]]

    def __init__(self, game: Any) -> None:
        self.game: Game = game
        self.p = game.public
        self.events = self._events()

    @classmethod
    def at(cls, components: Any = None, **position: Any) -> Self:
        """Return the game of a position, with explicit chance unless it says otherwise."""
        chance = position.setdefault("chance", "explicit")
        made = shared_game(cls.KIND, chance=chance, components=components)
        made.load_position(position)
        return cls(made)

    @classmethod
    def new(cls, seed: int = 1, **settings: Any) -> Self:
        """Return a new game with sampled chance."""
        made = cls.KIND(cls.KIND.settings_type(**settings))
        made.new(seed)
        return cls(made)

    def do(self, *choices: str | int) -> list[tuple[Any, ...]]:
        """Make choices and say what chance brings; return the events of all of it."""
        self.events = []
        for choice in choices:
            if self.game.to_move() == CHANCE:
                action = self._outcomes().get(choice, -1)
            else:
                action = self.game.catalogue.parse(str(choice))
            assert self.game.step(action) != ILLEGAL, f"{choice!r} is not among {self.choices}"
            self.events += self._events()
        return self.events

    @property
    def choices(self) -> list[Any]:
        """The legal choices or the possible outcomes."""
        if self.game.to_move() == CHANCE:
            return list(self._outcomes())
        return [self.game.catalogue.name(n) for n in self.game.mask.nonzero()[0]]

    @property
    def chances(self) -> dict[Any, float]:
        """The possible outcomes with their probabilities."""
        return dict(zip(self._outcomes(), self.game.chance_outcomes()[1].tolist(), strict=True))

    @property
    def over(self) -> bool:
        return self.game.to_move() == OVER

    @property
    def position(self) -> dict[str, Any]:
        """The whole game as data."""
        return self.game.dump_position()

    def happened(self, *names: str) -> list[tuple[Any, ...]]:
        """Return the events with some names."""
        return [event for event in self.events if event[0] in names]

    def _outcomes(self) -> dict[Any, int]:
        """Return the outcomes of chance by what they are called."""
        raise NotImplementedError

    def _events(self) -> list[tuple[Any, ...]]:
        found = []
        for event in self.game.events():
            del event["text"]
            name, words = event.pop("event"), self.WORDS
            found.append((name, *(words[f][n] if f in words else n for f, n in event.items())))
        return found
