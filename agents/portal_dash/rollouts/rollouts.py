"""Playing many games on from given states, in one compiled call a thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from queue import SimpleQueue
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from agents.errors import AgentError
from agents.facts import GameFacts
from agents.portal_dash.planner.desk import new_desk
from agents.portal_dash.planner.files import standard_weights
from agents.portal_dash.planner.weights import Numbers
from agents.portal_dash.rollouts.playing import CODE, ILLEGAL, NO_ACTION, copy_games, play_games
from agents.portal_dash.rollouts.policies import Policy
from envs.core.cache import compiling
from envs.core.documents import nearest
from envs.core.record import Array8, Bytes
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.state import STATE, WORK
from envs.portal_dash.rules.vocabulary import Outcome

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
    """

    outcome: Array8
    progress: Numbers
    turns: npt.NDArray[np.int64]
    decisions: npt.NDArray[np.int64]

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Which games are won."""
        return np.asarray(self.outcome == Outcome.WON)


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
    """

    def __init__(
        self,
        facts: GameFacts,
        styles: Mapping[str, Numbers] | None = None,
        threads: int = 1,
    ) -> None:
        sets = {"planner": standard_weights(), **(styles or {})}
        self._numbers = {"random": Policy.RANDOM.value, "rules": Policy.RULES.value} | {
            name: Policy.PLANNER + n for n, name in enumerate(sets)
        }
        self._styles = np.stack(list(sets.values()))
        self._box = facts.box.copy()
        self._actions = len(facts.catalogue)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._scratch: SimpleQueue[tuple[Bytes, Array8, Bytes]] = SimpleQueue()
        for _ in range(threads):
            self._scratch.put(
                (
                    np.zeros(WORK.itemsize, np.uint8),
                    np.zeros(self._actions, np.int8),
                    new_desk(self._styles[0]),
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
        endings = Endings(
            np.zeros(n, np.int8), np.zeros(n), np.zeros(n, np.int64), np.zeros(n, np.int64)
        )
        turns = _NO_LIMIT if max_turns is None else max_turns

        def play(part: slice) -> None:
            scratch = self._scratch.get()
            try:
                play_games(
                    games[part],
                    self._box,
                    *scratch,
                    self._styles,
                    numbers,
                    words[part],
                    offsets[part],
                    firsts[part],
                    turns,
                    endings.outcome[part],
                    endings.progress[part],
                    endings.turns[part],
                    endings.decisions[part],
                )
            finally:
                self._scratch.put(scratch)

        if not self._ready:
            with compiling("rollouts", 100, CODE):
                play(slice(0, 0))
            self._ready = True
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
    ) -> Endings:
        """Play a decision's candidates on, each on the same copies of the game.

        Args:
            public: The public part of a game at a player's decision.
            actions: The candidates.
            policies: As in ``play_out``: who answers every later decision.
            seeds: One a copy.
            max_turns: As in ``play_out``.

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
        )
        shape = (count, len(copies))
        return Endings(
            endings.outcome.reshape(shape),
            endings.progress.reshape(shape),
            endings.turns.reshape(shape),
            endings.decisions.reshape(shape),
        )

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


def _words(seeds: Seeds) -> npt.NDArray[np.uint64]:
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64:
        return np.require(seeds, np.uint64, ["C", "W"])
    return np.array([int(seed) & _WORD for seed in seeds], np.uint64)


def _numbers(values: Integers | None, count: int, default: int) -> npt.NDArray[np.int64]:
    if values is None:
        return np.full(count, default, np.int64)
    return np.ascontiguousarray(values, np.int64)
