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
    assert not find_game(key).engine.play.signatures, "making an environment compiles"
for heavy in ("torch", "stable_baselines3", "matplotlib", "pandas", "rich", "pettingzoo.classic"):
    assert heavy not in sys.modules, heavy
"""
PLAY = """
import sys
from tablemates.envs.registry import find_game
for key in sys.argv[1:]:
    kind = find_game(key)
    game = kind(kind.settings_type())
    game.new(1)
    game.step(int(game.mask.argmax()))
    print(*kind.engine.play.stats.cache_misses, file=sys.stderr, end="")
from tablemates.envs.core.compiler.decorators import _linked
print(*(sum(one._dispatcher.stats.cache_hits.values()) for one in _linked))
"""
REVERSE = """
from tablemates.envs.core.engine.contract import compile_in_reverse
from tests.core.dice_race import DiceRace
compile_in_reverse(DiceRace.engine.hooks.__name__, str(DiceRace.engine.cache))
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
    assert list(tmp_path.rglob("*.nb*")) == []


@pytest.mark.slow
def test_parallel_workers_wait_for_one_compilation(tmp_path):
    """They load what a helper has compiled in reverse order."""
    helper = start(REVERSE, NUMBA_CACHE_DIR=str(tmp_path))
    assert helper.communicate() == ("", "")
    race = "tests.core.dice_race:DiceRace"
    workers = [start(PLAY, race, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    loaded, errors = zip(*(worker.communicate() for worker in workers), strict=True)
    assert [worker.returncode for worker in workers] == [0, 0], errors
    assert "".join(errors).count("Compiling the engine") == 1
    assert sorted(loaded) == ["0 1 1 1 1\n", "1 1 1 1 1\n"]


@pytest.mark.slow
def test_another_process_compiles_nothing_of_games_that_were_played():
    for key in GAMES:
        kind = find_game(key)
        game = kind(kind.settings_type())
        game.new(1)
        game.step(int(game.mask.argmax()))
    process = start(PLAY, *GAMES)
    assert process.communicate()[1] == ""
