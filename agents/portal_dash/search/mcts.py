"""Tree search with explicit chance as an agent."""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.desk import new_desk
from tablemates.agents.portal_dash.rollouts.chances import read_model
from tablemates.agents.portal_dash.rollouts.script import script_weights
from tablemates.agents.portal_dash.search import growing as G
from tablemates.agents.portal_dash.search.budget import Budget
from tablemates.agents.portal_dash.search.stated import stated
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.rules.state import STATE, WORK

_SHOWN: Final = 3
_WORD: Final = 2**64
#: Nodes for each simulation (dice and draws are nodes as well), and edges for each node.
_NODES: Final = 6
_EDGES: Final = 8
#: Simulations between two looks at the clock, and nodes of a search by time.
_CHUNK: Final = 32
_MOST_NODES: Final = 40_000


@dataclass(frozen=True, slots=True)
class Manner:
    """How the tree grows; the order is that of the places in ``growing``.

    Attributes:
        explore: How much the planner's preference weighs against what was found.
        points: Of the planner's that make a choice e times less preferred.
        cut: Choices worth this many points less than the best are left out.
        width: The most choices of a decision.
        weight: What a point of the planner's is worth, in logits.
    """

    explore: float = 0.1
    points: float = 15.0
    cut: float = 60.0
    width: float = 6.0
    weight: float = 0.005


class MctsAgent(Agent):
    """Grows a tree of decisions and chance, and takes the choice that it went to most.

    Args:
        facts: The game it plays.
        parameters: The budget of a decision: simulations, or a time.
        manner: How the tree grows.
    """

    name = "mcts"
    DEFAULT: Final = Budget(simulations=400)

    def __init__(
        self, facts: GameFacts, parameters: str = "", manner: Manner | None = None
    ) -> None:
        self._budget = Budget.parse(parameters, self.DEFAULT)
        if parameters:
            self.name = f"mcts:{self._budget}"
        self._manner = np.array(astuple(manner or Manner()))
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._desk = new_desk(script_weights())
        self._model = read_model()
        simulations = self._budget.simulations
        count = _MOST_NODES if simulations is None else _NODES * simulations + 64
        self._positions = np.zeros((count, STATE.itemsize), np.uint8)
        self._nodes = np.zeros((count, G.NODE), np.int64)
        self._own = np.zeros(count)
        self._numbers = np.zeros((_EDGES * count + 1024, G.EDGE), np.int64)
        self._shares = np.zeros((_EDGES * count + 1024, G.SHARES))
        self._start = np.zeros(G.START)
        self._size = np.zeros(2, np.int64)
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return the choice that the tree went to most often."""
        order = self._search(situation)
        return int(self._numbers[order[0], G.ACTION])

    def explain(self, situation: Situation) -> Explanation:
        """Return the choices that the tree went to most, with the chances found below them."""
        order = self._search(situation)
        if len(order) == 1:
            action = int(self._numbers[order[0], G.ACTION])
            chance = float(stated(self._own[0]))
            reason = f"nothing else comes near it, by the planner; {chance:.0%} to win"
            return Explanation((Candidate(action, chance, reason),))
        total = int(self._nodes[0, G.VISITS])
        found = []
        for e in order[:_SHOWN]:
            tried = int(self._numbers[e, G.TRIED])
            if tried == 0:
                continue
            chance = float(stated(self._shares[e, G.SUM] / tried))
            reason = (
                f"wins {chance:.0%} by estimate; the search went here {tried} of {total} times, "
                f"the planner's own preference was {self._shares[e, G.SHARE]:.0%}"
            )
            found.append(Candidate(int(self._numbers[e, G.ACTION]), chance, reason))
        return Explanation(tuple(found))

    def _search(self, situation: Situation) -> list[int]:
        """Grow a tree; return the root's edges, the most visited first."""
        public = np.require(situation.public, np.uint8, ["C", "W"])
        key = np.uint64(situation.key % _WORD)
        self._size[:] = 0
        self._nodes[0, G.COUNT] = 0
        self._grow(public, key, 1)
        first, count = (int(self._nodes[0, place]) for place in (G.FIRST, G.COUNT))
        if count > 1:
            if self._budget.simulations is not None:
                self._grow(public, key, self._budget.simulations - 1)
            else:
                assert self._budget.seconds is not None
                end = time.perf_counter() + self._budget.seconds
                while time.perf_counter() < end and self._grow(public, key, _CHUNK) == _CHUNK:
                    pass
        tried = self._numbers[first : first + count, G.TRIED]
        return [first + int(place) for place in np.argsort(-tried, kind="stable")]

    def _grow(self, public: Bytes, key: np.uint64, simulations: int) -> int:
        arguments = (
            public,
            self._box,
            self._work,
            self._desk,
            self._model,
            self._manner,
            key,
            simulations,
            self._positions,
            self._nodes,
            self._own,
            self._numbers,
            self._shares,
            self._start,
            self._size,
        )
        if self._ready:
            return int(G.grow(*arguments))
        with compiling("tree search", 80, G.CODE):
            made = int(G.grow(*arguments))
        self._ready = True
        return made
