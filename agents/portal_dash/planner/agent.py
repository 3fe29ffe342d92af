"""The planner as an agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.candidates import candidates
from tablemates.agents.portal_dash.planner.chances import chances_of, curve_of, features_of
from tablemates.agents.portal_dash.planner.choice import CODE, choose_all
from tablemates.agents.portal_dash.planner.desk import DESK, Desk, new_desk
from tablemates.agents.portal_dash.planner.files import find_style, standard_weights, tuned_weights
from tablemates.agents.portal_dash.planner.reasons import reason_for
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.record import Array16, Bytes, RecordView
from tablemates.envs.portal_dash.rules.state import STATE, WORK, Public

_CANDIDATES: Final = 3
_WORD: Final = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Plans:
    """The planner's best plans for the rest of a turn, each of a first action of its own.

    Attributes:
        actions: Their first actions; the first is the planner's own choice.
        values: What each plan is worth, in the planner's points.
        terms: What each value is the sum of, shape ``(plans, terms)``, by ``Term``.
        chances: The chances of winning that the values stand for.
        ends: Where each plan leads, records of games: after a fight its likelier end, finds
            left out. Shape ``(plans, bytes)``.
    """

    actions: Array16
    values: Numbers
    terms: Numbers
    chances: Numbers
    ends: Bytes


class PlannerAgent(Agent):
    """Looks ahead over the rest of the turn and takes what is worth most.

    Args:
        facts: The game it plays.
        weights: Shape ``(players, weights)``; None: the standard ones.
        name: What tables call it.
    """

    def __init__(
        self, facts: GameFacts, weights: Numbers | None = None, name: str = "planner"
    ) -> None:
        self.name = name
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._desk = new_desk(standard_weights() if weights is None else weights)
        self._seen = cast(Desk, RecordView(self._desk, DESK))
        self._curve = curve_of(name)
        # A view of a record takes longer to make than the planner thinks: one for all decisions.
        self._public = np.zeros(STATE["public"].itemsize, np.uint8)
        self._shown = cast(Public, RecordView(self._public, STATE["public"]))
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return the action of the highest value, the first of equals."""
        return int(self._answers(situation.public[None], [situation.key])[0][0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the answers of ``act``, all in one compiled call."""
        return self._answers(batch.publics, batch.keys)[0]

    def explain(self, situation: Situation) -> Explanation:
        """Return the best actions with the chances to win that their values stand for."""
        values = self.values(situation.public, situation.key)
        terms = self._seen.value_terms
        chances = self._chances(situation.public, values)
        order = [int(i) for i in np.argsort(-values, kind="stable")[:_CANDIDATES]]
        order = [i for i in order if values[i] > UNSEEN]
        candidates = []
        for rank, i in enumerate(order):
            other = order[0] if rank > 0 else order[-1 if len(order) == 1 else 1]
            reason = reason_for(terms[i] - terms[other], rank == 0, float(chances[i]))
            candidates.append(Candidate(int(self._seen.actions[i]), float(chances[i]), reason))
        return Explanation(tuple(candidates))

    def values(self, public: Bytes, key: int) -> Numbers:
        """Return the value of every legal action, ascending, in points of the planner's own."""
        _, n = self._answers(public[None], [key])
        return np.array(self._seen.values[:n])

    def plans(self, public: Bytes, key: int, most: int, points: float) -> Plans:
        """Return the best plans of a decision, best first; see ``candidates`` for the limits."""
        values = self.values(public, key)
        seen = self._seen
        places = candidates(values, np.asarray(seen.value_terms[: len(values)]), most, points)
        return Plans(
            seen.actions[places],
            values[places],
            seen.value_terms[places],
            self._chances(public, values[places]),
            seen.ends[places],
        )

    def _chances(self, public: Bytes, values: Numbers) -> Numbers:
        self._public[:] = public
        return chances_of(self._curve, features_of(self._shown, values))

    def _answers(self, publics: Bytes, keys: Sequence[int]) -> tuple[Array16, int]:
        """Return the answers, and how many legal actions the last decision has."""
        actions = np.zeros(len(keys), np.int16)
        words = np.array([key & _WORD for key in keys], np.uint64)
        # Machine code is made for one kind of array: in one piece, and not marked read-only.
        publics = np.require(publics, np.uint8, ["C", "W"])
        arguments = (publics, self._box, self._work, words, self._desk, actions)
        if self._ready:
            return actions, choose_all(*arguments)
        with compiling("planner", 75, CODE):
            n = choose_all(*arguments)
        self._ready = True
        return actions, n


def tuned_planner(facts: GameFacts) -> PlannerAgent:
    """Return the planner with the weights that the optimiser found."""
    return PlannerAgent(facts, tuned_weights(), "planner-tuned")


def planner_of_style(name: str, facts: GameFacts) -> PlannerAgent:
    """Return the planner that plays in a style.

    Raises:
        AgentError: There is no such style.
    """
    return PlannerAgent(facts, find_style(name).weights, f"planner:{name}")
