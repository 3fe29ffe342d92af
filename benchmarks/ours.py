"""Our own cases: views, the engine without a view, bots, scaling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from benchmarks.measure import Case, Figure, Work
from benchmarks.peers import aec_work, numpy_pick

LEVELS: Final = [1, 2, 3, 4, 5]
BATCHES: Final = (1, 16, 64, 256, 1024, 2048, 4096, 8192, 16384)
TWO_THREADS: Final = (256, 1024, 2048, 4096, 8192, 16384)
PLAYERS: Final = (1, 2, 3, 4)
TILES: Final = (2, 4, 6, 8)
#: Lanes of the cases that are about something else than the batch.
BATCH: Final = 1024
RECORD: Final = "record of a game"
_CHUNK: Final = 200


def vector(lanes: int, threads: int = 1, **settings: Any) -> Callable[[], Work]:
    """Return a case's maker: the vector view with random legal actions."""

    def make() -> Work:
        from tablemates.envs import portal_dash_v0
        from tablemates.envs.portal_dash.sampling import sample_legal

        settings.setdefault("level", LEVELS)
        env = portal_dash_v0.vector_env(lanes, threads=threads, **settings)
        env.reset(seed=0)
        actions = np.zeros(lanes, np.int64)
        keys = np.arange(lanes, dtype=np.uint64)
        steps = max(1, _CHUNK // lanes)

        def work() -> int:
            for _ in range(steps):
                sample_legal(env.action_masks(), keys, actions)
                env.step(actions)
            return steps * lanes

        return work

    return make


def raw_env(pick: Callable[[Any], int] | None = None) -> Work:
    """Return the AEC loop over ``raw_env``; without ``pick`` compiled code picks the action."""
    from tablemates.envs import portal_dash_v0

    return aec_work(partial(portal_dash_v0.raw_env, level=LEVELS), pick or _compiled_pick())


def env() -> Work:
    """Return the AEC loop over ``env``."""
    from tablemates.envs import portal_dash_v0

    return aec_work(partial(portal_dash_v0.env, level=LEVELS), _compiled_pick())


def env_numpy() -> Work:
    """Return the AEC loop over ``env`` in which NumPy picks the action."""
    from tablemates.envs import portal_dash_v0

    return aec_work(partial(portal_dash_v0.env, level=LEVELS), numpy_pick())


def gym_env() -> Work:
    """Return the loop over ``gym_env``."""
    from tablemates.envs import portal_dash_v0

    made = portal_dash_v0.gym_env(level=LEVELS)
    pick = _compiled_pick()
    _, info = made.reset(seed=0)

    def work() -> int:
        nonlocal info
        for _ in range(_CHUNK):
            _, _, terminated, truncated, info = made.step(pick(info["action_mask"]))
            if terminated or truncated:
                _, info = made.reset()
        return _CHUNK

    return work


def _compiled_pick() -> Callable[[Any], int]:
    """Return a function that lets compiled code pick a legal action of one mask."""
    from tablemates.envs.portal_dash.sampling import sample_legal

    keys = np.zeros(1, np.uint64)
    out = np.zeros(1, np.int64)

    def pick(mask: Any) -> int:
        sample_legal(mask[None], keys, out)
        return int(out[0])

    return pick


def state_copy() -> Work:
    """Return copies of games inside compiled code, each to the next place of 64."""
    from tablemates.agents.portal_dash.compiled import SIZE, copy_game
    from tablemates.envs.core.compiled import helper

    games = np.random.default_rng(0).integers(0, 256, (64, SIZE), np.uint8)

    @helper
    def copy_all(games: Any, times: int) -> None:
        for _ in range(times):
            for n in range(1, len(games)):
                copy_game(games[n], games[n - 1])

    def work() -> int:
        copy_all(games, _CHUNK)
        return _CHUNK * (len(games) - 1)

    return work


def record_size() -> Figure:
    """Return how large the record of a game is."""
    from tablemates.envs.portal_dash.rules.state import STATE

    return Figure(RECORD, "bytes", [float(STATE.itemsize)])


def cases() -> list[Case]:
    """Return all cases of our own, in the order of the report."""
    batches = [Case(f"vector view, {lanes} lanes", vector(lanes)) for lanes in BATCHES]
    two = [
        Case(f"vector view, {lanes} lanes, two threads", vector(lanes, threads=2), cores=2)
        for lanes in TWO_THREADS
    ]
    players = [
        Case(f"vector view, players {count}", vector(BATCH, players=count)) for count in PLAYERS
    ]
    tiles = [
        Case(
            f"vector view, tiles {count}",
            vector(BATCH, level={"tiles": count}, board_shape=(8, 64)),
        )
        for count in TILES
    ]
    return [
        *batches,
        *two,
        *players,
        *tiles,
        Case("raw_env, compiled pick", raw_env),
        Case("raw_env, NumPy pick", partial(raw_env, numpy_pick())),
        Case("env, compiled pick", env),
        Case("env, NumPy pick", env_numpy),
        Case("gym_env, compiled pick", gym_env),
        Case("copy of a state", state_copy, unit="copies"),
    ]
