"""The ladder of a game: what to win one after the other, and stars for how it was won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablemates.agents.roster import roster_of
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import PERSON
from tablemates.table.session.parameters import fields_of


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a ladder: a scenario that is won together, or partners who are beaten.

    Attributes:
        key: Name of the step among those of its game.
        scenario: Parameters of a new game; those that are not named are as usual.
        partner: Who has the other seats.
    """

    key: str
    scenario: Mapping[str, Any]
    partner: str


def ladder_of(game: str, kind: type[Game]) -> list[Step]:
    """Return the steps of a game, the easiest first; none where there is one scenario only."""
    roster = roster_of(game)
    if kind.utilities != "identical":
        return [Step(f"against {name}", {}, name) for name in roster.mates]
    axis = kind.settings_type.axes[0]
    form = {one.name: one for one in fields_of(kind.settings_type)}
    if axis == "players" or axis not in form:
        return []
    values = [option.value for option in form[axis].options if option.value is not None]
    return [Step(f"{axis} {value}", {axis: value}, roster.usual) for value in values]


def step_of(game: Game, seats: Sequence[str]) -> str | None:
    """Return the key of the step that a game is, with people and bots in its seats."""
    if not game.co_operative:
        others = {who for who in seats if who != PERSON}
        return f"against {others.pop()}" if len(others) == 1 else None
    axis = game.settings.axes[0]
    value = game.recipe.get(axis)
    return f"{axis} {value}" if isinstance(value, int | str) and axis != "players" else None


def stars_of(won: bool, undos: int, hints: int) -> int:
    """Return the stars of a finished game: for winning it, without undo, and without hints."""
    return 1 + (not undos) + (not hints) if won else 0
