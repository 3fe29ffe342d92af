"""What a Portal Dash environment is made of: every parameter of every view, with its default."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from tablemates.envs.core.documents import nearest
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.policies import IllegalPolicy
from tablemates.envs.core.view import ObservationKind
from tablemates.envs.portal_dash.components import BOARD_SHAPE, EDITIONS, Components
from tablemates.envs.portal_dash.components.schema import BOSS_KINDS, word
from tablemates.envs.portal_dash.render.raster import check_rasteriser
from tablemates.envs.portal_dash.rules import limits as L

#: A level: its number, or the arguments of ``Components.custom_level``.
LevelChoice: TypeAlias = int | Mapping[str, Any]
Chance = Literal["sampled", "explicit"]

#: With the word of levels that leave the boss open.
_BOSSES: Final = (*map(word, BOSS_KINDS), "either")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The parameters of every view.

    Attributes:
        level: 1 to 5, or a custom level such as ``{"tiles": 3, "mobs": {"hoglin":
            3}, "bosses": [("wildfire", "hard")]}``; of a list, one is drawn at
            every reset.
        players: 1 to 4; of a list, one is drawn at every reset.
        edition: ``"en"`` or ``"fr"``: whose reading of levels 2 and 3.
        boss: ``"wildfire"`` or ``"ancient hoglin"`` where the level leaves it
            open; None draws it from the seed.
        components: A folder or file with parts of your own; None: the standard set.
        first_player: Seat, 0 to 3; None draws it from the seed.
        board_shape: Rows and columns that actions and observation have room for.
        chance: ``"sampled"``, or ``"explicit"``: the game stops at every roll and
            draw, and the outcome is stepped like an action.
        skip_forced: Let the engine take decisions with one legal option.
        illegal_action: ``"raise"``, ``"penalty"`` or ``"end"``, see
            ``tablemates.envs.core.policies``.
        max_turns: Truncate a game after so many turns; None: never.
        shaping: Weights of the terms of a potential, see ``tablemates.envs.portal_dash.reward``.
        shaping_discount: The learner's discount factor.
        observation: ``"flat"`` (one int8 array), ``"dict"`` (its named blocks),
            ``"tokens"`` (a row for each thing on the table) or ``"candidates"`` (tokens,
            and a row for each legal choice).
        mask_in_observation: Wrap observations into ``{"observation", "action_mask"}``.
        render_mode: ``"ansi"`` (text), ``"human"`` (text, printed), ``"svg"`` (a drawing),
            ``"rgb_array"`` (the same in pixels; needs the extra ``pictures``) or None.
    """

    level: LevelChoice | Sequence[LevelChoice] = 1
    players: int | Sequence[int] = 2
    edition: str = "en"
    boss: str | None = None
    components: str | Path | Components | None = None
    first_player: int | None = None
    board_shape: tuple[int, int] = BOARD_SHAPE
    chance: Chance = "sampled"
    skip_forced: bool = True
    illegal_action: IllegalPolicy = "raise"
    max_turns: int | None = None
    shaping: Mapping[str, float] | None = None
    shaping_discount: float = 1.0
    observation: ObservationKind = "flat"
    mask_in_observation: bool = True
    render_mode: str | None = None

    def __post_init__(self) -> None:
        self._take("board_shape", _shape(self.board_shape))
        self._take("level", _plain_levels(self.level))
        for count in self.player_choices:
            if type(count) is not int or not 1 <= count <= L.PLAYERS:
                raise SettingsError(f"players={count!r}: the game is for 1 to {L.PLAYERS} players")
        if not self.level_choices or not self.player_choices:
            raise SettingsError("a list of levels or of players must not be empty")
        first, fewest = self.first_player, min(self.player_choices)
        if first is not None:
            if not (_is_integer(first) and 0 <= first < fewest):
                raise SettingsError(
                    f"first_player={first!r} is no seat of every game: 0 to {fewest - 1} or None"
                )
            self._take("first_player", int(first))
        if self.skip_forced not in (True, False):
            raise SettingsError(f"skip_forced={self.skip_forced!r} is neither True nor False")
        self._take("skip_forced", bool(self.skip_forced))
        turns = self.max_turns
        if turns is not None:
            if not (_is_integer(turns) and turns >= 1):
                raise SettingsError(f"max_turns={turns!r} is neither a positive integer nor None")
            self._take("max_turns", int(turns))
        self._check_names()
        if self.chance not in get_args(Chance):
            raise SettingsError(
                f"chance={str(self.chance)[:60]!r} is neither 'sampled' nor 'explicit'"
            )
        discount = self.shaping_discount
        if not (isinstance(discount, Real) and math.isfinite(discount) and 0 <= discount <= 1):
            raise SettingsError(f"shaping_discount={discount!r} is not from 0 to 1")
        if self.render_mode == "rgb_array":
            check_rasteriser()

    def _take(self, name: str, value: Any) -> None:
        """Keep a setting as plain data, which replays write as JSON."""
        object.__setattr__(self, name, value)

    def _check_names(self) -> None:
        """Refuse words and files that there are not, whether or not the levels ask for them."""
        if self.edition not in EDITIONS:
            known = " and ".join(EDITIONS)
            raise SettingsError(f"unknown edition {self.edition!r}: the editions are {known}")
        if self.boss is not None and self.boss not in _BOSSES:
            raise SettingsError(f"unknown boss {self.boss!r}{nearest(self.boss, _BOSSES)}")
        if self.shaping is not None and not isinstance(self.shaping, Mapping):
            raise SettingsError(
                f"shaping={self.shaping!r} is no mapping, such as {{'progress': 1}}"
            )
        parts = self.components
        if parts is None or isinstance(parts, Components):
            return
        if not isinstance(parts, str | os.PathLike):
            raise SettingsError(f"components={parts!r} is no folder or file of parts")
        try:
            Path(parts).expanduser().exists()
        except (OSError, RuntimeError) as error:
            shown = str(parts)
            shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise SettingsError(f"components={shown!r} cannot be looked for: {reason}") from error

    @property
    def level_choices(self) -> tuple[LevelChoice, ...]:
        """The levels that a reset draws from, with ``boss`` where custom ones leave it open."""
        levels = (self.level,) if isinstance(self.level, int | Mapping) else tuple(self.level)
        return levels if self.boss is None else tuple(_settled(one, self.boss) for one in levels)

    @property
    def player_choices(self) -> tuple[int, ...]:
        """The numbers of players that a reset draws from."""
        if isinstance(self.players, int):
            return (self.players,)
        if isinstance(self.players, list | tuple | range):
            return tuple(self.players)
        raise SettingsError(f"players={self.players!r} is no number or list of numbers")

    def recipe(self, level: LevelChoice, players: int) -> dict[str, Any]:
        """Return plain data that ``of_recipe`` makes settings of, for one game.

        Parts are not in it (the ruleset's hash names them), nor how it is shown.
        """
        return {
            "level": dict(level) if isinstance(level, Mapping) else level,
            "players": players,
            "edition": self.edition,
            "boss": self.boss,
            "first_player": self.first_player,
            "board_shape": list(self.board_shape),
            "chance": self.chance,
            "skip_forced": self.skip_forced,
        }

    @classmethod
    def of_recipe(
        cls, recipe: Mapping[str, Any], components: str | Path | Components | None = None
    ) -> Settings:
        """Return the settings of a recorded game.

        Raises:
            SettingsError: The recipe is none.
        """
        known = cls().recipe(1, 1)
        for name in (*recipe, *known):
            if name not in known or name not in recipe:
                raise SettingsError(f"{name!r} is unknown or missing in the recipe of a game")
        return replace(cls(components=components), **recipe)


def _is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _plain_levels(given: Any) -> LevelChoice | Sequence[LevelChoice]:
    """Return levels with Python's own integers."""
    if isinstance(given, range):
        return given
    if isinstance(given, list | tuple):
        return type(given)(map(_plain_level, given))
    return _plain_level(given)


def _plain_level(given: Any) -> LevelChoice:
    if isinstance(given, Mapping):
        return given
    if _is_integer(given):
        return int(given)
    raise SettingsError(f"level={given!r} is no number, custom level or list of them")


def _settled(level: LevelChoice, boss: str) -> LevelChoice:
    """Return a level with the boss that it leaves open; numbers are the parts' to settle."""
    if isinstance(level, Mapping):
        match level.get("bosses"):
            case [["either", side]]:
                return {**level, "bosses": [(boss, side)]}
    return level


def _shape(shape: Any) -> tuple[int, int]:
    try:
        rows, columns = shape
    except (TypeError, ValueError):
        rows = columns = None
    if type(rows) is not int or type(columns) is not int:
        raise SettingsError(f"board_shape={shape!r} is not (rows, columns)")
    return rows, columns
