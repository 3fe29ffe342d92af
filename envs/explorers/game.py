"""Explorers as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from tablemates.envs.core.answers import RESUME
from tablemates.envs.core.game import Game, Picture
from tablemates.envs.core.hashing import hash_of, hash_of_files
from tablemates.envs.core.hooks import load_engine
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.core.rulebook import read_rulebook
from tablemates.envs.explorers import hooks, speech
from tablemates.envs.explorers.catalogue import CATALOGUE
from tablemates.envs.explorers.observation import ABOUT, LAYOUT
from tablemates.envs.explorers.parts import Components, load_components
from tablemates.envs.explorers.settings import Settings
from tablemates.envs.explorers.state import BOX
from tablemates.envs.explorers.vocabulary import Cause, Outcome

NAME: Final = "explorers_v0"
RULES: Final = Path(__file__).with_name("rules.yaml")


class Explorers(Game):
    """Implements ``tablemates.envs.core.game.Game``; see there for what is not said here.

    Args:
        settings: Levels, players, parts and so on.

    Raises:
        SettingsError: No game can be made of the settings.
    """

    name = NAME
    title = "Explorers"
    settings_type = Settings
    utilities = "identical"
    engine = load_engine(hooks, hooks.CACHE)
    label_fields = ("level", "players")
    ending_words: ClassVar = {
        "outcome": [one.name.lower() for one in Outcome],
        "cause": [one.name.lower() for one in Cause],
    }
    about = ABOUT
    shaping_terms = hooks.TERMS
    compile_seconds = 40
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        given = settings.components
        parts = given if isinstance(given, Components) else load_components(given)
        scenarios = np.stack([parts.scenario(one) for one in settings.level_choices])
        super().__init__(settings, parts, parts.record(), scenarios, CATALOGUE, LAYOUT)
        self.box_record: Any = RecordView(self.box, BOX)

    # -- what it is ---------------------------------------------------------------
    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """``ruleset``, ``interface`` and ``engine``."""
        return {
            "ruleset": hash_of([read_rulebook(RULES).version, self.components.digest()]),
            "interface": hash_of([CATALOGUE.digest, LAYOUT.digest]),
            "engine": hash_of_files(hooks.rule_sources()),
        }

    # -- what can be seen ---------------------------------------------------------------
    def player_name(self, seat: int) -> str:
        """Return the colour of a seat."""
        return speech.WORDS.name("seat", seat)

    def decision(self) -> str:
        """Return who decides what."""
        return speech.describe_decision(self.public)

    def describe(self, action: int) -> str:
        """Return an action (at explicit chance: an outcome) in words."""
        return speech.describe_action(self.public, self.box_record, action)

    def events(self) -> list[dict[str, Any]]:
        """Return what happened in the last move, each with its fields and a sentence."""
        return [speech.event(row) for row in self.work.events[: self.work.event_count].tolist()]

    def snapshot(self) -> dict[str, Any]:
        """Return the public state with the legal actions as documented plain data."""
        from tablemates.envs.explorers.snapshot import snapshot

        return snapshot(self)

    def picture(self, mode: str) -> Picture:
        """Return a picture: text, SVG or pixels."""
        from tablemates.envs.explorers.picture import picture

        return picture(self, mode)

    # -- as a value -----------------------------------------------------------------------
    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        self._choice = {"level": speech.level_of(self.public)}
        return answer

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> int:
        """Go on from a position, which may stand between two decisions."""
        super().load_position(position, seed)
        return self.step(RESUME)

    def position_of(self, record: Bytes) -> dict[str, Any]:
        """Return a record as plain data that a person can read and edit."""
        from tablemates.envs.explorers.positions import dump_position

        return dump_position(record, self.components)

    def record_of(self, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
        """Return the record of a position; what it leaves open is drawn from the seed."""
        from tablemates.envs.explorers.positions import load_position

        return load_position(position, self.components, seed)
