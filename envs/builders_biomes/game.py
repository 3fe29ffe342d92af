"""Builders & Biomes as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import hooks
from tablemates.envs.builders_biomes.observation import ABOUT, LAYOUT
from tablemates.envs.builders_biomes.parts import STANDARD, Components, load_components
from tablemates.envs.builders_biomes.prospects import prospects
from tablemates.envs.builders_biomes.rules.turn import TERMS
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.builders_biomes.vocabulary import CATALOGUE, Cause, Level, Reward, Source
from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Bytes
from tablemates.envs.core.records.vocabulary import word_of, words_of

RULES: Final = Path(__file__).with_name("rules.yaml")


class BuildersBiomes(Game):
    """Implements ``Game``; see there for what is not said here.

    Args:
        settings: Levels, players, reward, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = "builders_biomes_v0"
    title = "Builders & Biomes"
    settings_type = Settings
    utilities = "general"
    score_unit = "XP"
    score_field = "xp"
    engine = Engine("builders_biomes", hooks.__name__, hooks.RULES, seconds=20)
    rules_version = read_rulebook(RULES).version
    rule_sources = hooks.RULE_SOURCES
    label_fields = ("level", "players")
    ending_words: ClassVar = {"cause": words_of(Cause)}
    ending_entries: ClassVar = {
        "ranks": ("`int64`, (seats,)", "the place of each seat, 1 for the first; ties share it"),
        "breakdown": (
            f"`int64`, (seats, {len(Source)})",
            f"where the XP of each seat come from: {', '.join(words_of(Source))}",
        ),
        "standings": (
            "`int64`, (seats,)",
            "the XP that each seat would end with if nothing more were built; at the end its score",
        ),
    }
    about = ABOUT
    shaping_terms = TERMS
    parts_file = STANDARD
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        parts = load_components(settings.components)
        reward = Reward[settings.reward.upper()]
        self.least_return = -1.0 if reward in (Reward.ZERO_SUM, Reward.MARGIN) else 0.0
        super().__init__(
            settings,
            parts,
            parts.record(reward),
            np.stack([parts.scenario(one) for one in settings.level_choices]),
            CATALOGUE,
            LAYOUT,
        )

    def standings(self) -> list[int]:
        """Return the XP that each seat would end with if nothing more were built."""
        found: list[int] = self._standings(self.record[None])[0, : self.seats].tolist()
        return found

    def _standings(self, records: Bytes) -> npt.NDArray[np.int64]:
        """Return those of many games, shape ``(games, max_seats)``."""
        standings = records.view(self.engine.state)[:, 0]["public"]["xp"].astype(np.int64)
        for n, record in enumerate(records):
            standings[n] += prospects(record, self.box).sum(1)
        return standings[:, : self.max_seats]

    def endings(self, records: Bytes) -> dict[str, Any]:
        """Return how games ended, with rank and XP by source of each seat."""
        public, seats = records.view(self.engine.state)[:, 0]["public"], self.max_seats
        return {
            **super().endings(records),
            "ranks": public["rank"][:, :seats].astype(np.int64),
            "breakdown": public["xp_by"][:, :seats].astype(np.int64),
            "standings": self._standings(records),
        }

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        if self.public.level != Level.CUSTOM:
            self._choice = {"level": word_of(Level(self.public.level))}
        return answer
