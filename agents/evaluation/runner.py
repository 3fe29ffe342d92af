"""Plays a plan on all cores and returns its rows in the plan's order."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from agents.evaluation.lockstep import Hall
from agents.evaluation.plan import Cell, Plan, Task
from agents.evaluation.rows import Row
from agents.facts import GameFacts
from agents.progress import Report, progress
from agents.registry import find_agent, print_notice
from envs.core.agent import Agent
from envs.portal_dash.game import Game

#: Seconds between two looks at how far the processes are.
_LOOK: Final = 0.25
#: Jobs a process, so that none is left waiting long for the others at the end.
_JOBS: Final = 4
#: A process of many answers with one thread: all cores are at work already.
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def find_agents(plan: Plan, notify: Callable[[str], None]) -> dict[str, Agent]:
    """Return the plan's agents by the names that it uses.

    Raises:
        AgentError: There is no such agent, or it cannot play these games.
    """
    facts = GameFacts.of(plan.settings(plan.levels[0], plan.players[0]))
    return {name: find_agent(name, facts, notify) for name in plan.names()}


def play(plan: Plan) -> list[Row]:
    """Play all games of a plan.

    Returns:
        The rows, cell by cell, each in the order of the games' numbers.

    Raises:
        GameError, ComponentsError: The plan names agents, levels or parts that there are not.
    """
    cells = plan.cells()
    for cell in cells:
        Game(plan.settings(cell.level, cell.players))  # wrong ones are found out before all work
    hall = Hall(plan, find_agents(plan, print_notice).__getitem__)
    processes = min(plan.processes(), len(cells) * plan.games)
    rows = _sample(plan, hall, processes)
    done = {(row.agents, row.level, row.players, row.number) for row in rows}
    left = [
        [task for task in plan.tasks(cell) if (*_key(cell), task.number) not in done]
        for cell in cells
    ]
    total = len(cells) * plan.games
    with progress("evaluating", "games", total, len(rows)) as report:
        if processes == 1:
            for tasks in left:
                for row in hall.play(tasks):
                    rows.append(row)
                    report(len(rows), "")
        else:
            _share_out(plan, _jobs(plan, left, processes), processes, rows, report)
    place = {_key(cell): n for n, cell in enumerate(cells)}
    return sorted(rows, key=lambda row: (place[row.agents, row.level, row.players], row.number))


def _key(cell: Cell) -> tuple[tuple[str, ...], int, int]:
    return cell.agents, cell.level, cell.players


def _sample(plan: Plan, hall: Hall, processes: int) -> list[Row]:
    """Play one game of each agent and say how long all of them will take."""
    rows: list[Row] = []
    seconds = 0.0
    firsts = {cell.agents: cell for cell in reversed(plan.cells())}
    for cell in reversed(firsts.values()):
        task = next(plan.tasks(cell))
        hall.warm_up(task)
        begun = time.perf_counter()
        rows += hall.play([task])
        cells = sum(one.agents == cell.agents for one in plan.cells())
        seconds += (time.perf_counter() - begun) * plan.games * cells
    games = len(plan.cells()) * plan.games
    minutes, rest = divmod(round(seconds / processes) + 1, 60)
    words = f"{minutes} min {rest} s" if minutes else f"{rest} s"
    print(
        f"{games:,} games, about {words} or less in {processes} "
        f"process{'es' if processes > 1 else ''}",
        file=sys.stderr,
        flush=True,
    )
    return rows


def _jobs(plan: Plan, left: Sequence[Sequence[Task]], processes: int) -> list[list[Task]]:
    """Share out the games, those of one agent together, so that it answers many at once."""
    by_agents: dict[tuple[str, ...], list[Task]] = {}
    for tasks in left:
        for task in tasks:
            by_agents.setdefault(task.cell.agents, []).append(task)
    jobs: list[list[Task]] = []
    for tasks_of_one in by_agents.values():
        size = min(2 * plan.lanes, -(-len(tasks_of_one) // (_JOBS * processes)))
        rest = iter(tasks_of_one)
        jobs += iter(lambda rest=rest, size=size: list(islice(rest, size)), [])  # type: ignore[misc]
    return jobs


def _share_out(
    plan: Plan, jobs: Sequence[Sequence[Task]], processes: int, rows: list[Row], report: Report
) -> None:
    """Play jobs in several processes."""
    # A fresh interpreter each: threads of libraries do not survive a fork.
    context = multiprocessing.get_context("spawn")
    games = context.Value("q", len(rows))
    with (
        _one_thread_each(),
        ProcessPoolExecutor(processes, context, _begin_worker, (plan, games)) as pool,
    ):
        running: set[Future[list[Row]]] = {pool.submit(_play_job, job) for job in jobs}
        try:
            while running:
                done, running = wait(running, _LOOK, FIRST_COMPLETED)
                for future in done:
                    rows += future.result()
                report(games.value, "")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that are started in the block answer with one thread."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


#: Of a worker process: what it plays with, and where it counts its games.
_worker: tuple[Hall, Any] | None = None


def _begin_worker(plan: Plan, games: Any) -> None:
    global _worker
    # The main process has shown the notices.
    _worker = Hall(plan, find_agents(plan, lambda _sentence: None).__getitem__), games


def _play_job(tasks: Sequence[Task]) -> list[Row]:
    assert _worker is not None
    hall, games = _worker
    rows: list[Row] = []
    for row in hall.play(tasks):
        rows.append(row)
        with games.get_lock():
            games.value += 1
    return rows
