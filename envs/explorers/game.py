"""Explorers as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

import numpy as np

from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.vocabulary import words_of
from tablemates.envs.explorers import hooks
from tablemates.envs.explorers.observation import ABOUT, LAYOUT
from tablemates.envs.explorers.parts import STANDARD, Components, load_components
from tablemates.envs.explorers.rules.ending import TERMS
from tablemates.envs.explorers.settings import Settings, level_of
from tablemates.envs.explorers.vocabulary import CATALOGUE, Cause

RULES: Final = Path(__file__).with_name("rules.yaml")


class Explorers(Game):
    """Implements ``Game``; see there for what is not said here.

    Args:
        settings: Levels, players, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = "explorers_v0"
    title = "Explorers"
    settings_type = Settings
    utilities = "identical"
    engine = Engine("explorers", hooks.__name__, hooks.RULES, seconds=20)
    rules_version = read_rulebook(RULES).version
    rule_sources = hooks.RULE_SOURCES
    label_fields = ("level", "players")
    ending_words: ClassVar = {"outcome": words_of(Outcome), "cause": words_of(Cause)}
    about = ABOUT
    shaping_terms = TERMS
    parts_file = STANDARD
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        parts = load_components(settings.components)
        scenarios = np.stack([parts.scenario(one) for one in settings.level_choices])
        super().__init__(settings, parts, parts.record(), scenarios, CATALOGUE, LAYOUT)

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        self._choice = {"level": level_of(self.public)}
        return answer
