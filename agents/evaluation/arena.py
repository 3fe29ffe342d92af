"""Arena: plays the games of a plan side by side, each agent answering many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import StallError, plain
from tablemates.agents.evaluation.plan import Plan, Task
from tablemates.agents.evaluation.rows import (
    CRASH,
    NO_ACTION,
    STALL,
    TIMEOUT,
    Row,
    final_hash,
)
from tablemates.agents.outside.asking import Answer, answers
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.agent import Batch as Decisions
from tablemates.envs.core.answers import OVER, SKIP
from tablemates.envs.core.batch import GameBatch
from tablemates.envs.core.cache import clock
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.core.replay import pack_actions
from tablemates.envs.portal_dash.game import PortalDash

Integers = npt.NDArray[np.int64]

_NOBODY: Final = -1


class Arena:
    """Plays tasks of a plan; one compiled call moves all games.

    Args:
        plan: The plan.
        agents: The agents by the names that line-ups use.
        known: What all rows have in common: hashes, version, and the digests of the agents as
            ``policies``.

    Attributes:
        round_seconds: How long the agents took for the last round of answers.

    Raises:
        SettingsError, ComponentsError: No game can be made of the plan's settings.
    """

    def __init__(self, plan: Plan, agents: Mapping[str, Agent], known: Mapping[str, Any]) -> None:
        self._plan = plan
        self._known = known
        self._agents = [*agents.items()]
        self._numbers = {name: n for n, name in enumerate(agents)}
        self._warm: set[int] = set()
        self._batch = GameBatch(PortalDash(plan.settings()), plan.lanes)
        self._levels = {name: n for n, name in enumerate(plan.level_names)}
        self._recipes = {(cell.level, cell.players): plan.recipe(cell) for cell in plan.cells()}
        self._tasks: list[Task | None] = [None] * plan.lanes
        self._forfeits: dict[int, tuple[str | None, str]] = {}  # cause and reason, by lane
        self._seated = np.full((plan.lanes, max(plan.players)), _NOBODY, np.int64)
        self._seconds = np.zeros(plan.lanes)
        self._log = np.zeros((plan.lanes, 256), np.uint16)
        self._taken = np.zeros(plan.lanes, np.int64)
        self._to_play = np.full(plan.lanes, SKIP, np.int64)
        self.round_seconds = 0.0

    def play(self, supply: Callable[[int], Sequence[Task]]) -> Iterator[list[Row]]:
        """Play games to their ends, in whatever order they end.

        Args:
            supply: Called with the number of games under way; returns tasks to start alongside
                them, at most ``plan.lanes`` in all. When it returns none and no game is under
                way, all is done.

        Yields:
            The rows of the games that have ended.
        """
        live = np.empty(0, np.int64)
        while True:
            if tasks := supply(len(live)):
                live = np.concatenate([live, self._start(tasks)])
            if not len(live):
                return
            self._step(live)
            turns = self._batch.turns[live]
            over = (self._batch.answers[live] < 0) | (turns > self._plan.max_turns)
            if over.any():
                ended, live = live[over], live[~over]
                yield self._rows(ended)

    def warm_up(self, task: Task) -> None:
        """Let the agent that starts a game answer once: machine code is loaded or compiled."""
        lanes = self._start([task])
        self._answer(int(self._seated[lanes[0], self._batch.answers[lanes[0]]]), lanes)
        self._clear(int(lanes[0]))

    def close(self) -> None:
        """Close the agents."""
        for _, agent in self._agents:
            agent.close()

    def _start(self, tasks: Sequence[Task]) -> Integers:
        free = [n for n, task in enumerate(self._tasks) if task is None][: len(tasks)]
        lanes = np.array(free, np.int64)
        levels = [self._levels[task.cell.level] for task in tasks]
        players = [task.cell.players for task in tasks]
        self._batch.set_up(lanes, [task.seed for task in tasks], levels, players)
        self._taken[lanes] = 0
        self._seconds[lanes] = 0.0
        for lane, task in zip(free, tasks, strict=True):
            self._tasks[lane] = task
            agents = [self._numbers[name] for name in task.cell.agents]
            self._seated[lane, : len(agents)] = agents
        return lanes

    def _step(self, live: Integers) -> None:
        """Play one decision of every game."""
        batch = self._batch
        actions = np.full(len(live), NO_ACTION, np.int64)
        deciders = self._seated[live, batch.answers[live]]
        self.round_seconds = 0.0
        for number in np.unique(deciders).tolist():
            asked = np.flatnonzero(deciders == number)
            actions[asked] = self._answer(number, live[asked])
        legal = np.isin(live, [*self._forfeits], invert=True)
        places = self._taken[live]
        if places.max() >= self._log.shape[1]:
            self._log = np.concatenate([self._log, np.zeros_like(self._log)], axis=1)
        self._log[live, places] = actions
        self._taken[live] = places + 1
        self._to_play[live[legal]] = actions[legal]
        batch.step(self._to_play)
        self._to_play[live] = SKIP
        if not legal.all():
            batch.forfeit(live[~legal])

    def _answer(self, number: int, lanes: Integers) -> Integers:
        """Return an agent's answers; those that are not legal are noted as forfeits.

        An answer that is no action at all becomes ``NO_ACTION``.
        """
        name, agent = self._agents[number]
        if number not in self._warm:  # loading and compiling is no thinking time
            self._warm.add(number)
            answers(agent, self._decisions(lanes[:1]))
        start = clock()
        given = answers(agent, self._decisions(lanes))
        seconds = clock() - start
        self.round_seconds += seconds
        self._seconds[lanes] += seconds / len(lanes)
        actions, masks = _numbers(given), self._batch.masks
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = known & (masks[lanes, np.where(known, actions, 0)] == 1)
        actions[~known] = NO_ACTION
        for n in np.flatnonzero(~legal).tolist():
            self._forfeits[int(lanes[n])] = self._forfeit(name, given[n])
        return actions

    def _decisions(self, lanes: Integers) -> Decisions:
        batch = self._batch
        keys = decision_keys(batch.seeds[lanes], self._taken[lanes])
        return Decisions(batch.observations[lanes], batch.masks[lanes], batch.publics[lanes], keys)

    def _forfeit(self, name: str, answer: Answer) -> tuple[str | None, str]:
        """Return the cause of a forfeit, None where the rules know it, and the reason."""
        if isinstance(answer, Exception):
            return STALL if isinstance(answer, StallError) else CRASH, plain(str(answer))
        catalogue = self._batch.game.catalogue
        if 0 <= answer < len(catalogue):
            return None, f"{name!r} played {catalogue.name(answer)!r}, which is not legal"
        return None, f"{name!r} played {answer}, which is no action"

    def _rows(self, lanes: Integers) -> list[Row]:
        """Return the results of games and free their lanes; games that go on have timed out."""
        endings = self._batch.endings(lanes)
        return [
            self._row(lane, {name: values[n] for name, values in endings.items()})
            for n, lane in enumerate(lanes.tolist())
        ]

    def _row(self, lane: int, ending: dict[str, Any]) -> Row:
        task = self._tasks[lane]
        assert task is not None
        if self._batch.answers[lane] != OVER:
            ending |= {"outcome": "lost", "cause": TIMEOUT}
        cause, reason = self._forfeits.get(lane, (None, None))
        cell, taken = task.cell, self._taken[lane]
        digests = self._known["policies"]
        values = dict(
            self._known,
            agents=cell.agents,
            level=cell.level,
            players=cell.players,
            number=task.number,
            seed=task.seed,
            outcome=ending["outcome"],
            cause=cause or ending["cause"],
            forfeit=reason,
            progress=float(ending["progress"]),
            turns=int(ending["turns"]),
            decisions=int(taken),
            max_turns=self._plan.max_turns,
            seconds=round(float(self._seconds[lane]), 6),
            policies={name: digests[name] for name in dict.fromkeys(cell.agents)},
            recipe=self._recipes[cell.level, cell.players],
            actions=pack_actions(self._log[lane, :taken].tolist()),
            final=final_hash(self._batch.record(lane)),
        )
        self._clear(lane)
        return Row(**values)

    def _clear(self, lane: int) -> None:
        self._tasks[lane] = None
        self._forfeits.pop(lane, None)


def _numbers(given: Sequence[Answer]) -> Integers:
    """Return answers as an array; errors, and numbers too large for it, are no action."""
    try:
        return np.array(given, np.int64)
    except (TypeError, ValueError, OverflowError):
        numbers = (NO_ACTION if isinstance(answer, Exception) else answer for answer in given)
        return np.array([n if 0 <= n < NO_ACTION else NO_ACTION for n in numbers], np.int64)
