"""The parameters of the views, with their defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import DocumentError, read_document
from tablemates.envs.core.game import settings as core
from tablemates.envs.core.game.forms import Parameter
from tablemates.envs.core.game.settings import check_choice
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.form import level_form
from tablemates.envs.portal_dash.part_models import BOSSES
from tablemates.envs.portal_dash.parts import BOARD_SHAPE, EDITIONS, load_components

#: A level: its number, or the arguments of ``Components.custom_level``.
LevelChoice: TypeAlias = int | Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Settings(core.LevelSettings):
    """The parameters of every view: those of ``tablemates.envs.core.game.settings``, and these.

    Attributes:
        level: 1 to 5, or a custom level such as ``{"tiles": 3, "mobs": {"hoglin":
            3}, "bosses": [("wildfire", "hard")]}``, perhaps with a ``name``, or a YAML file
            with such a level; of a list, one is drawn at every reset.
        edition: ``"en"`` or ``"fr"``: whose reading of levels 2 and 3.
        boss: ``"wildfire"`` or ``"ancient hoglin"`` where the level leaves it
            open; None draws it from the seed.
        board_shape: Rows and columns that actions and observation have room for.
    """

    game: ClassVar = "portal_dash"
    seats: ClassVar = range(1, V.PLAYERS + 1)
    recipe_fields: ClassVar = (
        *("level", "players", "edition", "boss", "first_player", "board_shape"),
        *("chance", "skip_forced"),
    )
    benchmark: ClassVar = {"level": (1, 2, 3, 4, 5), "players": 2}

    level: LevelChoice | str | Path | Sequence[LevelChoice | str | Path] = 1
    edition: str = "en"
    boss: str | None = None
    board_shape: tuple[int, int] = BOARD_SHAPE

    def __post_init__(self) -> None:
        self.replace_by("level", _plain_levels(core.without_numpy(self.level)))
        super().__post_init__()
        self.replace_by("board_shape", _shape(self.board_shape))
        check_choice("edition", self.edition, EDITIONS)
        if self.boss is not None:
            check_choice("boss", self.boss, tuple(BOSSES))

    @classmethod
    def form(cls, components: Any = None) -> Sequence[Parameter]:
        """Return the parameters that a form for a new game has."""
        return [*level_form(load_components(components)), *super().form(components)]

    @classmethod
    def of_form(cls, values: Mapping[str, Any], **more: Any) -> Settings:
        """Return the settings of a game of a form, with room for the track of a custom level."""
        level = values.get("level")
        if isinstance(level, Mapping) and type(tiles := level.get("tiles")) is int:
            columns = load_components(more.get("components")).parts.columns(tiles)
            if columns > BOARD_SHAPE[1]:
                more = {**more, "board_shape": (BOARD_SHAPE[0], columns)}
        return cls(**values, **more)

    @property
    def level_choices(self) -> tuple[LevelChoice, ...]:
        """The levels that a reset draws from, with ``boss`` where custom ones leave it open."""
        levels = super().level_choices
        return levels if self.boss is None else tuple(_settled(one, self.boss) for one in levels)

    @classmethod
    def of_recipe(cls, recipe: Mapping[str, Any], components: Any = None) -> Settings:
        """Return the settings of a recorded game, which names no files.

        Raises:
            SettingsError: The recipe lacks a parameter, has an unknown one or names a file.
        """
        if not isinstance(recipe.get("level", 1), int | Mapping):
            raise SettingsError(f"level={recipe['level']!r} is no number or custom level")
        return super().of_recipe(recipe, components)


def _plain_levels(given: Any) -> LevelChoice | Sequence[LevelChoice]:
    """Return levels with Python's own integers and the content of files."""
    if isinstance(given, range):
        return given
    if isinstance(given, list | tuple):
        return type(given)(map(_plain_level, given))
    return _plain_level(given)


def _plain_level(given: Any) -> LevelChoice:
    if isinstance(given, Mapping):
        return given
    if isinstance(given, Integral) and not isinstance(given, bool):
        return int(given)
    if not isinstance(given, str | os.PathLike):
        raise SettingsError(f"level={given!r} is no number, custom level or list of them")
    file = Path(given).expanduser()
    if not file.is_file():
        raise SettingsError(
            f"level={str(file)!r} is neither the number of a level nor a file with a custom level"
        )
    try:
        content: Any = read_document(file).values
    except DocumentError as error:
        raise SettingsError(str(error)) from error
    return {"name": file.stem, **content}  # the file's name if the level has no other


def _settled(level: LevelChoice, boss: str) -> LevelChoice:
    """Return a custom level with the boss that it leaves open."""
    if isinstance(level, Mapping):
        match level.get("bosses"):
            case [["either", side]]:
                return {**level, "bosses": [(boss, side)]}
    return level


def _shape(shape: Any) -> tuple[int, int]:
    match shape:
        case (rows, columns) if type(rows) is type(columns) is int:
            return rows, columns
    raise SettingsError(f"board_shape={shape!r} is not (rows, columns)")
