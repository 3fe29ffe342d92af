"""Many games of Portal Dash side by side, stepped by one compiled call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from envs.core.batch import SKIP, Floats, Integers
from envs.core.cache import compiling
from envs.core.compiled import compiled
from envs.core.record import Array8, Bytes
from envs.portal_dash import stepping
from envs.portal_dash.game import COMPILE_SECONDS, Game
from envs.portal_dash.rules.ending import progress_of
from envs.portal_dash.rules.records import box_of, state_of
from envs.portal_dash.rules.state import STATE, WORK
from envs.portal_dash.rules.vocabulary import Cause, Outcome
from envs.portal_dash.settings import Settings
from envs.portal_dash.stepping import LANE

_PUBLIC: Final = STATE["public"]
#: Below so many games to a thread, starting it costs more than it saves.
_WORTH_A_THREAD: Final = 32


def _names(vocabulary: type[Outcome] | type[Cause]) -> npt.NDArray[np.object_]:
    return np.array([one.name.lower() for one in vocabulary], object)


_OUTCOMES: Final = _names(Outcome)
_CAUSES: Final = _names(Cause)


class Batch:
    """Implements ``envs.core.batch.GameBatch``; see there for what is not said here.

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
        self.masks: Array8 = np.zeros((count, len(self.game.catalogue)), np.int8)
        self.observations: Array8 = np.zeros((count, self.game.layout.size), np.int8)
        first = settings.first_player
        self._lane["first_player"] = -1 if first is None else first
        self._bind()

    def _bind(self) -> None:
        """Look at the records by field, and share the lanes out among threads."""
        lane, count = self._lane, len(self)
        self._public = self._records.view(STATE)[:, 0]["public"]
        self._turns: Integers = self._public["turn"]
        self._labels = {name: self._public[name] for name in ("level", "players")}
        self.publics: Bytes = self._records[:, : _PUBLIC.itemsize]
        self._actions: Integers = lane["action"]
        self.answers: Integers = lane["answer"]
        self.seeds: npt.NDArray[np.uint64] = lane["seed"]
        self.moves: Integers = lane["moves"]
        # The team wins or loses together: every seat reads the same number.
        self.rewards: Floats = np.broadcast_to(
            lane["reward"][:, None], (count, self.game.max_seats)
        )
        threads = max(1, min(self._threads, count // _WORTH_A_THREAD))
        bounds = [count * n // threads for n in range(threads + 1)]
        self._slices = [slice(*pair) for pair in pairwise(bounds)]
        self._works = [np.zeros(WORK.itemsize, np.uint8) for _ in self._slices]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def _lane(self) -> npt.NDArray[np.void]:
        lanes: npt.NDArray[np.void] = self._lanes.view(LANE)[:, 0]
        return lanes

    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "_threads", "_records", "_lanes", "masks", "observations")
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
    def new(self, lanes: Sequence[int], seeds: Sequence[int], drawn: Sequence[Any]) -> None:
        """Begin games."""
        lane, index = self._lane, np.asarray(lanes, np.intp)
        lane["seed"][index] = np.array(seeds, np.uint64)
        lane["level"][index], lane["players"][index] = zip(*drawn, strict=True)
        self._actions[:] = stepping.SKIP
        self._actions[index] = stepping.RUN
        with compiling("engine", COMPILE_SECONDS):
            self._run(self._set_up)
            self._run(self._play)

    def step(self, actions: Integers) -> None:
        """Take an action in every lane but those with ``SKIP``."""
        self._actions[:] = np.where(actions == SKIP, stepping.SKIP, actions)
        self._run(self._play)

    def forfeit(self, lanes: Integers) -> None:
        """Lose games because of an illegal action of the decider."""
        self._actions[:] = stepping.SKIP
        self._actions[lanes] = stepping.FORFEIT - self._public["decider"][lanes].astype(np.int64)
        self._run(self._play)

    def _run(self, function: Callable[[slice, Bytes], None]) -> None:
        """Call a function for each slice of the lanes, with scratch space of its own."""
        if self._pool is None:
            function(self._slices[0], self._works[0])
        else:
            list(self._pool.map(function, self._slices, self._works))

    def _set_up(self, lanes: slice, work: Bytes) -> None:
        game = self.game
        stepping.set_up_games(
            self._records[lanes],
            game.box,
            game.levels,
            work,
            self._lanes[lanes],
            int(game.explicit_chance),
            int(game.settings.skip_forced),
        )

    def _play(self, lanes: slice, work: Bytes) -> None:
        stepping.play(
            self._records[lanes],
            self.game.box,
            work,
            self.masks[lanes],
            self.observations[lanes],
            self._lanes[lanes],
            self.game.shaping,
            stepping.EACH,
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
        self._actions[:] = stepping.SHOW
        with compiling("engine", COMPILE_SECONDS):
            self._run(self._play)


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
