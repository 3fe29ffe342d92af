"""Asks agents what they would do, and what they think of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.learn.dataset.shards import NONE, SCORED
from tablemates.envs.core.agent import Agent, Batch


@dataclass(frozen=True, slots=True)
class Labels:
    """What a teacher says of some decisions; see ``Shard`` for the arrays."""

    actions: npt.NDArray[np.int16]
    scored: npt.NDArray[np.int16]
    scores: npt.NDArray[np.float16]

    @classmethod
    def empty(cls, count: int) -> Labels:
        """Return labels of which nothing is known."""
        return cls(
            np.full(count, NONE, np.int16),
            np.full((count, SCORED), NONE, np.int16),
            np.zeros((count, SCORED), np.float16),
        )

    def put(self, places: npt.NDArray[Any], other: Labels) -> None:
        """Take over the labels of some decisions."""
        self.actions[places] = other.actions
        self.scored[places] = other.scored
        self.scores[places] = other.scores


def ask(agent: Agent, batch: Batch, scores: bool) -> Labels:
    """Return an agent's answers.

    Args:
        agent: The teacher.
        batch: The decisions.
        scores: Whether to ask for its reasons, too: its best choice is then its answer.
    """
    labels = Labels.empty(len(batch))
    if not scores:
        labels.actions[:] = agent.act_batch(batch)
        return labels
    for n in range(len(batch)):
        best = agent.explain(batch[n]).candidates[:SCORED]
        if best:
            labels.scored[n, : len(best)] = [one.action for one in best]
            labels.scores[n, : len(best)] = [one.value for one in best]
        labels.actions[n] = best[0].action if best else agent.act(batch[n])
    return labels
