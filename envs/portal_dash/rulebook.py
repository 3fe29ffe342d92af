"""The rules of Portal Dash by id."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.envs.core.rulebook import Rule, Rulebook, read_rulebook

__all__ = ["FILE", "Rule", "Rulebook", "load_rulebook"]

FILE: Final = Path(__file__).parent / "rules" / "rules.yaml"


def load_rulebook() -> Rulebook:
    """Return the rules of the game."""
    return read_rulebook(FILE)
