"""The wheel with its machine code, where nothing can be compiled and nothing be written."""

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tablemates.agents.names import names_of
from tablemates.envs.core.compiler.platform import flavours, wheel_tag
from tablemates.envs.registry import GAMES

ROOT = Path(__file__).resolve().parents[1]
PLAY = """
import importlib.util, sys
for name in ("numba", "llvmlite", "scipy"):
    assert importlib.util.find_spec(name) is None
import gymnasium, tablemates
env = gymnasium.make(sys.argv[1], history=True)
observation, info = env.reset(seed=1)
env.action_space.seed(1)
agents = [tablemates.load_agent(name, env) for name in sys.argv[2:]]
done, moves = False, 0
while not done:
    for agent in agents:
        action = agent.act(observation, info["action_mask"])
        assert info["action_mask"][action] == 1, agent
    agents = []
    action = env.action_space.sample(info["action_mask"])
    observation, _, terminated, truncated, info = env.step(action)
    done, moves = terminated or truncated, moves + 1
print(moves)
"""
VECTOR = """
import importlib, sys
import numpy as np
from tablemates.envs.registry import GAMES
game = importlib.import_module(GAMES[sys.argv[1]].module)
vector = game.vector_env(64)
vector.reset(seed=1)
actions, keys = np.zeros(64, np.int64), np.arange(64, dtype=np.uint64)
for _ in range(100):
    game.sample_legal(vector.action_masks(), keys, actions)
    vector.step(actions)
env = game.env()
env.reset(seed=1)
while env.agents:
    *_, over, cut, _ = env.last()
    env.step(None if over or cut else env.legal_actions()[0])
assert "numba" not in sys.modules
"""


def base_install() -> set[str]:
    """Return the distributions that come with the package, without extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    todo = [Requirement(one).name for one in project["dependencies"]]
    while todo:
        name = todo.pop()
        if name.lower() in found:
            continue
        given = distribution(name)
        found.add(name.lower())
        wants = map(Requirement, given.requires or ())
        plain = {"extra": ""}
        todo += [one.name for one in wants if not one.marker or one.marker.evaluate(plain)]
    return found


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Path:
    """The interpreter of an environment that has the wheel and what it needs, and no more."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    (wheel,) = folder.glob(f"*-{wheel_tag()}.whl")
    venv.create(folder / "venv", with_pip=False)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    for name in base_install():
        given = distribution(name)
        for top in {one.parts[0] for one in given.files or () if one.parts[0] != ".."}:
            place = Path(str(given.locate_file(top)))
            if place.exists() and not (site / top).exists() and top != "__pycache__":
                (site / top).symlink_to(place)
    return folder / "venv" / "bin" / "python"


def run(python: Path, folder: Path, code: str, *words: str, home: str = "file/home") -> str:
    """Run a program with a home that nobody can make, and no compiler."""
    nowhere = folder / "file"
    nowhere.touch()
    environment = {"HOME": str(folder / home), "PATH": "", "LANG": os.environ.get("LANG", "C")}
    command = [python, "-B", "-W", "error", "-c", code, *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_wheel_plays_and_thinks_without_a_compiler(python, tmp_path, key):
    names = names_of(key)  # all but the soft ones need no more than the first word
    agents = [one if one.startswith("soft:") else one.partition(":")[0] for one in names]
    assert int(run(python, tmp_path, PLAY, GAMES[key].gymnasium_id, *agents)) > 10
    run(python, tmp_path, VECTOR, key)


@pytest.mark.slow
def test_the_wheel_has_the_same_libraries_for_every_processor(python):
    (folder,) = python.parent.parent.glob("lib/python*/site-packages/tablemates/machine_code")
    found = {one.name: {file.name for file in one.iterdir()} for one in folder.iterdir()}
    assert set(found) == set(flavours())
    assert len(set(map(frozenset, found.values()))) == 1


@pytest.mark.slow
def test_an_edited_rule_is_not_played_by_the_code_of_before(python, tmp_path):
    """Without Numba there is a sentence."""
    (site,) = python.parent.parent.glob("lib/python*/site-packages")
    key = [*GAMES][-1]
    rules = site / "tablemates" / "envs" / key / "rules"
    file = sorted(rules.glob("*.py"))[-1]
    before = file.read_text(encoding="utf-8")
    file.write_text(before + "# edited\n", encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match=r"pip install 'tablemates\[jit\]'"):
            run(python, tmp_path, PLAY, GAMES[key].gymnasium_id, home="home")
    finally:
        file.write_text(before, encoding="utf-8")
