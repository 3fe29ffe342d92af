"""The installed package: its ids, its data and its commands, away from the checkout."""

import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import portal_dash_registration
import pytest

from tablemates.agents.configs import configs_folder

ROOT = Path(__file__).resolve().parents[1]
SPECS = """
import gymnasium, pettingzoo
assert gymnasium.spec("PortalDash-v0").entry_point == "tablemates.envs.portal_dash_v0:gym_env"
assert pettingzoo.spec("aec", "portal_dash-v0").entry_point == "tablemates.envs.portal_dash_v0:env"
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


def test_configs_lie_in_the_checkout():
    assert configs_folder() == ROOT / "configs"


@pytest.mark.parametrize(
    "code",
    [
        SPECS,
        "import gymnasium, pettingzoo, envs" + SPECS,
        "import envs, portal_dash_registration; portal_dash_registration.install()" + SPECS,
        # Asking whether a library is there must not use up the registration.
        "import importlib.util as u; u.find_spec('gymnasium'); u.find_spec('pettingzoo')" + SPECS,
    ],
    ids=["ids first", "libraries first", "envs first", "found first"],
)
def test_ids_are_registered_once_in_every_order_of_imports(code, tmp_path):
    run_python(sys.executable, code, tmp_path)


def test_start_up_hides_no_package_and_imports_nothing_heavy(tmp_path):
    (tmp_path / "envs.py").write_text("mine = True")
    code = "import sys; assert not {'envs', 'numpy'} & set(sys.modules); import envs; envs.mine"
    run_python(sys.executable, code, tmp_path)


def test_the_finder_leaves_other_modules_alone():
    finder = portal_dash_registration._AfterImport()
    assert finder.find_spec("json") is None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_carries_every_file_of_the_packages_and_no_other(wheel):
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\n")  # fmt: skip
    tops = ("envs/", "agents/", "table/", "configs/")
    modules = {"train.py", "evaluate.py", "play.py"} & set(tracked)
    expected = {name for name in tracked if name.startswith(tops)} | modules
    expected |= {"portal_dash_registration.py", "portal_dash_registration.pth"}
    carried = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert carried == {name for name in expected if (ROOT / name).is_file()}


@pytest.mark.slow
def test_the_wheel_works_away_from_the_checkout(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    site = Path(
        run_python(python, "import site; print(site.getsitepackages()[0])", tmp_path).strip()
    )
    zipfile.ZipFile(wheel).extractall(site)  # all that installing a pure wheel does to packages
    # The libraries, but not the start-up files beside them: those show the checkout.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    run_python(python, SPECS, tmp_path)
    code = (
        "import tablemates.agents.configs as c, envs; assert str(c.configs_folder()).startswith({0!r}); "
        "assert c.configs_folder().is_dir() and envs.__file__.startswith({0!r})"
    )
    run_python(python, code.format(str(site)), tmp_path)


def test_commands_name_functions_that_exist():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for target in scripts.values():
        module, function = target.split(":")
        assert f"\ndef {function}(" in (ROOT / f"{module}.py").read_text(encoding="utf-8")
