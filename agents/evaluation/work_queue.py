"""Matches that are still to be played, shared by worker processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.plan import Agents, Plan, Schedule, Task
from tablemates.envs.core.views.past import Past


class Shared:
    """Counters that all processes share: games taken, games played, and whether to stop."""

    def __init__(self, context: Any) -> None:
        self.taken, self.played, self.stop = (context.Value("q", 0) for _ in range(3))


class Queue:
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

    def parts(self, count: int) -> Iterator[Queue]:
        """Yield at most about so many queues, of one line-up each, which together are this one."""
        size = -(-self.matches // count)
        first = 0
        while first < self.matches:
            line_up = self._line_up(first)
            end = first + 1
            while end < min(first + size, self.matches) and self._line_up(end) == line_up:
                end += 1
            part = copy(self)
            part._matches = self._matches[first:end]
            part._games = sum(map(len, part._matches))
            part.processes = 1
            yield part
            first = end

    def _line_up(self, n: int) -> Agents:
        cell = self._schedule.cells[self._schedule.cell_at(int(self._matches[n][0]))]
        return cell.agents

    @property
    def names(self) -> Agents:
        """The agents of the first match, each once: of all in a part."""
        return tuple(dict.fromkeys(self._line_up(0)))

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
