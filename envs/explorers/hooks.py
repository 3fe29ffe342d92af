"""Explorers as the engine sees it, see ``tablemates.envs.core.hooks``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.chance import mover_by
from tablemates.envs.core.hooks import game_sources
from tablemates.envs.explorers import observation, state
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import chance, ending, flow, legal, setup

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 1
to_move = mover_by(V.Decision.NONE, V.Decision.CHANCE)
RULE_SOURCES, CACHE = game_sources(__file__, "observation")
