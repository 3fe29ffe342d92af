"""Agents that err: now and then they play any legal action instead of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.outside.asking import Answer, FallibleAgent, answers
from tablemates.envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from tablemates.envs.core.keys import decision_keys, uniforms

#: Numbers that are drawn of a decision's key, which itself is the inner agent's.
_WHETHER: Final = 0
_WHICH: Final = 1


class NoisyAgent(FallibleAgent):
    """Errs with a probability; otherwise plays exactly as the agent inside.

    Whether it errs is drawn from the key of the decision, so that the same game goes the same
    way, and an agent that errs more often errs wherever one errs that does so less often. Of two
    around one agent the greater probability counts.

    Args:
        agent: The agent inside.
        probability: Of playing a uniformly random legal action, from 0 to 1.

    Raises:
        AgentError: The probability is none.
    """

    def __init__(self, agent: Agent, probability: float) -> None:
        if not 0 <= probability <= 1:
            raise AgentError(f"noise {probability:g} is no probability: from 0 to 1")
        self.name = f"noise:{probability:g}:{agent.name}"
        self.inner = agent
        self.probability = probability

    def answer_each(self, batch: Batch) -> list[Answer]:
        """Return one entry for every game; where it errs, the agent inside is not asked."""
        errs = _drawn(batch.keys, _WHETHER) < self.probability
        chosen: list[Answer] = [0] * len(batch)
        for n in np.flatnonzero(errs).tolist():
            chosen[n] = _any_legal(batch[n])
        thinks: list[int] = np.flatnonzero(~errs).tolist()
        if thinks:
            part = Batch(
                batch.observations[thinks],
                batch.masks[thinks],
                batch.publics[thinks],
                [batch.keys[n] for n in thinks],
            )
            for n, answer in zip(thinks, answers(self.inner, part), strict=True):
                chosen[n] = answer
        return chosen

    def explain(self, situation: Situation) -> Explanation:
        """Return the inner agent's reasons, after the error where it commits one."""
        explanation = self.inner.explain(situation)
        (point,) = _drawn([situation.key], _WHETHER)
        if point >= self.probability:
            return explanation
        action = _any_legal(situation)
        known = {one.action: one.value for one in explanation.candidates}
        worst = min(known.values(), default=0.0)
        error = Candidate(
            action,
            known.get(action, worst),
            f"an error: it was drawn from all that is legal, as in {self.probability:.0%} of cases",
        )
        return Explanation((error, *explanation.candidates))

    def close(self) -> None:
        """Close the agent inside."""
        self.inner.close()


def _drawn(keys: Sequence[int], number: int) -> npt.NDArray[np.float64]:
    """Return a number from 0 to 1 for each key, of which the key itself tells nothing."""
    return uniforms(decision_keys(np.array(keys, np.uint64), np.full(len(keys), number)))


def _any_legal(situation: Situation) -> int:
    legal = np.flatnonzero(situation.mask)
    (point,) = _drawn([situation.key], _WHICH)
    return int(legal[int(point * len(legal))])
