"""Choices tried out: played on by the script in futures that are the same for all of them.

Where a future stops short of the end, the script's points there say how likely a win is.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.portal_dash.rollouts import Rollouts, Thoughts
from tablemates.agents.portal_dash.rollouts.rollouts import Seeds
from tablemates.agents.portal_dash.rollouts.script import SCRIPT, script_weights
from tablemates.agents.portal_dash.search.budget import Budget
from tablemates.agents.portal_dash.search.halving import Found, Integers, Numbers, halve
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

#: Turns begun after the present one before a future is judged.
TURNS: Final = 1
#: What a point of the planner's is worth where futures are judged, in logits.
WEIGHT: Final = 0.005
_WORD: Final = 2**64


class Trials:
    """Plays choices on, each in the same futures.

    Args:
        facts: The game.
        policy: Who plays on: a compiled policy of ``Rollouts``.
        turns: Turns begun after the present one before a future is judged; None: to the end.
        weight: What a point of the planner's is worth there, in logits.
        keep: Whether the script keeps to its plans, as of ``Rollouts.play_out``: more
            futures in the same time.
    """

    def __init__(
        self,
        facts: GameFacts,
        policy: str = SCRIPT,
        turns: int | None = TURNS,
        weight: float = WEIGHT,
        keep: bool = False,
    ) -> None:
        self._rollouts = Rollouts(facts, {SCRIPT: script_weights()})
        self._policy = policy
        self._turns = turns
        self._weight = weight
        self._keep = keep

    def think(self, public: Bytes, key: int) -> Thoughts:
        """Return what the script thinks of a decision."""
        return self._rollouts.think(public, key, SCRIPT)

    def meet(
        self, public: Bytes, actions: Integers, seeds: Seeds, chance: float, value: float
    ) -> tuple[Numbers, Numbers]:
        """Play choices on in some futures.

        Args:
            public: The public part of a game at a player's decision.
            actions: The choices.
            seeds: Of the futures.
            chance: What the script thinks the chance of winning is.
            value: What it thinks its best choice is worth, in points.

        Returns:
            The chances of winning, shape ``(choices, futures)``, and the planner's terms
            where the futures stop, one axis more.
        """
        endings = self._rollouts.try_out(
            public,
            actions.tolist(),
            self._policy,
            seeds,
            max_turns=self._turns,
            judge=SCRIPT,
            keep=self._keep,
        )
        terms = endings.features[..., : len(Term)]
        points = terms.sum(axis=2)
        return judged(endings.outcome, points, chance, value, self._weight), terms

    def halve(
        self,
        public: Bytes,
        actions: Integers,
        prior: Numbers,
        trust: float,
        thoughts: Thoughts,
        budget: Budget,
        key: int,
    ) -> tuple[Found, Numbers]:
        """Find the best of some choices by sequential halving, see ``halving``.

        Args:
            public: As of ``meet``.
            actions: The choices, the one that is thought best first.
            prior: Their chances as thought before; only differences count.
            trust: How far these differences are off.
            thoughts: The script's.
            budget: What it may cost.
            key: Seed of the futures.

        Returns:
            What was found, and the planner's mean terms at the ends of each choice's futures.
        """
        rng = np.random.default_rng(key % _WORD)
        value = float(thoughts.values.max())
        sums = np.zeros((len(actions), thoughts.terms.shape[1]))

        def play(alive: Integers, futures: int) -> Numbers:
            seeds = rng.integers(_WORD, size=futures, dtype=np.uint64)
            chances, terms = self.meet(public, actions[alive], seeds, thoughts.chance, value)
            sums[alive] += terms.sum(axis=1)
            return chances

        found = halve(prior, trust, budget, play)
        return found, sums / found.futures[:, None]


def judged(
    outcomes: Array8, points: Numbers, chance: float, value: float, weight: float = WEIGHT
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
