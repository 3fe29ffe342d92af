"""What is measured on whole processes: how long they take to start, what they occupy."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parents[1]
_FIRST_STEP: Final = """
from envs import portal_dash_v0
env = portal_dash_v0.raw_env()
env.reset(seed=0)
env.step(env.legal_actions()[0])
"""
_MEMORY: Final = """
import resource
from envs import portal_dash_v0
def occupied():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
few = portal_dash_v0.vector_env(2, level=[1, 2, 3, 4, 5])
few.reset(seed=0)
before = occupied()
many = portal_dash_v0.vector_env({games}, level=[1, 2, 3, 4, 5])
many.reset(seed=0)
for _ in range(3):
    many.step(many.action_masks().argmax(axis=1))
print(occupied() - before)
"""


def seconds_of(*arguments: str, **environment: str) -> float:
    """Return how long a Python process takes."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        cwd=_ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - begun


def start_times(runs: int) -> dict[str, float]:
    """Return medians in seconds: import, help, first step warm; and the first step cold, once."""

    def median(*arguments: str) -> float:
        return statistics.median(seconds_of(*arguments) for _ in range(runs))

    seconds_of("-c", _FIRST_STEP)  # afterwards the machine code is there
    times = {
        "import": median("-c", "import envs.portal_dash_v0"),
        "train.py --help": median("train.py", "--help"),
        "evaluate.py --help": median("evaluate.py", "--help"),
        "play.py --help": median("play.py", "--help"),
        "start to first step, warm": median("-c", _FIRST_STEP),
    }
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds_of("-c", _FIRST_STEP, NUMBA_CACHE_DIR=folder)
    return times | {"start to first step, cold": cold}


def memory_of_games(games: int) -> float:
    """Return how many bytes a vector view of so many games adds to a process that has one."""
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY.format(games=games)],
        cwd=_ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)
