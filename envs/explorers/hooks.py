"""Explorers as the engine sees it, see ``tablemates.envs.core.engine.contract``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.engine.contract import game_sources
from tablemates.envs.explorers import observation, state
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import chance, ending, flow, setup

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 1
RULE_SOURCES, CACHE = game_sources(__name__)
