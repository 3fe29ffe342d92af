"""The agent ``ahead``: the tuned planner's plans, judged by where they stand two rolls later.

Its search draws nothing but the planner's own hidden part: each plan is followed once for
every third of the mob die's faces, with the same dice for all plans. So it costs little more
than the planner, and networks that are told of it need no search of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.ahead.following import CODE, ROLLS, follow
from tablemates.agents.portal_dash.copying import SIZE
from tablemates.agents.portal_dash.planner.agent import Plans, tuned_planner
from tablemates.agents.portal_dash.planner.desk import new_desk
from tablemates.agents.portal_dash.planner.files import tuned_weights
from tablemates.agents.portal_dash.planner.weights import Numbers, Term
from tablemates.agents.portal_dash.search.trials import judged
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.rules.state import WORK

#: Plans that are followed at the most, and how many points they may be behind the best: further
#: ones took as long again and were hardly ever better.
MOST: Final = 4
POINTS: Final = 30.0
#: Of the planner's own opinion of a plan, against that of where it stands later.
_OWN: Final = 0.5
_KEYS: Final = 2**62


@dataclass(frozen=True, slots=True)
class Foresight:
    """What the next rolls make of the plans of a decision.

    Attributes:
        plans: The planner's, best first.
        terms: What it thinks of each after them, shape ``(plans, ROLLS, terms)``.
        outcomes: An ``Outcome`` each, shape ``(plans, ROLLS)``.
        futures: The chance of winning there, shape ``(plans, ROLLS)``.
    """

    plans: Plans
    terms: Numbers
    outcomes: Array8
    futures: Numbers

    @property
    def later(self) -> Numbers:
        """Return the mean chance of winning after the rolls, shape ``(plans,)``."""
        return np.asarray(self.futures.mean(axis=1))

    @property
    def doubt(self) -> Numbers:
        """Return the standard error of how ``later`` differs from the first plan's."""
        apart = self.futures - self.futures[0]
        return np.asarray(apart.std(axis=1, ddof=1) / np.sqrt(ROLLS))

    @property
    def chances(self) -> Numbers:
        """Return the chance of winning with each plan, both opinions taken together."""
        return _OWN * self.plans.chances + (1.0 - _OWN) * self.later


class AheadAgent(Agent):
    """Follows the tuned planner's plans a little further.

    Args:
        facts: The game it plays.
    """

    name = "ahead"

    def __init__(self, facts: GameFacts) -> None:
        self._planner = tuned_planner(facts)
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._desk = new_desk(tuned_weights())
        self._games = np.zeros((2, SIZE), np.uint8)
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return the first action of the plan with the best chance of winning."""
        seen = self.foresee(situation.public, situation.key)
        return int(seen.plans.actions[np.argmax(seen.chances)])

    def explain(self, situation: Situation) -> Explanation:
        """Return the plans with their chances of winning, best first."""
        seen = self.foresee(situation.public, situation.key)
        chances = seen.chances
        order = np.argsort(-chances, kind="stable")
        return Explanation(
            tuple(
                Candidate(int(seen.plans.actions[n]), float(chances[n]), _reason(seen, n))
                for n in order.tolist()
            )
        )

    def foresee(
        self, public: Bytes, key: int, most: int = MOST, points: float = POINTS
    ) -> Foresight:
        """Return the planner's plans and what the next rolls make of them.

        Args:
            public: The public part of a game at a decision.
            key: Seed of what is drawn.
            most: As of ``PlannerAgent.plans``.
            points: As well.
        """
        plans = self._planner.plans(public, key, most, points)
        count = len(plans.actions)
        terms = np.zeros((count, ROLLS, len(Term)))
        outcomes = np.zeros((count, ROLLS), np.int8)
        if count == 1:  # there is nothing to compare it with
            futures = np.tile(plans.chances[:, None], ROLLS)
            return Foresight(plans, terms + plans.terms[:, None], outcomes, futures)
        arguments = (
            *(np.ascontiguousarray(plans.ends), self._games, self._box, self._work, self._desk),
            *(int(key) % _KEYS, terms, outcomes),
        )
        if self._ready:
            follow(*arguments)
        else:
            with compiling("ahead", 75, CODE):
                follow(*arguments)
            self._ready = True
        chance, value = float(plans.chances[0]), float(plans.values[0])
        futures = judged(outcomes, terms.sum(axis=2), chance, value)
        return Foresight(plans, terms, outcomes, futures)


def _reason(seen: Foresight, n: int) -> str:
    now, later = float(seen.plans.chances[n]), float(seen.later[n])
    return f"{now:.0%} to win as it is planned, {later:.0%} after the next two rolls of the mob die"
