"""Playing many games on from given states, in one compiled call a thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise
from queue import SimpleQueue
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.desk import DESK, Desk, new_desk
from tablemates.agents.portal_dash.planner.files import standard_weights
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts.chances import FEATURES, read_model
from tablemates.agents.portal_dash.rollouts.playing import (
    CODE,
    ILLEGAL,
    NO_ACTION,
    NOBODY,
    copy_games,
    play_games,
)
from tablemates.agents.portal_dash.rollouts.policies import COUNT, Policy
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.documents import nearest
from tablemates.envs.core.record import Array8, Array16, Bytes, RecordView
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

#: More turns than any game has.
_NO_LIMIT: Final = 2**30
#: Slices of the games for each thread: games are not equally long.
_SLICES: Final = 4
_WORD: Final = 2**64 - 1

Integers = npt.NDArray[np.integer[Any]]
Seeds = Sequence[int] | npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Endings:
    """How games stand after they were played on; arrays of one shape, a place a game.

    Attributes:
        outcome: An ``Outcome``: ``RUNNING`` where the turns were used up.
        progress: How far the team has come, from 0 to 1 (won).
        turns: Turns begun.
        decisions: Decisions taken.
        chance: 1 where it is won, 0 where it is lost; where it goes on, the judge's
            estimate of the chance that planners win it, 0 without a judge.
        features: What the judge's estimate was made of, see ``chances``.
    """

    outcome: Array8
    progress: Numbers
    turns: npt.NDArray[np.int64]
    decisions: npt.NDArray[np.int64]
    chance: Numbers
    features: Numbers

    @classmethod
    def empty(cls, n: int) -> Endings:
        """Return places for so many games."""
        turns, decisions = np.zeros((2, n), np.int64)
        features = np.zeros((n, FEATURES))
        return cls(np.zeros(n, np.int8), np.zeros(n), turns, decisions, np.zeros(n), features)

    def reshape(self, *shape: int) -> Endings:
        """Return the same with the places in another shape."""
        arrays = (getattr(self, one.name) for one in fields(self))
        return Endings(*(array.reshape(*shape, *array.shape[1:]) for array in arrays))

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Which games are won."""
        return np.asarray(self.outcome == Outcome.WON)


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What a planner thinks of the legal actions of a decision, ascending.

    Attributes:
        actions: Their numbers.
        values: What each is worth, in the planner's points.
        terms: What each value is the sum of, shape ``(actions, terms)``, by ``Term``.
        chance: The chance of winning that the best one is given.
    """

    actions: Array16
    values: Numbers
    terms: Numbers
    chance: float


class Rollouts:
    """Plays games on with compiled policies; what it finds depends on seeds alone.

    *Common random numbers*: a game's dice, stack, tiles and blocks lie in its
    hidden part, and what its policies draw comes from its seed. ``try_out`` gives
    the i-th copy of every candidate the same ones: equal candidates fare exactly
    alike, others differ by what they do and less by their luck.

    Args:
        facts: The game that is played.
        styles: Further sets of the planner's weights by name, each an array of shape
            ``(players, weights)`` as ``planner.files`` reads them.
        threads: How many processors share the work.
        model: Of the chances, see ``chances``; None: the one that comes with it.
    """

    def __init__(
        self,
        facts: GameFacts,
        styles: Mapping[str, Numbers] | None = None,
        threads: int = 1,
        model: Numbers | None = None,
    ) -> None:
        sets = {"planner": standard_weights(), **(styles or {})}
        self._numbers = {"random": Policy.RANDOM.value, "rules": Policy.RULES.value} | {
            name: Policy.PLANNER + n for n, name in enumerate(sets)
        }
        self._styles = np.stack(list(sets.values()))
        self._box = facts.box.copy()
        self._model = read_model() if model is None else model
        self._actions = len(facts.catalogue)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._scratch: SimpleQueue[_Scratch] = SimpleQueue()
        for _ in range(threads):
            self._scratch.put(
                _Scratch(
                    np.zeros(WORK.itemsize, np.uint8),
                    np.zeros(self._actions, np.int8),
                    new_desk(self._styles[0]),
                    np.zeros(2, np.int64),
                )
            )
        self._ready = False

    def copies(self, public: Bytes, seeds: Seeds) -> Bytes:
        """Return games that look like a given one, each with a hidden part of its own.

        Args:
            public: The public part of a game; nothing else of it is needed.
            seeds: One a copy: equal seeds draw equal hidden parts.

        Returns:
            Records, shape ``(copies, STATE.itemsize)``. Chance is sampled in them,
            even where it is explicit in the game.
        """
        games = np.zeros((len(seeds), STATE.itemsize), np.uint8)
        public = np.require(public, np.uint8, ["C", "W"])
        with compiling("copies", 10, CODE):
            copy_games(public, self._box, _words(seeds), games)
        return games

    def play_out(
        self,
        games: Bytes,
        policies: str | Sequence[str],
        seeds: Seeds,
        *,
        first: Integers | None = None,
        taken: Integers | None = None,
        max_turns: int | None = None,
        judge: str | None = None,
        keep: bool = False,
    ) -> Endings:
        """Play games to their ends, or for some turns.

        Args:
            games: Records, shape ``(games, STATE.itemsize)``, one piece of memory:
                **changed in place**, afterwards they hold where the games stand.
                Chance is sampled in them.
            policies: Name of the policy of every seat, or one for each: ``random``,
                ``rules``, ``planner``, or one of the styles. Each answers as the
                agent of that name does.
            seeds: What the policies' random keys come from, one a game.
            first: The first action of each game, -1 where the policy chooses it.
            taken: Decisions taken in each game before, so that a game that is
                played in pieces gets the keys that it gets in one. 0 by default.
            max_turns: Turns that are begun at the most; a game stops at its first
                decision after them. 0: what is left of the present turn.
            judge: Name of the planner that judges games where they stop.
            keep: Planners keep to a plan until something else happens, see
                ``planner.paths``; then they no longer answer as the agents do.

        Raises:
            AgentError: A policy is unknown, an array has another length than the
                games, chance is explicit, or a first action is not legal.
        """
        n = len(games)
        if games.shape != (n, STATE.itemsize) or not games.flags.carray:
            raise AgentError(
                f"games are records in one piece of memory, shape (games, {STATE.itemsize}), "
                f"not {games.shape}"
            )
        public = games.view(STATE)[:, 0]["public"]
        if public["explicit_chance"].any():
            raise AgentError("chance is explicit in these games: play on `copies` of them")
        numbers = self._policy_numbers(policies, int(public["players"].max(initial=1)))
        words = _words(seeds)
        firsts = _numbers(first, n, NO_ACTION)
        offsets = _numbers(taken, n, 0)
        for name, array in (("seeds", words), ("first", firsts), ("taken", offsets)):
            if array.shape != (n,):
                raise AgentError(f"{name} has the shape {array.shape}; there are {n} games")
        judging = NOBODY if judge is None else self._planner(judge)
        turns = _NO_LIMIT if max_turns is None else max_turns
        what = (games, numbers, words, offsets, firsts, turns, judging, int(keep))
        task = _Task(*what, Endings.empty(n))
        endings = task.endings

        def play(part: slice) -> None:
            scratch = self._scratch.get()
            try:
                self._play(task, part, scratch)
            finally:
                self._scratch.put(scratch)

        self._get_ready()
        if self._pool is None:
            play(slice(0, n))
        else:
            count = max(1, min(n, self._threads * _SLICES))
            bounds = [n * k // count for k in range(count + 1)]
            list(self._pool.map(play, (slice(*pair) for pair in pairwise(bounds))))
        wrong = np.flatnonzero(endings.outcome == ILLEGAL)
        if len(wrong):
            raise AgentError(
                f"the first action {firsts[wrong[0]]} of game {wrong[0]} is not legal: that game "
                "was left as it was, the others were played"
            )
        return endings

    def try_out(
        self,
        public: Bytes,
        actions: Sequence[int],
        policies: str | Sequence[str],
        seeds: Seeds,
        *,
        max_turns: int | None = None,
        judge: str | None = None,
        keep: bool = False,
    ) -> Endings:
        """Play a decision's candidates on, each on the same copies of the game.

        Args:
            public: The public part of a game at a player's decision.
            actions: The candidates.
            policies: As in ``play_out``: who answers every later decision.
            seeds: One a copy.
            max_turns: As in ``play_out``.
            judge: As in ``play_out``.
            keep: As in ``play_out``.

        Returns:
            Arrays of shape ``(candidates, copies)``.

        Raises:
            AgentError: As in ``play_out``.
        """
        copies = self.copies(public, seeds)
        count = len(actions)
        endings = self.play_out(
            np.tile(copies, (count, 1)),
            policies,
            np.tile(_words(seeds), count),
            first=np.repeat(np.asarray(actions, np.int64), len(copies)),
            max_turns=max_turns,
            judge=judge,
            keep=keep,
        )
        return endings.reshape(count, len(copies))

    def think(self, public: Bytes, key: int, planner: str = "planner") -> Thoughts:
        """Return what a planner thinks of a decision.

        Args:
            public: The public part of a game at a player's decision.
            key: Seed of the planner's random numbers.
            planner: Its name.

        Raises:
            AgentError: There is no such planner.
        """
        number = self._planner(planner)
        game, policies = self.copies(public, [key]), np.full(L.PLAYERS, number, np.int64)
        none, start = _numbers(None, 1, NO_ACTION), _numbers(None, 1, 0)
        task = _Task(game, policies, _words([key]), start, none, -1, number, 0, Endings.empty(1))
        self._get_ready()
        scratch = self._scratch.get()
        try:
            self._play(task, slice(0, 1), scratch)
            desk = cast(Desk, RecordView(scratch.desk, DESK))
            n = int(scratch.thought[COUNT])
            return Thoughts(
                desk.actions[:n].copy(),
                desk.values[:n].copy(),
                desk.value_terms[:n].copy(),
                float(task.endings.chance[0]),
            )
        finally:
            self._scratch.put(scratch)

    def _get_ready(self) -> None:
        """Compile, or load what was compiled."""
        if not self._ready:
            with compiling("rollouts", 100, CODE):
                games = np.zeros((0, STATE.itemsize), np.uint8)
                none = np.zeros(0, np.int64)
                task = _Task(games, none, _words([]), none, none, 0, NOBODY, 0, Endings.empty(0))
                scratch = self._scratch.get()
                self._play(task, slice(0, 0), scratch)
                self._scratch.put(scratch)
            self._ready = True

    def _play(self, task: _Task, part: slice, scratch: _Scratch) -> None:
        endings = task.endings
        play_games(
            task.games[part],
            self._box,
            scratch.work,
            scratch.mask,
            scratch.desk,
            self._styles,
            task.policies,
            task.seeds[part],
            task.taken[part],
            task.first[part],
            task.turns,
            task.judge,
            task.keeps,
            self._model,
            scratch.thought,
            endings.outcome[part],
            endings.progress[part],
            endings.turns[part],
            endings.decisions[part],
            endings.features[part],
            endings.chance[part],
        )

    def _planner(self, name: str) -> int:
        (number,) = self._policy_numbers([name], 1)
        if number < Policy.PLANNER:
            raise AgentError(f"{name!r} is no planner: it cannot judge where a game stands")
        return int(number)

    def _policy_numbers(self, policies: str | Sequence[str], players: int) -> npt.NDArray[np.int64]:
        names = [policies] * L.PLAYERS if isinstance(policies, str) else list(policies)
        if len(names) < players:
            raise AgentError(f"{len(names)} policies are given for games of {players} players")
        for name in names:
            if name not in self._numbers:
                raise AgentError(
                    f"no compiled policy is called {name!r}{nearest(name, self._numbers)}: "
                    f"there are {', '.join(self._numbers)}"
                )
        return np.array([self._numbers[name] for name in names], np.int64)


@dataclass(frozen=True, slots=True)
class _Scratch:
    """What one thread works on."""

    work: Bytes
    mask: Array8
    desk: Bytes
    thought: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Task:
    """Games to be played on, see ``play_games``."""

    games: Bytes
    policies: npt.NDArray[np.int64]
    seeds: npt.NDArray[np.uint64]
    taken: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]
    turns: int
    judge: int
    keeps: int
    endings: Endings


def _words(seeds: Seeds) -> npt.NDArray[np.uint64]:
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64:
        return np.require(seeds, np.uint64, ["C", "W"])
    return np.array([int(seed) & _WORD for seed in seeds], np.uint64)


def _numbers(values: Integers | None, count: int, default: int) -> npt.NDArray[np.int64]:
    if values is None:
        return np.full(count, default, np.int64)
    return np.ascontiguousarray(values, np.int64)
