"""Builders & Biomes as the engine sees it, see ``tablemates.envs.core.engine.contract``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import observation, state
from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import chance, flow, setup, turn
from tablemates.envs.core.engine.contract import game_sources

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 2
RULE_SOURCES, CACHE = game_sources(__name__, "prospects", core=["engine/cube"])
