"""The one list of games, and their names in Gymnasium's and PettingZoo's registries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import gymnasium
import pettingzoo


@dataclass(frozen=True, slots=True)
class RegisteredGame:
    """Where a game's environments are found and what they are called.

    Attributes:
        gymnasium_id: Id for ``gymnasium.make`` and ``gymnasium.make_vec``.
        pettingzoo_id: Id for ``pettingzoo.make`` (kinds ``aec`` and ``parallel``).
        module: Dotted name of the module with ``env``, ``parallel_env``, ``gym_env``
            and ``vector_env``.
    """

    gymnasium_id: str
    pettingzoo_id: str
    module: str


GAMES: Final[Mapping[str, RegisteredGame]] = {
    "portal_dash": RegisteredGame(
        "PortalDash-v0", "portal_dash-v0", "tablemates.envs.portal_dash_v0"
    ),
    "explorers": RegisteredGame("Explorers-v0", "explorers-v0", "tablemates.envs.explorers_v0"),
}


def register_games() -> None:
    """Register every game with Gymnasium and PettingZoo; importing ``tablemates`` does it."""
    for game in GAMES.values():
        gymnasium.register(
            game.gymnasium_id,
            entry_point=f"{game.module}:gym_env",
            vector_entry_point=f"{game.module}:vector_env",
        )
        # Checkers sample actions without looking at the mask, so an environment
        # that is made by its id does not end on an illegal action.
        for kind, view in (("aec", "env"), ("parallel", "parallel_env")):
            pettingzoo.register(
                kind,
                game.pettingzoo_id,
                entry_point=f"{game.module}:{view}",
                kwargs={"illegal_action": "penalty"},
            )
