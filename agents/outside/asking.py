"""Asking agents that may fail: every decision gets an answer, or the error that prevents one."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from collections.abc import Callable
from operator import index
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from tablemates.agents.errors import AgentError, CrashError, StallError
from tablemates.envs.core.agent import Agent, Batch, BatchAgent, Explanation, Situation
from tablemates.envs.core.record import Array16

#: The number of an action, or why there is none.
Answer: TypeAlias = int | AgentError

_Result = TypeVar("_Result")
_LARGEST: Final = 2**15 - 1  # that an array of actions holds
_LONGEST: Final = 300  # characters of an error's own text
_ROOT: Final = Path(__file__).resolve().parents[2]
#: Folders whose files raise errors on behalf of an agent.
_LIBRARIES: Final = [
    _ROOT / "agents",
    _ROOT / "envs",
    *(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib")),
]


class GuardedAgent(BatchAgent):
    """Turns the exceptions of an agent into ``CrashError``, with the place that raised them."""

    def __init__(self, agent: Agent, spec: str) -> None:
        self.name = agent.name
        self.observation_only = agent.observation_only
        self.inner = agent
        self._spec = spec

    def act_batch(self, batch: Batch) -> Array16:
        """Return one action for every decision, or raise the error of the first that has none."""
        found = self.answers(batch)
        for answer in found:
            if isinstance(answer, AgentError):
                raise answer
            if abs(answer) > _LARGEST:
                raise CrashError(f"{self._spec!r} answered {answer}, which is no action")
        return np.array(found, np.int16)

    def answers(self, batch: Batch) -> list[Answer]:
        """Return one entry for every decision: an action, perhaps not legal, or an error.

        An agent that fails with a batch is asked for its decisions one by one.
        """
        try:
            if type(self.inner).act_batch is not Agent.act_batch:
                return self._whole(batch)
            if len(batch) == 1:
                return [self._one(batch[0])]
        except AgentError as error:
            if len(batch) == 1:
                return [error]
        return [self.answers(batch[n].alone())[0] for n in range(len(batch))]

    def explain(self, situation: Situation) -> Explanation:
        """Return the agent's reasons."""
        return self._call(lambda: self.inner.explain(situation))

    def close(self) -> None:
        """Close the agent; a failure is printed and costs no game."""
        try:
            self._call(self.inner.close)
        except AgentError as error:
            print(f"notice: {error} (when it was closed)", file=sys.stderr)

    def _one(self, situation: Situation) -> int:
        answer: Any = self._call(lambda: self.inner.act(situation))
        try:
            return index(answer)
        except TypeError as error:
            what = f"{answer!r:.60} ({type(answer).__name__})"
            raise CrashError(f"{self._spec!r} answered {what}, which is no integer") from error

    def _whole(self, batch: Batch) -> list[Answer]:
        answer = self._call(lambda: np.asarray(self.inner.act_batch(batch)))
        if answer.shape != (len(batch),) or answer.dtype.kind not in "iu":
            raise CrashError(
                f"{self._spec!r} answered {len(batch)} decisions with an array of dtype "
                f"{answer.dtype} and shape {answer.shape}: return integers of shape ({len(batch)},)"
            )
        actions: list[Answer] = answer.tolist()
        return actions

    def _call(self, work: Callable[[], _Result]) -> _Result:
        try:
            return work()
        except (CrashError, StallError):
            raise
        except AgentError as error:
            raise CrashError(str(error)) from error
        except (Exception, SystemExit) as error:
            raise CrashError(f"{self._spec!r} failed: {sentence_of(error)}") from error


def answers(agent: Agent, batch: Batch) -> list[Answer]:
    """Ask any agent: for every decision the number of an action, legal or not, or an error."""
    if not isinstance(agent, GuardedAgent):
        agent = GuardedAgent(agent, agent.name)
    return agent.answers(batch)


def sentence_of(error: BaseException) -> str:
    """Return an error with the place that raised it: ``bot.py, line 7, in act: KeyError: 5``.

    The place is the last one in the user's own files, not in a library.
    """
    said = ": ".join(filter(None, [type(error).__name__, " ".join(str(error).split())]))[:_LONGEST]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_file() and not any(path.resolve().is_relative_to(one) for one in _LIBRARIES):
            return f"{path.name}, line {frame.lineno}, in {frame.name}: {said}"
    return said
