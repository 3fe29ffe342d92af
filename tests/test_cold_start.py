"""Importing compiles nothing; the first reset compiles once, whoever asks; then code is loaded."""

import os
import subprocess
import sys

import pytest

from tablemates.envs.registry import GAMES, find_game

IMPORT = """
import sys
import gymnasium, tablemates
from tablemates.envs.registry import GAMES, find_game
for key, game in GAMES.items():
    gymnasium.make(game.gymnasium_id)
    assert "table" not in vars(find_game(key).engine), "making an environment compiles"
heavy = {"numba", "llvmlite", "scipy", "torch", "stable_baselines3", "matplotlib", "pandas", "rich"}
assert not heavy & {*sys.modules}, heavy & {*sys.modules}
assert "pettingzoo.classic" not in sys.modules
"""
PLAY = """
import sys
from tablemates.envs.registry import find_game
for key in sys.argv[1:]:
    kind = find_game(key)
    game = kind(kind.settings_type())
    game.new(1)
    game.step(int(game.mask.argmax()))
"""


def start(program, *words, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", **environment},
    )


@pytest.mark.slow
def test_imports_and_constructors_compile_nothing(tmp_path):
    process = start(IMPORT, NUMBA_CACHE_DIR=str(tmp_path))
    _, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    assert not any(tmp_path.iterdir())


@pytest.mark.slow
def test_parallel_workers_wait_for_one_compilation(tmp_path):
    race = "tests.core.dice_race:DiceRace"
    workers = [start(PLAY, race, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    errors = [worker.communicate()[1] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], errors
    said = [line for line in "".join(errors).splitlines() if line.startswith("Compiling")]
    assert len(said) == len(set(said)) >= 1  # the rules, and what is not built around them


@pytest.mark.slow
def test_games_share_the_code_around_their_rules(tmp_path):
    """The loop is compiled for the first game alone."""
    games = ("tests.core.dice_race:DiceRace", "tests.core.lanterns:Lanterns")
    _, errors = start(PLAY, *games, NUMBA_CACHE_DIR=str(tmp_path)).communicate()
    assert errors.count("Compiling the rules of") == 2
    assert errors.count("engine.loop") <= 1  # 0: it was built before


@pytest.mark.slow
def test_another_process_compiles_nothing_of_games_that_were_played():
    for key in GAMES:
        kind = find_game(key)
        game = kind(kind.settings_type())
        game.new(1)
        game.step(int(game.mask.argmax()))
    process = start(PLAY, *GAMES)
    assert process.communicate()[1] == ""
