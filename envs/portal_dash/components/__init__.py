"""Parts and levels of the game: data files that users can change, and their loader."""

from __future__ import annotations

from tablemates.envs.portal_dash.components.loader import (
    BOARD_SHAPE,
    EDITIONS,
    STANDARD,
    Components,
    difficulty,
    load_components,
)

__all__ = ["BOARD_SHAPE", "EDITIONS", "STANDARD", "Components", "difficulty", "load_components"]
