"""What is measured on whole processes: how long they take to start, what they occupy."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tqdm import tqdm

from benchmarks.measure import Figure

_ROOT: Final = Path(__file__).resolve().parents[1]
#: Games of the measurement of memory.
GAMES: Final = 16_384
#: What the engine prints before it compiles, so that nobody thinks that it hangs.
_MESSAGE: Final = "Compiling the engine"
_STATM: Final = Path("/proc/self/statm")
_FIRST_STEP: Final = """
from tablemates.envs import portal_dash_v0
env = portal_dash_v0.raw_env()
env.reset(seed=0)
env.step(env.legal_actions()[0])
"""
_MEMORY: Final = f"""
import resource
from tablemates.envs import portal_dash_v0
def occupied():
    with open("{_STATM}") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
few = portal_dash_v0.vector_env(2, level=[1, 2, 3, 4, 5])
few.reset(seed=0)
before = occupied()
many = portal_dash_v0.vector_env({GAMES}, level=[1, 2, 3, 4, 5])
many.reset(seed=0)
for _ in range(3):
    many.step(many.action_masks().argmax(axis=1))
print(occupied() - before)
"""
#: Names of what is measured, and the arguments of Python that do it.
_STARTS: Final[dict[str, Sequence[str]]] = {
    "import": ("-c", "import tablemates.envs.portal_dash_v0"),
    "train.py --help": ("train.py", "--help"),
    "evaluate.py --help": ("evaluate.py", "--help"),
    "play.py --help": ("play.py", "--help"),
    "start to first step, warm": ("-c", _FIRST_STEP),
}
COLD: Final = "start to first step, cold"
MEMORY: Final = f"memory of {GAMES:,} games"
#: Every figure of this module.
NAMES: Final = (*_STARTS, COLD, MEMORY)


def process_figures(runs: int) -> dict[str, Figure]:
    """Return start-up times in seconds and memory in MB, by name.

    A cold start compiles everything, so it is measured once. Memory is left out where
    the system does not tell it.

    Args:
        runs: Processes of each kind.

    Raises:
        RuntimeError: A cold start did not say that it compiles.
    """
    figures = {name: Figure(name, "s") for name in (*_STARTS, COLD)}
    if memory := _STATM.exists():
        figures[MEMORY] = Figure(MEMORY, "MB")
    _run(*_STARTS["start to first step, warm"])  # afterwards the machine code is there
    with tqdm(total=runs * (len(_STARTS) + 1) + 1, desc="processes", unit="run") as bar:
        for _ in range(runs):
            for name, arguments in _STARTS.items():
                figures[name].runs.append(_run(*arguments)[0])
                bar.update()
            if memory:
                figures[MEMORY].runs.append(float(_run("-c", _MEMORY)[1].stdout) / 1e6)
            bar.update()
        bar.set_postfix_str(COLD)
        with tempfile.TemporaryDirectory() as folder:
            seconds, done = _run("-c", _FIRST_STEP, NUMBA_CACHE_DIR=folder)
        if _MESSAGE not in done.stderr:
            raise RuntimeError(f"a cold start did not print {_MESSAGE!r}: {done.stderr!r}")
        figures[COLD].runs.append(seconds)
        bar.update()
    return figures


def _run(*arguments: str, **environment: str) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Run Python in the checkout; return the seconds that it took, and what it printed."""
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=_ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - begun, done
