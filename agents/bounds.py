"""Bounds: players that see what is hidden, to be measured against and never to be played with."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.core.record import Bytes


class Bound(Agent):
    """A player that is shown whole games; evaluations print how it does, nobody else asks it.

    Through the door of all agents it answers nothing: what is hidden does not go
    through that one.
    """

    def act(self, situation: Situation) -> int:
        """Refuse.

        Raises:
            AgentError: Always.
        """
        del situation
        raise AgentError(refusal(self.name))

    @abstractmethod
    def act_seeing(self, records: Bytes, taken: Sequence[int]) -> npt.NDArray[np.int64]:
        """Return an action for each game.

        Args:
            records: Whole games, their hidden parts included, shape
                ``(games, STATE.itemsize)``. Read only.
            taken: Decisions taken in each of them.
        """


def refusal(name: str) -> str:
    """Return why a bound is not given as an agent."""
    return (
        f"{name!r} sees what is hidden from players, future dice included: it is a bound for "
        "`evaluate.py --agents`, in games all its own, and neither a partner nor an adviser; "
        "name another agent"
    )
