"""Plays a plan on all cores and returns its rows in the plan's order."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates import __version__
from tablemates.agents.bounds import Bound, refusal
from tablemates.agents.errors import AgentError, FolderError
from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.line_ups import Agents
from tablemates.agents.evaluation.lockstep import Hall, settings_of
from tablemates.agents.evaluation.plan import Plan, Task
from tablemates.agents.evaluation.reuse import take_over
from tablemates.agents.evaluation.rows import Row, components_hash
from tablemates.agents.evaluation.run_folder import ROWS, RunFolder, clear
from tablemates.agents.evaluation.sharing import Queue, Share, share_out
from tablemates.agents.facts import GameFacts
from tablemates.agents.progress import progress
from tablemates.agents.registry import find_agent, print_notice
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.cache import clock
from tablemates.envs.portal_dash.game import Game

#: Games of a team that are tried out to say how long all will take, if they are quick.
_TRIED: Final = 32
#: Seconds for which trying out goes on with a second helping.
_QUICK: Final = 0.5
#: A team's games are begun together so far that the first of them end after so many seconds.
_WAIT: Final = 10.0


def find_agents(plan: Plan, notify: Callable[[str], None]) -> dict[str, Agent]:
    """Return the plan's agents by the names that it uses.

    Raises:
        AgentError: There is no such agent, or it cannot play these games, or it sees what
            is hidden and would have a partner.
    """
    facts = GameFacts.of(settings_of(plan))
    agents = {
        name: find_agent(name, facts, notify, plan.answer_seconds)
        for name in plan.names()
    }
    mixed = {name for cell in plan.cells() if len(set(cell.agents)) > 1 for name in cell.agents}
    for name, agent in agents.items():
        if isinstance(agent, Bound) and (name in mixed or plan.noise > 0):
            raise AgentError(refusal(name))
    return agents


def play(plan: Plan, reuse: Sequence[Path] = (), anew: bool = False) -> list[Row]:
    """Play all games of a plan that are not done yet.

    They go into the plan's folder as they end, see ``run_folder``; a plan without
    one has a temporary folder.

    Args:
        plan: What is played.
        reuse: Folders of other runs, whose games are taken over where they are the plan's.
        anew: Remove the games that lie in the plan's folder, once it is sure that others
            can be played.

    Returns:
        The rows, cell by cell, each in the order of the games' numbers.

    Raises:
        GameError, ComponentsError: The plan names agents, levels or parts that there
            are not, or its folder holds the games of something else.
    """
    for cell in plan.cells():  # wrong ones are found out before all work
        game = Game(plan.settings(cell.level, cell.players))
    agents = find_agents(plan, print_notice)
    digests = {name: policy_digest(name) for name in agents}
    if plan.ruleset not in (None, game.hashes["ruleset"]):
        print_notice(
            f"the plan is meant for the ruleset {plan.ruleset}, and rules or parts here are "
            f"{game.hashes['ruleset']}: what comes of it cannot be compared with that"
        )
    for source in reuse:
        if not (source / ROWS).is_file():
            raise FolderError(f"{source / ROWS} is not there: --reuse names runs that are done")
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
        elif anew:
            clear(out)
        folder = RunFolder(out, plan, known)
        done = folder.done()
        if reuse and not done.all():
            take_over(reuse, plan, known, folder, done)
        if not done.all():
            hall = Hall(plan, agents, digests)
            stack.callback(hall.close)
            try:
                _play(plan, folder, done, hall, digests)
            except KeyboardInterrupt:
                if plan.out is None:
                    raise
                kept = int(folder.done().sum())
                raise KeyboardInterrupt(
                    f"{kept:,} of {len(done):,} games lie in {out}: the same command goes on"
                ) from None
        return folder.finish()


def _play(plan: Plan, folder: RunFolder, done: Any, hall: Hall, digests: Mapping[str, str]) -> None:
    """Play what is not done."""
    begun = int(done.sum())
    if begun:
        print(f"{begun:,} of {len(done):,} games are done already", file=sys.stderr, flush=True)
    limits = _try_out(plan, folder, done, hall)
    queue = Queue(plan, done, limits)
    with progress("evaluating", "games", len(done), int(done.sum())) as report:

        def note(played: int) -> None:
            report(int(done.sum()) + played, "")

        if queue.processes == 1:
            Share(queue, hall, folder.part(0)).play(note)
        else:
            share_out(queue, folder, digests, note)


def _try_out(plan: Plan, folder: RunFolder, done: Any, hall: Hall) -> dict[Agents, int]:
    """Play some games of each team and say how long all of them will take.

    Returns:
        How many games of each team are to be under way together: a slow team's first
        games shall end soon.
    """
    cells = plan.cells()
    teams: dict[Agents, list[int]] = {}
    for place in np.flatnonzero(~done).tolist():
        teams.setdefault(cells[place // plan.games].agents, []).append(place)
    limits: dict[Agents, int] = {}
    seconds = 0.0
    part = folder.part(0)
    for team, left in teams.items():
        # Spread over the cells: games of different levels are not equally long.
        tried = left[:: max(1, len(left) // _TRIED)][:_TRIED]
        tasks = [plan.task(cells[place // plan.games], place % plan.games) for place in tried]
        hall.warm_up(tasks[0])
        each = 0.0
        for some in (slice(0, 1), slice(1, min(_TRIED, plan.lanes))):
            if not tasks[some] or each > _QUICK:
                break
            begun = clock()
            for rows in hall.play(_all_at_once(tasks[some])):
                part.write(rows)
            each = (clock() - begun) / len(tasks[some])
            done[tried[some]] = True
        limits[team] = int(min(max(_WAIT / each, 1), plan.lanes))
        seconds += each * int((~done[left]).sum())
    part.close()
    processes = plan.processes()
    minutes, rest = divmod(round(seconds / processes) + 1, 60)
    words = f"{minutes:,} min {rest} s" if minutes else f"{rest} s"
    print(
        f"{len(done):,} games, about {words} or less in {processes} "
        f"process{'es' if processes > 1 else ''}",
        file=sys.stderr,
        flush=True,
    )
    return limits


def _all_at_once(tasks: list[Task]) -> Callable[[int], list[Task]]:
    waiting = [tasks]
    return lambda _live: waiting.pop() if waiting else []
