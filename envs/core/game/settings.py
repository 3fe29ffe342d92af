"""The parameters that the views of every game have, with their defaults.

A game's settings extend ``Settings``; its views of one seat and of many games add those of
``views.seat_options``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from numbers import Integral, Real
from typing import Any, ClassVar, Literal, TypeVar, get_args

import numpy as np

from tablemates.envs.core.display.raster import RENDER_MODES
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.files.parts import PartSet
from tablemates.envs.core.game.forms import Option, Parameter, offered

Chance = Literal["sampled", "explicit"]
IllegalAction = Literal["raise", "penalty", "end"]
ObservationKind = Literal["flat", "scaled", "dict", "tokens", "candidates"]

_Self = TypeVar("_Self", bound="Settings")


@dataclass(frozen=True, slots=True)
class Scenario:
    """The parts on the table in one game, as plans, rows and reports carry it."""

    name: str  # short and unique within a game, such as ``"level-1-players-2"``
    # What tables are grouped by, such as ``{"level": 1, "players": 2}``.
    axes: Mapping[str, int | str]
    choice: int  # index among ``Settings.draws``
    players: int
    recipe: Mapping[str, Any]  # plain data that ``Settings.of_recipe`` makes its settings of


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The parameters of every view of every game.

    Attributes:
        components: A folder or file with parts of your own; None: the standard set.
        players: Number of players; of a list, one is drawn at every reset.
        first_player: Seat that begins; None draws it from the seed.
        chance: ``"sampled"``, or ``"explicit"``: the game stops at every roll and
            draw, and the outcome is stepped like an action.
        skip_forced: Let the engine take decisions with one legal option.
        illegal_action: ``"raise"``, ``"penalty"`` or ``"end"``, see
            ``tablemates.envs.core.views.illegal_actions``.
        starts: Begin games at positions of won games: an archive, or ``Starts`` with a
            schedule; None: at the true start.
        max_turns: Truncate a game at the end of this turn, or of the turn in which it begins where
            that is a later one; None: never.
        reward: What the end of a game earns: ``"win"`` (the return, 1 for a win), or ``"progress"``
            (the return and the progress reached, so 2 for a win). A game may have others.
        shaping: Weights of the terms of a potential, which the game names.
        shaping_discount: The learner's discount factor.
        observation: ``"flat"`` (one int8 array), ``"scaled"`` (the same as float32 from -1 to 1),
            ``"dict"`` (its named blocks), ``"tokens"`` (a row for each thing on the table) or
            ``"candidates"`` (tokens, and a row for each legal choice).
        mask_in_observation: Wrap observations into ``{"observation", "action_mask"}``.
        history: Keep what could be seen before each decision, for agents that ask for it.
        render_mode: ``"ansi"`` (text), ``"human"`` (text, printed), ``"svg"`` (a drawing),
            ``"rgb_array"`` (the drawing in pixels; ``render`` needs the extra ``pictures``) or
            None.
    """

    #: Key of the game in ``envs.registry``; left out: its class, ``module:class``.
    game: ClassVar[str]
    #: Numbers of players that the game is for.
    seats: ClassVar[range]
    #: Parameters by which results are grouped; each may be a list, of which one is drawn.
    axes: ClassVar[tuple[str, ...]] = ("players",)
    #: Parameters from which, with the parts, a game can be set up again.
    recipe_fields: ClassVar[tuple[str, ...]] = ("players", "first_player", "chance", "skip_forced")
    #: Values with which a game has all its actions and blocks, where settings append some.
    fullest: ClassVar[Mapping[str, Any]] = {}
    #: Values of ``reward``.
    rewards: ClassVar[Sequence[str]] = ("win", "progress")
    #: Scenarios that an evaluation plays by default: parameters, of axes perhaps several values.
    benchmark: ClassVar[Mapping[str, Any]] = {"players": 2}

    components: Any = None
    players: int | Sequence[int] = 2
    first_player: int | None = None
    chance: Chance = "sampled"
    skip_forced: bool = True
    illegal_action: IllegalAction = "raise"
    starts: Any = None
    max_turns: int | None = None
    reward: str = "win"
    shaping: Mapping[str, float] | None = None
    shaping_discount: float = 1.0
    observation: ObservationKind = "flat"
    mask_in_observation: bool = True
    history: bool = False
    render_mode: str | None = None

    def __post_init__(self) -> None:
        for one in fields(self):
            self.replace_by(one.name, without_numpy(getattr(self, one.name)))
        players = self.player_choices
        if not players:
            raise SettingsError("a list of numbers of players must not be empty")
        for count in players:
            if type(count) is not int or count not in self.seat_counts:
                known = f"{self.seat_counts[0]} to {self.seat_counts[-1]}"
                if len(self.seat_counts) <= self.seat_counts[-1] - self.seat_counts[0]:
                    known = " or ".join(map(str, self.seat_counts))
                raise SettingsError(f"players={count!r}: the game is for {known} players")
        if self.first_player is not None:
            first = as_integer("first_player", self.first_player, 0)
            if first >= min(players):
                raise SettingsError(
                    f"first_player={first} is no seat of every game: 0 to {min(players) - 1} "
                    "or None"
                )
            self.replace_by("first_player", first)
        if self.max_turns is not None:
            self.replace_by("max_turns", as_integer("max_turns", self.max_turns, 1))
        if self.skip_forced not in (True, False):
            raise SettingsError(f"skip_forced={self.skip_forced!r} is neither True nor False")
        self.replace_by("skip_forced", bool(self.skip_forced))
        if self.history not in (True, False):
            raise SettingsError(f"history={self.history!r} is neither True nor False")
        self.replace_by("history", bool(self.history))
        if not isinstance(self.components, str | os.PathLike | PartSet | None):
            raise SettingsError(f"components={self.components!r} is no folder or file of parts")
        check_choice("chance", self.chance, get_args(Chance))
        check_choice("illegal_action", self.illegal_action, get_args(IllegalAction))
        check_choice("reward", self.reward, self.rewards)
        check_choice("observation", self.observation, get_args(ObservationKind))
        if self.render_mode is not None:
            check_choice("render_mode", self.render_mode, RENDER_MODES)
        if self.shaping is not None and not isinstance(self.shaping, Mapping):
            raise SettingsError(f"shaping={self.shaping!r} is no mapping like {{'progress': 1}}")
        discount = self.shaping_discount
        if not (isinstance(discount, Real) and 0 <= discount <= 1):
            raise SettingsError(f"shaping_discount={discount!r} is not from 0 to 1")

    def replace_by(self, name: str, value: Any) -> None:
        """Replace a setting by plain data, which replays write as JSON."""
        object.__setattr__(self, name, value)

    def listed(self, name: str) -> tuple[Any, ...]:
        """Return the values of a parameter that may be a list of them."""
        value = getattr(self, name)
        listed = isinstance(value, Sequence) and not isinstance(value, str)
        return tuple(value) if listed else (value,)

    @property
    def turn_limit(self) -> int | None:
        """The turn after which views truncate a game; a game may have a limit of its own."""
        return self.max_turns

    @property
    def seat_counts(self) -> Sequence[int]:
        """Numbers of players that a game of these settings can have: ``seats``, or others."""
        return self.seats

    @property
    def player_choices(self) -> tuple[int, ...]:
        """The numbers of players that a reset draws from."""
        return self.listed("players")

    @property
    def draws(self) -> tuple[Mapping[str, Any], ...]:
        """Parameters that a reset draws, beside the number of players: values by name."""
        names = [axis for axis in self.axes if axis != "players"]
        rows = product(*map(self.listed, reversed(names)))
        return tuple(dict(zip(names, reversed(row), strict=True)) for row in rows)

    @classmethod
    def form(cls, components: Any = None) -> Sequence[Parameter]:
        """Return the parameters that a form for a new game has, each with what it offers.

        Args:
            components: As in the settings.

        Raises:
            ComponentsError: The parts are wrong.
        """
        del components
        first = [
            Option(seat, where={"players": [n for n in cls.seats if n > seat]})
            for seat in range(cls.seats[-1])
        ]
        return [offered("players", cls.seats), Parameter("first_player", [Option(None), *first])]

    @classmethod
    def of_form(cls: type[_Self], values: Mapping[str, Any], **more: Any) -> _Self:
        """Return the settings of a game of a form; ``more`` are parameters that it does not have.

        Raises:
            GameError: No such game is possible.
        """
        return cls(**values, **more)

    def recipe(self, choice: Mapping[str, Any], players: int) -> dict[str, Any]:
        """Return one game's settings, for one of ``choices``, as plain data without the parts."""
        values = {name: getattr(self, name) for name in self.recipe_fields}
        values |= {**choice, "players": players}
        return {name: _plain(value) for name, value in values.items()}

    @classmethod
    def of_recipe(cls: type[_Self], recipe: Mapping[str, Any], components: Any = None) -> _Self:
        """Return the settings of a recorded game."""
        for name in (*recipe, *cls.recipe_fields):
            if name not in cls.recipe_fields or name not in recipe:
                raise SettingsError(f"{name!r} is unknown or missing in the recipe of a game")
        return cls(components=components, **recipe)

    @classmethod
    def stated_in(cls, position: object) -> dict[str, Any]:
        """Return the parameters that a position states; seats may be as many as games can have."""
        given = position if isinstance(position, Mapping) else {}  # others are refused on loading
        left_open = (*cls.axes, "players", "first_player")
        own = [name for name in cls.recipe_fields if name in given and name not in left_open]
        return {"players": list(cls.seats)} | {name: given[name] for name in own}

    def scenarios(self) -> list[Scenario]:
        """Return every scenario that a reset draws from, those of few players first."""
        return [
            self.scenario(n, players)
            for players in self.player_choices
            for n in range(len(self.draws))
        ]

    def number_of(self, choice: int, players: int) -> int:
        """Return the index of a scenario among ``scenarios``."""
        return self.player_choices.index(players) * len(self.draws) + choice

    def scenario(self, choice: int, players: int) -> Scenario:
        """Return the scenario of an index among ``choices``."""
        recipe = self.recipe(self.draws[choice], players)
        axes = {axis: _label(recipe[axis]) for axis in self.axes}
        name = "-".join(f"{axis}-{label}" for axis, label in axes.items())
        return Scenario(name, axes, choice, players, recipe)


@dataclass(frozen=True, kw_only=True)
class LevelSettings(Settings):
    """The parameters of a game with levels.

    Attributes:
        level: A level; of a list, one is drawn at every reset.
    """

    axes: ClassVar = ("level", "players")

    level: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.level_choices:
            raise SettingsError("a list of levels must not be empty")

    @property
    def level_choices(self) -> tuple[Any, ...]:
        """The levels that a reset draws from."""
        return self.listed("level")

    @property
    def draws(self) -> tuple[Mapping[str, Any], ...]:
        """Parameters that a reset draws, beside the number of players."""
        return tuple({"level": level} for level in self.level_choices)


def settings_for(game: type[Any], seats: range) -> type[Settings]:
    """Return the settings of a game that has no parameters of its own; pickles find them there."""
    names = {"__module__": game.__module__, "__qualname__": f"{game.__qualname__}.settings_type"}
    about = {"__doc__": Settings.__doc__, "seats": seats, "benchmark": {"players": seats[0]}}
    made: Any = type("Settings", (Settings,), {**names, **about})
    kind: type[Settings] = dataclass(frozen=True, kw_only=True)(made)
    return kind


def without_numpy(value: Any) -> Any:
    """Return a setting with Python's own numbers and lists in the place of NumPy's."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if type(value) in (list, tuple):
        return type(value)(map(without_numpy, value))
    if type(value) is dict:
        return {key: without_numpy(one) for key, one in value.items()}
    return value


def _plain(value: Any) -> Any:
    """Return a setting as JSON writes it."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _label(value: Any) -> int | str:
    """Return what tables call a setting; one of the user's own has a ``name``."""
    if isinstance(value, Mapping):
        return str(value.get("name", "custom"))
    return value if isinstance(value, int) else str(value)


def check_choice(name: str, value: Any, known: Sequence[str]) -> None:
    """Refuse a value that is none of the known ones."""
    if value not in known:
        raise SettingsError(f"unknown {name} {str(value)[:60]!r}{nearest(value, known)}")


def as_integer(name: str, value: Any, least: int) -> int:
    """Return a setting as Python's own integer."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise SettingsError(f"{name}={value!r} is neither an integer from {least} on nor None")
    return int(value)
