"""Compile the games ahead of time: ``python -m tablemates.warmup``.

The first reset on a machine compiles the engine, which takes about a minute. Run this once in
a container image or before a CI job. ``NUMBA_CACHE_DIR`` says where the machine code goes (by
default the user's cache folder) and must be the same later::

    ENV NUMBA_CACHE_DIR=/opt/tablemates
    RUN python -m tablemates.warmup --agents planner

With ``--agents`` the machine code of these agents is compiled, too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash import CACHE


def main(arguments: Sequence[str] | None = None) -> None:
    """Compile everything that the views use, and print where it is kept.

    Args:
        arguments: Of the command line; None: the program's own.
    """
    parser = argparse.ArgumentParser("python -m tablemates.warmup", description="Compile ahead.")
    parser.add_argument(
        "--agents", nargs="*", default=[], metavar="AGENT", help="compile these agents, too"
    )
    agents = parser.parse_args(arguments).agents
    started = time.perf_counter()
    env = portal_dash_v0.env(players=2, chance="explicit")
    env.reset(seed=0)
    while env.agents:  # resets and steps, every seat's observation, chance, the end
        _, _, terminated, truncated, _ = env.last()
        for agent in env.agents:
            env.observe(agent)
        env.step(None if terminated or truncated else env.legal_actions()[0])
    env.reset(seed=0)
    env.state()
    env.resample(np.random.default_rng(0))
    lanes = portal_dash_v0.vector_env(2, max_turns=1, autoreset_mode="SameStep")
    _, info = lanes.reset(seed=0)
    actions, keys = np.zeros(2, np.int64), np.zeros(2, np.uint64)
    while "final_info" not in info:
        portal_dash_v0.sample_legal(lanes.action_masks(), keys, actions)
        *_, info = lanes.step(actions)
    for name in agents:
        _play_a_move(name)
    seconds = time.perf_counter() - started
    print(f"PortalDash-v0 is warm ({seconds:.1f} s): {CACHE}")


def _play_a_move(name: str) -> None:
    from tablemates.agents.registry import load_agent

    view = portal_dash_v0.gym_env()
    observation, info = view.reset(seed=0)
    load_agent(name, view).act(observation, info["action_mask"])


if __name__ == "__main__":
    main()
