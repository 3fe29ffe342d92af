"""The installed package: its ids, its data and its commands, away from the checkout."""

import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

import tablemates
from tablemates.envs.registry import DEFAULT_GAME, GAMES
from tools.package_tree import make_tree

ROOT = Path(__file__).resolve().parents[1]
ID = GAMES[DEFAULT_GAME].gymnasium_id
FOLDERS = ("agents", "configs", "envs", "table", "tablemates")
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


def build(checkout: Path, target: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    without = {**os.environ, "TABLEMATES_MACHINE_CODE": "0"}  # see ``test_machine_code``
    return subprocess.run(
        command, cwd=checkout, env=without, check=False, capture_output=True, text=True
    )


def files_of_the_package(checkout: Path) -> set[str]:
    """Return what a wheel must hold: the files in Git and those that could be added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *FOLDERS]
    done = subprocess.run(command, cwd=checkout, check=True, capture_output=True, text=True)
    files = [name for name in done.stdout.splitlines() if (checkout / name).is_file()]
    return {name if name.startswith("tablemates/") else f"tablemates/{name}" for name in files}


def pages_told_as_rules(checkout: Path) -> set[str]:
    """Return the pages of the documentation that a wheel has in the folders of the games."""
    pages = (checkout / "docs").glob("*/how_to_play.md")
    return {f"tablemates/envs/{page.parent.name}/{page.name}" for page in pages}


def carried_by(wheel: Path) -> set[str]:
    names = zipfile.ZipFile(wheel).namelist()
    return {name for name in names if ".dist-info" not in name.split("/")[0]}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = build(ROOT, "wheel", folder)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def cloned(tmp_path_factory) -> Path:
    """Return a clone as on Windows, where Git usually makes no symbolic links."""
    folder = tmp_path_factory.mktemp("cloned") / "clone"
    command = ["git", "-c", "core.symlinks=false", "clone", "--quiet", "--shared", ROOT, folder]
    subprocess.run(command, check=True)
    # The checkout as it is, also what is not committed yet.
    for name in FOLDERS:
        shutil.rmtree(folder / name)
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "tools/build_hook.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    return folder


@pytest.fixture
def clone(cloned, tmp_path) -> Path:
    """Return a copy of it, which a test may damage."""
    return shutil.copytree(cloned, tmp_path / "clone", symlinks=True)


@pytest.mark.slow
def test_the_wheel_carries_every_file_of_the_packages_and_no_other(wheel):
    assert carried_by(wheel) == files_of_the_package(ROOT) | pages_told_as_rules(ROOT)


@pytest.mark.slow
def test_a_clone_without_symbolic_links_is_complete(clone, tmp_path):
    assert not any(file.is_symlink() for file in clone.rglob("*"))
    done = build(clone, "wheel", tmp_path)
    assert done.returncode == 0, done.stderr
    carried = carried_by(next(tmp_path.glob("*.whl")))
    assert carried == files_of_the_package(clone) | pages_told_as_rules(clone)
    assert carried >= {f"tablemates/envs/{game}/game.py" for game in GAMES}
    code = (
        "import tablemates.table, tablemates.agents.registry as agents\n"
        "from tablemates.envs.registry import GAMES, find_game\n"
        "assert all(find_game(name).engine for name in GAMES)\n"
        f"assert agents.__file__.startswith({str(clone)!r}), agents.__file__"
    )
    run_python(sys.executable, code, clone)


def test_tools_find_the_whole_package_in_one_folder(tmp_path):
    make_tree(tmp_path)
    make_tree(tmp_path)  # again, over the one that exists
    found = {
        Path(folder, file).relative_to(tmp_path).as_posix()
        for folder, _, files in os.walk(tmp_path, followlinks=True)
        for file in files
    }
    assert found >= files_of_the_package(ROOT)


def without_a_folder(clone: Path) -> None:
    shutil.rmtree(clone / "envs")


def a_link_as_git_writes_it(clone: Path) -> None:
    shutil.rmtree(clone / "agents")
    (clone / "agents").write_text("../agents")


def without_a_module(clone: Path) -> None:
    shutil.rmtree(clone / "envs" / "core")


def an_ignored_room(clone: Path) -> None:
    with (clone / ".gitignore").open("a") as file:
        file.write("page/\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "target"),
    [
        (without_a_folder, "wheel"),  # seen before the build of either
        (a_link_as_git_writes_it, "sdist"),
        *((without_a_module, target) for target in ("wheel", "sdist")),
        *((an_ignored_room, target) for target in ("wheel", "sdist")),
    ],
)
def test_an_incomplete_build_fails(clone, tmp_path, damage, target):
    damage(clone)
    done = build(clone, target, tmp_path / "built")
    assert done.returncode != 0
    assert "FileNotFoundError" in done.stderr
    assert [*tmp_path.glob("built/*")] == []


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
        "import tablemates.agents.cli.settings_models as configs\n"
        f"assert str(configs.configs_folder()).startswith({str(site)!r})\n"
        "assert configs.configs_folder().is_dir()\n"
    )
    run_python(python, code + SPECS, tmp_path)


def test_commands_name_functions_that_exist():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for target in scripts.values():
        module, function = target.split(":")
        assert callable(getattr(importlib.import_module(module), function))


def test_the_citation_names_the_version_and_the_repository_of_the_package():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == tablemates.__version__
    assert citation["repository-code"] == project["urls"]["Repository"]
