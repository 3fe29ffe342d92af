"""Importing compiles nothing; the first reset compiles once, whoever asks."""

import os
import subprocess
import sys
import textwrap

import pytest

IMPORT = """
import sys
from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.engine import ENGINE
env = portal_dash_v0.env()
assert not ENGINE.play.signatures, "making an environment compiles"
for heavy in ("torch", "stable_baselines3", "matplotlib", "pandas", "rich", "pettingzoo.classic"):
    assert heavy not in sys.modules, heavy
"""
RESET = """
from tablemates.envs import portal_dash_v0
env = portal_dash_v0.env()
env.reset(seed=1)
env.step(env.legal_actions()[0])
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
def test_parallel_workers_wait_for_one_compilation_and_later_ones_load_it(tmp_path):
    workers = [start(RESET, tmp_path) for _ in range(3)]
    errors = [worker.communicate()[1] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0], errors
    assert "".join(errors).count("Compiling the engine") == 1
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb*")}
    assert before
    again = start(RESET, tmp_path)
    assert again.communicate()[1] == ""
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb*")} == before
