"""Peers: games of other projects, driven as their users drive them.

Every peer picks a random legal action in the way named with it; ours beside it
picks in the same way. A peer whose library is not installed is skipped by name.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from benchmarks.measure import Case, Work

#: Steps between two looks at the clock.
_CHUNK: Final = 200
#: Around the batch that is best for it on one core.
PGX_BATCHES: Final = (16, 64, 256, 1024)


def aec_work(make: Callable[[], Any], pick: Callable[[Any], int]) -> Work:
    """Return the usual loop over a PettingZoo AEC environment, a game at a time.

    Args:
        make: Makes the environment; its observation is a dict with the mask.
        pick: Chooses an action of a mask.
    """
    env = make()

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

    return work


def numpy_pick(seed: int = 0) -> Callable[[Any], int]:
    """Return a function that picks a legal action with NumPy, as users write it."""
    rng = np.random.default_rng(seed)

    def pick(mask: Any) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[rng.integers(len(legal))])

    return pick


def _pettingzoo(name: str) -> Callable[[], Work]:
    def make() -> Work:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        return aec_work(module.env, numpy_pick())

    return make


def _open_spiel(name: str) -> Callable[[], Work]:
    def make() -> Work:
        pyspiel = importlib.import_module("pyspiel")
        game = pyspiel.load_game(name)
        draw = random.Random(0)
        state = game.new_initial_state()

        def work() -> int:
            nonlocal state
            done = 0
            while done < _CHUNK:
                if state.is_terminal():
                    state = game.new_initial_state()
                elif state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw.choices(outcomes, chances)[0])
                else:
                    legal = state.legal_actions()
                    state.legal_actions_mask()
                    state.observation_tensor()
                    state.apply_action(draw.choice(legal))
                    done += 1
            return done

        return work

    return make


def _pgx(name: str, batch: int) -> Callable[[], Work]:
    def make() -> Work:
        # Read when the library is loaded: it sees the processors of the process.
        jax = importlib.import_module("jax")
        pgx = importlib.import_module("pgx")
        wrappers = importlib.import_module("pgx.experimental.wrappers")
        env = pgx.make(name)
        begin = jax.jit(jax.vmap(env.init))
        step = jax.vmap(wrappers.auto_reset(env.step, env.init))

        @jax.jit  # type: ignore[untyped-decorator]
        def play(state: Any, key: Any) -> Any:
            def body(state: Any, key: Any) -> Any:
                draw, more = jax.random.split(key)
                logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
                action = jax.random.categorical(draw, logits, axis=-1)
                state = step(state, action, jax.random.split(more, batch))
                return state, state.observation.sum()  # the observation is made, not dropped

            return jax.lax.scan(body, state, jax.random.split(key, 8))

        key = jax.random.PRNGKey(0)
        state = begin(jax.random.split(key, batch))

        def work() -> int:
            nonlocal state, key
            key, draw = jax.random.split(key)
            state, seen = play(state, draw)
            seen.block_until_ready()
            return 8 * batch

        work()
        return work

    return make


#: Name of a case, the library that it is, the modules that it needs, and how it is made.
_PEERS: Final[list[tuple[str, str, tuple[str, ...], Callable[[], Work]]]] = [
    (
        "pettingzoo connect_four_v3",
        "pettingzoo",
        ("pygame",),
        _pettingzoo("connect_four_v3"),
    ),
    # Which is OpenSpiel's game inside.
    (
        "pettingzoo hanabi_v5",
        "pettingzoo",
        ("pygame", "shimmy", "pyspiel"),
        _pettingzoo("hanabi_v5"),
    ),
    ("open_spiel hanabi", "open_spiel", ("pyspiel",), _open_spiel("hanabi")),
    ("open_spiel backgammon", "open_spiel", ("pyspiel",), _open_spiel("backgammon")),
    *(
        (f"pgx backgammon, batch {batch}", "pgx", ("jax", "pgx"), _pgx("backgammon", batch))
        for batch in PGX_BATCHES
    ),
]


def peers() -> tuple[list[Case], dict[str, str], list[str]]:
    """Return the cases that can be measured, versions, and the names of those that cannot."""
    cases, versions, skipped = [], {}, []
    for name, library, modules, make in _PEERS:
        missing = [module for module in modules if importlib.util.find_spec(module) is None]
        if missing:
            skipped.append(f"{name} ({', '.join(missing)} not installed)")
            continue
        cases.append(Case(name, make))
        versions[library] = version(library)
        versions |= {module: version(module) for module in modules if module in ("jax", "shimmy")}
    return cases, versions, skipped
