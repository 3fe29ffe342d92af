"""Games in lockstep: every agent answers the decisions of many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tablemates import __version__
from tablemates.agents.errors import StallError
from tablemates.agents.evaluation.asking import ask
from tablemates.agents.evaluation.line_ups import Agents
from tablemates.agents.evaluation.plan import Plan, Task
from tablemates.agents.evaluation.rows import CRASH, NO_ACTION, STALL, Row, components_hash
from tablemates.agents.evaluation.tables import Integers, Tables
from tablemates.agents.outside.asking import Answer
from tablemates.agents.outside.noise import NoisyAgent
from tablemates.agents.words import plain
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.cache import clock
from tablemates.envs.portal_dash.settings import Settings

#: Stands for a lane without a game.
_NOBODY = -1


@dataclass(slots=True)
class _Lane:
    """What is known of the game in a lane beside its record."""

    task: Task
    cause: str | None = None
    forfeit: str | None = None


class Hall:
    """Plays tasks of a plan, several at once.

    Args:
        plan: The plan.
        agents: The agents by the names that line-ups use.
        digests: Of each of them.
    """

    def __init__(self, plan: Plan, agents: Mapping[str, Agent], digests: Mapping[str, str]) -> None:
        self._plan = plan
        self._digests = digests
        self._tables = Tables(settings_of(plan), plan.lanes)
        self._asked = [*agents.items()]
        self._numbers = {name: n for n, name in enumerate(agents)}
        if plan.noise > 0:
            self._asked += [(name, NoisyAgent(one, plan.noise)) for name, one in agents.items()]
        self._lanes: list[_Lane | None] = [None] * plan.lanes
        # Who sits where, and who is asked now, as places in the list of those who are asked.
        self._seated = np.full((plan.lanes, max(plan.players)), _NOBODY, np.int64)
        self._seconds = np.zeros(plan.lanes)
        self._known = {
            **self._tables.game.hashes,
            "components": components_hash(self._tables.game.components),
            "version": __version__,
        }

    def play(self, supply: Callable[[int], Sequence[Task]]) -> Iterator[list[Row]]:
        """Play games to their ends, in whatever order they end.

        Args:
            supply: Called with the number of games under way; returns tasks to be begun beside
                them, at most ``plan.lanes`` in all. When it returns none and no game is
                under way, all is done.

        Yields:
            The rows of the games that have ended.
        """
        live = np.empty(0, np.int64)
        while True:
            tasks = supply(len(live))
            if tasks:
                live = np.concatenate([live, self._begin(tasks)])
            if not len(live):
                return
            self._ask(live)
            over = (self._tables.seats[live] < 0) | (
                self._tables.turns[live] > self._plan.max_turns
            )
            if over.any():
                ended, live = live[over], live[~over]
                yield self._end(ended)

    def warm_up(self, task: Task) -> None:
        """Let whoever begins a game answer once: machine code is loaded, perhaps made."""
        lanes = self._begin([task])
        who = self._seated[lanes[0], self._tables.seats[lanes[0]]]
        ask(self._asked[who][1], self._tables, lanes)
        self._lanes[lanes[0]] = None

    def close(self) -> None:
        """Let go of what agents hold beside memory."""
        for _, agent in self._asked:
            agent.close()

    def _begin(self, tasks: Sequence[Task]) -> Integers:
        free = [n for n, lane in enumerate(self._lanes) if lane is None][: len(tasks)]
        cells = [task.cell for task in tasks]
        games = [
            (task.seed, cell.level, cell.players) for task, cell in zip(tasks, cells, strict=True)
        ]
        self._tables.begin(free, games)
        for lane, task in zip(free, tasks, strict=True):
            self._lanes[lane] = _Lane(task)
            self._seconds[lane] = 0.0
            self._seated[lane, : task.cell.players] = self._places(task.cell.agents)
        return np.array(free, np.int64)

    def _places(self, agents: Agents) -> list[int]:
        """Return where those who sit in the seats stand in the list; partners may err."""
        places = [self._numbers[name] for name in agents]
        err = len(self._numbers) if self._plan.noise > 0 else 0
        return [places[0], *(place + err for place in places[1:])]

    def _ask(self, live: Integers) -> None:
        """Ask everybody who is to decide, and play what they answer."""
        actions = np.full(len(live), NO_ACTION, np.int64)
        who = self._seated[live, self._tables.seats[live]]
        for number in np.unique(who).tolist():
            asked = np.flatnonzero(who == number)
            lanes = live[asked]
            actions[asked] = self._answers(number, lanes)
        self._tables.play(live, actions)

    def _answers(self, number: int, lanes: Integers) -> Integers:
        """Return answers, and note on lanes that get none that can be played why that is so."""
        name, agent = self._asked[number]
        begun = clock()
        given = ask(agent, self._tables, lanes)
        self._seconds[lanes] += (clock() - begun) / len(lanes)
        actions = _numbers(given)
        for n in np.flatnonzero(~self._tables.legal(lanes, actions)).tolist():
            lane = self._lanes[lanes[n]]
            assert lane is not None
            self._note_forfeit(lane, name, given[n])
        return actions

    def _note_forfeit(self, lane: _Lane, name: str, answer: Answer) -> None:
        if isinstance(answer, Exception):
            lane.cause = STALL if isinstance(answer, StallError) else CRASH
            lane.forfeit = plain(str(answer))
            return
        catalogue = self._tables.game.catalogue
        known = 0 <= answer < len(catalogue)
        words = f"{catalogue.name(answer)!r}" if known else f"{answer}, which is no action"
        lane.forfeit = f"{name!r} played {words}{', which is not legal' * known}"

    def _end(self, lanes: Integers) -> list[Row]:
        rows = []
        for index, ending in zip(lanes.tolist(), self._tables.endings(lanes), strict=True):
            lane = self._lanes[index]
            assert lane is not None
            cell, task = lane.task.cell, lane.task
            if lane.cause is not None:
                ending["cause"] = lane.cause
            row = Row(
                **self._known,
                **ending,
                agents=cell.agents,
                level=cell.level,
                players=cell.players,
                number=task.number,
                seed=task.seed,
                noise=self._plan.noise,
                forfeit=lane.forfeit,
                max_turns=self._plan.max_turns,
                seconds=round(float(self._seconds[index]), 6),
                policies={name: self._digests[name] for name in dict.fromkeys(cell.agents)},
                recipe=self._tables.recipe(cell.level, cell.players),
                actions=self._tables.actions(index),
                hash="",
            )
            rows.append(row)
            self._lanes[index] = None
        return rows


def settings_of(plan: Plan) -> Settings:
    """Return settings of which any game of a plan can be begun.

    Raises:
        SettingsError: No game can be made of them.
    """
    return Settings(
        level=list(plan.levels),
        players=list(plan.players),
        edition=plan.edition,
        boss=plan.boss,
        components=plan.components,
    )


def _numbers(given: Sequence[Answer]) -> Integers:
    """Return answers as an array; errors, and numbers too large for it, are no action."""
    try:
        return np.array(given, np.int64)
    except (TypeError, ValueError, OverflowError):
        numbers = (NO_ACTION if isinstance(answer, Exception) else answer for answer in given)
        return np.array([n if 0 <= n < NO_ACTION else NO_ACTION for n in numbers], np.int64)
