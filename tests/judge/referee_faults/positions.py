"""Where games begin in which the referee is to see a fault, so that it comes up soon."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.random import RandomAgent
from tablemates.envs.core.agent import Agent
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tests.games import late_position
from tests.judge.referee.games import play_on
from tests.judge.referee.log import Entry
from tests.judge.referee.reader import Reader

_COMPLETE = "complete"
_BESIDE = [{"space": [1, 0]}, {"space": [3, 0]}]

#: Positions by name; besides them there are ``new`` (games from their beginning) and ``late``
#: (in front of a wounded boss, with rare items).
POSITIONS: dict[str, dict[str, Any]] = {
    "hoglins": {
        "level": 5,
        "board": "flat",
        "mobs": {"hoglin 1": [1, 1], "hoglin 2": [2, 0], "hoglin 3": [3, 1]},
        "players": _BESIDE,
    },
    "skeletons": {
        "level": 5,
        "board": "flat",
        "mobs": {
            "wither skeleton 1": [1, 1],
            "wither skeleton 2": [2, 0],
            "wither skeleton 3": [3, 1],
        },
        "players": _BESIDE,
    },
    "chests": {
        "tiles": ["Twin Cellars", "Ember Ford"],
        "board": "flat",
        "chests": [[4, 2], [0, 3]],
        "mobs": {"ghast 1": [5, 4]},
        "players": [{"space": [4, 1]}, {"space": [0, 2]}],
    },
    "melee": {
        "board": "flat",
        "mobs": {"ghast 1": [2, 1], "magma cube 1": [3, 0], "enderman 2": [1, 0]},
        "players": [{"space": [2, 0]}, {"space": [2, 0]}],
    },
    "blades": {
        "board": "flat",
        "mobs": {"magma cube 1": [1, 1], "enderman 2": [3, 1]},
        "players": [
            {"space": [1, 0], "items": ["Netherite sword", "bow"]},
            {
                "space": [3, 0],
                "items": [{"item": "Netherite sword", "enchantments": ["sword reroll"]}, "bow"],
            },
        ],
    },
    "layer": {"cube": "4 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3"},
    "last block": {"cube": "1 - - - - - - - - - - - - - - -", "tasks": _COMPLETE},
    "nearly done": {
        "tasks": {"A": ["RR", "GGG"], "B": ["GGG", "RRR"], "C": ["YYYY"]},
        "mobs": {"ghast 1": [5, 4]},
        "board": "flat",
    },
    "edge": {
        "board": "flat",
        "mobs": {"ghast 1": [5, 1]},
        "players": [{"space": [0, 4]}, {"space": [1, 4]}],
    },
    "portal": {
        "parts_open": 2,
        "tasks": _COMPLETE,
        "mobs": {"magma cube 1": [5, 1]},
        "players": [{"space": [2, 8]}, {"space": [2, 8]}],
    },
    "magma": {
        "board": "flat",
        "magma": [[0, 0], [2, 0], [4, 0], [1, 1], [3, 1]],
        "soul_sand": [[0, 2], [1, 2], [2, 2], [3, 2]],
        "mobs": {"ghast 1": [5, 4]},
        "players": _BESIDE,
    },
}
_DECISIONS = 300


@cache
def _agent() -> Agent:
    return RandomAgent(GameFacts.of(Settings()))


def log_from(name: str, seed: int) -> list[Entry]:
    """Play a random game from a position; return its log."""
    position = POSITIONS.get(name)
    if position is None:
        settings = Settings(level=seed * 2 % 5 + 1, players=(seed + 1) % 4 + 1)  # type: ignore[arg-type]
    else:
        settings = Settings(level=position.get("level", 1), players=2)
    game = Game(settings)
    game.new(seed)
    if name == "late":
        game.load_position(late_position(game, np.random.default_rng(seed)))
    elif position is not None:
        game.load_position({**position, "seed": seed})
    return play_on(game, Reader(game), _agent(), seed, name == "new", _DECISIONS)
