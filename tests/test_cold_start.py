"""Importing compiles nothing; the first reset compiles once, whoever asks."""

import os
import subprocess
import sys
import textwrap

import pytest

from tablemates.envs.registry import GAMES

IMPORT = """
import sys
import gymnasium, tablemates
from tablemates.envs.registry import GAMES, find_game
for key, game in GAMES.items():
    gymnasium.make(game.gymnasium_id)
    assert not find_game(key).engine.play.signatures, "making an environment compiles"
for heavy in ("torch", "stable_baselines3", "matplotlib", "pandas", "rich", "pettingzoo.classic"):
    assert heavy not in sys.modules, heavy
"""
RESET = """
import gymnasium, tablemates
env = gymnasium.make("{game}").unwrapped
_, info = env.reset(seed=1)
env.step(info["action_mask"].argmax())
"""


def start(program, folder):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment["NUMBA_CACHE_DIR"] = str(folder)
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.slow
def test_imports_and_constructors_compile_nothing(tmp_path):
    process = start(IMPORT, tmp_path)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert list(tmp_path.rglob("*.nb*")) == []
    assert errors == ""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_parallel_workers_wait_for_one_compilation_and_later_ones_load_it(tmp_path, game):
    reset = RESET.format(game=game.gymnasium_id)
    workers = [start(reset, tmp_path) for _ in range(3)]
    errors = [worker.communicate()[1] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0], errors
    assert "".join(errors).count("Compiling the engine") == 1
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb*")}
    sizes = [file.stat().st_size for file in tmp_path.rglob("*.nbc")]
    assert sum(size > max(sizes) / 2 for size in sizes) <= 3  # binaries as large as an engine
    again = start(reset, tmp_path)
    assert again.communicate()[1] == ""
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb*")} == before
