"""A game as everybody sees it, shown from public records alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from tablemates.envs.core.engine.codes import SHOW
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Array8, Bytes
from tablemates.envs.core.text.answers import Choice, choices_of
from tablemates.envs.core.views.past import History, Past


class Told(NamedTuple):
    """A decision that was taken: by whom, its number, and its words then."""

    seat: int
    action: int
    text: str


class Onlooker:
    """Shows positions of a game; what is hidden from all is empty here.

    ``game`` is one of its own, which nobody else plays.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def show(self, public: Bytes) -> None:
        """Let the game look as everybody sees it."""
        game = self.game
        game.record[:] = 0
        game.record[: len(public)] = public
        game.seats = int(game.public.players)
        game.step(SHOW)

    def choices(self, public: Bytes, mask: Array8) -> list[Choice]:
        """Return what is legal at a decision, in words, and leave it shown."""
        self.show(public)
        legal: list[int] = np.flatnonzero(mask).tolist()
        return choices_of(self.game, legal)

    def told(self, past: Past, first: int = 0) -> list[Told]:
        """Return the decisions of a past from the one numbered ``first`` on, in words of then."""
        steps = zip(
            past.seats[first:].tolist(),
            past.actions[first:].tolist(),
            past.publics[first:],
            strict=True,
        )
        found = []
        for seat, action, public in steps:
            self.show(public)
            found.append(Told(seat, action, spoken(self.game, action)))
        return found

    def since(self, history: History | None) -> list[str]:
        """Return what others decided since the decider's last decision, a line each."""
        if history is None:
            return []
        own = np.flatnonzero(history.now.seats == history.seat)
        first = int(own[-1]) + 1 if len(own) else 0
        return self.lines(self.told(history.now, first))

    def lines(self, decisions: Iterable[Told]) -> list[str]:
        """Return decisions as lines."""
        return [decided(self.game, one.seat, one.text) for one in decisions]


def spoken(game: Game, action: int) -> str:
    """Return a choice in the words in which all are told of it."""
    told = game.told_action(action)
    return game.describe(told) if told != 0 else "in secret"


def decided(game: Game, seat: int, text: str) -> str:
    """Return a decision as a line."""
    who = game.player_name(seat)
    return f"{who[:1].upper()}{who[1:]} chose: {' '.join(text.split())}"


def newest(lines: Sequence[str], most: int) -> list[str]:
    """Return the newest of some lines, and in front how many are left out."""
    if len(lines) <= most:
        return [*lines]
    return [f"({len(lines) - most} earlier lines are left out)", *lines[-most:]]
