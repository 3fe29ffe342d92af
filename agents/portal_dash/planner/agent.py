"""The planner as an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from agents.facts import GameFacts
from agents.portal_dash.planner.choice import Scratch, value_choices
from agents.portal_dash.planner.reasons import reason_for
from agents.portal_dash.planner.search import UNSEEN
from agents.portal_dash.planner.weights import Weight
from envs.core.agent import Agent, Candidate, Explanation, Situation
from envs.core.cache import compiling
from envs.core.documents import read_document

_FILE: Final = Path(__file__).parent / "planner.yaml"
_CANDIDATES: Final = 3


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
        self._weights = read_weights()
        self._scratch = Scratch(self._weights)
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return the action of the highest value, the first of equals."""
        n = self._think(situation)
        scratch = self._scratch
        return int(scratch.actions[int(np.argmax(scratch.values[:n]))])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best actions with their values, in points of the planner's own."""
        n = self._think(situation)
        scratch = self._scratch
        values = scratch.values[:n]
        order = [int(i) for i in np.argsort(-values, kind="stable")[:_CANDIDATES]]
        order = [i for i in order if values[i] > UNSEEN]
        candidates = []
        for rank, i in enumerate(order):
            other = order[0] if rank > 0 else order[-1 if len(order) == 1 else 1]
            reason = reason_for(scratch.terms[i] - scratch.terms[other], rank == 0)
            candidates.append(Candidate(int(scratch.actions[i]), float(values[i]), reason))
        return Explanation(tuple(candidates))

    def _think(self, situation: Situation) -> int:
        if self._ready:
            return self._values(situation)
        with compiling("planner", 60):
            n = self._values(situation)
        self._ready = True
        return n

    def _values(self, situation: Situation) -> int:
        scratch = self._scratch
        return value_choices(
            situation.public,
            self._box,
            scratch.work,
            cast(int, np.uint64(situation.key & (2**64 - 1))),
            scratch.nodes,
            scratch.values,
            scratch.terms,
            scratch.actions,
            scratch.desk,
        )
