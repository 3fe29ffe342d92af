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

from agents.facts import GameFacts
from agents.portal_dash.planner.candidates import candidates
from agents.portal_dash.rollouts import Endings, Rollouts, Thoughts
from agents.portal_dash.rollouts.script import SCRIPT, script_weights
from agents.portal_dash.search.budget import Budget
from agents.portal_dash.search.halving import Found, Integers, Numbers, halve
from agents.portal_dash.search.reasons import reasons_for
from agents.portal_dash.search.stated import stated
from envs.core.agent import Agent, Candidate, Explanation, Situation
from envs.core.record import Array8, Array16, Bytes
from envs.portal_dash.rules.vocabulary import Outcome

_SHOWN: Final = 3
_WORD: Final = 2**64


@dataclass(frozen=True, slots=True)
class Manner:
    """How rollouts are made; the defaults are what was strongest for its time.

    Attributes:
        policy: Who plays on: a compiled policy of ``Rollouts``.
        turns: Turns begun after the present one before a future is judged; None: to the end.
        candidates: The most that are tried.
        points: Candidates that the planner values this much below its best are not tried.
        slope: What a point of the planner's is worth as a chance.
        weight: And what it is worth in logits, where futures are judged.
        trust: How far the planner's differences are off, as chances.
    """

    policy: str = SCRIPT
    turns: int | None = 1
    candidates: int = 6
    points: float = 60.0
    slope: float = 0.001
    weight: float = 0.005
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
        self._rollouts = Rollouts(facts, {SCRIPT: script_weights()})

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
        public = situation.public
        key = situation.key % _WORD
        thoughts = self._rollouts.think(public, key, SCRIPT)
        order = candidates(
            thoughts.values, thoughts.terms, self._manner.candidates, self._manner.points
        )
        if len(order) < 2:
            return thoughts, order, None, np.zeros((1, 0))
        actions = thoughts.actions[order]
        manner = self._manner
        rng = np.random.default_rng(key)
        sums = np.zeros((len(order), len(thoughts.terms[0])))

        def play(alive: Integers, futures: int) -> Numbers:
            endings = self._futures(public, actions[alive], rng, futures)
            terms = endings.features[..., : sums.shape[1]]
            sums[alive] += terms.sum(axis=1)
            value = float(thoughts.values.max())
            points = terms.sum(axis=2)
            return judged(endings.outcome, points, thoughts.chance, value, manner.weight)

        prior = manner.slope * (thoughts.values[order] - thoughts.values[order[0]])
        found = halve(prior, manner.trust, self._budget, play)
        # What was found says how the candidates differ, the judge how the planner's own fares.
        found.chance[:] = stated(found.chance - found.chance[0] + thoughts.chance)
        return thoughts, order, found, sums / found.futures[:, None]

    def _futures(
        self, public: Bytes, actions: Array16, rng: np.random.Generator, futures: int
    ) -> Endings:
        """Play candidates on in the same futures."""
        return self._rollouts.try_out(
            public,
            actions.tolist(),
            self._manner.policy,
            rng.integers(_WORD, size=futures, dtype=np.uint64),
            max_turns=self._manner.turns,
            judge=SCRIPT,
        )


def judged(
    outcomes: Array8, points: Numbers, chance: float, value: float, weight: float
) -> Numbers:
    """Return the chances to win where futures stand: 0 and 1 where they have ended.

    Elsewhere the planner's points there are weighed against those that it saw at the
    start. The judge's network is not asked again: fitted to what planners do, it
    is right on average, and blind to the harm of what they never do.

    Args:
        outcomes: Of the futures, an ``Outcome`` each.
        points: The planner's where they stop.
        chance: What it thought the chance was at the start.
        value: What it thought its best choice was worth, in points.
        weight: Of a point, in logits.
    """
    start = np.clip(chance, 0.01, 0.99)
    logit = np.log(start / (1.0 - start)) + weight * (points - value)
    later = 1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0)))
    return np.asarray(np.where(outcomes == Outcome.RUNNING, later, outcomes == Outcome.WON))
