"""What a game's own package of agents counts in games: ``agents/<game>/statistics.py``."""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

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
    """Counts what happens in games that are played again; a game's module has it as ``Counter``.

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
    """Return what counts in the games of a key of ``envs.registry``, None if nothing does."""
    name = f"{__package__}.{game}.statistics"
    if not game.isidentifier() or importlib.util.find_spec(f"{__package__}.{game}") is None:
        return None
    if importlib.util.find_spec(name) is None:
        return None
    found: type[GameCounter] = importlib.import_module(name).Counter
    return found
