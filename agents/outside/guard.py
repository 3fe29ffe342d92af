"""Asking agents that may fail: every decision gets an answer, or the error that prevents one.

An agent's failure is told apart from one of ours by where it happens. Code from outside runs in
``GuardedAgent`` and in the process of a ``ProgramAgent``, and nowhere else: what it raises there is
its own ``CrashError``. Agents that come with the package say that they cannot answer by an
``AgentError``; any other error is one of ours and passes through.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Sequence
from operator import index
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from tablemates.agents.errors import AgentError, CrashError, OwnError, StallError
from tablemates.agents.outside.secret import hashed, process_secret
from tablemates.agents.outside.spent import Spent
from tablemates.agents.tracebacks import sentence_of
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import (
    Agent,
    Batch,
    BatchAgent,
    Candidate,
    Explanation,
    Guess,
    Situation,
)

#: The number of an action, or why there is none; an ``OwnError``: no agent is to blame.
Answer: TypeAlias = int | AgentError | OwnError

_Result = TypeVar("_Result")
_LARGEST: Final = 2**15 - 1  # that an array of actions holds


class AnsweringAgent(BatchAgent):
    """An agent that may answer some decisions of a batch and fail at others.

    Attributes:
        spent: Costs of the last ``answers``, one entry for every decision; empty: they cost
            nothing.
    """

    spent: Sequence[Spent] = ()

    @abstractmethod
    def answers(self, batch: Batch) -> list[Answer]:
        """Return one entry for every decision: an action, perhaps not legal, or an error."""

    def act_batch(self, batch: Batch) -> Array16:
        """Return one action for every decision, or raise the error of the first that has none."""
        found = self.answers(batch)
        for answer in found:
            if isinstance(answer, AgentError | OwnError):
                raise answer
            if abs(answer) > _LARGEST:
                raise CrashError(f"{self._typed!r} answered {answer}, which is no action")
        return np.array(found, np.int16)

    @property
    def _typed(self) -> str:
        """The agent as users type it."""
        return self.name


class OutsideAgent(AnsweringAgent):
    """An agent whose code does not come with the package.

    What it gets are copies, with keys that are hashed with ``secret``; None: that of this process.
    """

    def __init__(self, name: str, spec: str, secret: bytes | None) -> None:
        self.name = name
        self._spec = spec  # as users type it
        self._secret = process_secret() if secret is None else secret

    @property
    def _typed(self) -> str:
        return self._spec

    def _for_outside(self, batch: Batch) -> Batch:
        """Return what the agent gets: it may write into it, and no seed follows from it."""
        keys = [hashed(self._secret, key, "key") for key in batch.keys]
        histories = None
        if self.wants_history and batch.histories is not None:
            histories = [None if one is None else one.copy() for one in batch.histories]
        seen = batch.observations.copy(), batch.masks.copy(), batch.publics.copy()
        return Batch(*seen, keys, histories)


class GuardedAgent(OutsideAgent):
    """Turns the exceptions of an agent into ``CrashError``, with the place that raised them."""

    def __init__(self, agent: Agent, spec: str, secret: bytes | None = None) -> None:
        super().__init__(agent.name, spec, secret)
        self.observation_only = agent.observation_only
        self.wants_history = agent.wants_history
        self.remote = agent.remote
        self.inner = agent

    def answers(self, batch: Batch) -> list[Answer]:
        """Return one entry for every decision: an action, perhaps not legal, or an error.

        An agent that fails with a batch is asked for its decisions one by one.
        """
        handed = self._for_outside(batch)
        if not isinstance(inner := self.inner, AnsweringAgent):
            return self._answers(handed)
        try:
            found = self._call(lambda: inner.answers(handed))
        except AgentError as error:
            return [error] * len(batch)
        self.spent = spent_by(inner)
        return found

    def explain(self, situation: Situation) -> Explanation:
        """Return the agent's reasons."""
        handed = self._for_outside(situation.alone())[0]
        return self._call(lambda: self._reasons(handed))

    def close(self) -> None:
        """Close the agent; a failure is printed and costs no game."""
        try:
            self._call(self.inner.close)
        except AgentError as error:
            print(f"notice: {error} (when it was closed)", file=sys.stderr)

    def _answers(self, batch: Batch) -> list[Answer]:
        try:
            if type(self.inner).act_batch is not Agent.act_batch:
                return self._call(lambda: self._whole(batch))
            if len(batch) == 1:
                return [self._call(lambda: self._one(batch[0]))]
        except AgentError as error:
            if len(batch) == 1:
                return [error]
        return [self._answers(batch[n].alone())[0] for n in range(len(batch))]

    def _one(self, situation: Situation) -> int:
        answer: Any = self.inner.act(situation)
        try:
            return index(answer)
        except TypeError as error:
            what = f"{answer!r:.60} ({type(answer).__name__})"
            raise CrashError(f"{self._spec!r} answered {what}, which is no integer") from error

    def _whole(self, batch: Batch) -> list[Answer]:
        answer = np.array(self.inner.act_batch(batch))
        if answer.shape != (len(batch),) or answer.dtype.kind not in "iu":
            raise CrashError(
                f"{self._spec!r} answered {len(batch)} decisions with an array of dtype "
                f"{answer.dtype} and shape {answer.shape}: return integers of shape ({len(batch)},)"
            )
        actions: list[Answer] = answer.tolist()
        return actions

    def _reasons(self, situation: Situation) -> Explanation:
        found = self.inner.explain(situation)
        candidates = (
            Candidate(index(one.action), float(one.value), str(one.reason))
            for one in found.candidates
        )
        guesses = (
            Guess(index(one.seat), tuple((str(kind), float(share)) for kind, share in one.kinds))
            for one in found.guesses
        )
        return Explanation(tuple(candidates), tuple(guesses))

    def _call(self, work: Callable[[], _Result]) -> _Result:
        """Run code from outside: whatever it raises, but for Ctrl-C, is its own error."""
        try:
            return work()
        except (CrashError, StallError, KeyboardInterrupt):
            raise
        except AgentError as error:
            raise CrashError(str(error)) from error
        except BaseException as error:
            raise CrashError(f"{self._spec!r} failed: {sentence_of(error)}") from error


def spent_by(agent: Agent) -> Sequence[Spent]:
    """Return the costs of any agent's last answers, one for each; empty: they cost nothing."""
    return agent.spent if isinstance(agent, AnsweringAgent) else ()


def answers(agent: Agent, batch: Batch) -> list[Answer]:
    """Ask any agent: for every decision the number of an action, legal or not, or an error.

    An error that is not the agent's own is raised.
    """
    if isinstance(agent, AnsweringAgent):
        return agent.answers(batch)
    try:
        actions: list[Answer] = agent.act_batch(batch).tolist()
        return actions
    except AgentError as error:
        if len(batch) == 1:
            return [error]
    return [answers(agent, batch[n].alone())[0] for n in range(len(batch))]
