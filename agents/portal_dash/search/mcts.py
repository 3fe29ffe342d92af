"""The agent ``mcts``: tree search with explicit chance."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.compiled import SIZE
from tablemates.agents.portal_dash.planner.buffers import new_buffers
from tablemates.agents.portal_dash.planner.chances import read_model
from tablemates.agents.portal_dash.planner.weights import tuned_weights
from tablemates.agents.portal_dash.search.planner_tree import CODE, START, grow
from tablemates.agents.portal_dash.search.rollout import stated
from tablemates.agents.search import tree as T
from tablemates.agents.search.halving import Budget
from tablemates.agents.search.mcts import grow_within, tree_for
from tablemates.agents.search.searcher import SHOWN, key_of, public_of
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling
from tablemates.envs.portal_dash.rules.state import WORK


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
        self._start = np.zeros(START)
        self._tree = tree_for(self._budget, SIZE, 1)

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
            chance = float(stated(tree.own[0, 0]))
            reason = f"nothing else comes near it, by the planner; {chance:.0%} to win"
            return Explanation((Candidate(action, chance, reason),))
        total = int(tree.nodes[0, T.VISITS])
        found = []
        for e in order[:SHOWN]:
            tried = int(tree.edges[e, T.TRIED])
            if tried == 0:
                continue
            chance = float(stated(tree.sums[e, 0] / tried))
            reason = (
                f"wins {chance:.0%} by estimate; the search went here {tried} of {total} times, "
                f"the planner's own preference was {tree.shares[e]:.0%}"
            )
            found.append(Candidate(int(tree.edges[e, T.ACTION]), chance, reason))
        return Explanation(tuple(found))

    def _search(self, situation: Situation) -> list[int]:
        """Grow a tree; return the root's edges, most visited first."""
        what = (
            *(public_of(situation), self._box, self._work, self._buffers, self._model),
            *(key_of(situation), self._start),
        )

        def simulate(simulations: int) -> int:
            with compiling("tree search", 10, CODE):
                return int(grow(*what, simulations, self._tree))

        return grow_within(self._budget, self._tree, simulate)
