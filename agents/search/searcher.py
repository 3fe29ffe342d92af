"""Parts that rollouts and tree search share: a game's rules, how it is played on, and buffers."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import Playouts, agents_of, load
from tablemates.agents.search.halving import Budget
from tablemates.agents.search.playouts import Search
from tablemates.envs.core.engine.rules import random_choice
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.registry import find_game

#: Turns of each seat in a playout that nothing else ends.
_ALL_ROUNDS: Final = 500
#: Prior of the action that a script takes.
_PREFERRED: Final = 0.5
#: Candidates that are explained.
SHOWN: Final = 3


class Searcher(Agent):
    """An agent that searches with the rules of any game; ``parameters`` is its budget."""

    default: Budget

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        self.budget = Budget.parse(parameters, self.default)
        if parameters:
            self.name = f"{type(self).name}:{self.budget}"
        self.engine = find_game(facts.game).engine
        self.least = float(facts.least_return)
        target = agents_of(facts.game).playouts
        self._playouts: Playouts | None = load(target) if target else None
        self._box = facts.box.copy()

    @cached_property
    def search(self) -> Search:
        """The rules, compiled or loaded when they are first asked for, and buffers."""
        engine, playouts = self.engine, self._playouts
        table, rounds = engine.table, _ALL_ROUNDS
        scripted = playouts is not None or engine.rules.prefer is not random_choice
        if playouts is not None:
            table, rounds = engine.table_with("playouts", **playouts.functions()), playouts.rounds
        return Search(
            rules=table,
            box=self._box,
            work=np.zeros(engine.work.itemsize, np.uint8),
            game=np.zeros((1, engine.state.itemsize), np.uint8),
            least=self.least,
            rounds=rounds,
            preferred=_PREFERRED if scripted else 0.0,
        )


def public_of(situation: Situation) -> Any:
    """Return the public part of the game in the form that machine code takes."""
    return np.require(situation.public, np.uint8, ["C", "W"])
