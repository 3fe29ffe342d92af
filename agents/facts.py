"""Static facts of a game that agents are created with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablemates.envs.core.catalogue import Catalogue
from tablemates.envs.core.observation_forms import Layout
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash import hashes
from tablemates.envs.portal_dash.actions import make_catalogue
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.settings import Settings


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The actions, observation and parts of a game; the argument of every agent factory.

    Attributes:
        catalogue: The actions by number, record and name.
        layout: The layout of the flat observation.
        components: The parts.
        box: The parts as a record, ``uint8``, for compiled agents. Read only.
        hashes: ``ruleset``, ``interface`` and ``engine``.
    """

    catalogue: Catalogue
    layout: Layout
    components: Components
    box: Bytes
    hashes: Mapping[str, str]

    @classmethod
    def of(cls, settings: Settings) -> GameFacts:
        """Return the facts of the games of some settings, independent of level and players.

        Raises:
            ComponentsError: The parts are wrong.
        """
        parts = settings.components
        components = parts if isinstance(parts, Components) else load_components(parts)
        shape = settings.board_shape
        return cls(
            make_catalogue(shape),
            make_layout(shape),
            components,
            components.record(shape),
            {
                "ruleset": hashes.ruleset_hash(components, settings.edition),
                "interface": hashes.interface_hash(shape),
                "engine": hashes.engine_hash(),
            },
        )
