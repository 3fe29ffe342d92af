"""Many games of Portal Dash side by side, stepped by one compiled call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.batch import Floats, Integers
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash import stepping
from tablemates.envs.portal_dash.game import COMPILE_SECONDS, Game
from tablemates.envs.portal_dash.rules.ending import progress_of
from tablemates.envs.portal_dash.rules.records import box_of, state_of
from tablemates.envs.portal_dash.rules.state import STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Outcome
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.stepping import KEPT, LANE

_PUBLIC: Final = STATE["public"]
_ONE: Final = np.uint64(1)
#: Below so many games to a thread, handing them over costs more than it saves; setting one
#: up takes as long as several decisions.
_WORTH_A_THREAD: Final = 32
_WORTH_A_THREAD_AT_SET_UP: Final = 8


def _names(vocabulary: type[Outcome] | type[Cause]) -> npt.NDArray[np.object_]:
    return np.array([one.name.lower() for one in vocabulary], object)


_OUTCOMES: Final = _names(Outcome)
_CAUSES: Final = _names(Cause)


class Batch:
    """Implements ``tablemates.envs.core.batch.GameBatch``; see there for what is not said here.

    Args:
        settings: As for a game.
        count: How many games.
        threads: How many slices of the lanes are stepped at the same time.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    def __init__(self, settings: Settings, count: int, threads: int) -> None:
        self.game = Game(settings)
        self._threads = threads
        self._records = np.zeros((count, STATE.itemsize), np.uint8)
        self._lanes = np.zeros((count, LANE.itemsize), np.uint8)
        self.observations = np.zeros((count, self.game.layout.size), np.int8)
        self.masks = np.zeros((count, len(self.game.catalogue)), np.int8)
        first = settings.first_player
        self._lane["first_player"] = -1 if first is None else first
        self._lane["skip_forced"] = settings.skip_forced
        self._kept = np.zeros((count, KEPT.itemsize), np.uint8)
        self._bind()

    def _bind(self) -> None:
        """Look at the records by field, and share the lanes out among threads."""
        lane, count = self._lane, len(self)
        self._public = self._records.view(STATE)[:, 0]["public"]
        self._turns: Integers = self._public["turn"]
        self.publics: Bytes = self._records[:, : _PUBLIC.itemsize]
        self._legal = self._kept.view(KEPT)[:, 0]["legal"]
        self._actions: Integers = lane["action"]
        self.answers: Integers = lane["answer"]
        self.seeds: npt.NDArray[np.uint64] = lane["seed"]
        self.sequences: npt.NDArray[np.uint64] = lane["sequence"]
        self.places: Integers = lane["place"]
        self.moves: Integers = lane["moves"]
        self._rewards: Floats = lane["reward"]
        self._labels: dict[str, Integers] = {
            "level": lane["level_number"],
            "players": lane["players"],
        }
        self._rows = np.arange(count)
        threads = max(1, min(self._threads, count // _WORTH_A_THREAD))
        self._works = [np.zeros(WORK.itemsize, np.uint8) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    @property
    def _lane(self) -> npt.NDArray[np.void]:
        lanes: npt.NDArray[np.void] = self._lanes.view(LANE)[:, 0]
        return lanes

    def __getstate__(self) -> dict[str, Any]:
        kept = (
            *("game", "_threads", "_records", "_lanes", "_kept"),
            *("masks", "observations"),
        )
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def __len__(self) -> int:
        return len(self._records)

    # -- what it is ---------------------------------------------------------------
    @property
    def seats(self) -> Integers:
        """How many players each game has."""
        return self._labels["players"]

    @property
    def turns(self) -> Integers:
        """Turns begun so far."""
        return self._turns

    @property
    def labels(self) -> Mapping[str, Integers]:
        """``level`` (0: custom) and ``players``."""
        return self._labels

    # -- playing --------------------------------------------------------------------
    def new(self, lanes: Integers, seeds: Sequence[int]) -> None:
        """Begin sequences of games."""
        self.sequences[lanes] = np.array(seeds, np.uint64)
        self.places[lanes] = 0
        with compiling("engine", COMPILE_SECONDS):
            self._play(lanes.astype(np.int64), stepping.BEGIN)

    def set_up(
        self, lanes: Integers, seeds: Sequence[int], levels: Sequence[int], players: Sequence[int]
    ) -> None:
        """Begin games of which nothing is left open.

        Args:
            lanes: Where.
            seeds: Of each of them.
            levels: Which of the settings' levels each one plays.
            players: How many play.
        """
        lane = self._lane
        lane["seed"][lanes] = np.array(seeds, np.uint64)
        lane["level"][lanes], lane["players"][lanes] = levels, players
        with compiling("engine", COMPILE_SECONDS):
            self._play(lanes.astype(np.int64), stepping.DESCRIBED)

    def step(self, actions: Integers) -> None:
        """Take an action, do nothing (``SKIP``) or begin the next game (``NEXT``) in each lane."""
        self._actions[:] = actions
        self._play(self._rows, stepping.EACH)

    def allows(self, actions: Integers) -> npt.NDArray[np.bool_]:
        """Return whether each lane's action is legal."""
        words = self._legal[self._rows, actions >> 6]
        allowed: npt.NDArray[np.bool_] = words >> (actions & 63).astype(np.uint64) & _ONE == _ONE
        return allowed

    def earned(self, seats: Integers, lanes: Integers | None = None) -> Floats:
        """Return what the last move earned: the team wins or loses together."""
        del seats
        return self._rewards.copy() if lanes is None else self._rewards[lanes]

    def forfeit(self, lanes: Integers) -> None:
        """Lose games because of an illegal action of the decider."""
        self._actions[lanes] = stepping.FORFEIT - self._public["decider"][lanes].astype(np.int64)
        self._play(lanes.astype(np.int64), stepping.EACH)

    def _play(self, lanes: npt.NDArray[np.int64], action: int) -> None:
        """Play an action in some lanes, each thread in as many as the others."""
        sets_up = action in (stepping.BEGIN, stepping.DESCRIBED)
        worth = _WORTH_A_THREAD_AT_SET_UP if sets_up else _WORTH_A_THREAD
        threads = min(len(self._works), len(lanes) // worth)
        if self._pool is None or threads < 2:
            self._play_some(lanes, self._works[0], action)
            return
        bounds = [len(lanes) * n // threads for n in range(threads + 1)]
        own, *others = (lanes[start:end] for start, end in pairwise(bounds))
        handed = [
            self._pool.submit(self._play_some, some, work, action)
            for some, work in zip(others, self._works[1:], strict=False)
        ]
        self._play_some(own, self._works[0], action)
        for one in handed:
            one.result()

    def _play_some(self, lanes: npt.NDArray[np.int64], work: Bytes, action: int) -> None:
        game = self.game
        stepping.play(
            self._records,
            game.box,
            game.levels,
            game.player_choices,
            work,
            self.masks,
            self.observations,
            self._lanes,
            self._kept,
            game.shaping,
            lanes,
            action,
        )

    def endings(self, lanes: Integers) -> dict[str, npt.NDArray[Any]]:
        """Return ``outcome``, ``cause``, ``progress`` and ``turns``."""
        public = self._public
        progress = np.empty(len(lanes), np.float64)
        write_progress(self._records, self.game.box, lanes, progress)
        return {
            "outcome": _OUTCOMES[public["outcome"][lanes]],
            "cause": _CAUSES[public["cause"][lanes]],
            "progress": progress,
            "turns": public["turn"][lanes].astype(np.int64),
        }

    # -- as a value -----------------------------------------------------------------------
    def record(self, lane: int) -> bytes:
        """Return one game's record."""
        return bytes(self._records[lane])

    def save(self) -> bytes:
        """Return the records."""
        return b"".join(map(self.record, range(len(self))))

    def restore(self, records: bytes, seeds: npt.NDArray[np.uint64], moves: Integers) -> None:
        """Go on from records."""
        lane = self._lane
        self._records[:] = np.frombuffer(records, np.uint8).reshape(self._records.shape)
        lane["seed"], lane["moves"] = seeds, moves
        with compiling("engine", COMPILE_SECONDS):
            self._play(self._rows, stepping.SHOW)


@compiled
def write_progress(games: Bytes, box: Bytes, lanes: Integers, out: npt.NDArray[np.float64]) -> None:
    """Write how far the teams have come, from 0 to 1 (won).

    Args:
        games: Records, shape ``(games, STATE.itemsize)``.
        box: What is in the box.
        lanes: Which games.
        out: Written, shape ``(len(lanes),)``.
    """
    b = box_of(box)
    for n in range(len(lanes)):
        out[n] = progress_of(state_of(games[lanes[n]]).public, b)
