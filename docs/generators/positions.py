"""Sentences about positions that are wrong, the same in every game."""

from __future__ import annotations

from typing import Any, Final

from docs.generators.pages import Text
from tablemates.envs.core.errors import PositionError
from tablemates.envs.registry import DEFAULT_GAME, find_game, new_game

_WRONG: Final[tuple[dict[str, Any], ...]] = (
    {"skip_force": False},
    {"chance": "always"},
    {"turn": "two"},
    {"seed": -1},
)


def errors() -> str:
    """Return the messages of some wrong positions."""
    return "\n".join(["```text", *map(_error, _WRONG), "```"])


def _error(position: dict[str, Any]) -> str:
    game = new_game(find_game(DEFAULT_GAME).settings_type())
    try:
        game.load_position(position)
    except PositionError as error:
        return str(error)
    raise AssertionError(f"accepted: {position}")


SECTIONS: Final[dict[str, dict[str, Text]]] = {"docs/positions.md": {"errors": errors}}
