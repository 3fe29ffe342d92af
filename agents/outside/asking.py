"""Asking agents that may fail: every decision gets an answer, or the error that prevents one."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from abc import abstractmethod
from collections.abc import Callable, Iterable
from operator import index
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from tablemates.agents.errors import AgentError, CrashError, StallError
from tablemates.envs.core.agent import Agent, Batch, Explanation, Situation
from tablemates.envs.core.record import Array16

#: The number of an action, or why there is none.
Answer: TypeAlias = int | AgentError

_Result = TypeVar("_Result")
_LARGEST: Final = 2**15 - 1  # that an array of actions holds
_LONGEST: Final = 300  # characters of an error's own text
_ROOT: Final = Path(__file__).resolve().parents[2]
_OURS: Final = [_ROOT / "agents", _ROOT / "envs"]
_PYTHON: Final = [Path(sysconfig.get_path("stdlib")).resolve()]
_INSTALLED: Final = [Path(sysconfig.get_path("purelib")).resolve()]


class FallibleAgent(Agent):
    """An agent that reports for every decision of a batch what went wrong."""

    @abstractmethod
    def answer_each(self, batch: Batch) -> list[Answer]:
        """Return one entry for every decision: an action, perhaps not legal, or an error."""

    def act(self, situation: Situation) -> int:
        """Return the action for one decision.

        Raises:
            CrashError, StallError: There is none.
        """
        return int(self.act_batch(situation.alone())[0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return one action for every decision.

        Raises:
            CrashError, StallError: One of them has none.
        """
        found = self.answer_each(batch)
        for answer in found:
            if isinstance(answer, AgentError):
                raise answer
            if abs(answer) > _LARGEST:
                raise CrashError(f"{self.name!r} answered {answer}, which is no action")
        return np.array(found, np.int16)


class GuardedAgent(FallibleAgent):
    """Turns the exceptions of an agent into ``CrashError``, with the place that raised them.

    Args:
        agent: The agent.
        spec: As users type it, for messages.
    """

    def __init__(self, agent: Agent, spec: str) -> None:
        self.name = agent.name
        self.observation_only = agent.observation_only
        self.inner = agent
        self._spec = spec
        self._by_batch = type(agent).act_batch is not Agent.act_batch

    def answer_each(self, batch: Batch) -> list[Answer]:
        """Return one entry for every decision.

        An agent that fails with a batch is asked for its decisions one by one. If it then answers
        all of them, none counts: its answers depend on the rest of the batch.
        """
        if not self._by_batch:
            return [self._one(batch[n]) for n in range(len(batch))]
        whole = self._whole(batch)
        if not isinstance(whole, AgentError):
            return whole
        alone = [self._alone(batch, n) for n in range(len(batch))] if len(batch) > 1 else []
        failed = any(isinstance(answer, AgentError) for answer in alone)
        return alone if failed else [whole] * len(batch)

    def explain(self, situation: Situation) -> Explanation:
        """Return the agent's reasons.

        Raises:
            CrashError, StallError: It fails.
        """
        return self._call(lambda: self.inner.explain(situation))

    def close(self) -> None:
        """Close the agent; a failure is printed and costs no game."""
        try:
            self.inner.close()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it is printed
            said = f"notice: {self._spec!r} failed when it was closed: {sentence_of(error)}"
            print(said, file=sys.stderr)

    def _one(self, situation: Situation) -> Answer:
        try:
            answer: Any = self._call(lambda: self.inner.act(situation))
        except AgentError as error:
            return error
        try:
            return index(answer)
        except TypeError:
            what = f"{answer!r:.60} ({type(answer).__name__})"
            return CrashError(f"{self._spec!r} answered {what}, which is no integer")

    def _alone(self, batch: Batch, n: int) -> Answer:
        answer = self._whole(batch[n].alone())
        return answer if isinstance(answer, AgentError) else answer[0]

    def _whole(self, batch: Batch) -> list[Answer] | AgentError:
        try:
            answer = self._call(lambda: np.asarray(self.inner.act_batch(batch)))
        except AgentError as error:
            return error
        if answer.shape != (len(batch),) or answer.dtype.kind not in "iu":
            return CrashError(
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
    """Ask any agent.

    Args:
        agent: The agent.
        batch: The decisions.

    Returns:
        For every decision the number of an action, legal or not, or a ``CrashError`` or
        ``StallError``.
    """
    if not isinstance(agent, FallibleAgent):
        agent = GuardedAgent(agent, agent.name)
    return agent.answer_each(batch)


def sentence_of(error: BaseException) -> str:
    """Return an error with the place that raised it: ``bot.py, line 7, in act: KeyError: 5``.

    The place is the last one in the user's own files, not in a library.
    """
    said = ": ".join(filter(None, [type(error).__name__, " ".join(str(error).split())]))[:_LONGEST]
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not (frame.filename.startswith("<") or _lies_in(frame.filename, _OURS))
    ]
    installed = [frame for frame in frames if _lies_in(frame.filename, _INSTALLED)]
    own = [f for f in frames if f not in installed and not _lies_in(f.filename, _PYTHON)]
    own = own or installed  # the agent itself may be installed
    if not own:
        return said
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name}: {said}"


def _lies_in(file: str, folders: Iterable[Path]) -> bool:
    path = Path(file).resolve()
    return any(path.is_relative_to(folder) for folder in folders)
