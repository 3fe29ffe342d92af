"""The agent ``mcts`` of any game: tree search with explicit chance and playouts."""

from __future__ import annotations

from typing import Final

from tablemates.agents.facts import GameFacts
from tablemates.agents.search import tree as T
from tablemates.agents.search.halving import Budget
from tablemates.agents.search.playouts import grow_tree
from tablemates.agents.search.searcher import SHOWN, Searcher, public_of
from tablemates.envs.core.views.agent import Candidate, Explanation, Situation

#: Nodes per simulation (dice and draws are nodes as well), and edges per node.
_NODES: Final = 6
_EDGES: Final = 8
#: Nodes of a search by time.
_MOST_NODES: Final = 40_000


class MctsAgent(Searcher):
    """Grows a tree of decisions and chance, and takes the most visited action."""

    name = "mcts"
    default = Budget(simulations=1000)

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        super().__init__(facts, parameters)
        size, seats = self.engine.state.itemsize, self.engine.seats
        wanted = self.budget.simulations
        nodes = _MOST_NODES if wanted is None else _NODES * wanted + 64
        self._tree = T.new_tree(
            nodes, _EDGES * nodes + 1024, size, seats, self.engine.rules.legal_room
        )

    def act(self, situation: Situation) -> int:
        """Return the most visited action."""
        return int(self._tree.edges[self._search(situation)[0], T.ACTION])

    def explain(self, situation: Situation) -> Explanation:
        """Return the most visited actions with the decider's values found below them."""
        edges, tree = self._search(situation), self._tree
        total, column = tree.nodes[0, [T.VISITS, T.COLUMN]].tolist()
        found = []
        for e in edges[:SHOWN]:
            tried = int(tree.edges[e, T.TRIED])
            value = float(tree.sums[e, column] / max(1, tried))
            reason = f"worth {value:.0%}; the search went here {tried} of {total} times"
            found.append(Candidate(int(tree.edges[e, T.ACTION]), value, reason))
        return Explanation(tuple(found))

    def _search(self, situation: Situation) -> list[int]:
        """Grow a tree; return the root's edges, most visited first."""
        tree, public, key = self._tree, public_of(situation), situation.key

        def grow(simulations: int) -> int:
            return grow_tree(self.search, public, key, simulations, tree)

        tree.clear()
        grow(1)
        if tree.nodes[0, T.COUNT] > 1:  # a single action needs no search
            self.budget.spend(grow, 1)
        return tree.root_edges()
