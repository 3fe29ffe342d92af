"""The agent ``rollout`` of any game: every action played on, each in the same futures."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.search.halving import Budget, Integers, Numbers, SearchResult, halve
from tablemates.agents.search.playouts import play_out
from tablemates.agents.search.searcher import SHOWN, Searcher, public_of
from tablemates.envs.core.views.agent import Candidate, Explanation, Situation

#: Prior of what the script does not take, less that of what it takes, and the standard deviation
#: of the error of that difference.
_BEHIND: Final = -0.03
_TRUST: Final = 0.05


class RolloutAgent(Searcher):
    """Finds the best action by sequential halving over playouts (flat Monte Carlo).

    The game's script plays on, or chance where there is none. All candidates play the same
    futures: dice, hidden things and random choices come from a future's seed.
    """

    name = "rollout"
    default = Budget(simulations=1024)

    def act(self, situation: Situation) -> int:
        """Return the best action."""
        actions, found = self._search(situation)
        return int(actions[found.order[0]])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best actions with the mean of the decider's values, from 0 to 1."""
        actions, found = self._search(situation)
        return Explanation(
            tuple(
                Candidate(
                    int(actions[n]),
                    float(found.chance[n]),
                    f"worth {found.chance[n]:.0%} on average of {found.futures[n]} playouts",
                )
                for n in found.order[:SHOWN].tolist()
            )
        )

    def _search(self, situation: Situation) -> tuple[Integers, SearchResult]:
        actions = np.flatnonzero(situation.mask)
        public, key, rng = public_of(situation), situation.key, situation.rng()

        def outcomes_of(actions: Integers, futures: int) -> tuple[Numbers, int]:
            seeds = rng.integers(2**64, size=futures, dtype=np.uint64)
            values = np.zeros((len(actions) * futures, self.engine.seats))
            seat, preferred = play_out(self.search, public, actions, seeds, key, values)
            return values[:, seat].reshape(len(actions), futures), preferred

        def play(alive: Integers, futures: int) -> Numbers:
            return outcomes_of(actions[alive], futures)[0]

        preferred = outcomes_of(actions[:0], 0)[1]
        if preferred < 0:
            return actions, halve(np.zeros(len(actions)), 1.0, self.budget, play)
        actions = np.array([preferred, *(one for one in actions if one != preferred)])
        prior = np.full(len(actions), _BEHIND)
        prior[0] = 0.0
        return actions, halve(prior, _TRUST, self.budget, play)
