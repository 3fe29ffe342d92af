"""The agent ``rollout`` of any game: every action played on at random, each in the same futures."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.search.halving import Budget, Integers, Numbers, SearchResult, halve
from tablemates.agents.search.searcher import SHOWN, Searcher, key_of, public_of
from tablemates.envs.core.agent import Candidate, Explanation, Situation

#: Standard deviation of the prior: all actions are equal as far as is known.
_TRUST: Final = 1.0


class RolloutAgent(Searcher):
    """Finds the best action by sequential halving over random playouts (flat Monte Carlo).

    All candidates play the same futures: dice and hidden things come from a future's seed, the
    players' choices too.
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
                    f"worth {found.chance[n]:.0%} on average of {found.futures[n]} random playouts",
                )
                for n in found.order[:SHOWN].tolist()
            )
        )

    def _search(self, situation: Situation) -> tuple[Integers, SearchResult]:
        actions = np.flatnonzero(situation.mask)
        public, rng = public_of(situation), np.random.default_rng(int(key_of(situation)))

        def play(alive: Integers, futures: int) -> Numbers:
            seeds = rng.integers(2**64, size=futures, dtype=np.uint64)
            values = np.zeros((len(alive) * futures, self.engine.hooks.SEATS))
            with self.compiling():
                seat = self.program.play_out(
                    public, *self.buffers, actions[alive], seeds, self.least, values
                )
            return values[:, seat].reshape(len(alive), futures)

        return actions, halve(np.zeros(len(actions)), _TRUST, self.budget, play)
