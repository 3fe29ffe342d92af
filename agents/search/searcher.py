"""Parts that rollouts and tree search share: a game's compiled program and its buffers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import Playouts, agents_of, load
from tablemates.agents.search.halving import Budget
from tablemates.envs.core.compiler.cache import compiling, folder_within
from tablemates.envs.core.engine.contract import load_program
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.registry import find_game

_PROGRAM: Final = Path(__file__).with_name("playouts.py")
#: Seconds that compiling it takes about.
_COMPILING: Final = 10
#: Candidates that are explained.
SHOWN: Final = 3


class Searcher(Agent):
    """An agent that searches with the rules of any game; ``parameters`` is its budget."""

    default: Budget

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        self.budget = Budget.parse(parameters, self.default)
        if parameters:
            self.name = f"{type(self).name}:{self.budget}"
        kind = find_game(facts.game)
        self.engine = kind.engine
        self.least = float(kind.least_return)
        sources = [f"{__package__}.{_PROGRAM.stem}"]
        script = {}
        if target := agents_of(facts.game).playouts:
            playouts: Playouts = load(target)
            script = playouts.program()
            sources += playouts.modules()
        folder = folder_within(self.engine.cache, *sources)
        self.program: Any = load_program(_PROGRAM, self.engine.hooks, folder, **script)
        self.buffers = (
            facts.box.copy(),
            np.zeros(self.engine.work.itemsize, np.uint8),
            np.zeros(self.engine.state.itemsize, np.uint8),
        )
        self._folder = folder

    def compiling(self) -> Any:
        """Return the context in which the program may have to be compiled."""
        return compiling(type(self).name, _COMPILING, self._folder)


def public_of(situation: Situation) -> Any:
    """Return the public part of the game in the form that machine code takes."""
    return np.require(situation.public, np.uint8, ["C", "W"])
