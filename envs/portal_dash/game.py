"""Portal Dash as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.errors import ComponentsError, FormatError
from tablemates.envs.core.game import Game, Picture
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.core.vocabulary import word_of, words_of
from tablemates.envs.core.zones import Clock, Zone
from tablemates.envs.portal_dash import hashes
from tablemates.envs.portal_dash.actions import ABOUT, make_catalogue
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.engine import ENGINE
from tablemates.envs.portal_dash.naming import Names, player_name
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.reward import TERMS
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import (
    SHARED_DECISIONS,
    Cause,
    Decision,
    Event,
    Outcome,
)
from tablemates.envs.portal_dash.settings import LevelChoice, Settings
from tablemates.envs.portal_dash.speech import (
    WORDS,
    describe_action,
    describe_decision,
    describe_event,
    told,
)

_PUBLIC: Final = STATE["public"]
_SPACES: Final = frozenset({"space", "origin"})


class PortalDash(Game):
    """Implements ``tablemates.envs.core.game.Game``; see there for what is not said here.

    Args:
        settings: Levels, players, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = "portal_dash_v0"
    title = "Portal Dash"
    settings_type = Settings
    utilities = "identical"
    engine = ENGINE
    label_fields = ("level", "players")
    ending_words: ClassVar = {"outcome": words_of(Outcome), "cause": words_of(Cause)}
    about = ABOUT
    shaping_terms = TERMS
    compile_seconds = 40
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        self.components = load_components(settings.components)
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

    # -- what can be seen ---------------------------------------------------------------
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

    def told(self) -> list[str]:
        """Return the sentences of the events of the last move that people want to read."""
        return told(self.events())

    def _event(self, row: list[int]) -> dict[str, Any]:
        kind = Event(row[0])
        record: dict[str, Any] = {"event": word_of(kind)}
        for name, value in zip(kind.fields, row[1:], strict=False):
            record[name] = divmod(value, L.COLUMNS) if name in _SPACES and value >= 0 else value
        return record | {"text": describe_event(self.public, self.names, row)}

    @property
    def shared_decision(self) -> bool:
        """Whether the present decision is the team's in spirit."""
        return Decision(int(self.public.decision)) in SHARED_DECISIONS

    def snapshot(self) -> dict[str, Any]:
        """Return the public state with the legal actions as documented plain data."""
        # Here and below: imported on use, because most programs never need it.
        from tablemates.envs.portal_dash.snapshot import snapshot

        return snapshot(self.public, self.names, self.legal)

    def picture(self, mode: str) -> Picture:
        """Return a picture, as text in colour where the terminal has it."""
        from tablemates.envs.portal_dash.render import picture

        return picture(self.public, self.names, mode, self._marked())

    def zones(self) -> list[Zone]:
        """Return the drawings of board, cube and inventories."""
        from tablemates.envs.portal_dash.render.drawing.zones import zones

        return zones(self.public, self.names, self._marked())

    def clocks(self) -> list[Clock]:
        """Return the tasks, the fewest hearts and the bosses."""
        from tablemates.envs.portal_dash.render.drawing.zones import clocks

        return list(clocks(self.public, self.names))

    def stage(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what an event shows at the table."""
        staged = WORDS.stage(event)
        if event["event"] == "mob_defeated" and event["mob"] >= L.REGULAR_MOBS:
            staged["move"] = [staged["move"][0], ""]  # bosses never come back
        return staged

    def _marked(self) -> list[int]:
        """Return the legal actions; outcomes of chance are none."""
        return [] if self.public.decision == Decision.CHANCE else self.legal

    # -- as a value -----------------------------------------------------------------------
    def check_fit(self, record: bytes) -> None:
        """Refuse a record that these settings have no room for."""
        super().check_fit(record)
        size, capacity = (record[_at("rows")], record[_at("columns")]), self.settings.board_shape
        if size[0] > capacity[0] or size[1] > capacity[1]:
            raise FormatError(f"a board of {size} does not fit board_shape={capacity}")

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        if self.public.level:  # 0: a custom one
            self._choice = {"level": int(self.public.level)}
        return answer

    def position_of(self, record: Bytes) -> dict[str, Any]:
        """Return a record as plain data that a person can read and edit."""
        from tablemates.envs.portal_dash.positions import dump_position

        return dump_position(record, self.components)

    def record_of(self, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
        """Return the record of a position; what is ``"unknown"`` in it is drawn from the seed."""
        from tablemates.envs.portal_dash.positions import load_position

        return load_position(position, self.components, seed)


def _at(name: str) -> int:
    """Return the offset of a field of the public part."""
    assert _PUBLIC.fields is not None
    return int(_PUBLIC.fields[name][1])
