"""The cases: views, engine and bots of each of our games, start-up, and games of other projects.

Peers are driven as their users drive them; each picks a random legal action as described
with it, and our case beside it picks in the same way.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import yaml

from benchmarks.engine import engine
from benchmarks.measure import Case, Sample, rate_of
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.views.agent import Batch
from tablemates.envs.registry import GAMES, find_game, new_game

BATCHES: Final = (1, 64, 256, 1024, 2048, 4096, 16384)
TWO_THREADS: Final = (1024, 4096, 16384)
PGX_BATCHES: Final = (16, 64, 256, 1024)
_CHUNK: Final = 200
_ROOT: Final = Path(__file__).resolve().parents[1]


@cache
def measured_with(key: str) -> dict[str, Any]:
    """Return the settings and agents with which a game is measured."""
    file = Path(__file__).with_name("games.yaml")
    given = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {
        "settings": {},
        "agents": {},
        "modes": {"2 players": {"players": 2}},
        **given.get(key, {}),
    }


def constructors(key: str) -> Any:
    """Return the module with a game's environments."""
    return importlib.import_module(GAMES[key].module)


# ----------------------------------------------------------------------- views
def vector(key: str, lanes: int, threads: int = 1, **settings: Any) -> Sample:
    """Return the vector view of a game with random legal actions."""
    options = {**measured_with(key)["settings"], "threads": threads, "copy": False, **settings}
    env = constructors(key).vector_env(lanes, **options)
    env.reset(seed=0)
    actions = np.zeros(lanes, np.int64)
    keys = np.arange(lanes, dtype=np.uint64)
    steps = max(1, _CHUNK // lanes)

    def work() -> int:
        for _ in range(steps):
            sample_legal(env.action_masks(), keys, actions)
            env.step(actions)
        return steps * lanes

    return rate_of(work)


def compiled_pick() -> Callable[[Any], int]:
    """Return a function that picks a legal action in compiled code."""
    keys, out = np.zeros(1, np.uint64), np.zeros(1, np.int64)

    def pick(mask: Any) -> int:
        sample_legal(mask[None], keys, out)
        return int(out[0])

    return pick


def numpy_pick() -> Callable[[Any], int]:
    """Return a function that picks a legal action with NumPy, as users write it."""
    rng = np.random.default_rng(0)

    def pick(mask: Any) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[rng.integers(len(legal))])

    return pick


def aec_loop(env: Any, pick: Callable[[Any], int]) -> Sample:
    """Return the usual loop over a PettingZoo AEC environment, one game at a time."""

    def work() -> int:
        env.reset(seed=random.randrange(2**31))
        steps = 0
        for _agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(pick(observation["action_mask"]))
            steps += 1
        return steps

    return rate_of(work)


def aec(key: str, pick: Callable[[], Callable[[Any], int]]) -> Sample:
    """Return the loop over a game's ``env``."""
    return aec_loop(constructors(key).env(**measured_with(key)["settings"]), pick())


def gymnasium_loop(key: str) -> Sample:
    """Return the loop over a game's ``gym_env``."""
    env = constructors(key).gym_env(**measured_with(key)["settings"])
    pick = compiled_pick()
    _, info = env.reset(seed=0)

    def work() -> int:
        nonlocal info
        for _ in range(_CHUNK):
            _, _, terminated, truncated, info = env.step(pick(info["action_mask"]))
            if terminated or truncated:
                _, info = env.reset()
        return _CHUNK

    return rate_of(work)


# ------------------------------------------------------------------------- bots
def decisions(key: str, name: str, count: int) -> Sample:
    """Return an agent's answers to decisions of many games, in batches of ``count``."""
    game = new_game(find_game(key).settings_type(**measured_with(key)["settings"]))
    agent = find_agent(name, GameFacts.of_game(game))
    rng = np.random.default_rng(0)
    rows: list[tuple[Any, Any, Any]] = []
    seat = game.new(0)
    while len(rows) < count:
        rows.append((game.observation.copy(), game.mask.copy(), game.public_record.copy()))
        seat = game.step(int(rng.choice(np.flatnonzero(game.mask))))
        if seat < 0:
            game.new(len(rows))
    observations, masks, records = map(np.stack, zip(*rows, strict=True))
    batch = Batch(observations, masks, records, range(count))
    return rate_of(lambda: len(agent.act_batch(batch)))


# -------------------------------------------------------------------- processes
_FIRST_STEP: Final = """
from {module} import env
env = env()
env.reset(seed=0)
env.step(env.legal_actions()[0])
"""


def start(*arguments: str, cold: bool = False) -> Sample:
    """Return the seconds that a Python process takes, ``cold`` without any machine code."""

    def sample(_seconds: float) -> float:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, **({"NUMBA_CACHE_DIR": folder} if cold else {})}
            before = time.perf_counter()
            command = [sys.executable, *arguments]
            subprocess.run(command, cwd=_ROOT, env=environment, check=True, capture_output=True)
            return time.perf_counter() - before

    return sample


# ------------------------------------------------------------------------ peers
def pettingzoo(name: str) -> Sample:
    """Return the AEC loop over one of PettingZoo's games; NumPy picks from the mask."""
    return aec_loop(importlib.import_module(f"pettingzoo.classic.{name}").env(), numpy_pick())


def open_spiel(name: str) -> Sample:
    """Return OpenSpiel's state loop: legal actions, mask and tensor; ``random`` picks."""
    game = importlib.import_module("pyspiel").load_game(name)
    rng = random.Random(0)
    state = game.new_initial_state()

    def work() -> int:
        nonlocal state
        steps = 0
        while steps < _CHUNK:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                state.legal_actions_mask()
                state.observation_tensor()
                state.apply_action(rng.choice(legal))
                steps += 1
        return steps

    return rate_of(work)


def pgx(name: str, batch: int) -> Sample:
    """Return pgx's batch in one jitted scan, which also picks and restarts games."""
    # JAX reads the number of processors when it is imported: the process is bound by then.
    jax = importlib.import_module("jax")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    env = importlib.import_module("pgx").make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: Any, key: Any) -> Any:
        def body(state: Any, key: Any) -> Any:
            draw, more = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            action = jax.random.categorical(draw, logits, axis=-1)
            state = step(state, action, jax.random.split(more, batch))
            return state, state.observation.sum()  # so that the observation is computed

        return jax.lax.scan(body, state, jax.random.split(key, 8))

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))

    def work() -> int:
        nonlocal state, key
        key, draw = jax.random.split(key)
        state, seen = play(state, draw)
        seen.block_until_ready()
        return 8 * batch

    work()
    return rate_of(work)


def our_cases() -> list[Case]:
    """Return the cases that ``benchmarks.compare`` measures on two revisions."""
    return [case for key in GAMES for case in _cases_of(key)]


def _cases_of(key: str) -> list[Case]:
    return [
        *(Case(f"vector_env, {n} lanes, {key}", partial(vector, key, n)) for n in BATCHES),
        *(
            Case(f"vector_env, {n} lanes, two threads, {key}", partial(vector, key, n, 2), cores=2)
            for n in TWO_THREADS
        ),
        *(
            Case(f"engine alone, {name}, {key}", partial(engine, key, **settings))
            for name, settings in measured_with(key)["modes"].items()
        ),
        *(
            Case(f"players {n}, vector_env, {key}", partial(vector, key, 1024, players=n))
            for n in find_game(key).settings_type.seats
        ),
        Case(f"env, compiled pick, {key}", partial(aec, key, compiled_pick)),
        Case(f"env, NumPy pick, {key}", partial(aec, key, numpy_pick)),
        Case(f"gym_env, compiled pick, {key}", partial(gymnasium_loop, key)),
        *(
            Case(f"decisions of {name}, {key}", partial(decisions, key, name, count))
            for name, count in measured_with(key)["agents"].items()
        ),
    ]


def process_cases() -> list[Case]:
    """Return the cases about start-up."""
    programs = ("train.py", "evaluate.py", "play.py")
    cases = [Case(f"{name} --help", partial(start, name, "--help"), "s") for name in programs]
    for key, game in GAMES.items():
        first_step = ("-c", _FIRST_STEP.format(module=game.module))
        cold = partial(start, *first_step, cold=True)
        cases += [
            Case(f"import, {key}", partial(start, "-c", f"import {game.module}"), "s"),
            Case(f"start to first step, warm, {key}", partial(start, *first_step), "s"),
            Case(f"start to first step, cold, {key}", cold, "s", 2, once=True),
        ]
    return cases


def peer_cases() -> list[Case]:
    """Return the cases of other projects."""
    hanabi = ("pygame", "shimmy", "pyspiel")  # OpenSpiel's game inside
    return [
        Case(
            "pettingzoo connect_four_v3",
            partial(pettingzoo, "connect_four_v3"),
            requires=("pygame",),
        ),
        Case("pettingzoo hanabi_v5", partial(pettingzoo, "hanabi_v5"), requires=hanabi),
        Case("open_spiel hanabi", partial(open_spiel, "hanabi"), requires=("pyspiel",)),
        Case("open_spiel backgammon", partial(open_spiel, "backgammon"), requires=("pyspiel",)),
        *(
            Case(
                f"pgx backgammon, batch {n}", partial(pgx, "backgammon", n), requires=("jax", "pgx")
            )
            for n in PGX_BATCHES
        ),
    ]
