"""The installed package: its ids, its data and its commands, away from the checkout."""

import importlib
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tablemates.envs.registry import DEFAULT_GAME, GAMES

ROOT = Path(__file__).resolve().parents[1]
ID = GAMES[DEFAULT_GAME].gymnasium_id
FOLDERS = ("agents", "configs", "envs", "table")
SPECS = """
import gymnasium, pettingzoo
from tablemates.envs.registry import GAMES
for game in GAMES.values():
    assert gymnasium.spec(game.gymnasium_id).entry_point == f"{game.module}:gym_env"
    assert pettingzoo.spec("aec", game.pettingzoo_id).entry_point == f"{game.module}:env"
"""


def run_python(python: Path | str, code: str, folder: Path) -> str:
    """Run code in another process, with warnings as errors, and return what it printed."""
    done = subprocess.run(
        [python, "-W", "error", "-c", code],
        check=False,  # the assertion shows what the process said
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "import tablemates" + SPECS,
        "import gymnasium, pettingzoo, tablemates" + SPECS,
        f"import gymnasium; gymnasium.make('tablemates:{ID}')" + SPECS,
    ],
    ids=["import first", "libraries first", "by the module in the id"],
)
def test_ids_are_registered(code, tmp_path):
    run_python(sys.executable, code, tmp_path)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_carries_every_file_of_the_packages_and_no_other(wheel):
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    files = [Path(name) for name in listed.splitlines() if (ROOT / name).is_file()]
    expected = {"tablemates" / file for file in files if file.parts[0] in FOLDERS}
    for file in files:
        if file.parts[0] == "tablemates":  # modules, and links to commands at the top
            expected.add(file)
    carried = map(Path, zipfile.ZipFile(wheel).namelist())
    assert {file for file in carried if ".dist-info" not in file.parts[0]} == expected


@pytest.mark.slow
def test_the_wheel_works_in_a_project_with_folders_of_the_same_names(wheel, tmp_path):
    for name in ("envs", "agents"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("mine = True")
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    code = "import site; print(site.getsitepackages()[0])"
    site = Path(run_python(python, code, tmp_path).strip())
    zipfile.ZipFile(wheel).extractall(site)  # all that installing a pure wheel does to packages
    # The libraries, but not the start-up files beside them: those show the checkout.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    code = (
        "import envs, agents; assert envs.mine and agents.mine\n"
        "import tablemates.agents.configs as configs\n"
        f"assert str(configs.configs_folder()).startswith({str(site)!r})\n"
        "assert configs.configs_folder().is_dir()\n"
    )
    run_python(python, code + SPECS, tmp_path)


def test_commands_name_functions_that_exist():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for target in scripts.values():
        module, function = target.split(":")
        assert callable(getattr(importlib.import_module(module), function))
