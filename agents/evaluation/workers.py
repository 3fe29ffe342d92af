"""Workers: take games from a queue, play them and write their rows, here or in processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from multiprocessing.context import BaseContext
from typing import Any, BinaryIO, Final

from tablemates.agents import arena
from tablemates.agents.arena import AgentPlayer
from tablemates.agents.cli.running import failing_in_a_sentence, handled, one_thread_each
from tablemates.agents.errors import AgentError, OwnError
from tablemates.agents.evaluation.plan import Agents, Plan, Schedule, Task
from tablemates.agents.evaluation.result_folder import RunFolder
from tablemates.agents.evaluation.result_rows import Row, row_of_game
from tablemates.agents.evaluation.stats.luck_adjustment import Judge
from tablemates.agents.evaluation.work_queue import Queue, Shared
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Moves, Observer, Played, Start
from tablemates.agents.names import CHAT, PROGRAM, agent_within
from tablemates.agents.outside.process import end_all
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.core.views.past import Past
from tablemates.envs.registry import new_game

#: More games of a line-up are started together as long as a round of answers takes fewer
#: seconds: the first games of slow agents end soon, so little is lost when a run is stopped.
_QUICK_ROUND: Final = 0.1
#: Seconds between two updates of the progress bar, and two checks whether to stop.
_POLL: Final = 0.25


def find_agents(
    plan: Plan,
    secret: bytes | None,
    notify: Callable[[str], None],
    names: Sequence[str] | None = None,
) -> dict[str, Agent]:
    """Return the plan's agents by the names that it uses; ``names``: these alone."""
    facts = GameFacts.of(plan.settings())
    names = Schedule(plan).names if names is None else names
    return {name: find_agent(name, facts, notify, secret=secret) for name in names}


class Worker(Observer):
    """Takes games from a queue and writes their rows, a line as soon as a game has ended."""

    def __init__(
        self,
        queue: Queue,
        agents: Mapping[str, Agent],
        known: Mapping[str, Any],
        part: BinaryIO,
        shared: Shared,
        note: Callable[[], None] = lambda: None,
    ) -> None:
        self._queue = queue
        self._known = known
        self._part = part
        self._shared = shared
        self._note = note
        self._game = new_game(queue.plan.settings())
        self._scenarios = queue.plan.scenarios
        self._judge = Judge(queue.plan, lambda _sentence: None) if queue.plan.luck else None
        self._players = [AgentPlayer(name, agent) for name, agent in agents.items()]
        self._remote = {name: agent.remote for name, agent in agents.items()}
        self._numbers = {name: n for n, name in enumerate(agents)}
        self._line_up: Agents = ()
        self._limit = self._under_way = 0  # of the present line-up
        self._round_seconds = 0.0
        self._errors: list[OwnError] = []
        # The further games of matches under way, by the present one; those that start next.
        self._further: dict[Task, list[Task]] = {}
        self._next: list[Start] = []

    def supply(self, live: int) -> list[Start]:
        """Take games of the present line-up, or of the next one when none is left."""
        queue, taken, lanes = self._queue, self._shared.taken, self._queue.plan.lanes
        starts, self._next = self._next, []
        live += len(starts)
        if live >= lanes or taken.value >= queue.matches:
            return starts
        with taken.get_lock():
            first = taken.value
            left = queue.matches - first
            if left <= 0:
                return starts
            if (head := queue.match(first)[0].cell.agents) != self._line_up:
                self._line_up, self._under_way = head, 0
                self._limit = max(1, *(self._remote[name] for name in head))
            elif self._round_seconds < _QUICK_ROUND:
                self._limit = min(2 * self._limit, lanes)
            # Near the end the rest is shared evenly among the processes.
            most = min(self._limit - self._under_way, lanes - live, -(-left // queue.processes))
            count = 0
            while count < most:
                task, *further = queue.match(first + count)
                if task.cell.agents != self._line_up:
                    break
                starts.append(self._start(task, further, queue.earlier(first + count)))
                count += 1
            taken.value += count
        self._under_way += count
        return starts

    def _start(
        self, task: Task, further: Sequence[Task] = (), earlier: tuple[Past, ...] = ()
    ) -> Start:
        if further:
            self._further[task] = list(further)
        seating = [self._numbers[name] for name in task.agents]
        choice = self._scenarios[task.cell.scenario].choice
        return Start(task.seed, choice, seating, task, earlier)

    def after(self, moves: Moves) -> None:
        """Note how long the round took."""
        self._round_seconds = moves.seconds

    def end(self, games: Sequence[Played]) -> None:
        """Write the rows of games."""
        max_turns = self._queue.plan.turn_limit
        rows: list[Row] = []
        for played in games:
            cell = played.start.task.cell
            scenario = self._scenarios[cell.scenario]
            match, known = self._queue.plan.match, self._known
            rows.append(row_of_game(played, self._game, scenario, max_turns, match, known))
            if further := self._further.pop(played.start.task, None):
                past = () if played.past is None else (played.past,)
                earlier = (*played.start.earlier, *past)
                self._next.append(self._start(further[0], further[1:], earlier))
            else:
                self._under_way -= cell.agents == self._line_up
        for row in rows if self._judge is None else self._judge.measured(rows):
            self._part.write(f"{row.model_dump_json()}\n".encode())
        self._part.flush()
        with self._shared.played.get_lock():
            self._shared.played.value += len(games)
        self._note()

    def fail(self, start: Start, error: OwnError) -> None:
        """Note that there will be no row of a game."""
        self._further.pop(start.task, None)  # its match ends here
        self._under_way -= start.task.cell.agents == self._line_up
        self._errors.append(error)

    def run(self) -> list[OwnError]:
        """Play games until the queue is empty; return why some have no row."""
        plan = self._queue.plan
        batch = GameBatch(new_game(plan.settings()), plan.lanes)
        with self._part:
            arena.play(batch, self._players, self.supply, [self], plan.turn_limit)
        return self._errors


def _warm_up(plan: Plan, agents: Mapping[str, Agent]) -> None:
    """Let every agent decide once, one after the other."""
    batch = GameBatch(new_game(plan.settings()), len(agents))
    players = [AgentPlayer(name, agent) for name, agent in agents.items()]
    seats = next(iter(plan.scenarios.values())).players
    waiting = iter([[Start(0, 0, [n] * seats) for n in range(len(players))]])
    arena.play(batch, players, lambda _live: next(waiting, []), [_WarmUp()], max_turns=0)


class _WarmUp(Observer):
    """Lets errors pass: the games that are counted will meet them again."""

    def fail(self, start: Start, error: OwnError) -> None:
        """Do nothing."""


# -- several processes --------------------------------------------------------------
def play_in_pool(
    queue: Queue,
    folder: RunFolder,
    known: Mapping[str, Any],
    context: BaseContext,
    shared: Shared,
    note: Callable[[], None],
) -> list[OwnError]:
    """Play a queue in worker processes; return why some games have no row."""
    errors: list[OwnError] = []
    with (
        one_thread_each(),
        ProcessPoolExecutor(queue.processes, context, _start_worker, (shared,)) as pool,
    ):
        # A terminal sends Ctrl-C to the processes too, which are started here.
        with handled(signal.SIG_IGN, signal.SIGINT):
            running: set[Future[list[OwnError]]] = {
                pool.submit(_work, queue, folder, known, n) for n in range(queue.processes)
            }
        try:
            while running:
                done, running = wait(running, _POLL, FIRST_COMPLETED)
                note()
                for future in done:
                    errors += future.result()
        except BrokenProcessPool as error:
            raise AgentError(
                "a worker process died, perhaps of an agent's machine code or for lack of memory; "
                "finished games are kept: the same command resumes, and --workers 1 shows more"
            ) from error
        finally:
            shared.stop.value = 1
    return errors


_shared: Shared | None = None


def _start_worker(shared: Shared) -> None:
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


def _work(queue: Queue, folder: RunFolder, known: Mapping[str, Any], number: int) -> list[OwnError]:
    """Play games until none is left; return why some have no row."""
    assert _shared is not None
    agents = find_agents(queue.plan, queue.secret, lambda _sentence: None)
    # Each process begins with another agent: their machine code is compiled in parallel.
    compiled = [name for name in agents if not agent_within(name).startswith((PROGRAM, CHAT))]
    first = number * len(compiled) // queue.processes
    names = compiled[first:] + compiled[:first]
    try:
        with failing_in_a_sentence():
            _warm_up(queue.plan, {name: agents[name] for name in names})
            return Worker(queue, agents, known, folder.part(number), _shared).run()
    finally:
        for agent in agents.values():
            agent.close()
