"""Many games side by side, each in a lane of its own, stepped by one compiled call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.entry_points import bound
from tablemates.envs.core.engine import loop
from tablemates.envs.core.engine.codes import BEGIN, DESCRIBED, EACH, FORFEIT, NEXT, OVER, SHOW
from tablemates.envs.core.engine.loop import LANE
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import word
from tablemates.envs.core.game.starts import TRUE_START
from tablemates.envs.core.records.layout import Array8, Bytes

Integers: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]

#: Below this many games to a thread, handing them over costs more than it saves; setting one
#: up takes as long as several decisions.
_WORTH_A_THREAD: Final = 32
_WORTH_A_THREAD_AT_SET_UP: Final = 8


class GameBatch:
    """Games of one kind; they do not touch each other.

    Every call that changes the batch writes into its arrays, which have a row for each lane.

    Args:
        game: A game of the same settings, used to check, draw and describe.
        count: How many games.
        threads: How many slices of the lanes are stepped at the same time.

    Attributes:
        masks: 1 at legal actions, shape ``(lanes, actions)``; all zeros when the game is over.
            Written at every move: what others write there makes no action legal.
        observations: Each relative to the one who decides, shape ``(lanes, values)``.
        answers: Who is next, ``OVER``, or ``ILLEGAL`` where the last move was refused, shape
            ``(lanes,)``.
        seeds: The games' seeds; ``moves``: how many decisions were taken in each.
        sequences: The seeds that sequences began with; ``places``: how many games of each
            came before.
        seats: How many seats each game has; ``turns``: turns begun so far.
        labels: Numbers that tell the games apart, as ``Game.labels``.
    """

    def __init__(self, game: Game, count: int, threads: int = 1) -> None:
        self.game = game
        engine = game.engine
        self._threads = threads
        self._records = np.zeros((count, engine.state.itemsize), np.uint8)
        self._lanes, self._earned, self._kept = engine.new_lanes(count, len(game.catalogue))
        self._positions = np.full(count, TRUE_START)  # of the archive of starts
        self.observations: Array8 = np.zeros((count, game.layout.size), np.int8)
        self.masks: Array8 = np.zeros((count, len(game.catalogue)), np.int8)
        self._bind()
        first = game.settings.first_player
        self._lane["first_player"] = -1 if first is None else first
        self._lane["skip_forced"] = game.settings.skip_forced

    def _bind(self) -> None:
        """Look at the records by field, and share the lanes out among threads."""
        engine = self.game.engine
        self._lane: npt.NDArray[np.void] = self._lanes.view(LANE)[:, 0]
        lane, count = self._lane, len(self)
        self._public = self._records.view(engine.state)[:, 0]["public"]
        self._actions: Integers = lane["action"]
        self._rewards = self._earned[:, : engine.seats]
        self.answers: Integers = lane["answer"]
        self.seeds: npt.NDArray[np.uint64] = lane["seed"]
        self.sequences: npt.NDArray[np.uint64] = lane["sequence"]
        self.places: Integers = lane["place"]
        self.moves: Integers = lane["moves"]
        self.seats: Integers = lane["players"]
        self.turns: Integers = self._public["turn"]
        names = self.game.label_fields
        self.labels: Mapping[str, Integers] = {name: self._public[name] for name in names}
        self._rows = np.arange(count)
        threads = max(1, min(self._threads, count // _WORTH_A_THREAD))
        self._works = [np.zeros(engine.work.itemsize, np.uint8) for _ in range(threads)]
        self._plays: dict[int, Any] = {}  # by work: the loop with its buffers given
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    @property
    def publics(self) -> Bytes:
        """The record as each decider sees it, shape ``(lanes, bytes)``, see ``Game.seen``.

        Without a private part it is a view of the records.
        """
        game = self.game
        seen = self._records[:, : game.seen_size]
        if game.has_private:
            seen = seen.copy()
            game.engine.hide(seen, self._lane["seen_by"])
        return seen

    @property
    def public_size(self) -> int:
        """Bytes of a record that everybody sees."""
        return int(self._public.dtype.itemsize)

    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "_threads", "_records", "_lanes", "_earned", "_kept", "_positions")
        return {name: self.__dict__[name] for name in (*kept, "masks", "observations")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def __len__(self) -> int:
        return len(self._records)

    # -- playing --------------------------------------------------------------------
    def new(self, lanes: Integers, seeds: Sequence[int]) -> None:
        """Begin sequences of games, each with the game of its seed, see ``Game.new``."""
        self.sequences[lanes] = np.array(seeds, np.uint64)
        self.places[lanes] = 0
        self._note_starts(lanes)
        self._play(lanes.astype(np.int64), BEGIN)
        self._begin_at_positions(lanes)

    def set_up(
        self,
        lanes: Integers,
        seeds: Sequence[int],
        scenarios: Sequence[int],
        players: Sequence[int],
    ) -> None:
        """Begin games with a given seed, scenario and number of players each."""
        lane = self._lane
        lane["seed"][lanes] = np.array(seeds, np.uint64)
        lane["scenario"][lanes], lane["players"][lanes] = scenarios, players
        self._play(lanes.astype(np.int64), DESCRIBED)

    def step(self, actions: Integers) -> None:
        """Take an action of the catalogue in every lane, none where it is ``SKIP``.

        Where it is ``NEXT``, the next game of the lane's sequence begins. A refused action
        changes only the lane's answer.
        """
        begun = np.flatnonzero(actions == NEXT) if self.game.starts is not None else self._rows[:0]
        self._note_starts(begun)
        self._actions[:] = actions
        self._play(self._rows, EACH)
        self._begin_at_positions(begun)

    def _note_starts(self, lanes: Integers) -> None:
        """Tell the schedule of starts how games went that are about to be replaced."""
        starts, game = self.game.starts, self.game
        if starts is None or not len(lanes):
            return
        outcomes = self.endings(lanes)["returns"][:, 0]
        for lane, outcome in zip(lanes.tolist(), outcomes.tolist(), strict=True):
            over = self._lane["to_move"][lane] == OVER
            starts.note(int(self._positions[lane]), game.scaled(outcome) if over else 0.0)

    def _begin_at_positions(self, lanes: Integers) -> None:
        """Replace games that have just begun by positions, as the schedule of starts says."""
        starts, game = self.game.starts, self.game
        if starts is None or not len(lanes):
            return
        for lane in lanes.tolist():
            seed, players = int(self.seeds[lane]), int(self.seats[lane])
            number = game.settings.number_of(int(self._lane["scenario"][lane]), players)
            position = starts.draw(number, np.random.default_rng(seed))
            self._positions[lane] = position
            if position != TRUE_START:
                self._records[lane] = starts.record_at(position)
                game.engine.resample(self._records[lane], game.box, word(seed))
        moved = lanes[self._positions[lanes] != TRUE_START]
        self._play(moved.astype(np.int64), SHOW)

    def allows(self, actions: Integers) -> npt.NDArray[np.bool_]:
        """Return whether each lane's action, a number of the catalogue, is legal."""
        allowed: npt.NDArray[np.bool_] = (
            self._kept[self._rows, actions >> 3] >> (actions & 7) & 1 == 1
        )
        return allowed

    def earned(self, seats: Integers, lanes: Integers | None = None) -> Floats:
        """Return what the last move earned a seat of each lane, as an array of the caller's own."""
        return self._rewards[self._rows if lanes is None else lanes, seats]

    def observe(self, lane: int, seat: int) -> None:
        """Show a game that is over as a seat sees it, which need not be the one that decides.

        Only until the lane's next game begins is the engine content with what others write.
        """
        game = self.game
        game.engine.observe(self._records[lane], game.box, seat, self.observations[lane])

    def forfeit(self, lanes: Integers) -> None:
        """End games because the seat that decides broke the rules."""
        self._actions[lanes] = FORFEIT - self._lane["to_move"][lanes].astype(np.int64)
        self._play(lanes.astype(np.int64), EACH)

    def _play(self, lanes: npt.NDArray[np.int64], action: int) -> None:
        """Play an action in some lanes, each thread in as many as the others."""
        sets_up = action in (BEGIN, DESCRIBED)
        worth = _WORTH_A_THREAD_AT_SET_UP if sets_up else _WORTH_A_THREAD
        threads = min(len(self._works), len(lanes) // worth)
        if self._pool is None or threads < 2:
            self._play_some(lanes, 0, action)
            return
        bounds = [len(lanes) * n // threads for n in range(threads + 1)]
        own, *others = (lanes[start:end] for start, end in pairwise(bounds))
        handed = [
            self._pool.submit(self._play_some, some, n, action) for n, some in enumerate(others, 1)
        ]
        self._play_some(own, 0, action)
        for one in handed:
            one.result()

    def _play_some(self, lanes: npt.NDArray[np.int64], thread: int, action: int) -> None:
        if thread not in self._plays:
            game = self.game
            self._plays[thread] = bound(
                loop.play,
                game.engine.table,
                self._records,
                game.box,
                game.scenarios,
                game.player_choices,
                self._works[thread],
                self.masks,
                self.observations,
                self._lanes,
                self._earned,
                self._kept,
                game.shaping,
            )
        self._plays[thread](lanes, action)

    def endings(self, lanes: Integers) -> dict[str, Any]:
        """Return how games ended, see ``Game.endings``."""
        return self.game.endings(self._records[lanes])

    # -- as a value -----------------------------------------------------------------------
    def record(self, lane: int) -> bytes:
        """Return one game as ``Game.save`` does."""
        return bytes(self._records[lane])

    def save(self) -> bytes:
        """Return all games as bytes of a fixed length: their records one after the other."""
        return b"".join(map(self.record, range(len(self))))

    def restore(self, records: bytes, seeds: npt.NDArray[np.uint64], moves: Integers) -> None:
        """Go on from bytes of ``save`` that have been checked, with the attributes of then."""
        lane = self._lane
        self._records[:] = np.frombuffer(records, np.uint8).reshape(self._records.shape)
        lane["seed"], lane["moves"] = seeds, moves
        self._play(self._rows, SHOW)
