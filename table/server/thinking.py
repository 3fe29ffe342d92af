"""Bots think beside the event loop: in threads, because compiled code lets others run."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import PATIENCE, find_agent
from tablemates.envs.core.agent import Agent, Explanation, Situation
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.settings import Settings

#: Agents that a thread keeps.
_KEPT: Final = 24
_Result = TypeVar("_Result")


class Thinkers:
    """Threads in which agents are asked.

    The adviser has a thread of its own, so that nobody waits for a hint until somebody
    else's partner has thought to the end; reports, which take longest, have another.
    """

    def __init__(self) -> None:
        self._partners = ThreadPoolExecutor(2, "partner")
        self._advice = ThreadPoolExecutor(1, "adviser")
        self._reports = ThreadPoolExecutor(1, "report")
        self._pools = (self._partners, self._advice, self._reports)
        self._own = threading.local()
        self._made: list[Agent] = []
        self._working: dict[Future[Any], str] = {}

    async def act(self, name: str, settings: Settings, situation: Situation) -> int:
        """Return what an agent does.

        Raises:
            AgentError: It has no answer.
        """
        return await self._in(
            self._partners, lambda: self._agent(name, settings).act(situation), name
        )

    async def explain(
        self, name: str, settings: Settings, situation: Situation, hint: bool
    ) -> Explanation:
        """Return why an agent would do what.

        Args:
            name: The agent.
            settings: Of the game.
            situation: What it sees.
            hint: Whether a person waits for advice; not for a partner's reasons.

        Raises:
            AgentError: It fails.
        """
        pool = self._advice if hint else self._partners
        return await self._in(pool, lambda: self._agent(name, settings).explain(situation), name)

    async def report(self, work: Callable[[], _Result]) -> _Result:
        """Do something that takes long."""
        return await asyncio.wrap_future(self._submit(self._reports, work, "a report"))

    def warm(self, name: str, settings: Settings, situation: Situation) -> Future[Explanation]:
        """Let the adviser be asked once, so that the first person does not wait for its start.

        Returns at once, with what it will say; what goes wrong is said again when somebody
        asks for a hint.
        """
        return self._submit(
            self._advice, lambda: self._agent(name, settings).explain(situation), name
        )

    def _submit(
        self, pool: ThreadPoolExecutor, work: Callable[[], _Result], name: str
    ) -> Future[_Result]:
        future = pool.submit(work)
        self._working[future] = name
        future.add_done_callback(self._working.pop)
        return future

    async def _in(
        self, pool: ThreadPoolExecutor, work: Callable[[], _Result], name: str
    ) -> _Result:
        try:
            return await asyncio.wrap_future(self._submit(pool, work, name))
        except AgentError:
            raise
        except Exception as error:
            raise AgentError(f"{name!r} failed: {type(error).__name__}: {error}") from error

    def _agent(self, name: str, settings: Settings) -> Agent:
        """Return this thread's own agent: they are not to be shared between threads."""
        known: OrderedDict[Hashable, Agent] = self._own.__dict__.setdefault("agents", OrderedDict())
        parts = settings.components
        which = id(parts) if isinstance(parts, Components) else str(parts)
        key = (name, which, settings.edition, settings.board_shape)
        if key not in known:
            if len(known) >= _KEPT:
                _, old = known.popitem(last=False)
                self._made.remove(old)
                old.close()
            agent = find_agent(name, GameFacts.of(settings), answer_seconds=PATIENCE)
            known[key] = agent
            self._made.append(agent)
        known.move_to_end(key)
        return known[key]

    def check(self, name: str, settings: Settings) -> None:
        """Make sure that there is such an agent and that it plays this game.

        Raises:
            AgentError: There is none, or it cannot.
        """
        find_agent(name, GameFacts.of(settings), answer_seconds=PATIENCE).close()

    @property
    def working(self) -> list[str]:
        """Whose work is not done, each once; a thread cannot be ended from outside."""
        return sorted(set(self._working.copy().values()))

    def wait(self) -> None:
        """Wait until all work is done; afterwards there is none to be given."""
        for pool in self._pools:
            pool.shutdown(wait=True)

    def close(self) -> None:
        """End the threads, and what agents hold beside memory."""
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
        for agent in self._made:
            agent.close()
