"""What a game's own package of agents counts in games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from tablemates.agents.game_agents import agents_of, load
from tablemates.envs.core.game import Game


class Counted(NamedTuple):
    """A table of counts for the games of one line-up.

    Attributes:
        title: What it shows.
        note: How to read it.
        lines: Name and value of each line.
    """

    title: str
    note: str
    lines: Sequence[tuple[str, float]]


class GameCounter(ABC):
    """Counts what happens in games that are played again; a game declares it in its ``AGENTS``.

    Args:
        count: The number of games.
    """

    @abstractmethod
    def __init__(self, count: int) -> None: ...

    @abstractmethod
    def after(self, n: int, game: Game) -> None:
        """Count the events of the last move of the n-th game, or of its set-up."""

    @abstractmethod
    def end(self, n: int, game: Game) -> None:
        """Count how the n-th game ended."""

    @abstractmethod
    def tables(self, games: Sequence[int], game: Game) -> list[Counted]:
        """Return the tables of some games, the same ones for any games.

        Args:
            games: Which.
            game: A game of the same parts.
        """


def find_counter(game: str) -> type[GameCounter] | None:
    """Return what counts in a game, None if nothing does.

    Args:
        game: Key of the game.
    """
    target = agents_of(game).counter
    found: type[GameCounter] | None = load(target) if target else None
    return found
