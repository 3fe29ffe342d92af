"""Compile the games ahead of time: ``python -m tablemates.warmup``.

The first reset of a game on a machine compiles its engine, which takes about half a minute. Run
this once in a container image or before a CI job. ``NUMBA_CACHE_DIR`` says where the machine code
goes (by default the user's cache folder) and must be the same later::

    ENV NUMBA_CACHE_DIR=/opt/tablemates
    RUN python -m tablemates.warmup --agents rules

With ``--agents`` the machine code of these agents is compiled, too.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.registry import load_agent
from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.registry import GAMES


class WarmupConfig(SettingsModel):
    """All settings of the command."""

    game: tuple[str, ...] = tuple(GAMES)
    """Games to compile."""
    agents: tuple[str, ...] = ()
    """Agents to compile, too."""


COMMAND: Final = Command(
    script="python -m tablemates.warmup",
    settings=WarmupConfig,
    purpose="Compile games, and agents, ahead of their first use.",
    examples=["", "--game {game} --agents rules value"],
    main="--game",
    renamed={"--games": "--game"},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, lambda asked: warm_up(asked.game, asked.agents))


def warm_up(games: Sequence[str], agents: Sequence[str] = ()) -> None:
    """Compile everything that the views of games use, and agents; print how long it took."""
    for key in games:
        if key not in GAMES:
            raise SettingsError(f"no game is called {key!r}{nearest(key, GAMES)}")
    for key in games:
        started = time.perf_counter()
        game = importlib.import_module(GAMES[key].module)
        views = [(game.gym_env(), name) for name in agents]
        loaded = [(view, load_agent(name, view)) for view, name in views]
        _play(game)
        for view, agent in loaded:
            observation, info = view.reset(seed=0)
            agent.act(observation, info["action_mask"])
        seconds = time.perf_counter() - started
        print(f"{GAMES[key].gymnasium_id} is warm ({seconds:.1f} s)")


def _play(game: Any) -> None:
    """Reset and step every view, observe every seat, meet chance, resample, and end."""
    env = game.env(chance="explicit")
    env.reset(seed=0)
    while env.agents:
        _, _, terminated, truncated, _ = env.last()
        for agent in env.agents:
            env.observe(agent)
        env.step(None if terminated or truncated else env.legal_actions()[0])
    env.reset(seed=0)
    env.state()
    env.resample(np.random.default_rng(0))
    lanes = game.vector_env(2, max_turns=1, autoreset_mode="SameStep")
    _, info = lanes.reset(seed=0)
    actions, keys = np.zeros(2, np.int64), np.zeros(2, np.uint64)
    while "final_info" not in info:
        sample_legal(lanes.action_masks(), keys, actions)
        *_, info = lanes.step(actions)


if __name__ == "__main__":
    sys.exit(main())
