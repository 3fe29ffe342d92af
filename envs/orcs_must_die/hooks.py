"""Orcs Must Die! as the engine sees it, see ``tablemates.envs.core.engine.contract``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.engine.contract import game_sources
from tablemates.envs.orcs_must_die import observation, state
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules import chance, flow, harm, setup

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 3
RULE_SOURCES, CACHE = game_sources(__name__)
