"""Builders & Biomes as the engine sees it, see ``tablemates.envs.core.hooks``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.observation import show, write_observation
from tablemates.envs.builders_biomes.rules import flow
from tablemates.envs.builders_biomes.rules.chance import list_outcomes
from tablemates.envs.builders_biomes.rules.legal import list_legal
from tablemates.envs.builders_biomes.rules.posterior import draw_hidden
from tablemates.envs.builders_biomes.rules.returns import (
    write_potential,
    write_progress,
    write_returns,
)
from tablemates.envs.builders_biomes.rules.setup import set_up
from tablemates.envs.builders_biomes.rules.turn import forfeit
from tablemates.envs.builders_biomes.state import (
    BOX,
    SCENARIO,
    SHOWN,
    STATE,
    WORK,
    Box,
    Shown,
    State,
    Work,
)
from tablemates.envs.builders_biomes.vocabulary import Decision
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.compiled import compiled_once, helper, inlined
from tablemates.envs.core.hooks import game_cache

__all__ = ["ACTION_WORDS", "BOX", "CACHE", "SCENARIO", "SEATS", "SHOWN", "STATE", "WORK", "Shown"]
__all__ += ["advance", "draw_hidden", "forfeit", "list_legal", "list_outcomes", "set_up", "show"]
__all__ += ["take", "to_move", "viewer", "write_observation", "write_potential", "write_progress"]
__all__ += ["write_returns"]

SEATS: Final = V.SEATS
ACTION_WORDS: Final = 2


@helper
def to_move(s: State) -> int:
    """Return the active seat, ``CHANCE`` or ``OVER``."""
    decision = s.public.decision
    if decision == Decision.OVER:
        return OVER
    return CHANCE if decision == Decision.CHANCE else int(s.public.active)


@inlined
def viewer(s: State) -> int:
    """Return the active seat."""
    return int(s.public.active)


_HERE: Final = Path(__file__).parent
_CORE: Final = _HERE.parent / "core"


def rule_sources() -> list[Path]:
    """Return the files that decide what happens in a game."""
    own = [_HERE / "state.py", _HERE / "vocabulary.py", *(_HERE / "rules").glob("*.py")]
    return [*own, *(_CORE / f"{name}.py" for name in ("record", "random", "cube"))]


def compiled_sources() -> list[Path]:
    """Return every file of this game that machine code is made from."""
    names = ("hooks", "layout", "observation", "standing", "state", "vocabulary")
    own = (_HERE / f"{name}.py" for name in names)
    return [*own, *(_HERE / "rules").glob("*.py"), _CORE / "cube.py"]


#: Folder for the machine code of this game.
CACHE: Final = game_cache("builders_biomes", compiled_sources())


@compiled_once(CACHE, STATE, BOX, WORK, int)
def _run(s: State, box: Box, w: Work, action: int) -> None:
    if action < 0:
        flow.advance(s, box, w)
    else:
        flow.take(s, box, w, action)


@helper
def take(s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action, or receive an outcome, and run on."""
    _run(s, box, w, action)


@helper
def advance(s: State, box: Box, w: Work) -> None:
    """Run until a seat has a choice, explicit chance stops the game, or it is over."""
    _run(s, box, w, -1)
