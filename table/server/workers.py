"""Agents that think in threads, alongside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final, TypeVar

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.agent import Agent, Explanation, Situation
from tablemates.table.session.partners import act, explain

_THREADS: Final = 16
_Result = TypeVar("_Result")


class _Asked:
    """An agent that one thread at a time may ask; it is made by the first that does."""

    def __init__(self, name: str, facts: GameFacts) -> None:
        self._made_of = name, facts
        self._agent: Agent | None = None
        self._lock = Lock()

    def ask(self, function: Callable[[Agent, Situation], _Result], situation: Situation) -> _Result:
        with self._lock:
            if self._agent is None:
                self._agent = find_agent(*self._made_of)
            return function(self._agent, situation)

    def close(self) -> None:
        if self._agent is not None:
            self._agent.close()


class Workers:
    """Agents, asked in threads of their own, so that nobody waits for somebody else's partner.

    A thread cannot be stopped from outside: an agent that is given up is left to itself, and
    another is made in its place.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, "agent")
        self._running: set[Future[Any]] = set()
        self._agents: dict[Any, _Asked] = {}
        self._given_up: list[_Asked] = []

    async def act(self, name: str, game: Game, situation: Situation) -> int:
        """Return an agent's action; cancelling gives the agent up."""
        key, agent = self._agent("play", name, game)
        try:
            return await self.run(lambda: agent.ask(act, situation))
        except asyncio.CancelledError:
            self._given_up.append(self._agents.pop(key, agent))
            raise

    async def explain(self, name: str, game: Game, situation: Situation) -> Explanation:
        """Return an agent's reasons."""
        _, agent = self._agent("explain", name, game)
        return await self.run(lambda: agent.ask(explain, situation))

    async def run(self, work: Callable[[], _Result]) -> _Result:
        """Do something that takes long in a thread."""
        return await asyncio.wrap_future(self.submit(work))

    def submit(self, work: Callable[[], _Result]) -> Future[_Result]:
        """Do something in a thread, from outside the event loop."""
        future = self._threads.submit(work)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return future

    @property
    def busy(self) -> bool:
        """True if a thread still works."""
        return bool(self._running)

    def _agent(self, use: str, name: str, game: Game) -> tuple[Any, _Asked]:
        facts = GameFacts.of_game(game)
        key = (use, name, facts.game, *sorted(facts.hashes.items()))
        return key, self._agents.setdefault(key, _Asked(name, facts))

    def close(self) -> None:
        """Close the agents; threads that still work are left to themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for agent in (*self._agents.values(), *self._given_up):
            try:
                agent.close()
            except AgentError as error:
                print(f"notice: an agent could not be closed: {error}")
