"""Portal Dash as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.presentation import Picture
from tablemates.envs.core.hashing import hash_of, hash_of_files
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.core.records.vocabulary import words_of
from tablemates.envs.portal_dash import hooks
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.observation_layout import ABOUT, make_layout
from tablemates.envs.portal_dash.parts import STANDARD, Components, load_components
from tablemates.envs.portal_dash.rules.ending import TERMS
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.vocabulary import SHARED_DECISIONS, Cause, Decision, make_catalogue

RULES: Final = Path(__file__).with_name("rules.yaml")
#: Changes when an action or a number of the observation comes to mean something else.
INTERFACE_VERSION: Final = 1
ENGINE: Final = Engine("portal_dash", hooks.__name__, hooks.RULES, seconds=50)


def ruleset_hash(components: Components, edition: str) -> str:
    """Return the hash of rules and parts; level, players and seed are not part of it."""
    return hash_of([read_rulebook(RULES).version, components.digest(), edition])


class PortalDash(Game):
    """Implements ``Game``; see there for what is not said here."""

    name = "portal_dash_v0"
    title = "Portal Dash"
    settings_type = Settings
    utilities = "identical"
    engine = ENGINE
    label_fields = ("level", "players")
    ending_words: ClassVar = {"outcome": words_of(Outcome), "cause": words_of(Cause)}
    about = ABOUT
    shaping_terms = TERMS
    parts_file = STANDARD
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        parts, shape = load_components(settings.components), settings.board_shape
        levels = [
            parts.custom_level(choice, shape)
            if isinstance(choice, Mapping)
            else parts.level(choice, settings.edition, settings.boss)
            for choice in settings.level_choices
        ]
        box, catalogue, layout = parts.record(shape), make_catalogue(shape), make_layout(shape)
        super().__init__(settings, parts, box, np.stack(levels), catalogue, layout)
        self.names = Names(parts.item_names, parts.tile_names, self.box_record)

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """``ruleset``, ``interface`` and ``engine``."""
        digests = self.catalogue.digest, self.layout.digest
        return {
            "ruleset": ruleset_hash(self.components, self.settings.edition),
            "interface": hash_of([INTERFACE_VERSION, *digests]),
            "engine": hash_of_files(hooks.RULE_SOURCES),
        }

    def figures(self) -> Mapping[str, int]:
        """Return the difficulty of the level."""
        settings = self.settings
        (level,) = settings.level_choices[:1]
        return {"difficulty": self.components.difficulty(level, settings.edition)}

    def told(self) -> list[str]:
        """Return the sentences of the last move's events; what was forced speaks for itself."""
        return [event["text"] for event in self.events() if event["event"] != "forced"]

    @property
    def shared_decision(self) -> bool:
        """True if the present decision is the team's in spirit."""
        return Decision(self.public.decision) in SHARED_DECISIONS

    def picture(self, mode: str) -> Picture:
        """Return a picture, as text in colour where the terminal has it."""
        picture = super().picture(mode)
        if mode == "ansi":
            picture = self._module("text").painted(picture)
        return picture

    def stage(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what an event shows at the table."""
        staged = dict(super().stage(event))
        if event["event"] == "mob_defeated" and event["mob"] >= V.REGULAR_MOBS:
            staged["move"] = [staged["move"][0], ""]  # bosses never come back
        return staged

    def check_fit(self, record: bytes) -> None:
        """Refuse a record that these settings have no room for."""
        super().check_fit(record)
        public: Any = RecordView(np.frombuffer(record, np.uint8), ENGINE.state).public
        size, capacity = (int(public.rows), int(public.columns)), self.settings.board_shape
        if size[0] > capacity[0] or size[1] > capacity[1]:
            raise FormatError(f"a board of {size} does not fit board_shape={capacity}")

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        if self.public.level:  # 0: a custom one
            self._choice = {"level": self.public.level}
        return answer
