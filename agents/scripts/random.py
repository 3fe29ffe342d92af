"""Uniformly random play."""

from __future__ import annotations

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import Batch, BatchAgent
from tablemates.envs.core.views.decision_keys import uniforms


class RandomAgent(BatchAgent):
    """Plays uniformly random legal actions."""

    name = "random"
    observation_only = True

    def __init__(self, facts: GameFacts) -> None:
        del facts

    def act_batch(self, batch: Batch) -> Array16:
        """Return a legal action for every game."""
        counted = np.cumsum(batch.masks, axis=1, dtype=np.int16)
        index = (uniforms(batch.keys) * counted[:, -1]).astype(np.int16)
        return np.asarray(np.argmax(counted > index[:, None], axis=1), np.int16)
