"""Users' own agents in this process: what they raise becomes a sentence, and time is limited."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterable
from operator import index
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from tablemates.agents.errors import AgentError, CrashError, StallError
from tablemates.agents.outside.asking import Answer, CarefulAgent
from tablemates.agents.outside.limits import TooLateError, within
from tablemates.envs.core.agent import Agent, Batch, Explanation, Situation

#: Seconds that an agent may take longer for its first answer: libraries are loaded, code compiled.
START_SECONDS: Final = 60.0
#: How often an agent is waited for that has never answered.
ATTEMPTS: Final = 3
_LONGEST: Final = 300  # characters of an error's own text

_Result = TypeVar("_Result")
_ROOT: Final = Path(__file__).resolve().parents[2]
_OURS: Final = [_ROOT / "agents", _ROOT / "envs"]
_PYTHON: Final = [Path(sysconfig.get_path("stdlib")).resolve()]
_INSTALLED: Final = [Path(sysconfig.get_path("purelib")).resolve()]


class GuardedAgent(CarefulAgent):
    """Asks an agent and turns what goes wrong into ``CrashError`` and ``StallError``.

    Args:
        agent: The agent.
        spec: As users type it, for messages.
        seconds: For one answer; for a batch, so many for each of its games. None: no limit.
    """

    def __init__(self, agent: Agent, spec: str, seconds: float | None) -> None:
        self.name = agent.name
        self._spec = spec
        self.inner = agent
        self._seconds = seconds
        self._start = START_SECONDS
        self._answered = False
        self._stalls: list[StallError] = []
        self._by_batch = type(agent).act_batch is not Agent.act_batch

    def answer_each(self, batch: Batch) -> list[Answer]:
        """Return one entry for every game.

        When an agent fails with a batch, its games are asked one by one. If every one of
        them then has an answer, none of them counts: the agent's answers depend on
        what stands beside them.
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
        return self._within(1, lambda: self.inner.explain(situation))

    def close(self) -> None:
        """Close the agent; that it fails at this costs no game that was played."""
        try:
            self.inner.close()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it is said below
            said = f"notice: {self._spec!r} failed when it was closed: {sentence_of(error)}"
            print(said, file=sys.stderr)

    def _one(self, situation: Situation) -> Answer:
        try:
            answer: Any = self._within(1, lambda: self.inner.act(situation))
        except AgentError as error:
            return error
        try:
            return index(answer)
        except TypeError:
            what = f"{answer!r:.60} ({type(answer).__name__})"
            return CrashError(f"{self._spec!r} answered {what}, which is no number")

    def _alone(self, batch: Batch, n: int) -> Answer:
        one = slice(n, n + 1)
        part = Batch(batch.observations[one], batch.masks[one], batch.publics[one], batch.keys[one])
        answer = self._whole(part)
        return answer if isinstance(answer, AgentError) else answer[0]

    def _whole(self, batch: Batch) -> list[Answer] | AgentError:
        try:
            answer = self._within(len(batch), lambda: np.asarray(self.inner.act_batch(batch)))
        except AgentError as error:
            return error
        if answer.shape != (len(batch),) or answer.dtype.kind not in "iu":
            return CrashError(
                f"{self._spec!r} was asked for {len(batch)} actions and answered an array of "
                f"{answer.dtype} of shape {answer.shape}"
            )
        actions: list[Answer] = answer.tolist()
        return actions

    def _within(self, games: int, work: Callable[[], _Result]) -> _Result:
        limit = None if self._seconds is None else self._seconds * games + self._start
        self._start = 0.0
        if not self._answered and len(self._stalls) >= ATTEMPTS:
            raise self._stalls[-1].with_traceback(None)
        try:
            result = within(limit, work)
        except TooLateError as error:
            self._stalls.append(
                StallError(f"{self._spec!r} did not answer within {limit:g} seconds")
            )
            raise self._stalls[-1] from error
        except AgentError as error:
            if isinstance(error, CrashError | StallError):
                raise
            raise CrashError(str(error)) from error
        except (Exception, SystemExit) as error:
            raise CrashError(f"{self._spec!r} failed: {sentence_of(error)}") from error
        self._answered = True
        return result


def sentence_of(error: BaseException) -> str:
    """Return an error with the place that raised it: ``bot.py, line 7, in act: KeyError: 5``.

    The place is the last one in a user's own file, not one in a library that it calls.
    """
    said = ": ".join(filter(None, [type(error).__name__, " ".join(str(error).split())]))[:_LONGEST]
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not (frame.filename.startswith("<") or _lies_in(frame.filename, _OURS))
    ]
    installed = [frame for frame in frames if _lies_in(frame.filename, _INSTALLED)]
    own = [f for f in frames if f not in installed and not _lies_in(f.filename, _PYTHON)]
    own = own or installed  # an agent may be installed, too
    if not own:
        return said
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name}: {said}"


def _lies_in(file: str, folders: Iterable[Path]) -> bool:
    path = Path(file).resolve()
    return any(path.is_relative_to(folder) for folder in folders)
