"""The parameters of the views, with their defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, ClassVar, TypeAlias

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import settings as core
from tablemates.envs.core.game.forms import Parameter
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.parts import level_form, load_components

#: A level's name, or the numbers of the chests of a custom game.
LevelChoice: TypeAlias = str | tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Settings(core.LevelSettings):
    """The parameters of every view: those of ``tablemates.envs.core.game.settings``, and these.

    Attributes:
        level: ``"first"``, ``"easy"``, ``"normal"``, ``"hard"``, ``"hardcore"``, or the numbers
            of the chests, such as ``[1, 5, 12]``; of a list of these, one is drawn at every
            reset.
    """

    game: ClassVar = "explorers"
    seats: ClassVar = range(1, V.SEATS + 1)
    benchmark: ClassVar = {
        "level": ("first", "easy", "normal", "hard", "hardcore"),
        "players": (1, 2, 3, 4),
    }
    recipe_fields: ClassVar = ("level", "players", "first_player", "chance", "skip_forced")

    level: str | Sequence[int] | Sequence[str | Sequence[int]] = "first"

    @classmethod
    def form(cls, components: Any = None) -> Sequence[Parameter]:
        """Return the parameters that a form for a new game has."""
        parts = load_components(components)
        return [Parameter("level", *level_form(parts)), *super().form(components)]

    @property
    def level_choices(self) -> tuple[LevelChoice, ...]:
        """The levels that a reset draws from."""
        given = super().level_choices
        if given and given != (self.level,) and all(isinstance(n, Integral) for n in given):
            return (_choice(given),)
        return tuple(map(_choice, given))


def level_of(p: Any) -> LevelChoice:
    """Return the level of a game: its name, or the numbers of its chests."""
    if p.level == V.Level.CUSTOM:
        return tuple(p.chest_number[: p.chests].tolist())
    return word_of(V.Level(p.level))


def _choice(given: Any) -> LevelChoice:
    """Return a level's name, or chest numbers as Python's own integers."""
    if isinstance(given, str):
        return given
    if isinstance(given, Sequence) and given:
        numbers = [one for one in given if not isinstance(one, bool) and isinstance(one, Integral)]
        if len(numbers) == len(given):
            return tuple(map(int, numbers))
    raise SettingsError(f"level={given!r} is no level's name and no list of chest numbers")
