"""A scratch copy of a game, to look at positions of it and play on without touching it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Final

from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings

_PUBLIC: Final = STATE["public"]
assert _PUBLIC.fields is not None
_EXPLICIT: Final = int(_PUBLIC.fields["explicit_chance"][1])


class Sandbox:
    """Game objects with the settings of a game; not thread-safe.

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
        """Return a game in a state, to be read."""
        return self._with(record, bool(record[_EXPLICIT]))

    def certain(self, record: bytes) -> Game:
        """Return a game that stops at the next roll or draw, its hidden part resampled."""
        game = self._with(record, True)
        game.resample(0)
        return game

    def drawn(self, record: bytes, seed: int) -> Game:
        """Return a game with dice and draws of its own, its hidden part resampled."""
        game = self._with(record, False)
        game.resample(seed)
        return game

    def _with(self, record: bytes, explicit: bool) -> Game:
        game = self._explicit if explicit else self._sampled
        changed = bytearray(record)
        changed[_EXPLICIT] = int(explicit)
        game.restore(bytes(changed))
        return game
