"""The agent ``rollout``: the planner's candidates played on.

A one-step improvement of the planner (Tesauro and Galperin 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import candidates
from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.portal_dash.search.rollouts import Evaluation, Rollouts
from tablemates.agents.search.halving import Budget, Integers, Numbers, SearchResult
from tablemates.agents.search.searcher import SHOWN
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation

_WORD: Final = 2**64
#: Number of candidates at most, and how many points they may be behind the planner's best.
CANDIDATES: Final = 6
POINTS: Final = 60.0
#: Prior win probability per point of the planner's, and the standard deviation of its error.
_SLOPE: Final = 0.001
_TRUST: Final = 0.03
#: Logits of a searching team's win probability over those of planners: a line fitted to 66,145
#: decisions of ``rollout:16`` in 240 games on tuning seeds (levels 1 to 5, 1 to 4 players).
_STATED_SLOPE: Final = 0.901
_STATED_LIFT: Final = 0.483
#: No probability nearer to 0 or 1 is stated before the end.
_SURE: Final = 0.005
#: The largest difference between two candidates' futures in words: better, worse.
_WORDS: Final = {
    Term.TASKS: ("the piglin tasks are further on", "the piglin tasks are less far on"),
    Term.TIME: ("time is less short", "time is shorter"),
    Term.BOSS: ("the boss is less dangerous", "the boss is more dangerous"),
    Term.HEARTS: ("players have more hearts", "players have fewer hearts"),
    Term.THREAT: ("less damage threatens", "more damage threatens"),
    Term.GEAR: ("players are better equipped", "players are worse equipped"),
    Term.FINDS: ("more finds are at hand", "fewer finds are at hand"),
    Term.OUTCOME: ("the end is nearer to a win", "the end is nearer to a loss"),
}


class RolloutAgent(Agent):
    """Plays its candidates on many times, each in the same futures.

    Args:
        facts: The game.
        parameters: The budget of a decision: number of rollouts, or a time.
    """

    name = "rollout"
    DEFAULT: Final = Budget(simulations=64)

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        self._budget = Budget.parse(parameters, self.DEFAULT)
        if parameters:
            self.name = f"rollout:{self._budget}"
        self._rollouts = Rollouts(facts)

    def act(self, situation: Situation) -> int:
        """Return the best candidate."""
        evaluation, order, found, _ = self._search(situation)
        return int(evaluation.actions[order[0 if found is None else found.order[0]]])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best candidates with their win probabilities."""
        evaluation, order, found, terms = self._search(situation)
        if found is None:
            action, chance = int(evaluation.actions[order[0]]), float(stated(evaluation.chance))
            reason = f"nothing else comes near it in the planner's eyes ({chance:.0%} to win)"
            return Explanation((Candidate(action, chance, reason),))
        best = found.order[:SHOWN]
        return Explanation(
            tuple(
                Candidate(int(evaluation.actions[order[place]]), float(found.chance[place]), reason)
                for place, reason in zip(best, reasons_for(found, best, terms), strict=True)
            )
        )

    def _search(
        self, situation: Situation
    ) -> tuple[Evaluation, Integers, SearchResult | None, Numbers]:
        """Return the planner's evaluation, the candidates, the result, and their mean terms."""
        public, key = situation.public, situation.key % _WORD
        evaluation = self._rollouts.evaluate(public, key)
        order = candidates(evaluation.values, evaluation.terms, CANDIDATES, POINTS)
        if len(order) < 2:
            return evaluation, order, None, np.zeros((1, 0))
        actions = evaluation.actions[order].astype(np.int64)
        prior = _SLOPE * (evaluation.values[order] - evaluation.values[order[0]])
        found, terms = self._rollouts.halve(
            public, actions, prior, _TRUST, evaluation, self._budget, key
        )
        # Rollouts compare the candidates; the planner's own chances come from the network.
        found.chance[:] = stated(found.chance - found.chance[0] + evaluation.chance)
        return evaluation, order, found, terms


def stated(chance: Numbers | float) -> Numbers:
    """Return the win probabilities of a searching team, given those of planners.

    The map is increasing, so that the order stays.
    """
    sure = np.clip(np.asarray(chance, np.float64), _SURE, 1.0 - _SURE)
    logit = np.log(sure / (1.0 - sure))
    return np.asarray(1.0 / (1.0 + np.exp(-(_STATED_SLOPE * logit + _STATED_LIFT))))


def reasons_for(found: SearchResult, places: Sequence[int] | Integers, terms: Numbers) -> list[str]:
    """Return a sentence for each of the best candidates.

    Args:
        found: The result of the search.
        places: Indices of the candidates, best first.
        terms: The planner's mean terms at the end of each candidate's futures.
    """
    sentences = []
    for rank, place in enumerate(places):
        chance, futures = found.chance[place], int(found.futures[place])
        words = f"wins {chance:.0%} of {futures} futures by estimate"
        other = places[0] if rank > 0 else places[min(1, len(places) - 1)]
        if other != place:
            difference = terms[place] - terms[other]
            ahead = found.chance[place] >= found.chance[other]
            term = Term(int(np.argmax(difference if ahead else -difference)))
            side = "the second best" if rank == 0 else "the best"
            if abs(found.chance[place] - found.chance[other]) < 0.005:
                words += f", as {side} does"
            else:
                words += f"; against {side} {_WORDS[term][0 if ahead else 1]} afterwards"
        sentences.append(words)
    return sentences
