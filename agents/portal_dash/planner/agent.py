"""The planner as an agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.buffers import BUFFERS, SearchBuffers, new_buffers
from tablemates.agents.portal_dash.planner.chances import chances_of, curve_of, features_of
from tablemates.agents.portal_dash.planner.search import UNSEEN, choose_all
from tablemates.agents.portal_dash.planner.weights import (
    Numbers,
    Term,
    standard_weights,
    style_weights,
    tuned_weights,
)
from tablemates.envs.core.records.layout import Array16, Bytes, RecordView
from tablemates.envs.core.views.agent import Agent, Batch, Candidate, Explanation, Situation, Worth
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.state import STATE, WORK, Public

_CANDIDATES: Final = 3
_WORD: Final = 2**64 - 1
#: Differences of value below are not worth a reason.
_NOTHING: Final = 0.05
#: Why a choice is better than another, and why it is worse.
_REASONS: Final = {
    Term.TASKS: ("it does more for the piglin tasks", "it does less for the piglin tasks"),
    Term.TIME: (
        "it brings the team further in the time that the cube leaves",
        "it costs time that the cube does not leave",
    ),
    Term.BOSS: (
        "it makes the fight with the boss safer",
        "it makes the fight with the boss more dangerous",
    ),
    Term.HEARTS: ("it leaves the players more hearts", "it costs hearts"),
    Term.THREAT: (
        "it exposes the players to less damage at the next rolls",
        "it exposes the players to more damage at the next rolls",
    ),
    Term.GEAR: ("it leaves the players better equipped", "it leaves the players worse equipped"),
    Term.FINDS: ("it promises more finds", "it promises fewer finds"),
    Term.OUTCOME: ("it may decide the game", "it may lose the game"),
}


class PlannerAgent(Agent):
    """Searches the rest of the turn and takes the action of the highest value.

    Weights have the shape ``(players, weights)``; None: the standard ones.
    """

    worth_unit = "points"

    def __init__(
        self, facts: GameFacts, weights: Numbers | None = None, name: str = "planner"
    ) -> None:
        self.name = name
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._buffers = new_buffers(standard_weights() if weights is None else weights)
        self._result = cast(SearchBuffers, RecordView(self._buffers, BUFFERS))
        self._curve = curve_of(name)
        # Making a view of a record takes longer than a decision: one serves all of them.
        self._public = np.zeros(STATE["public"].itemsize, np.uint8)
        self._view = cast(Public, RecordView(self._public, STATE["public"]))

    def act(self, situation: Situation) -> int:
        """Return the action of the highest value, the first of equals."""
        return int(self._choose(situation.public[None], [situation.key])[0][0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the answers of ``act``, all in one compiled call."""
        return self._choose(batch.publics, batch.keys)[0]

    def explain(self, situation: Situation) -> Explanation:
        """Return the best actions with their win probabilities."""
        values = self.values(situation.public, situation.key)
        terms = self._result.value_terms
        chances = self._chances(situation.public, values)
        order = [int(i) for i in np.argsort(-values, kind="stable")[:_CANDIDATES]]
        order = [i for i in order if values[i] > UNSEEN]
        found = []
        for rank, i in enumerate(order):
            other = order[0] if rank > 0 else order[-1 if len(order) == 1 else 1]
            reason = reason_for(terms[i] - terms[other], rank == 0, float(chances[i]))
            found.append(Candidate(int(self._result.actions[i]), float(chances[i]), reason))
        return Explanation(tuple(found))

    def worth(self, batch: Batch) -> Worth:
        """Return the value of every legal action in the planner's points."""
        found = np.full(batch.masks.shape, np.nan)
        for n in range(len(batch)):
            values = self.values(batch.publics[n], batch.keys[n])
            found[n, self._result.actions[: len(values)]] = np.where(
                values > UNSEEN, values, np.nan
            )
        return found

    def values(self, public: Bytes, key: int) -> Numbers:
        """Return the value of every legal action, ascending, in the planner's points."""
        _, n = self._choose(public[None], [key])
        return np.array(self._result.values[:n])

    def _chances(self, public: Bytes, values: Numbers) -> Numbers:
        self._public[:] = public
        return chances_of(self._curve, features_of(self._view, values))

    def _choose(self, publics: Bytes, keys: Sequence[int]) -> tuple[Array16, int]:
        """Return the chosen actions, and the number of legal actions of the last decision."""
        actions = np.zeros(len(keys), np.int16)
        words = np.array([key & _WORD for key in keys], np.uint64)
        # The machine code is for contiguous, writable arrays.
        publics = np.require(publics, np.uint8, ["C", "W"])
        arguments = (publics, self._box, self._work, words, self._buffers, actions)
        return actions, choose_all(ENGINE.table, *arguments)


def tuned_planner(facts: GameFacts) -> PlannerAgent:
    """Return the planner with the optimised weights."""
    return PlannerAgent(facts, tuned_weights(), "planner-tuned")


def planner(facts: GameFacts, style: str = "") -> PlannerAgent:
    """Return the planner with the weights of a style, or the standard ones."""
    if not style:
        return PlannerAgent(facts)
    return PlannerAgent(facts, style_weights(style), f"planner:{style}")


def reason_for(difference: npt.NDArray[np.float64], best: bool, chance: float) -> str:
    """Return the sentence for a choice by its terms minus those of the choice it is compared with.

    The best one is compared with the second best, any other with the best.
    """
    if abs(float(difference.sum())) < _NOTHING:
        words = "no other choice is better" if best else "as good as the best"
    elif best:
        better, _ = _REASONS[Term(int(np.argmax(difference)))]
        words = f"{better} than the second best"
    else:
        _, worse = _REASONS[Term(int(np.argmax(-difference)))]
        words = f"{worse}, unlike the best"
    return f"{100.0 * chance:.0f} % to win; {words}"
