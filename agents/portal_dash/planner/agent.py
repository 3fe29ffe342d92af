"""The planner as an agent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from agents.facts import GameFacts
from agents.portal_dash.planner.choice import CODE, choose_all
from agents.portal_dash.planner.desk import DESK, Desk, new_desk
from agents.portal_dash.planner.reasons import reason_for
from agents.portal_dash.planner.search import UNSEEN
from agents.portal_dash.planner.weights import Weight
from envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from envs.core.cache import compiling
from envs.core.documents import read_document
from envs.core.record import Array16, Bytes, RecordView
from envs.portal_dash.rules.state import WORK

_FILE: Final = Path(__file__).parent / "planner.yaml"
_CANDIDATES: Final = 3
_WORD: Final = 2**64 - 1


def read_weights(path: Path = _FILE) -> npt.NDArray[np.float64]:
    """Return the weights of a file, indexed by ``Weight``.

    Raises:
        ValueError: A weight is missing or unknown.
    """
    numbers = read_document(path).values["weights"]
    names = {weight.name.lower() for weight in Weight}
    if set(numbers) != names:
        wrong = ", ".join(sorted(set(numbers) ^ names))
        raise ValueError(f"{path.name}: weights that are missing or unknown: {wrong}")
    return np.array([float(numbers[weight.name.lower()]) for weight in Weight])


class PlannerAgent(Agent):
    """Looks ahead over the rest of the turn and takes what is worth most.

    Args:
        facts: The game it plays.
    """

    name = "planner"

    def __init__(self, facts: GameFacts) -> None:
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._desk = new_desk(read_weights())
        self._seen = cast(Desk, RecordView(self._desk, DESK))
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return the action of the highest value, the first of equals."""
        return int(self._answers(situation.public[None], [situation.key])[0][0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the answers of ``act``, all in one compiled call."""
        return self._answers(batch.publics, batch.keys)[0]

    def explain(self, situation: Situation) -> Explanation:
        """Return the best actions with their values, in points of the planner's own."""
        _, n = self._answers(situation.public[None], [situation.key])
        values, terms = self._seen.values[:n], self._seen.value_terms
        order = [int(i) for i in np.argsort(-values, kind="stable")[:_CANDIDATES]]
        order = [i for i in order if values[i] > UNSEEN]
        candidates = []
        for rank, i in enumerate(order):
            other = order[0] if rank > 0 else order[-1 if len(order) == 1 else 1]
            reason = reason_for(terms[i] - terms[other], rank == 0)
            candidates.append(Candidate(int(self._seen.actions[i]), float(values[i]), reason))
        return Explanation(tuple(candidates))

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
