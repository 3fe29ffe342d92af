"""Past versions of the learner as partners: a pool for self-play."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.run_folder import RunFolder
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Batch, BatchAgent
from tablemates.envs.core.record import Array16

#: Its name among ``environment.partners``.
PAST: Final = "past"


class PastSelf(BatchAgent):
    """The learner as it was at one of its checkpoints, of which each new one draws another.

    It samples its actions; before the first checkpoint it plays at random. Opponents from
    the whole of the run keep a learner from forgetting how to beat the earlier ones
    (Bansal et al. 2018).
    """

    name = PAST
    observation_only = True

    def __init__(self, folder: RunFolder, facts: GameFacts, seed: int) -> None:
        self._folder, self._facts, self._seed = folder, facts, seed
        self._spec = "random"
        self._agent: Agent | None = None

    def renew(self) -> None:
        """Draw who plays until the next checkpoint."""
        if policies := self._folder.policies():
            rng = np.random.default_rng([self._seed, len(policies)])
            self._spec, self._agent = f"{rng.choice(policies)}:sample", None

    def act_batch(self, batch: Batch) -> Array16:
        """Return an action for every decision."""
        if self._agent is None:  # most runs have no use for it
            self._agent = find_agent(self._spec, self._facts)
        return self._agent.act_batch(batch)
