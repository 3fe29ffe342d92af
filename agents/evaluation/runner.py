"""Plays a plan in several processes and returns its rows in the plan's order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing import connection
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from tablemates import __version__
from tablemates.agents import arena
from tablemates.agents.arena import AgentPlayer, Moves, Observer, Played, Start
from tablemates.agents.cli.running import failing_in_a_sentence, handled, one_thread_each, progress
from tablemates.agents.errors import AgentError, OwnError
from tablemates.agents.evaluation.agent_digests import policy_digest
from tablemates.agents.evaluation.matches import earlier_games
from tablemates.agents.evaluation.plan import Agents, Plan, Schedule, Task, has_outsider
from tablemates.agents.evaluation.result_folder import RunFolder, clear
from tablemates.agents.evaluation.result_rows import Row, cached_games, row_of_game
from tablemates.agents.evaluation.stats.luck_adjustment import Judge
from tablemates.agents.facts import GameFacts
from tablemates.agents.names import CHAT, PROGRAM, agent_within
from tablemates.agents.outside.process import end_all
from tablemates.agents.outside.secret import kept_secret, new_secret
from tablemates.agents.registry import find_agent, print_notice
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.core.views.past import Past
from tablemates.envs.registry import new_game

#: More games of a line-up are started together as long as a round of answers takes fewer
#: seconds: the first games of slow agents end soon, so little is lost when a run is stopped.
_QUICK_ROUND: Final = 0.1
#: Seconds between two updates of the progress bar, and two checks whether to stop.
_POLL: Final = 0.25


def play(plan: Plan, overwrite: bool = False) -> list[Row]:
    """Play all games of a plan that are not done yet, and return the rows in the plan's order.

    They go into the plan's folder as they end, see ``run_folder``; a plan without one has a
    temporary folder. With ``overwrite``, games in the folder are removed first, once the plan is
    known to be valid.

    Raises:
        GameError: The plan names unknown agents, scenarios or parts, or its folder holds the games
            of something else.
        OwnError: Something here failed, which is no agent's fault; games in the folder are kept.
    """
    game = new_game(plan.settings())  # fail before all work
    secret = _secret_of(plan, overwrite)
    agents = _find_agents(plan, secret, print_notice)
    ruleset = game.hashes["ruleset"]
    if plan.ruleset not in (None, ruleset):
        print_notice(
            f"the plan is meant for the ruleset {plan.ruleset}, and rules or parts here are "
            f"{ruleset}: the results cannot be compared"
        )
    known = {
        **game.hashes,
        "version": __version__,
        "policies": {name: policy_digest(name, game.settings.game) for name in agents},
    }
    luck = {"luck": Judge(plan, print_notice).digest} if plan.luck else {}
    with ExitStack() as stack:
        out = plan.out
        if out is None:
            out = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evaluate-")))
        elif overwrite:
            clear(out)
        folder = RunFolder(out, plan, {**known, **luck}, secret)
        done = folder.done()
        if not done.all():
            for agent in agents.values():
                stack.callback(agent.close)
            if done.any():
                said = f"{done.sum():,} of {len(done):,} games are done already"
                print(said, file=sys.stderr, flush=True)
            try:
                _play_to_the_end(plan, folder, agents, known, secret)
            except (KeyboardInterrupt, OwnError) as error:
                if plan.out is None:
                    raise
                kept = f"{folder.done().sum():,} of {len(done):,} games are kept in {out}"
                if isinstance(error, OwnError):
                    raise OwnError(f"{error}; {kept}") from error
                raise KeyboardInterrupt(f"{kept}: the same command resumes") from None
        return folder.finish()


def _secret_of(plan: Plan, overwrite: bool) -> bytes | None:
    """Return the secret in the plan's folder, or a new one; None: all agents may know the seeds."""
    if not has_outsider(Schedule(plan).names, plan.game):
        return None
    kept = None if plan.out is None or overwrite else kept_secret(plan.out)
    return new_secret() if kept is None else kept


def _find_agents(
    plan: Plan, secret: bytes | None, notify: Callable[[str], None]
) -> dict[str, Agent]:
    """Return the plan's agents by the names that it uses."""
    facts = GameFacts.of(plan.settings())
    return {name: find_agent(name, facts, notify, secret=secret) for name in Schedule(plan).names}


def _play_to_the_end(
    plan: Plan,
    folder: RunFolder,
    agents: Mapping[str, Agent],
    known: Mapping[str, Any],
    secret: bytes | None,
) -> None:
    """Play what is not done; until all is decided, look again and again at the pairs."""
    schedule, done = Schedule(plan), folder.done()
    if plan.until is None:
        begun = _begun(plan, folder, agents) if plan.match > 1 and done.any() else {}
        _play(folder, _Queue(plan, ~done, secret, begun), int(done.sum()), agents, known)
        return
    # Imported here, because worker processes do without SciPy, which takes a second.
    from tablemates.agents.evaluation.stats.sequential import Decided, decisions, looks, wanted

    pairs: list[Decided] = []
    for seeds in looks(plan.games):
        done = folder.done()
        cells = [cell for cell in schedule.cells if wanted(plan, cell, pairs)]
        left = schedule.places(seeds, cells) & ~done
        if left.any():
            _play(folder, _Queue(plan, left, secret), int(done.sum()), agents, known)
        pairs = decisions(plan, [row for row in folder.so_far() if row.number < seeds])


def _begun(
    plan: Plan, folder: RunFolder, agents: Mapping[str, Agent]
) -> dict[int, tuple[Past, ...]]:
    """Return the games of matches that a stopped run has begun, by the place of the next one.

    Only where one of the agents asks for history.
    """
    schedule, rows, done = Schedule(plan), folder.so_far(), folder.done()
    game_of = cached_games(plan.components, plan.game)
    found: dict[int, tuple[Past, ...]] = {}
    for row in rows:
        number = row.number + 1
        if number % plan.match == 0 or not any(agents[one].wants_history for one in row.agents):
            continue
        place = schedule.place(row.agents, row.scenario, number, row.rotation)
        if not done[place]:
            now = row.model_copy(update={"number": number})
            found[place] = earlier_games(now, rows, game_of)
    return found


def _play(
    folder: RunFolder,
    queue: _Queue,
    before: int,
    agents: Mapping[str, Agent],
    known: Mapping[str, Any],
) -> None:
    """Play the games of a queue.

    Raises:
        OwnError: Some could not be played to their end; the others are done.
    """
    # Spawned, because threads of libraries do not survive a fork.
    context = multiprocessing.get_context("spawn")
    shared = _Shared(context)
    with progress("evaluating", "games", before + len(queue), before) as report:

        def note() -> None:
            report(before + shared.played.value, "")

        if queue.processes == 1:
            errors = _Worker(queue, agents, known, folder.part(0), shared, note).run()
        else:
            errors = _play_in_pool(queue, folder, known, context, shared, note)
    if errors:
        more = f" (the first of {len(errors):,} games that failed)" if len(errors) > 1 else ""
        raise OwnError(f"{errors[0]}{more}") from errors[0]


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


class _Shared:
    """Counters that all processes share: games taken, games played, and whether to stop."""

    def __init__(self, context: Any) -> None:
        self.taken, self.played, self.stop = (context.Value("q", 0) for _ in range(3))


class _Queue:
    """The matches that are still to be played, those of one line-up together.

    ``begun`` has the earlier games of those that go on, by the place of their next game.
    """

    def __init__(
        self,
        plan: Plan,
        wanted: npt.NDArray[np.bool_],
        secret: bytes | None,
        begun: Mapping[int, tuple[Past, ...]] | None = None,
    ) -> None:
        self.plan = plan
        self.secret = secret
        self._begun = begun or {}
        self._schedule = Schedule(plan, secret)
        cells = self._schedule.cells
        line_ups = {agents: n for n, agents in enumerate(dict.fromkeys(c.agents for c in cells))}
        left = np.flatnonzero(wanted)
        order = [line_ups[cells[self._schedule.cell_at(n)].agents] for n in left.tolist()]
        left = left[np.argsort(order, kind="stable")]
        self._matches = self._in_matches(left) if plan.match > 1 else left[:, None]
        self._games = len(left)
        self.processes = max(1, min(plan.workers or os.cpu_count() or 1, self.matches))

    def _in_matches(self, left: npt.NDArray[np.int64]) -> list[list[int]]:
        """Return places by match; the games of one follow each other."""
        found: dict[tuple[Any, ...], list[int]] = {}
        for place in left.tolist():
            task = self._schedule.task(place)
            key = task.cell, task.rotation, task.number // self.plan.match
            found.setdefault(key, []).append(place)
        return list(found.values())

    def __len__(self) -> int:
        return self._games

    @property
    def matches(self) -> int:
        """The number of matches; without matches, every game is one."""
        return len(self._matches)

    def match(self, n: int) -> list[Task]:
        """Return the games of the n-th match, the first ones perhaps done."""
        return [self._schedule.task(int(place)) for place in self._matches[n]]

    def earlier(self, n: int) -> tuple[Past, ...]:
        """Return the games of the n-th match that are done, if somebody asks for history."""
        return self._begun.get(int(self._matches[n][0]), ())


class _Worker(Observer):
    """Takes games from a queue and writes their rows, a line as soon as a game has ended."""

    def __init__(
        self,
        queue: _Queue,
        agents: Mapping[str, Agent],
        known: Mapping[str, Any],
        part: BinaryIO,
        shared: _Shared,
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


# -- several processes --------------------------------------------------------------
def _play_in_pool(
    queue: _Queue,
    folder: RunFolder,
    known: Mapping[str, Any],
    context: BaseContext,
    shared: _Shared,
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


def _work(
    queue: _Queue, folder: RunFolder, known: Mapping[str, Any], number: int
) -> list[OwnError]:
    """Play games until none is left; return why some have no row."""
    assert _shared is not None
    agents = _find_agents(queue.plan, queue.secret, lambda _sentence: None)
    # Each process begins with another agent: their machine code is compiled in parallel.
    compiled = [name for name in agents if not agent_within(name).startswith((PROGRAM, CHAT))]
    first = number * len(compiled) // queue.processes
    names = compiled[first:] + compiled[:first]
    try:
        with failing_in_a_sentence():
            _warm_up(queue.plan, {name: agents[name] for name in names})
            return _Worker(queue, agents, known, folder.part(number), _shared).run()
    finally:
        for agent in agents.values():
            agent.close()
