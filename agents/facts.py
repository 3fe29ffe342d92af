"""Static facts of a game that agents are created with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from tablemates.envs.core.game.catalogue import Catalogue
from tablemates.envs.core.game.game import Game, Utilities
from tablemates.envs.core.game.observation import Layout
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.records.layout import Bytes
from tablemates.envs.registry import new_game


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The actions, observation and parts of a game; the argument of every agent factory.

    Attributes:
        game: Key of the game in ``envs.registry``.
        settings: What they were made of, of any scenario.
        catalogue: The actions by number, record and name.
        layout: The layout of the flat observation.
        components: The parts.
        box: The parts as a record, ``uint8``, for compiled agents. Read only.
        scenarios: What the settings may set up, as records, shape ``(choices, bytes)``.
        hashes: ``ruleset``, ``interface`` and ``engine``.
        utilities: How the returns of the seats are related in these games.
        least_return: The least return of a seat in them; the greatest is 1.
    """

    game: str
    settings: Settings
    catalogue: Catalogue
    layout: Layout
    components: Any
    box: Bytes
    scenarios: Bytes
    hashes: Mapping[str, str]
    utilities: Utilities
    least_return: float

    def __reduce__(self) -> tuple[Any, ...]:
        # With the parts, because their file may have changed since it was read.
        settings = self.settings
        if settings.components is not None:
            settings = replace(settings, components=self.components)
        return GameFacts.of, (settings,)

    def layout_of(self, interface: str) -> Layout | None:
        """Return the observation of an interface, which today's may begin with.

        Where a game grows, actions and blocks of the observation are appended: what was made for
        fewer of them still knows what it sees. None: it is another game's, or was changed since.
        """
        if interface == self.hashes["interface"]:
            return self.layout
        groups, blocks = self.catalogue.groups, self.layout.blocks
        digests = [Catalogue(groups[:n]).digest for n in range(len(groups), 0, -1)]
        for count in range(len(blocks), 0, -1):
            layout = self.layout.beginning(count)
            digest = layout.digest
            if any(hash_of([one, digest]) == interface for one in digests):
                return layout
        return None

    @classmethod
    def of(cls, settings: Settings) -> GameFacts:
        """Return the facts of the games of some settings, independent of the scenario.

        Raises:
            ComponentsError: The parts are wrong.
        """
        return cls.of_game(new_game(settings))

    @classmethod
    def of_game(cls, game: Game) -> GameFacts:
        """Return the facts of a game object."""
        rest = (getattr(game, one.name) for one in fields(cls)[1:])
        return cls(game.settings.game, *rest)
