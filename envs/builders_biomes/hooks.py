"""Builders & Biomes as the engine sees it, see ``tablemates.envs.core.hooks``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.envs.builders_biomes import observation, state
from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import chance, flow, legal, setup, turn
from tablemates.envs.builders_biomes.state import State
from tablemates.envs.builders_biomes.vocabulary import Decision
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.hooks import CORE, game_cache, source_files

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 2


@helper
def to_move(s: State) -> int:
    """Return the active seat, ``CHANCE`` or ``OVER``."""
    decision = s.public.decision
    if decision == Decision.OVER:
        return OVER
    return CHANCE if decision == Decision.CHANCE else int(s.public.active)


_HERE: Final = Path(__file__).parent
RULE_SOURCES: Final = (
    *source_files(_HERE, "state", "vocabulary", "rules"),
    *source_files(CORE, "chance", "events", "record", "random", "values", "cube"),
)
_COMPILED: Final = ("hooks", "layout", "observation", "standing", "state", "vocabulary", "rules")
#: Folder for the machine code of this game.
CACHE: Final = game_cache(
    "builders_biomes", [*source_files(_HERE, *_COMPILED), *source_files(CORE, "cube")]
)
