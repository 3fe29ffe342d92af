"""Builders & Biomes as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np

from tablemates.envs.builders_biomes import hooks, speech
from tablemates.envs.builders_biomes.catalogue import CATALOGUE
from tablemates.envs.builders_biomes.layout import ABOUT, LAYOUT
from tablemates.envs.builders_biomes.parts import Components, load_components
from tablemates.envs.builders_biomes.rules.returns import TERMS
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.builders_biomes.standing import prospects
from tablemates.envs.builders_biomes.vocabulary import Cause, Level, Reward, Source
from tablemates.envs.core.game import Game, Picture
from tablemates.envs.core.hooks import load_engine
from tablemates.envs.core.record import Bytes

NAME: Final = "builders_biomes_v0"


class BuildersBiomes(Game):
    """Implements ``tablemates.envs.core.game.Game``; see there for what is not said here.

    Args:
        settings: Levels, players, reward, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = NAME
    title = "Builders & Biomes"
    settings_type = Settings
    utilities = "general"
    score_unit = "XP"
    score_field = "xp"
    engine = load_engine(hooks, hooks.CACHE)
    rules_version = 1
    rule_sources = hooks.RULE_SOURCES
    label_fields = ("level", "players")
    ending_words: ClassVar = {"cause": [one.name.lower() for one in Cause]}
    about = ABOUT
    shaping_terms = TERMS
    compile_seconds = 40
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        given = settings.components
        self.components = given if isinstance(given, Components) else load_components(given)
        reward = Reward[settings.reward.upper()]
        self.least_return = -1.0 if reward in (Reward.ZERO_SUM, Reward.MARGIN) else 0.0
        super().__init__(
            settings,
            self.components,
            self.components.record(reward),
            np.stack([self.components.scenario(one["level"]) for one in settings.choices]),
            CATALOGUE,
            LAYOUT,
        )

    # -- scores ---------------------------------------------------------------------
    def standings(self) -> list[int]:
        """Return the XP that each seat would end with if nothing more were built."""
        xp = self.public.xp + prospects(self.record, self.box).sum(1)
        return [int(points) for points in xp[: self.seats]]

    def breakdown(self, seat: int) -> dict[str, int]:
        """Return the XP of a seat by source; they add up to its score."""
        return {source.name.lower(): int(self.public.xp_by[seat, source]) for source in Source}

    def ending(self) -> dict[str, Any]:
        """Return how the game ended, with rank and XP by source of each seat."""
        return {
            **super().ending(),
            "ranks": self.public.rank[: self.seats].tolist(),
            "breakdown": [self.breakdown(seat) for seat in range(self.seats)],
            "standings": self.standings(),
        }

    # -- what can be seen ---------------------------------------------------------------
    def player_name(self, seat: int) -> str:
        """Return the colour of a seat."""
        return speech.WORDS.name("seat", seat)

    def decision(self) -> str:
        """Return who decides what."""
        return speech.describe_decision(self.public, self.box_record)

    def describe(self, action: int) -> str:
        """Return an action (at explicit chance: an outcome) in words."""
        return speech.describe_action(self.public, self.box_record, action)

    def events(self) -> list[dict[str, Any]]:
        """Return what happened in the last move, each with its fields and a sentence."""
        rows = self.work.events[: self.work.event_count].tolist()
        return [speech.event(self.box_record, row) for row in rows]

    def snapshot(self) -> dict[str, Any]:
        """Return the public state with the legal actions as documented plain data."""
        from tablemates.envs.builders_biomes.snapshot import snapshot

        return snapshot(self)

    def picture(self, mode: str) -> Picture:
        """Return a picture: text, SVG or pixels."""
        from tablemates.envs.builders_biomes.picture import picture

        return picture(self, mode)

    # -- as a value -----------------------------------------------------------------------
    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        if self.public.level != Level.CUSTOM:
            self._choice = {"level": Level(self.public.level).name.lower()}
        return answer

    def position_of(self, record: Bytes) -> dict[str, Any]:
        """Return a record as plain data that a person can read and edit."""
        from tablemates.envs.builders_biomes.positions import dump_position

        return dump_position(record)

    def record_of(self, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
        """Return the record of a position; what it leaves open is drawn from the seed."""
        from tablemates.envs.builders_biomes.positions import load_position

        return load_position(self, position, seed)
