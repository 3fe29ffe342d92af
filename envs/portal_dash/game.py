"""Portal Dash as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.errors import ComponentsError, FormatError
from tablemates.envs.core.game import Game, Picture
from tablemates.envs.core.observation_forms import ObservationForms
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash import hashes
from tablemates.envs.portal_dash.actions import ABOUT, make_catalogue
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.engine import ENGINE
from tablemates.envs.portal_dash.naming import Names, player_name
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.reward import shaping_numbers
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import (
    EVENT_FIELDS,
    Cause,
    Decision,
    Event,
    Outcome,
)
from tablemates.envs.portal_dash.settings import LevelChoice, Settings
from tablemates.envs.portal_dash.speech import describe_action, describe_decision, describe_event

NAME: Final = "portal_dash_v0"

_PUBLIC: Final = STATE["public"]
_SPACES: Final = frozenset({"space", "origin"})


class PortalDash(Game):
    """Implements ``tablemates.envs.core.game.Game``; see there for what is not said here.

    Args:
        settings: Levels, players, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = NAME
    title = "Portal Dash"
    settings_type = Settings
    utilities = "identical"
    engine = ENGINE
    label_fields = ("level", "players")
    ending_words: ClassVar = {
        "outcome": [one.name.lower() for one in Outcome],
        "cause": [one.name.lower() for one in Cause],
    }
    compile_seconds = 40
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        given = settings.components
        self.components = given if isinstance(given, Components) else load_components(given)
        shape = settings.board_shape
        levels = [self._level_record(settings, choice) for choice in settings.level_choices]
        super().__init__(
            settings,
            self.components,
            self.components.record(shape),
            np.stack(levels),
            make_catalogue(shape),
            make_layout(shape),
        )
        self.names = Names.of(self.components, self.box)

    def _level_record(self, settings: Settings, choice: LevelChoice) -> npt.NDArray[np.uint8]:
        if isinstance(choice, Mapping):
            names: Iterable[Any] = choice
            for name in names:  # `custom_level` has further parameters
                if not isinstance(name, str) or name == "board_shape":
                    raise ComponentsError(f"custom level: unknown key {name!r}")
            custom = self.components.custom_level
            content = {name: value for name, value in choice.items() if name != "name"}
            return custom(**content, board_shape=settings.board_shape)
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

    @staticmethod
    def shaping_numbers(settings: Settings) -> npt.NDArray[np.float64]:
        """Return discount and weights of the shaping, nothing where there is none."""
        return shaping_numbers(settings.shaping, settings.shaping_discount)

    # -- what can be seen ---------------------------------------------------------------
    @cached_property
    def forms(self) -> ObservationForms:
        """The forms of observations."""
        return ObservationForms(self.layout, self.catalogue, ABOUT)

    def show(self, kind: str, observation: Array8, mask: Array8) -> dict[str, Any]:
        """Return flat observations as blocks by name, as tokens, or with candidates too."""
        shown = self.forms.show(kind, observation, mask)
        if kind == "candidates":  # the outcomes of chance are no actions of the catalogue
            chance = self.layout["decision_kind"].index("chance")
            shown["candidates"][observation[..., chance] != 0] = 0
        return shown

    def player_name(self, seat: int) -> str:
        """Return the colour of a player."""
        return player_name(seat)

    def decision(self) -> str:
        """Return who decides what."""
        return describe_decision(self.public, self.names)

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
    def check(self, record: bytes) -> None:
        """Refuse a record that no game leads to: written as a position, it must come back."""
        from tablemates.envs.portal_dash.positions import dump_position, load_position

        self.check_fit(record)
        try:
            again = load_position(dump_position(record, self.components), self.components)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise FormatError(f"no game of these rules looks like that: {error}") from error
        if again.tobytes() != record:
            raise FormatError("no game of these rules looks like that: its numbers disagree")

    def check_fit(self, record: bytes) -> None:
        """Refuse a record that these settings have no room for."""
        super().check_fit(record)
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
        answer = super().restore(record)
        if self.public.level:  # 0: a custom one
            self._choice = {"level": int(self.public.level)}
        return answer

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
