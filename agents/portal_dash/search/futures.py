"""A teacher: what the planner's best choices come to, all of them in the same few futures.

The ``rollout`` agent wants the best choice and drops the others on its way; a learner wants
to know by how much they differ. Here every candidate meets every future, and what is
stated of it is the plain mean: right on average, however noisy one decision's is.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.search.rollout import Manner
from tablemates.agents.portal_dash.search.trials import Trials
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation

_WORD: Final = 2**64
_MOST: Final = 4096


class FuturesAgent(Agent):
    """Tries each of the planner's candidates in the same futures.

    Args:
        facts: The game it plays.
        parameters: How many futures.

    Raises:
        AgentError: That is no number of futures.
    """

    name = "futures"

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        self._futures = 4
        if parameters:
            if not (parameters.isdecimal() and len(parameters) < 5 and int(parameters) > 0):
                raise AgentError(
                    f"futures:{parameters}: it needs a number of futures, 1 to {_MOST}, such as "
                    "futures:4"
                )
            self._futures = int(parameters)
            self.name = f"futures:{parameters}"
        self._manner = Manner()
        self._planner = tuned_planner(facts)
        self._trials = Trials(facts)

    def act(self, situation: Situation) -> int:
        """Return the candidate that fared best, the planner's own if it is among the best."""
        return self.explain(situation).candidates[0].action

    def explain(self, situation: Situation) -> Explanation:
        """Return the planner's candidates with their chances of winning, best first."""
        manner = self._manner
        plans = self._planner.plans(
            situation.public, situation.key, manner.candidates, manner.points
        )
        chance = float(plans.chances[0])
        if len(plans.actions) == 1:
            return Explanation((Candidate(int(plans.actions[0]), chance, "nothing comes near it"),))
        rng = np.random.default_rng(situation.key % _WORD)
        seeds = rng.integers(_WORD, size=self._futures, dtype=np.uint64)
        actions, value = plans.actions.astype(np.int64), float(plans.values[0])
        stated, _ = self._trials.meet(situation.public, actions, seeds, chance, value)
        chances = stated.mean(axis=1)
        reason = f"its mean chance of winning in {self._futures} futures"
        best = np.argsort(-chances, kind="stable").tolist()
        return Explanation(
            tuple(Candidate(int(actions[n]), float(chances[n]), reason) for n in best)
        )
