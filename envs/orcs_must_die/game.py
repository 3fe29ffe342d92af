"""Orcs Must Die! as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import ClassVar, Final

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.core.game.game import Game, Utilities
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import hooks
from tablemates.envs.orcs_must_die.observation import ABOUT, LAYOUT
from tablemates.envs.orcs_must_die.observation_further import FURTHER_LAYOUT
from tablemates.envs.orcs_must_die.observation_rivals import ABOUT_RIVALS, RIVAL_LAYOUT
from tablemates.envs.orcs_must_die.parts import STANDARD, Components, Options, load_components
from tablemates.envs.orcs_must_die.rolls import icon_rolls
from tablemates.envs.orcs_must_die.rules.harm import TERMS
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.orcs_must_die.swaps import difficulty_of, with_swaps
from tablemates.envs.orcs_must_die.vocabulary import (
    CATALOGUE,
    COLOURS,
    FULL_CATALOGUE,
    MORE_CATALOGUE,
    Cause,
    Mode,
)

RULES: Final = Path(__file__).with_name("rules.yaml")


class OrcsMustDie(Game):
    """Implements ``Game``; see there for what is not said here.

    Args:
        settings: Fortress, mode, players, parts and so on.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    name = "orcs_must_die_v0"
    title = "Orcs Must Die! The Board Game"
    settings_type = Settings
    utilities: Utilities = "identical"
    engine = Engine("orcs_must_die", hooks.__name__, hooks.RULES, seconds=50)
    rules_version = read_rulebook(RULES).version
    rule_sources = hooks.RULE_SOURCES
    label_fields = ("fortress", "mode", "players")
    ending_words: ClassVar = {"outcome": words_of(Outcome), "cause": words_of(Cause)}
    about = ABOUT
    shaping_terms = TERMS
    parts_file = STANDARD
    settings: Settings
    components: Components

    def __init__(self, settings: Settings) -> None:
        parts = load_components(settings.components).with_options(settings.options)
        names = [str(one["fortress"]) for one in settings.draws]
        parts = with_swaps(parts, names, settings.swaps)  # ED-05
        if settings.rivalry == "off":
            parts.check_heroes(max(settings.player_choices), settings.bosses)
        rest = (settings.choices, settings.first_lord, settings.max_rounds, settings.bosses)
        scenarios = np.stack(
            [
                parts.scenario(one["fortress"], one["mode"], *rest, settings.rivals_of(one))
                for one in settings.draws
            ]
        )
        catalogue = FULL_CATALOGUE if settings.choices == "full" else CATALOGUE
        if settings.options.bosses or settings.heroes == "all" or settings.options.rival:
            catalogue = MORE_CATALOGUE
        layout = LAYOUT if settings.options == Options() else FURTHER_LAYOUT
        if settings.options.rival:
            layout = RIVAL_LAYOUT
            self.utilities, self.least_return = "zero_sum", -1.0  # RIV-24
            self.about = {**ABOUT, **ABOUT_RIVALS}
            chosen = catalogue.ids("hero"), catalogue.ids("extra_hero")
            self.secret_actions = frozenset(chain(*chosen))  # HID-04
        super().__init__(settings, parts, parts.record(), scenarios, catalogue, layout)

    @property
    def fortress(self) -> str:
        """The name of the fortress of the present game."""
        return self.components.names("fortresses")[int(self.public.fortress)]

    @property
    def difficulty(self) -> str:
        """Name of the difficulty of the present game (ED-06)."""
        printed = self.components.parts.fortresses[self.fortress].difficulty
        return difficulty_of(printed, word_of(Mode(self.public.mode)), self.settings.swaps)

    @property
    def has_private(self) -> bool:
        """True in rivalry, where teams choose their heroes in secret (HID-04)."""
        return self.settings.rivalry == "on"

    def rolls(self) -> dict[tuple[int, ...], float]:
        """Return the rolls of the dice that differ in their icons; cards come one by one."""
        die = self.to_move() == CHANCE and self.public.chance < COLOURS
        return icon_rolls(self.public, self.box_record) if die else super().rolls()

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        self._choice = {"fortress": self.fortress, "mode": word_of(Mode(self.public.mode))}
        return answer
