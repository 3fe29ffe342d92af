"""Without extras the game is played and scored; what needs one says so."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
#: What the extras bring, and what these bring.
EXTRAS = {
    "torch", "stable_baselines3", "sb3_contrib", "tensorboard", "resvg_py", "pytest", "hypothesis",
    "ray",
}  # fmt: skip
WITHOUT = f"""
import sys
from importlib.machinery import PathFinder
find = PathFinder.find_spec
def find_others(name, path=None, target=None):
    return None if name.partition(".")[0] in {EXTRAS!r} else find(name, path, target)
PathFinder.find_spec = find_others
"""


def run(code, folder, stdin=""):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + code],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "HOME": str(Path.home()), "OUT": str(folder)},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_games_are_scored_and_a_policy_answers(tmp_path, policy_folder):
    code = f"""
from tablemates.agents.evaluation import command as evaluate
agents = ["random", {str(policy_folder)!r}]
options = ["--scenario", "level=1", "--games", "2", "--workers", "1"]
options += ["--out", {str(tmp_path / "out")!r}]
sys.exit(evaluate.main(["--agents", *agents, *options]))
"""
    done = run(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "report.html").is_file()
    assert (tmp_path / "out" / "rows.jsonl").read_text().count("\n") == 4


def test_an_evaluation_says_what_is_missing(tmp_path):
    code = """
sys.modules["matplotlib"] = None
from tablemates.agents.evaluation import command
sys.exit(command.main(["--games", "1"]))
"""
    done = run(code, tmp_path)
    assert done.returncode == 2
    sentence = "evaluate.py: an evaluation needs matplotlib: pip install 'tablemates[evaluation]'"
    assert done.stderr.strip() == sentence


def test_people_play(tmp_path):
    words = ["--text", "--seed", "1", "--partners", "random"]
    code = f"from tablemates.table import command as play; sys.exit(play.main({words}))"
    done = run(code, tmp_path, stdin="1\n1\n")
    assert done.returncode == 0, done.stderr
    assert "Good-bye" in done.stdout


def test_training_says_what_is_missing(tmp_path):
    code = "from tablemates.agents.learn import command as train; sys.exit(train.main([]))"
    done = run(code, tmp_path)
    assert done.returncode == 2
    assert "pip install" in done.stderr
    assert "Traceback" not in done.stderr
