"""Past versions of the learner as partners: a pool for self-play."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.run_folder import RunFolder
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Batch, Situation
from tablemates.envs.core.record import Array16

#: Its name among ``environment.partners``.
PAST: Final = "past"


class PastSelf(Agent):
    """The learner as it was at one of its checkpoints, of which each new one draws another.

    It samples its actions; before the first checkpoint it plays at random. Opponents from
    the whole of the run keep a learner from forgetting how to beat the earlier ones
    (Bansal et al. 2018).

    Args:
        folder: The run folder.
        facts: Of the game.
        seed: Of the run; the same checkpoints give the same draw.
    """

    name = PAST
    observation_only = True

    def __init__(self, folder: RunFolder, facts: GameFacts, seed: int) -> None:
        self._folder, self._facts, self._seed = folder, facts, seed
        self._agent = find_agent("random", facts)

    def renew(self) -> None:
        """Draw who plays until the next checkpoint."""
        if policies := self._folder.policies():
            rng = np.random.default_rng([self._seed, len(policies)])
            self._agent = find_agent(f"{rng.choice(policies)}:sample", self._facts)

    def act(self, situation: Situation) -> int:
        """Return an action."""
        return self._agent.act(situation)

    def act_batch(self, batch: Batch) -> Array16:
        """Return an action for every decision."""
        return self._agent.act_batch(batch)
