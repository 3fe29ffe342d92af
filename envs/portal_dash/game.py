"""Portal Dash as the core sees it: one game in buffers, stepped by compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tablemates.envs.core.cache import compiling
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import CHANCE, OVER, Picture
from tablemates.envs.core.observation_forms import ObservationForms
from tablemates.envs.core.record import Array8, Array16, Bytes, RecordView
from tablemates.envs.portal_dash import hashes, stepping
from tablemates.envs.portal_dash.action_strings import describe_action
from tablemates.envs.portal_dash.actions import ABOUT, make_catalogue
from tablemates.envs.portal_dash.components import Components, ComponentsError, load_components
from tablemates.envs.portal_dash.event_strings import describe_event
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.observation.writer import observe_from
from tablemates.envs.portal_dash.reward import shaping_numbers
from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE, WORK, Public, Work
from tablemates.envs.portal_dash.rules.vocabulary import (
    EVENT_FIELDS,
    Cause,
    Decision,
    Event,
    Outcome,
)
from tablemates.envs.portal_dash.settings import LevelChoice, Settings
from tablemates.envs.portal_dash.stepping import KEPT, LANE, Lane

NAME: Final = "portal_dash_v0"
#: What the first reset on a machine takes about.
COMPILE_SECONDS: Final = 60

_PUBLIC: Final = STATE["public"]
_SPACES: Final = frozenset({"space", "origin"})


class Game:
    """Implements ``tablemates.envs.core.game.Game``; see there for what is not said here.

    Args:
        settings: Levels, players, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = NAME
    max_seats: int

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        parts = settings.components
        self.components = parts if isinstance(parts, Components) else load_components(parts)
        shape = settings.board_shape
        self.box = self.components.record(shape)
        self.levels = np.stack([self._level_record(choice) for choice in settings.level_choices])
        self._level: LevelChoice = settings.level_choices[0]
        self.catalogue = make_catalogue(shape)
        self.layout = make_layout(shape)
        self.observation_space = self.layout.flat_space()
        self.player_choices = np.array(settings.player_choices, np.uint8)
        self.max_seats = max(settings.player_choices)
        self.seats = self.max_seats
        self.explicit_chance = settings.chance == "explicit"
        self.shaping = shaping_numbers(settings.shaping, settings.shaping_discount)
        self.shaped = len(self.shaping) > 0

        self.record = np.zeros(STATE.itemsize, np.uint8)
        self.scratch = np.zeros(WORK.itemsize, np.uint8)
        self.mask = np.zeros(len(self.catalogue), np.int8)
        self.observation = np.zeros(self.layout.size, np.int8)
        lane = np.zeros(LANE.itemsize, np.uint8)
        self._lane = cast(Lane, RecordView(lane, LANE))
        self._lane.explicit_chance = int(self.explicit_chance)
        self._lane.skip_forced = int(settings.skip_forced)
        # Compiled code plays games side by side: this is one row of each array.
        self.step: Callable[[int], int] = partial(
            stepping.play,
            self.record[None],
            self.box,
            self.levels,
            self.player_choices,
            self.scratch,
            self.mask[None],
            self.observation[None],
            lane[None],
            np.zeros((1, KEPT.itemsize), np.uint8),
            self.shaping,
            np.zeros(1, np.int64),
        )
        self.public_record: Bytes = self.record[: _PUBLIC.itemsize]
        self.public = cast(Public, RecordView(self.public_record, _PUBLIC))
        self.work = cast(Work, RecordView(self.scratch, WORK))
        self.work.keep_events = 1
        self.names = Names.of(self.components, self.box)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = self.settings
        if settings.components is not None:  # a file may have changed since it was read
            settings = replace(settings, components=self.components)
        return Game, (settings,), (self.save(), self._level)

    def __setstate__(self, state: tuple[bytes, LevelChoice]) -> None:
        record, level = state
        self._level = level
        if any(record):
            self.restore(record)

    def _level_record(self, choice: LevelChoice) -> npt.NDArray[np.uint8]:
        settings = self.settings
        if isinstance(choice, Mapping):
            names: Iterable[Any] = choice
            for name in names:  # `custom_level` has further parameters
                if not isinstance(name, str) or name == "board_shape":
                    raise ComponentsError(f"custom level: unknown key {name!r}")
            custom = self.components.custom_level
            return custom(**choice, board_shape=settings.board_shape)
        return self.components.level(choice, settings.edition, settings.boss)

    # -- what it is ---------------------------------------------------------------
    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """``ruleset``, ``interface`` and ``engine``."""
        return {
            "ruleset": hashes.ruleset_hash(self.components, self.settings.edition),
            "interface": hashes.interface_hash(self.settings.board_shape),
            "engine": hashes.engine_hash(),
        }

    @property
    def record_layout(self) -> str:
        """Hash of the record's layout."""
        return hashes.record_hash()

    @property
    def recipe(self) -> Mapping[str, Any]:
        """Plain data of which ``Settings.of_recipe`` makes settings for this game."""
        return self.settings.recipe(self._level, self.seats)

    @property
    def labels(self) -> Mapping[str, int]:
        """``level`` (0: custom) and ``players``."""
        return {"level": int(self.public.level), "players": self.seats}

    @property
    def turn(self) -> int:
        """Turns begun so far."""
        return int(self.public.turn)

    # -- playing --------------------------------------------------------------------
    @property
    def seed(self) -> int:
        """The seed of the game that began last."""
        return int(self._lane.seed)

    def new(self, seed: int, place: int = 0) -> int:
        """Begin a game of a sequence."""
        lane = self._lane
        lane.sequence, lane.place = seed, place
        lane.first_player = -1 if self.settings.first_player is None else self.settings.first_player
        with compiling("engine", COMPILE_SECONDS):
            answer = self.step(stepping.BEGIN)
        self._level = self.settings.level_choices[lane.level]
        self.seats = int(lane.players)
        return answer

    def to_move(self) -> int:
        """Return who is next."""
        p = self.public
        if p.outcome != Outcome.RUNNING:
            return OVER
        return CHANCE if p.decision == Decision.CHANCE else int(p.decider)

    def rewards(self) -> Sequence[float]:
        """Return what the last move earned each seat: the same for all."""
        return [float(self._lane.reward)] * self.seats

    def forfeit(self, seat: int) -> int:
        """Lose the game because of an illegal action."""
        return self.step(stepping.FORFEIT - seat)

    def progress(self) -> float:
        """Return how far the team has come, from 0 to 1 (won)."""
        return engine.progress(self.record, self.box)

    def ending(self) -> dict[str, Any]:
        """Return ``outcome``, ``cause``, ``progress``, ``turns`` and the labels."""
        return {
            "outcome": Outcome(self.public.outcome).name.lower(),
            "cause": Cause(self.public.cause).name.lower(),
            "progress": self.progress(),
            "turns": self.turn,
            **self.labels,
        }

    def chance_outcomes(self) -> tuple[Array16, npt.NDArray[np.float64]]:
        """Return the outcomes, ascending, and their exact probabilities."""
        values = np.empty(L.DRAWABLE_TILES, np.int16)
        chances = np.empty(L.DRAWABLE_TILES, np.float64)
        n = engine.chance_outcomes(self.record, self.box, values, chances)
        return values[:n], chances[:n]

    # -- what can be seen ---------------------------------------------------------------
    def observe(self, seat: int, out: Array8) -> None:
        """Write what a seat sees now."""
        observe_from(self.record, self.box, seat, out)

    def space_of(self, kind: str) -> spaces.Dict:
        """Return the space of a form of the observation, see ``show``."""
        return self._forms.space(kind)

    def show(self, kind: str, observation: Array8, mask: Array8) -> dict[str, Any]:
        """Return flat observations as blocks by name, as tokens, or with candidates too."""
        shown = self._forms.show(kind, observation, mask)
        if kind == "candidates":  # the outcomes of chance are no actions of the catalogue
            chance = self.layout["decision_kind"].index("chance")
            shown["candidates"][observation[..., chance] != 0] = 0
        return shown

    @cached_property
    def _forms(self) -> ObservationForms:
        return ObservationForms(self.layout, self.catalogue, ABOUT)

    def state(self) -> Array8:
        """Return the game as seat 0 sees it."""
        out = np.empty(self.layout.size, np.int8)
        observe_from(self.record, self.box, 0, out)
        return out

    def describe(self, action: int) -> str:
        """Return an action (at explicit chance: an outcome) in words."""
        return describe_action(self.public, self.names, action)

    def events(self) -> list[dict[str, Any]]:
        """Return what happened in the last move, each with its fields and a sentence."""
        rows = self.work.events[: self.work.event_count]
        return [self._event(row.tolist()) for row in rows]

    def _event(self, row: list[int]) -> dict[str, Any]:
        kind = Event(row[0])
        record: dict[str, Any] = {"event": kind.name.lower()}
        for name, value in zip(EVENT_FIELDS[kind], row[1:], strict=False):
            record[name] = divmod(value, L.COLUMNS) if name in _SPACES and value >= 0 else value
        return record | {"text": describe_event(self.public, self.names, row)}

    def snapshot(self) -> dict[str, Any]:
        """Return the public state with the legal actions as documented plain data."""
        # Here and below: imported on use, because most programs never need it.
        from tablemates.envs.portal_dash.snapshot import snapshot

        return snapshot(self.public, self.names, np.flatnonzero(self.mask).tolist())

    def picture(self, mode: str) -> Picture:
        """Return a picture, as text in colour where the terminal has it."""
        from tablemates.envs.portal_dash.render import picture

        chance = self.public.decision == Decision.CHANCE  # whose outcomes are no actions
        legal = [] if chance else np.flatnonzero(self.mask).tolist()
        return picture(self.public, self.names, mode, legal)

    # -- as a value -----------------------------------------------------------------------
    def save(self) -> bytes:
        """Return the record."""
        return self.record.tobytes()

    def check(self, record: bytes) -> None:
        """Refuse a record that no game leads to: written as a position, it must come back."""
        from tablemates.envs.portal_dash.positions import dump_position, load_position

        self._fits(record)
        try:
            again = load_position(dump_position(record, self.components), self.components)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise FormatError(f"no game of these rules looks like that: {error}") from error
        if again.tobytes() != record:
            raise FormatError("no game of these rules looks like that: its numbers disagree")

    def _fits(self, record: bytes) -> None:
        """Refuse a record that these settings have no room for."""
        if len(record) != STATE.itemsize:
            raise FormatError(f"a game has {STATE.itemsize} bytes, not {len(record)}")
        players, explicit = record[_at("players")], record[_at("explicit_chance")]
        if not 1 <= players <= self.max_seats:
            raise FormatError(
                f"a game of {players} players does not fit an environment for "
                f"{self.max_seats}: choose players={players}"
            )
        if bool(explicit) != self.explicit_chance:
            chance = "explicit" if explicit else "sampled"
            raise FormatError(f"the game has {chance} chance: choose chance={chance!r}")
        size, capacity = (record[_at("rows")], record[_at("columns")]), self.settings.board_shape
        if size[0] > capacity[0] or size[1] > capacity[1]:
            raise FormatError(f"a board of {size} does not fit board_shape={capacity}")

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        self._fits(record)
        self.record[:] = np.frombuffer(record, np.uint8)
        return self._look()

    def _look(self) -> int:
        """Update what depends on the record."""
        self.seats = int(self.public.players)
        self._level = int(self.public.level) or self._level  # 0: a custom one
        return self.step(stepping.SHOW)

    def resample(self, seed: int) -> None:
        """Draw a new hidden part that agrees with the public one."""
        engine.resample(self.record, self.box, _word(seed))

    def dump_position(self) -> dict[str, Any]:
        """Return the whole game as plain data that a person can read and edit."""
        from tablemates.envs.portal_dash.positions import dump_position

        return dump_position(self.record, self.components)

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> int:
        """Go on from a position; what is ``"unknown"`` in it is drawn from the seed."""
        from tablemates.envs.portal_dash.positions import load_position

        return self.restore(load_position(position, self.components, seed).tobytes())


def _at(name: str) -> int:
    """Return the offset of a field of the public part."""
    assert _PUBLIC.fields is not None
    return int(_PUBLIC.fields[name][1])


def _word(seed: int) -> int:
    """Return a seed in the one type for which the engine is compiled."""
    return cast(int, np.uint64(seed))
