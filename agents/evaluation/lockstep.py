"""Games in lockstep: every agent answers the decisions of many games at once."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from agents.errors import AgentError
from agents.evaluation.digests import policy_digest
from agents.evaluation.plan import Plan, Task
from agents.evaluation.rows import NO_ACTION, TIMEOUT, Row, components_hash, final_hash
from envs import __version__
from envs.core.agent import Agent, Batch
from envs.core.game import ILLEGAL, OVER
from envs.core.keys import decision_keys
from envs.core.replay import pack_actions
from envs.portal_dash.game import Game
from envs.portal_dash.rules.state import STATE

_PUBLIC_BYTES: Final = STATE["public"].itemsize


class Lane:
    """One game under way.

    Args:
        game: A game object of the task's cell.
        task: What is played.
    """

    __slots__ = ("actions", "game", "public", "seat", "task")

    def __init__(self, game: Game, task: Task) -> None:
        self.game = game
        self.task = task
        self.actions: list[int] = []
        self.public = game.record[:_PUBLIC_BYTES]
        self.seat = game.new(task.seed, np.random.default_rng(task.seed))

    @property
    def agent(self) -> str:
        """Who decides now."""
        return self.task.cell.agents[self.seat]

    def play(self, action: int) -> None:
        """Play an action; an illegal one loses the game."""
        known = 0 <= action < len(self.game.catalogue)
        self.actions.append(action if known else NO_ACTION)
        answer = self.game.step(action) if known else ILLEGAL
        self.seat = self.game.forfeit(self.seat) if answer == ILLEGAL else answer


class Hall:
    """Plays tasks of a plan, several at once.

    Args:
        plan: The plan.
        agent: Returns the agent that the registry knows by a name.
    """

    def __init__(self, plan: Plan, agent: Callable[[str], Agent]) -> None:
        self._plan = plan
        self._agent = agent
        self._digest = cache(policy_digest)
        # A game object is reused: making one takes as long as hundreds of decisions.
        self._idle: dict[tuple[int, int], list[Game]] = defaultdict(list)

    def play(self, tasks: Iterable[Task]) -> Iterator[Row]:
        """Play games to their ends, in whatever order they end.

        Raises:
            AgentError: An agent does not answer as many decisions as it was asked.
        """
        waiting = deque(tasks)
        lanes: list[Lane] = []
        while waiting or lanes:
            while waiting and len(lanes) < self._plan.lanes:
                lanes.append(self._begin(waiting.popleft()))
            by_agent: dict[str, list[Lane]] = defaultdict(list)
            for lane in lanes:
                by_agent[lane.agent].append(lane)
            for name, asked in by_agent.items():
                for lane, action in zip(asked, self._answers(name, asked), strict=True):
                    lane.play(action)
            over = [lane for lane in lanes if self._is_over(lane)]
            lanes = [lane for lane in lanes if not self._is_over(lane)]
            for lane in over:
                yield self._end(lane)

    def warm_up(self, task: Task) -> None:
        """Let whoever begins a game answer once: machine code is loaded, perhaps made."""
        lane = self._begin(task)
        self._answers(lane.agent, [lane])

    def _begin(self, task: Task) -> Lane:
        cell = task.cell
        idle = self._idle[cell.level, cell.players]
        game = idle.pop() if idle else Game(self._plan.settings(cell.level, cell.players))
        return Lane(game, task)

    def _answers(self, name: str, lanes: list[Lane]) -> list[int]:
        batch = _batch(lanes)
        try:
            answers = np.asarray(self._agent(name).act_batch(batch))
        except Exception as error:
            games = ", ".join(_described(lane) for lane in lanes[:3])
            error.add_note(f"while the agent {name!r} was asked in {len(lanes)} games: {games}")
            raise
        if answers.shape != (len(lanes),) or answers.dtype.kind not in "iu":
            raise AgentError(
                f"the agent {name!r} was asked for {len(lanes)} actions and answered an array of "
                f"{answers.dtype} of shape {answers.shape}"
            )
        actions: list[int] = answers.tolist()
        return actions

    def _is_over(self, lane: Lane) -> bool:
        return lane.seat < 0 or lane.game.turn > self._plan.max_turns

    def _end(self, lane: Lane) -> Row:
        task = lane.task
        game, cell = lane.game, task.cell
        ending = dict(game.ending())
        if game.to_move() != OVER:
            ending |= {"outcome": "lost", "cause": TIMEOUT}
        forfeit = "an illegal action" if ending["cause"] == "illegal_action" else None
        row = Row(
            **ending,
            **game.hashes,
            agents=cell.agents,
            number=task.number,
            seed=task.seed,
            noise=0.0,
            forfeit=forfeit,
            decisions=len(lane.actions),
            max_turns=self._plan.max_turns,
            seconds=0.0,
            components=components_hash(game.components),
            version=__version__,
            policies={name: self._digest(name) for name in dict.fromkeys(cell.agents)},
            recipe=dict(game.recipe),
            actions=pack_actions(lane.actions),
            final=final_hash(game.save()),
            hash="",
        )
        self._idle[task.cell.level, task.cell.players].append(lane.game)
        return row


def _described(lane: Lane) -> str:
    cell = lane.task.cell
    return (
        f"level {cell.level}, {cell.players} players, seed {lane.task.seed}, "
        f"decision {len(lane.actions)}"
    )


def _batch(lanes: list[Lane]) -> Batch:
    def stacked(arrays: Iterable[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        return np.stack(list(arrays))

    keys = decision_keys(
        np.array([lane.task.seed for lane in lanes], np.uint64),
        np.array([len(lane.actions) for lane in lanes], np.int64),
    )
    observations = stacked(lane.game.observation for lane in lanes)
    masks = stacked(lane.game.mask for lane in lanes)
    return Batch(observations, masks, stacked(lane.public for lane in lanes), keys)
