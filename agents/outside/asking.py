"""Asking agents that may fail: every game gets an answer, or what went wrong with it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, TypeAlias

import numpy as np

from tablemates.agents.errors import AgentError, CrashError
from tablemates.envs.core.agent import Agent, Batch, Situation
from tablemates.envs.core.record import Array16

#: That an array of actions holds.
_LARGEST: Final = 2**15 - 1

#: The number of an action, or why there is none.
Answer: TypeAlias = int | AgentError


class CarefulAgent(Agent):
    """An agent that says for every game of a batch what went wrong with it."""

    @abstractmethod
    def answer_each(self, batch: Batch) -> list[Answer]:
        """Return one entry for every game: its answer, perhaps not a legal one, or an error."""

    def act(self, situation: Situation) -> int:
        """Return the answer to one decision.

        Raises:
            CrashError, StallError: There is none.
        """
        return int(self.act_batch(as_batch(situation))[0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return one action for every game.

        Raises:
            CrashError, StallError: One of them has none.
        """
        answers = self.answer_each(batch)
        for answer in answers:
            if isinstance(answer, AgentError):
                raise answer
            if abs(answer) > _LARGEST:
                raise CrashError(f"{self.name!r} answered {answer}, which is no action")
        return np.array(answers, np.int16)


def answers(agent: Agent, batch: Batch) -> list[Answer]:
    """Ask any agent, and return one entry for every game.

    Args:
        agent: Whom to ask.
        batch: The decisions.

    Returns:
        The number of an action, legal or not, or a ``CrashError`` or ``StallError``.
    """
    if isinstance(agent, CarefulAgent):
        return agent.answer_each(batch)
    from tablemates.agents.outside.guard import GuardedAgent

    return GuardedAgent(agent, agent.name, None).answer_each(batch)


def as_batch(situation: Situation) -> Batch:
    """Return a decision as a batch of one."""
    return Batch(
        situation.observation[None],
        situation.mask[None],
        situation.public[None],
        [situation.key],
    )
