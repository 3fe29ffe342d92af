"""A looking glass: a game's record in other game objects, to look around without touching it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np

from tablemates.envs.core.game import OVER
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings

_PUBLIC: Final = STATE["public"]
assert _PUBLIC.fields is not None
_EXPLICIT: Final = int(_PUBLIC.fields["explicit_chance"][1])


class Glass:
    """Other game objects with the settings of a game; not to be shared between threads.

    Args:
        settings: The game's.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _explicit(self) -> Game:
        return Game(replace(self._settings, chance="explicit"))

    @cached_property
    def _sampled(self) -> Game:
        return Game(replace(self._settings, chance="sampled"))

    def still(self, record: bytes) -> Game:
        """Return a game as it stood, to be read."""
        return self._with(record, bool(record[_EXPLICIT]))

    def certain(self, record: bytes) -> Game:
        """Return a game to be played on up to the next roll or draw.

        What is hidden in it is drawn anew, so that nothing can be learned from it.
        """
        game = self._with(record, True)
        game.resample(0)
        return game

    def drawn(self, record: bytes, seed: int) -> Game:
        """Return a game to be played on with dice and draws of its own."""
        game = self._with(record, False)
        game.resample(seed)
        return game

    def _with(self, record: bytes, explicit: bool) -> Game:
        game = self._explicit if explicit else self._sampled
        changed = bytearray(record)
        changed[_EXPLICIT] = int(explicit)
        game.restore(bytes(changed))
        return game


def is_legal(game: Game, action: int) -> bool:
    """Return whether an action may be taken now."""
    return game.to_move() != OVER and 0 <= action < len(game.mask) and bool(game.mask[action])


def legal_of(game: Game) -> list[int]:
    """Return the legal actions of a game, ascending; none at its end."""
    legal: list[int] = [] if game.to_move() == OVER else np.flatnonzero(game.mask).tolist()
    return legal
