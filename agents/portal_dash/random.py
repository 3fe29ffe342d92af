"""The lowest rung of the ladder: every legal action is as likely as any other."""

from __future__ import annotations

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.agent import Agent, Batch, Situation
from tablemates.envs.core.keys import uniforms
from tablemates.envs.core.record import Array16


class RandomAgent(Agent):
    """Plays uniformly random legal actions."""

    name = "random"

    def __init__(self, facts: GameFacts) -> None:
        del facts  # it knows nothing of the game

    def act(self, situation: Situation) -> int:
        """Return one of the legal actions."""
        legal = np.flatnonzero(situation.mask)
        return int(legal[int(uniforms([situation.key])[0] * len(legal))])

    def act_batch(self, batch: Batch) -> Array16:
        """Return one of the legal actions of every game."""
        counted = np.cumsum(batch.masks, axis=1, dtype=np.int16)
        place = (uniforms(batch.keys) * counted[:, -1]).astype(np.int16)
        return np.asarray(np.argmax(counted > place[:, None], axis=1), np.int16)
