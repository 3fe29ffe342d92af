"""Plays a plan in several processes and returns its rows in the plan's order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import connection
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates import __version__
from tablemates.agents.commands import one_thread_each, progress
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.arena import Arena
from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.line_ups import Agents, seated
from tablemates.agents.evaluation.plan import Cell, Plan, Task
from tablemates.agents.evaluation.rows import Row, components_hash
from tablemates.agents.evaluation.run_folder import Part, RunFolder, clear
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.process import end_all
from tablemates.agents.registry import find_agent, print_notice
from tablemates.envs.core.agent import Agent
from tablemates.envs.portal_dash.game import Game

#: More games of a team are started together as long as a round of answers takes fewer seconds:
#: the first games of slow agents end soon, so little is lost when a run is stopped.
_QUICK_ROUND: Final = 0.1
#: Seconds between two updates of the progress bar, and two checks whether to stop.
_POLL: Final = 0.25


def play(plan: Plan, overwrite: bool = False) -> list[Row]:
    """Play all games of a plan that are not done yet.

    They go into the plan's folder as they end, see ``run_folder``; a plan without one has a
    temporary folder.

    Args:
        plan: What is played.
        overwrite: Remove the games in the plan's folder first, once the plan is known to be valid.

    Returns:
        The rows, cell by cell, each in the order of the games' numbers.

    Raises:
        GameError, ComponentsError: The plan names unknown agents, levels or parts, or its
            folder holds the games of something else.
    """
    for cell in plan.cells():  # fail before all work
        game = Game(plan.settings(cell.level, cell.players))
    agents = _find_agents(plan, print_notice)
    digests = {name: policy_digest(name) for name in agents}
    ruleset = game.hashes["ruleset"]
    if plan.ruleset not in (None, ruleset):
        print_notice(
            f"the plan is meant for the ruleset {plan.ruleset}, and rules or parts here are "
            f"{ruleset}: the results cannot be compared"
        )
    known = {
        **game.hashes,
        "components": components_hash(game.components),
        "version": __version__,
        "policies": digests,
    }
    with ExitStack() as stack:
        out = plan.out
        if out is None:
            out = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evaluate-")))
        elif overwrite:
            clear(out)
        folder = RunFolder(out, plan, known)
        done = folder.done()
        if not done.all():
            arena = Arena(plan, agents, digests)
            stack.callback(arena.close)
            try:
                _play(plan, folder, done, arena, digests)
            except KeyboardInterrupt:
                if plan.out is None:
                    raise
                kept = int(folder.done().sum())
                raise KeyboardInterrupt(
                    f"{kept:,} of {len(done):,} games are kept in {out}: the same command resumes"
                ) from None
        return folder.finish()


def _find_agents(plan: Plan, notify: Callable[[str], None]) -> dict[str, Agent]:
    """Return the plan's agents by the names that it uses."""
    facts = GameFacts.of(plan.settings())
    return {name: find_agent(name, facts, notify) for name in plan.names()}


def _play(
    plan: Plan,
    folder: RunFolder,
    done: npt.NDArray[np.bool_],
    arena: Arena,
    digests: Mapping[str, str],
) -> None:
    """Play what is not done."""
    before = int(done.sum())
    if before:
        print(f"{before:,} of {len(done):,} games are done already", file=sys.stderr, flush=True)
    queue = Queue(plan, done)
    with progress("evaluating", "games", len(done), before) as report:

        def note(played: int) -> None:
            report(before + played, "")

        if queue.processes == 1:
            _play_queue(queue, arena, folder.part(0), note)
        else:
            for name in plan.names():  # compile once, not in every process
                cell = plan.cells()[0]
                team = Cell(seated([name], cell.players), cell.level, cell.players)
                arena.warm_up(plan.task(team, 0))
            _play_in_pool(queue, folder, digests, note)


class Queue:
    """The games that are still to be played, those of one team together.

    Args:
        plan: The plan.
        done: Which games are done, by their places in the plan.
    """

    def __init__(self, plan: Plan, done: npt.NDArray[np.bool_]) -> None:
        self.plan = plan
        self._cells = plan.cells()
        teams = list(dict.fromkeys(cell.agents for cell in self._cells))
        team = np.array([teams.index(cell.agents) for cell in self._cells])
        left = np.flatnonzero(~done)
        self._left = left[np.argsort(team[left // plan.games], kind="stable")]
        self.processes = max(1, min(plan.processes(), len(self._left)))

    def __len__(self) -> int:
        return len(self._left)

    def task(self, n: int) -> Task:
        """Return the n-th game."""
        cell, number = divmod(int(self._left[n]), self.plan.games)
        return self.plan.task(self._cells[cell], number)


def _play_queue(
    queue: Queue, arena: Arena, part: Part, note: Callable[[int], None], counter: Any = None
) -> None:
    """Play games until the queue is empty.

    Args:
        queue: The games.
        arena: Plays them.
        part: Where they are written.
        note: Called with the number of games played so far in this process.
        counter: How many games all processes have taken; None: this is the only one.
    """
    lanes = queue.plan.lanes
    counter = multiprocessing.Value("q", 0) if counter is None else counter
    team: Agents = ()
    limit = under_way = 0  # of the present team
    played = 0

    def supply(live: int) -> list[Task]:
        nonlocal team, limit, under_way
        if live >= lanes or counter.value >= len(queue):
            return []
        with counter.get_lock():
            first = counter.value
            left = len(queue) - first
            if left <= 0:
                return []
            if (head := queue.task(first).cell.agents) != team:
                team, limit, under_way = head, 1, 0
            elif arena.round_seconds < _QUICK_ROUND:
                limit = min(2 * limit, lanes)
            # Near the end the rest is shared evenly among the processes.
            most = min(limit - under_way, lanes - live, -(-left // queue.processes))
            tasks: list[Task] = []
            while len(tasks) < most:
                task = queue.task(first + len(tasks))
                if task.cell.agents != team:
                    break
                tasks.append(task)
            counter.value += len(tasks)
        under_way += len(tasks)
        return tasks

    try:
        for rows in arena.play(supply):
            part.write(rows)
            under_way -= sum(row.agents == team for row in rows)
            played += len(rows)
            note(played)
    finally:
        part.close()


# -- several processes --------------------------------------------------------------


class _Shared:
    """Counters that all processes share: games taken, games played, and whether to stop."""

    def __init__(self, context: Any) -> None:
        self.taken, self.played, self.stop = (context.Value("q", 0) for _ in range(3))


def _play_in_pool(
    queue: Queue, folder: RunFolder, digests: Mapping[str, str], note: Callable[[int], None]
) -> None:
    """Play a queue in worker processes.

    Raises:
        AgentError: A process died.
    """
    # Spawned, because threads of libraries do not survive a fork.
    context = multiprocessing.get_context("spawn")
    shared = _Shared(context)
    with (
        one_thread_each(),
        ProcessPoolExecutor(queue.processes, context, _start_worker, (shared,)) as pool,
    ):
        with _ctrl_c_ignored():
            running: set[Future[None]] = {
                pool.submit(_work, queue, folder, dict(digests), n) for n in range(queue.processes)
            }
        try:
            while running:
                done, running = wait(running, _POLL, FIRST_COMPLETED)
                note(shared.played.value)
                for future in done:
                    future.result()
        except BrokenProcessPool as error:
            raise AgentError(
                "a worker process died, perhaps of an agent's machine code or for lack of memory; "
                "finished games are kept: the same command resumes, and --workers 1 shows more"
            ) from error
        finally:
            shared.stop.value = 1


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Let processes that are started in the block ignore Ctrl-C, which a terminal sends to all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_shared: _Shared | None = None


def _start_worker(shared: _Shared) -> None:
    """Initialise a worker; it exits when its parent does."""
    global _shared
    _shared = shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    threading.Thread(target=_watch_parent, args=(shared.stop,), daemon=True).start()


def _watch_parent(stop: Any) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    while not connection.wait([parent.sentinel], _POLL) and not stop.value:
        pass
    _exit()


def _exit(*_signal: object) -> None:
    """End this process at once, and the programs that it has started."""
    end_all()
    os._exit(1)


def _work(queue: Queue, folder: RunFolder, digests: dict[str, str], number: int) -> None:
    """Play games until none is left."""
    assert _shared is not None
    shared, before = _shared, 0
    arena = Arena(queue.plan, _find_agents(queue.plan, lambda _sentence: None), digests)

    def note(played: int) -> None:
        nonlocal before
        with shared.played.get_lock():
            shared.played.value += played - before
        before = played

    try:
        _play_queue(queue, arena, folder.part(number), note, shared.taken)
    finally:
        arena.close()
