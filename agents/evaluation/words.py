"""Scenarios in words, for headings and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: The axis that every game has.
PLAYERS: Final = "players"


def axes_in_words(axes: Mapping[str, int | str], without_players: bool = False) -> str:
    """Return a scenario's axes in words: ``level 1, 2 players``."""
    words = [f"{axis} {value}" for axis, value in axes.items() if axis != PLAYERS]
    return ", ".join(words if without_players else [*words, in_players(axes[PLAYERS])])


def in_players(count: int | str) -> str:
    """Return a number of players in words."""
    return f"{count} player{'s' * (count != 1)}"
