"""The parameters of the views, with their defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from gymnasium.vector import AutoresetMode

from tablemates.envs.core.documents import nearest
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.options import IllegalAction, ObservationKind
from tablemates.envs.core.partners import PartnerSpec, Pool, SeatChoice
from tablemates.envs.portal_dash.components import BOARD_SHAPE, EDITIONS, Components
from tablemates.envs.portal_dash.components.schema import BOSS_KINDS, words_of
from tablemates.envs.portal_dash.rules import limits as L

#: A level: its number, or the arguments of ``Components.custom_level``.
LevelChoice: TypeAlias = int | Mapping[str, Any]
Chance = Literal["sampled", "explicit"]

#: With the word of levels that leave the boss open.
_BOSSES: Final = (*map(words_of, BOSS_KINDS), "either")


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
            ``"rgb_array"`` (the drawing in pixels; ``render`` needs the extra ``pictures``) or
            None.
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
    illegal_action: IllegalAction = "raise"
    max_turns: int | None = None
    shaping: Mapping[str, float] | None = None
    shaping_discount: float = 1.0
    observation: ObservationKind = "flat"
    mask_in_observation: bool = True
    render_mode: str | None = None

    def __post_init__(self) -> None:
        self._set("board_shape", _shape(self.board_shape))
        self._set("level", _plain_levels(self.level))
        players = self.player_choices
        if not self.level_choices or not players:
            raise SettingsError("a list of levels or of players must not be empty")
        for count in players:
            if type(count) is not int or not 1 <= count <= L.PLAYERS:
                raise SettingsError(f"players={count!r}: the game is for 1 to {L.PLAYERS} players")
        if self.first_player is not None:
            first = _integer("first_player", self.first_player, 0)
            if first >= min(players):
                raise SettingsError(
                    f"first_player={first} is no seat of every game: 0 to {min(players) - 1} "
                    "or None"
                )
            self._set("first_player", first)
        if self.max_turns is not None:
            self._set("max_turns", _integer("max_turns", self.max_turns, 1))
        if self.skip_forced not in (True, False):
            raise SettingsError(f"skip_forced={self.skip_forced!r} is neither True nor False")
        self._set("skip_forced", bool(self.skip_forced))
        _one_of("edition", self.edition, EDITIONS)
        _one_of("chance", self.chance, get_args(Chance))
        if self.boss is not None:
            _one_of("boss", self.boss, _BOSSES)
        if self.shaping is not None and not isinstance(self.shaping, Mapping):
            raise SettingsError(f"shaping={self.shaping!r} is no mapping like {{'progress': 1}}")
        discount = self.shaping_discount
        if not (isinstance(discount, Real) and 0 <= discount <= 1):
            raise SettingsError(f"shaping_discount={discount!r} is not from 0 to 1")
        if not isinstance(self.components, str | os.PathLike | Components | None):
            raise SettingsError(f"components={self.components!r} is no folder or file of parts")

    def _set(self, name: str, value: Any) -> None:
        """Replace a setting by plain data, which replays write as JSON."""
        object.__setattr__(self, name, value)

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
        """Return one game's settings as plain data, without the parts; see ``of_recipe``."""
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
            SettingsError: The recipe lacks a setting or has an unknown one.
        """
        known = cls().recipe(1, 1)
        for name in (*recipe, *known):
            if name not in known or name not in recipe:
                raise SettingsError(f"{name!r} is unknown or missing in the recipe of a game")
        return replace(cls(components=components), **recipe)


@dataclass(frozen=True, kw_only=True)
class SeatSettings(Settings):
    """The parameters of ``gym_env``: those of every view, and these.

    Attributes:
        seat: Play this seat alone, 0 to 3, or ``"random"``: drawn at every reset; None:
            play every seat.
        partners: Who plays the others: a list of agents or their names, clockwise from
            ``seat``, or ``Pool([...])``, from which each draws at every reset.
    """

    seat: SeatChoice | None = None
    partners: Sequence[PartnerSpec] | Pool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seat is None and self.partners is not None:
            raise SettingsError("partners need a seat: seat=0 or 'random'")
        if self.seat is not None and self.chance == "explicit":
            raise SettingsError(
                "seat and chance='explicit' do not go together: play every seat, or use env()"
            )

    def plain(self) -> Settings:
        """Return the settings of the game itself."""
        return Settings(**{one.name: getattr(self, one.name) for one in fields(Settings)})


@dataclass(frozen=True, kw_only=True)
class VectorSettings(SeatSettings):
    """The parameters of ``vector_env``: those of ``gym_env``, and these.

    Attributes:
        num_envs: Number of games.
        threads: Number of threads that step them.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``: when a lane whose
            game is over begins the next one.
        copy: Return copies of observations and masks. False is faster: the next step then
            overwrites the arrays that were returned.
    """

    num_envs: int = field(kw_only=False)
    threads: int = 1
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP.value
    copy: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("num_envs", "threads"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise SettingsError(f"{name}={number!r} is not a positive integer")
        if self.chance == "explicit":
            raise SettingsError("vector_env has no explicit chance: leave chance='sampled'")


def _one_of(name: str, value: Any, known: Sequence[str]) -> None:
    if value not in known:
        raise SettingsError(f"unknown {name} {str(value)[:60]!r}{nearest(value, known)}")


def _integer(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise SettingsError(f"{name}={value!r} is neither an integer from {least} on nor None")
    return int(value)


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
    if isinstance(given, Integral) and not isinstance(given, bool):
        return int(given)
    raise SettingsError(f"level={given!r} is no number, custom level or list of them")


def _settled(level: LevelChoice, boss: str) -> LevelChoice:
    """Return a custom level with the boss that it leaves open."""
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
