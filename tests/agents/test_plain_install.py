"""Without extras games are played and scored; what needs one says so."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: What the extras bring, and what these bring.
EXTRAS = {
    "torch", "stable_baselines3", "sb3_contrib", "tensorboard", "resvg_py", "pytest", "hypothesis",
    "ray",
}  # fmt: skip
PROGRAM = f"""
import sys
from importlib.machinery import PathFinder
find = PathFinder.find_spec
def find_others(name, path=None, target=None):
    return None if name.partition(".")[0] in {EXTRAS!r} else find(name, path, target)
PathFinder.find_spec = find_others
policy, out = sys.argv[1:]
from tablemates.agents.evaluation import evaluate
game = ["--game", "tests.core.dice_race:DiceRace"]
scored = [*game, "--agents", "random", policy, "--games", "2", "--workers", "1", "--out", out]
assert evaluate.main(scored) == 0
from tablemates.table import play
assert play.main([*game, "--text", "--partners", "random"]) == 0
from tablemates.agents.learn import train
assert train.main([]) == 2
sys.modules["matplotlib"] = None
assert evaluate.main(["--games", "1"]) == 2
"""


@pytest.mark.slow
def test_games_are_played_and_scored_and_what_is_missing_is_named(tmp_path, race_policy):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(race_policy), str(tmp_path / "out")],
        cwd=ROOT,
        input="1\n1\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "report.html").is_file()
    assert "Good-bye" in done.stdout
    training, evaluation = done.stderr.splitlines()[-2:]
    assert "pip install" in training
    sentence = "evaluate.py: an evaluation needs matplotlib: pip install 'tablemates[evaluation]'"
    assert evaluation == sentence
