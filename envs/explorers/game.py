"""Explorers as the core sees it: its words, pictures and positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.answers import RESUME
from tablemates.envs.core.documents import nearest
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.game import Game, Picture
from tablemates.envs.core.hashing import hash_of, hash_of_files
from tablemates.envs.core.hooks import game_cache, load_engine
from tablemates.envs.core.observation_forms import ObservationForms
from tablemates.envs.core.record import RecordView
from tablemates.envs.core.rulebook import read_rulebook
from tablemates.envs.explorers import hooks, speech
from tablemates.envs.explorers.catalogue import CATALOGUE
from tablemates.envs.explorers.observation import ABOUT, LAYOUT
from tablemates.envs.explorers.parts import Components, load_components
from tablemates.envs.explorers.settings import LevelChoice, Settings
from tablemates.envs.explorers.state import BOX
from tablemates.envs.explorers.vocabulary import Cause, Outcome

NAME: Final = "explorers_v0"
#: Folder for the machine code of this game.
CACHE: Final = game_cache("explorers", hooks.compiled_sources())
RULES: Final = Path(__file__).with_name("rules.yaml")


class Explorers(Game):
    """Implements ``tablemates.envs.core.game.Game``; see there for what is not said here.

    Args:
        settings: Levels, players, parts and so on.

    Raises:
        SettingsError: No game can be made of the settings.
    """

    name = NAME
    shared_returns = True
    engine = load_engine(hooks, CACHE)
    label_fields = ("level", "players")
    ending_words: ClassVar = {
        "outcome": [one.name.lower() for one in Outcome],
        "cause": [one.name.lower() for one in Cause],
    }
    compile_seconds = 40
    settings: Settings

    def __init__(self, settings: Settings) -> None:
        parts = settings.components
        self.components = parts if isinstance(parts, Components) else load_components(parts)
        self._level: LevelChoice = settings.level_choices[0]
        scenarios = np.stack([self.components.scenario(one) for one in settings.level_choices])
        super().__init__(settings, self.components.record(), scenarios, CATALOGUE, LAYOUT)
        self.box_record: Any = RecordView(self.box, BOX)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = self.settings
        if settings.components is not None:  # a file may have changed since it was read
            settings = replace(settings, components=self.components)
        return Explorers, (settings,), (self.save(), self._level)

    def __setstate__(self, state: tuple[bytes, LevelChoice]) -> None:
        record, self._level = state
        super().__setstate__(record)

    # -- what it is ---------------------------------------------------------------
    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """``ruleset``, ``interface`` and ``engine``."""
        return {
            "ruleset": hash_of([read_rulebook(RULES).version, self.components.digest()]),
            "interface": hash_of([CATALOGUE.digest, LAYOUT.digest]),
            "engine": hash_of_files(hooks.rule_sources()),
        }

    @property
    def recipe(self) -> Mapping[str, Any]:
        """Plain data of which ``Settings.of_recipe`` makes settings for this game."""
        return self.settings.recipe(self._level, self.seats)

    @staticmethod
    def shaping_numbers(settings: Settings) -> npt.NDArray[np.float64]:
        """Return discount and weights of the shaping, nothing where there is none."""
        terms = settings.shaping
        if not terms:
            return np.zeros(0)
        for name, weight in terms.items():
            if name not in hooks.TERMS:
                hint = nearest(name, hooks.TERMS)
                raise SettingsError(f"unknown term {name!r} of shaping{hint}")
            if type(weight) not in (int, float) or not np.isfinite(weight):
                raise SettingsError(f"the weight of {name!r} in shaping is {weight!r}, no number")
        return np.array([settings.shaping_discount, *(terms.get(one, 0.0) for one in hooks.TERMS)])

    # -- playing --------------------------------------------------------------------
    def new(self, seed: int, place: int = 0) -> int:
        """Begin a game of a sequence."""
        answer = super().new(seed, place)
        self._level = self.settings.level_choices[self.lane.scenario]
        return answer

    # -- what can be seen ---------------------------------------------------------------
    @cached_property
    def forms(self) -> ObservationForms:
        """The forms of observations."""
        return ObservationForms(LAYOUT, CATALOGUE, ABOUT)

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
    def check(self, record: bytes) -> None:
        """Refuse a record that no game leads to: written as a position, it must come back."""
        from tablemates.envs.explorers.positions import dump_position, load_position

        self.check_fit(record)
        buffer = np.frombuffer(record, np.uint8)
        try:
            again = load_position(dump_position(buffer, self.components), self.components)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise FormatError(f"no game of these rules looks like that: {error}") from error
        if again.tobytes() != record:
            raise FormatError("no game of these rules looks like that: its numbers disagree")

    def check_fit(self, record: bytes) -> None:
        """Refuse a record that these settings have no room for."""
        super().check_fit(record)
        public: Any = RecordView(np.frombuffer(record, np.uint8), self.engine.state).public
        if not 1 <= public.players <= self.max_seats:
            raise FormatError(
                f"a game of {public.players} players does not fit an environment for "
                f"{self.max_seats}: choose players={public.players}"
            )
        if bool(public.explicit_chance) != self.explicit_chance:
            chance = "explicit" if public.explicit_chance else "sampled"
            raise FormatError(f"the game has {chance} chance: choose chance={chance!r}")

    def restore(self, record: bytes) -> int:
        """Go on from a record."""
        answer = super().restore(record)
        self._level = speech.level_of(self.public)
        return answer

    def dump_position(self) -> dict[str, Any]:
        """Return the whole game as plain data that a person can read and edit."""
        from tablemates.envs.explorers.positions import dump_position

        return dump_position(self.record, self.components)

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> int:
        """Go on from a position; what it leaves open is drawn from the seed."""
        from tablemates.envs.explorers.positions import load_position

        self.restore(load_position(position, self.components, seed).tobytes())
        return self.step(RESUME)
