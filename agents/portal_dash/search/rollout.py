"""The rollout agent: the planner's best candidates are played on, and the best of them is taken.

A one-step improvement of the planner (Tesauro and Galperin 1996): every
candidate is followed by planners in every seat for some turns, in futures drawn
from what is public; where a future stops short of the end, the chance of winning
is judged from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.candidates import candidates
from tablemates.agents.portal_dash.rollouts import Thoughts
from tablemates.agents.portal_dash.rollouts.script import SCRIPT
from tablemates.agents.portal_dash.search.budget import Budget
from tablemates.agents.portal_dash.search.halving import Found, Integers, Numbers
from tablemates.agents.portal_dash.search.reasons import reasons_for
from tablemates.agents.portal_dash.search.stated import stated
from tablemates.agents.portal_dash.search.trials import TURNS, WEIGHT, Trials
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation

_SHOWN: Final = 3
_WORD: Final = 2**64


@dataclass(frozen=True, slots=True)
class Manner:
    """How rollouts are made; the defaults are what was strongest for its time.

    Attributes:
        policy: As of ``Trials``.
        turns: As well.
        candidates: The most that are tried.
        points: Candidates that the planner values this much below its best are not tried.
        slope: What a point of the planner's is worth as a chance.
        weight: And what it is worth where futures are judged, as of ``Trials``.
        trust: How far the planner's differences are off, as chances.
    """

    policy: str = SCRIPT
    turns: int | None = TURNS
    candidates: int = 6
    points: float = 60.0
    slope: float = 0.001
    weight: float = WEIGHT
    trust: float = 0.03


class RolloutAgent(Agent):
    """Plays its candidates on many times, each in the same futures.

    Args:
        facts: The game it plays.
        parameters: The budget of a decision: rollouts in all, or a time.
        manner: How rollouts are made.
    """

    name = "rollout"
    DEFAULT: Final = Budget(simulations=64)

    def __init__(
        self, facts: GameFacts, parameters: str = "", manner: Manner | None = None
    ) -> None:
        self._budget = Budget.parse(parameters, self.DEFAULT)
        if parameters:
            self.name = f"rollout:{self._budget}"
        self._manner = manner or Manner()
        manner = self._manner
        self._trials = Trials(facts, manner.policy, manner.turns, manner.weight)

    def act(self, situation: Situation) -> int:
        """Return the candidate that fared best."""
        thoughts, order, found, _ = self._search(situation)
        return int(thoughts.actions[order[0 if found is None else found.order[0]]])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best candidates with their estimated chances of winning."""
        thoughts, order, found, seen = self._search(situation)
        if found is None:
            action, chance = int(thoughts.actions[order[0]]), float(stated(thoughts.chance))
            reason = f"nothing else comes near it in the planner's eyes ({chance:.0%} to win)"
            return Explanation((Candidate(action, chance, reason),))
        best = found.order[:_SHOWN]
        return Explanation(
            tuple(
                Candidate(int(thoughts.actions[order[place]]), float(found.chance[place]), reason)
                for place, reason in zip(best, reasons_for(found, best, seen), strict=True)
            )
        )

    def _search(self, situation: Situation) -> tuple[Thoughts, Integers, Found | None, Numbers]:
        """Return the planner's thoughts, the candidates, what was found, and their mean terms."""
        manner, public, key = self._manner, situation.public, situation.key % _WORD
        thoughts = self._trials.think(public, key)
        order = candidates(thoughts.values, thoughts.terms, manner.candidates, manner.points)
        if len(order) < 2:
            return thoughts, order, None, np.zeros((1, 0))
        actions = thoughts.actions[order].astype(np.int64)
        prior = manner.slope * (thoughts.values[order] - thoughts.values[order[0]])
        what = (public, actions, prior, manner.trust, thoughts)
        found, terms = self._trials.halve(*what, self._budget, key)
        # What was found says how the candidates differ, the judge how the planner's own fares.
        found.chance[:] = stated(found.chance - found.chance[0] + thoughts.chance)
        return thoughts, order, found, terms
