"""The parameters of the views, with their defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from tablemates.envs.core import settings as core
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.settings import SeatOptions, VectorOptions
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.parts import Components

#: A level's name, or the numbers of the chests of a custom game.
LevelChoice: TypeAlias = str | tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Settings(core.Settings):
    """The parameters of every view: those of ``tablemates.envs.core.settings``, and these.

    Attributes:
        level: ``"first"``, ``"easy"``, ``"normal"``, ``"hard"``, ``"hardcore"``, or the numbers
            of the chests, such as ``[1, 5, 12]``; of a list of these, one is drawn at every
            reset.
        components: A YAML file with parts of your own; None: the standard parts.
    """

    seats: ClassVar = range(1, V.SEATS + 1)

    level: str | Sequence[int] | Sequence[str | Sequence[int]] = "first"
    components: str | Path | Components | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.level_choices:
            raise SettingsError("a list of levels must not be empty")
        if not isinstance(self.components, str | os.PathLike | Components | None):
            raise SettingsError(f"components={self.components!r} is no file of parts")

    @property
    def level_choices(self) -> tuple[LevelChoice, ...]:
        """The levels that a reset draws from."""
        given: Any = self.level
        if isinstance(given, str) or not isinstance(given, Sequence):
            return (_choice(given),)
        if given and all(isinstance(one, Integral) for one in given):
            return (_choice(given),)
        return tuple(map(_choice, given))

    def recipe(self, level: LevelChoice, players: int) -> dict[str, Any]:
        """Return one game's settings as plain data, without the parts; see ``of_recipe``."""
        return {
            "level": level if isinstance(level, str) else list(level),
            "players": players,
            "first_player": self.first_player,
            "chance": self.chance,
            "skip_forced": self.skip_forced,
        }

    @classmethod
    def of_recipe(
        cls, recipe: Mapping[str, Any], components: str | Path | Components | None = None
    ) -> Settings:
        """Return the settings of a recorded game.

        Raises:
            SettingsError: The recipe lacks a setting or has an unknown one.
        """
        known = cls().recipe("first", 1)
        for name in (*recipe, *known):
            if name not in known or name not in recipe:
                raise SettingsError(f"{name!r} is unknown or missing in the recipe of a game")
        return replace(cls(components=components), **recipe)


@dataclass(frozen=True, kw_only=True)
class SeatSettings(SeatOptions, Settings):
    """The parameters of ``gym_env``: those of every view, and ``SeatOptions``."""


@dataclass(frozen=True, kw_only=True)
class VectorSettings(VectorOptions, SeatSettings):
    """The parameters of ``vector_env``: those of ``gym_env``, and ``VectorOptions``."""


def _choice(given: Any) -> LevelChoice:
    """Return a level's name, or chest numbers as Python's own integers."""
    if isinstance(given, str):
        return given
    if isinstance(given, Sequence) and given:
        numbers = tuple(int(one) for one in given if type(one) is not bool)
        if all(isinstance(one, Integral) for one in given) and len(numbers) == len(given):
            return numbers
    raise SettingsError(f"level={given!r} is no level's name and no list of chest numbers")
