"""Threads in which agents think, beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from tablemates.agents.errors import AgentError
from tablemates.envs.core.agent import Agent, Explanation, Situation
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.partners import act, explain, make_agent

_Result = TypeVar("_Result")


class Workers:
    """Threads in which agents are asked.

    The adviser has a thread of its own, so that nobody waits for a hint until somebody
    else's partner has answered; reports, which take longest, have another. A thread cannot be
    stopped from outside: one that is given up is left to itself and another takes its place.
    """

    def __init__(self) -> None:
        self._partners = ThreadPoolExecutor(2, "partner")
        self._advice = ThreadPoolExecutor(1, "adviser")
        self._reports = ThreadPoolExecutor(1, "report")
        self._local = threading.local()
        self._agents: list[Agent] = []
        self._working: dict[Future[Any], str] = {}

    async def act(self, name: str, settings: Settings, situation: Situation) -> int:
        """Return an agent's action.

        Cancelling gives the agent up.

        Raises:
            AgentError: It fails.
        """
        pool = self._partners
        future = self._submit(pool, lambda: act(self._agent(name, settings), situation), name)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if future.running() and pool is self._partners:
                self._partners = ThreadPoolExecutor(2, "partner")
                pool.shutdown(wait=False)  # what else it has to do is done
            raise

    async def explain(
        self, name: str, settings: Settings, situation: Situation, hint: bool
    ) -> Explanation:
        """Return an agent's reasons.

        Args:
            name: The agent.
            settings: Of the game.
            situation: What it sees.
            hint: Whether a person waits for advice, rather than for a partner's reasons.

        Raises:
            AgentError: It fails.
        """
        pool = self._advice if hint else self._partners
        return await asyncio.wrap_future(self._explain(pool, name, settings, situation))

    async def report(self, work: Callable[[], _Result]) -> _Result:
        """Do something that takes long."""
        return await asyncio.wrap_future(self._submit(self._reports, work, "a report"))

    def warm_up(self, name: str, settings: Settings, situation: Situation) -> Future[Explanation]:
        """Ask the adviser once, so that the first person does not wait for its start."""
        return self._explain(self._advice, name, settings, situation)

    def _explain(
        self, pool: ThreadPoolExecutor, name: str, settings: Settings, situation: Situation
    ) -> Future[Explanation]:
        return self._submit(pool, lambda: explain(self._agent(name, settings), situation), name)

    def _submit(
        self, pool: ThreadPoolExecutor, work: Callable[[], _Result], name: str
    ) -> Future[_Result]:
        future = pool.submit(work)
        self._working[future] = name
        future.add_done_callback(lambda done: self._working.pop(done, None))
        return future

    def _agent(self, name: str, settings: Settings) -> Agent:
        """Return this thread's agent; agents are not shared between threads."""
        known: dict[Any, Agent] = self._local.__dict__.setdefault("agents", {})
        key = (name, settings.components, settings.edition, settings.board_shape)
        if key not in known:
            known[key] = make_agent(name, settings)
            self._agents.append(known[key])
        return known[key]

    def check(self, name: str, settings: Settings) -> None:
        """Make sure that an agent exists and plays this game.

        Raises:
            AgentError: It does not.
        """
        make_agent(name, settings).close()

    @property
    def working(self) -> list[str]:
        """Names of the agents that are still thinking."""
        return sorted(set(self._working.copy().values()))

    def wait(self) -> None:
        """Wait until all work is done."""
        wait(self._working.copy())

    def close(self) -> None:
        """End idle threads and close the agents."""
        for pool in (self._partners, self._advice, self._reports):
            pool.shutdown(wait=False, cancel_futures=True)
        for agent in self._agents:
            try:
                agent.close()
            except AgentError as error:
                print(f"notice: {agent.name} could not be closed: {error}")
