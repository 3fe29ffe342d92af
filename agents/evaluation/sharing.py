"""Games shared out among processes, each of which writes down what it has played."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.line_ups import Agents
from tablemates.agents.evaluation.lockstep import Hall
from tablemates.agents.evaluation.plan import Plan, Task
from tablemates.agents.evaluation.run_folder import Part, RunFolder
from tablemates.agents.outside.process import end_all
from tablemates.agents.threads import one_thread_each

#: Seconds between two looks at how far the processes are, and at whether they shall go on.
_LOOK: Final = 0.25


class Queue:
    """The games that are still to be played, those of one team together.

    Args:
        plan: The plan.
        done: Which games are done, by their places in the plan.
        limits: How many games of each team are under way together in a process.
    """

    def __init__(
        self, plan: Plan, done: npt.NDArray[np.bool_], limits: Mapping[Agents, int]
    ) -> None:
        self.plan = plan
        self._cells = plan.cells()
        teams = list(dict.fromkeys(cell.agents for cell in self._cells))
        team = np.array([teams.index(cell.agents) for cell in self._cells])
        left = np.flatnonzero(~done)
        self._left = left[np.argsort(team[left // plan.games], kind="stable")]
        self._limits = limits
        self.processes = max(1, min(plan.processes(), len(self._left)))

    def __len__(self) -> int:
        return len(self._left)

    def task(self, n: int) -> Task:
        """Return the n-th game."""
        place = int(self._left[n])
        return self.plan.task(self._cells[place // self.plan.games], place % self.plan.games)

    def room(self, taken: int, live: int) -> int:
        """Return how many games a process may begin.

        Args:
            taken: How many games all processes have taken.
            live: How many games it has under way.
        """
        left = len(self) - taken
        if left <= 0:
            return 0
        team = self.task(taken).cell.agents
        # At the end there is something to do for everybody.
        limit = min(self._limits[team], -(-left // self.processes))
        room = max(0, min(limit - live, left))
        return next(
            (n for n in range(room) if self.task(taken + n).cell.agents != team),
            room,
        )


class Share:
    """What one process plays.

    Args:
        queue: The games.
        hall: Plays them.
        part: Where they go.
        taken: How many games all processes have taken: a shared number, or None where there
            is one process.
    """

    def __init__(self, queue: Queue, hall: Hall, part: Part, taken: Any = None) -> None:
        self._queue = queue
        self._hall = hall
        self._part = part
        self._taken = taken
        self._alone = 0

    def play(self, note: Callable[[int], None]) -> None:
        """Play until no game is left.

        Args:
            note: Called with the number of games played so far.
        """
        played = 0
        try:
            for rows in self._hall.play(self._supply):
                self._part.write(rows)
                played += len(rows)
                note(played)
        finally:
            self._part.close()

    def _supply(self, live: int) -> list[Task]:
        if live >= self._queue.plan.lanes:
            return []
        if self._taken is None:
            first, count = self._take(live, self._alone)
            self._alone += count
        else:
            with self._taken.get_lock():
                first, count = self._take(live, self._taken.value)
                self._taken.value += count
        return [self._queue.task(n) for n in range(first, first + count)]

    def _take(self, live: int, taken: int) -> tuple[int, int]:
        return taken, self._queue.room(taken, live)


def share_out(
    queue: Queue, folder: RunFolder, digests: Mapping[str, str], note: Callable[[int], None]
) -> None:
    """Play the games of a queue in several processes.

    Args:
        queue: The games.
        folder: Where they go.
        digests: Of the policies.
        note: Called with the number of games played so far, now and then.

    Raises:
        AgentError: A process died.
    """
    # A fresh interpreter each: threads of libraries do not survive a fork.
    context = multiprocessing.get_context("spawn")
    shared = _Shared(*(context.Value("q", 0) for _ in range(4)))
    with (
        one_thread_each(),
        ProcessPoolExecutor(
            queue.processes, context, _begin, (queue, folder, dict(digests), shared)
        ) as pool,
    ):
        with _unmoved_by_ctrl_c():
            running: set[Future[None]] = {pool.submit(_work) for _ in range(queue.processes)}
        try:
            while running:
                done, running = wait(running, _LOOK, FIRST_COMPLETED)
                note(shared.played.value)
                for future in done:
                    future.result()
        except BrokenProcessPool as error:
            raise AgentError(
                "a process that plays games died, perhaps of an agent's machine code or for want "
                "of memory; the games that were done are kept: the same command goes on, and "
                "with --workers 1 the system says more"
            ) from error
        finally:
            shared.stop.value = 1


@contextmanager
def _unmoved_by_ctrl_c() -> Iterator[None]:
    """Let processes that are started here know nothing of Ctrl-C, which a terminal sends to all.

    They inherit that; what they do about it themselves they do only once they have imported
    everything.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(frozen=True, slots=True)
class _Shared:
    """Numbers that all processes see.

    Attributes:
        begun: Processes that have begun.
        taken: Games taken.
        played: Games played.
        stop: 1: leave everything and go.
    """

    begun: Any
    taken: Any
    played: Any
    stop: Any


#: Of a process that plays: what it needs.
_given: tuple[Queue, RunFolder, dict[str, str], _Shared] | None = None


def _begin(queue: Queue, folder: RunFolder, digests: dict[str, str], shared: _Shared) -> None:
    """Prepare a process: it ends with the one that has started it, whatever ended that one."""
    global _given
    _given = queue, folder, digests, shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process stops the others
    signal.signal(signal.SIGTERM, _leave)  # so does the pool when one of them has gone
    threading.Thread(target=_watch, args=(shared.stop,), daemon=True).start()


def _watch(stop: Any) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    while not connection.wait([parent.sentinel], _LOOK) and not stop.value:
        pass
    _leave()


def _leave(*_signal: object) -> None:
    """End this process at once, and the programs that it has started."""
    end_all()
    os._exit(1)


def _work() -> None:
    """Play games until none is left."""
    from tablemates.agents.evaluation.runner import find_agents

    assert _given is not None
    queue, folder, digests, shared = _given
    with shared.begun.get_lock():
        number = shared.begun.value
        shared.begun.value += 1
    # The first process has shown the notices.
    hall = Hall(queue.plan, find_agents(queue.plan, lambda _sentence: None), digests)
    before = 0

    def note(played: int) -> None:
        nonlocal before
        with shared.played.get_lock():
            shared.played.value += played - before
        before = played

    try:
        Share(queue, hall, folder.part(number), shared.taken).play(note)
    finally:
        hall.close()
