"""The agent ``mcts``: tree search with explicit chance."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.compiled import SIZE
from tablemates.agents.portal_dash.planner.buffers import new_buffers
from tablemates.agents.portal_dash.planner.chances import read_model
from tablemates.agents.portal_dash.planner.weights import tuned_weights
from tablemates.agents.portal_dash.search import tree as T
from tablemates.agents.portal_dash.search.halving import Budget
from tablemates.agents.portal_dash.search.rollout import SHOWN, stated
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.rules.state import WORK

_WORD: Final = 2**64
#: Nodes per simulation (dice and draws are nodes as well), and edges per node.
_NODES: Final = 6
_EDGES: Final = 8
#: Simulations between two looks at the clock, and nodes of a search by time.
_CHUNK: Final = 32
_MOST_NODES: Final = 40_000


class MctsAgent(Agent):
    """Grows a tree of decisions and chance, and takes the most visited choice.

    Args:
        facts: The game.
        parameters: The budget of a decision: number of simulations, or a time.
    """

    name = "mcts"
    DEFAULT: Final = Budget(simulations=400)

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        self._budget = Budget.parse(parameters, self.DEFAULT)
        if parameters:
            self.name = f"mcts:{self._budget}"
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._buffers = new_buffers(tuned_weights())
        self._model = read_model()
        simulations = self._budget.simulations
        nodes = _MOST_NODES if simulations is None else _NODES * simulations + 64
        edges = _EDGES * nodes + 1024
        self._tree = T.Tree(
            positions=np.zeros((nodes, SIZE), np.uint8),
            nodes=np.zeros((nodes, T.NODE), np.int64),
            own=np.zeros(nodes),
            edges=np.zeros((edges, T.EDGE), np.int64),
            shares=np.zeros((edges, T.SHARES)),
            start=np.zeros(T.START),
            size=np.zeros(2, np.int64),
        )
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return the most visited choice."""
        order = self._search(situation)
        return int(self._tree.edges[order[0], T.ACTION])

    def explain(self, situation: Situation) -> Explanation:
        """Return the most visited choices with the win probabilities found below them."""
        order = self._search(situation)
        tree = self._tree
        if len(order) == 1:
            action = int(tree.edges[order[0], T.ACTION])
            chance = float(stated(tree.own[0]))
            reason = f"nothing else comes near it, by the planner; {chance:.0%} to win"
            return Explanation((Candidate(action, chance, reason),))
        total = int(tree.nodes[0, T.VISITS])
        found = []
        for e in order[:SHOWN]:
            tried = int(tree.edges[e, T.TRIED])
            if tried == 0:
                continue
            chance = float(stated(tree.shares[e, T.SUM] / tried))
            reason = (
                f"wins {chance:.0%} by estimate; the search went here {tried} of {total} times, "
                f"the planner's own preference was {tree.shares[e, T.SHARE]:.0%}"
            )
            found.append(Candidate(int(tree.edges[e, T.ACTION]), chance, reason))
        return Explanation(tuple(found))

    def _search(self, situation: Situation) -> list[int]:
        """Grow a tree; return the root's edges, most visited first."""
        tree = self._tree
        public = np.require(situation.public, np.uint8, ["C", "W"])
        key = np.uint64(situation.key % _WORD)
        tree.size[:] = 0
        tree.nodes[0, T.COUNT] = 0
        self._grow(public, key, 1)
        first, count = (int(tree.nodes[0, place]) for place in (T.FIRST, T.COUNT))
        if count > 1:
            if self._budget.simulations is not None:
                self._grow(public, key, self._budget.simulations - 1)
            else:
                assert self._budget.seconds is not None
                end = time.perf_counter() + self._budget.seconds
                while time.perf_counter() < end and self._grow(public, key, _CHUNK) == _CHUNK:
                    pass
        tried = tree.edges[first : first + count, T.TRIED]
        return [first + int(place) for place in np.argsort(-tried, kind="stable")]

    def _grow(self, public: Bytes, key: np.uint64, simulations: int) -> int:
        arguments = (
            *(public, self._box, self._work, self._buffers, self._model),
            *(key, simulations, self._tree),
        )
        if self._ready:
            return int(T.grow(*arguments))
        with compiling("tree search", 80, T.CODE):
            made = int(T.grow(*arguments))
        self._ready = True
        return made
