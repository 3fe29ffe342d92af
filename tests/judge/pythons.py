"""Other Pythons, the oldest and newest libraries, and the built package away from the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tqdm import tqdm

from tests.judge.kept import ROOT
from tests.judge.verdict import Verdict

#: Those that the package is for.
VERSIONS: Final = ("3.11", "3.12", "3.13")
#: What the tests need besides the package; not what opens a browser.
_TESTING: Final = ("pytest", "hypothesis", "httpx")
#: Packages that are tried in the oldest version that pyproject.toml allows; torch stays.
_OLDEST: Final = (
    *("numpy", "numba", "gymnasium", "pettingzoo", "pydantic", "pyyaml", "platformdirs"),
    *("filelock", "rich", "tqdm", "safetensors", "scipy", "jinja2", "starlette", "uvicorn"),
    "websockets",
)
_LEARNING: Final = ("stable-baselines3", "sb3-contrib", "tensorboard", "matplotlib")
#: Taken from this environment as it is: another one would have to be fetched, gigabytes of it.
_BORROWED: Final = ("torch", "torchgen", "functorch")
#: Its own needs, which are small.
_OF_TORCH: Final = ("sympy", "networkx", "fsspec", "jinja2", "filelock", "typing_extensions")
#: A quick selection of the suite: the engine, every view, saves, agents, an evaluation.
QUICK: Final = (
    *("tests/test_views.py", "tests/test_vector.py", "tests/test_saving.py", "tests/test_modes.py"),
    *("tests/test_parallel.py", "tests/test_snapshot.py", "tests/test_wrong_input.py"),
    *("tests/agents/test_policy.py", "tests/agents/test_evaluation.py"),
    *("tests/agents/test_configs.py", "tests/table/test_table_game.py"),
)
_WITH_TORCH: Final = ("tests/agents/test_training.py",)
_PATIENCE: Final = 3000.0
#: Words of pip and venv where nothing of the project's is to blame; anything else is a fault.
_OF_THE_MACHINE: Final = (
    *("connection broken", "NewConnectionError", "name resolution", "No space left"),
    "ensurepip is not available",
)
_LENGTH: Final = 500
_AWAY: Final = """
import pathlib, sys
import envs, tablemates.agents.configs, train, evaluate, play
assert all(str(pathlib.Path(m.__file__).resolve()).startswith(sys.prefix) for m in
           (envs, agents, train, evaluate, play)), "the checkout is used"
import gymnasium, pettingzoo
env = gymnasium.make("PortalDash-v0")
_, info = env.reset(seed=1)
for _ in range(50):
    _, _, ended, cut, info = env.step(int(info["action_mask"].argmax()))
    if ended or cut:
        break
assert evaluate.main(["--agents", "random", "--levels", "1", "--games", "4", "--workers", "1"]) == 0
"""


def judge(*, quick: bool) -> Verdict:
    """Build the package, use it in fresh environments, and run the tests there."""
    del quick  # there is no small size
    cases, faults, skipped, notes = 0, [], [], []
    with tempfile.TemporaryDirectory(prefix="pythons-") as name:
        folder = Path(name)
        wheel, said = built(folder)
        cases += 2
        faults += said
        if wheel is None:
            return Verdict(cases, "checks", tuple(faults))
        for version in tqdm(("oldest", *VERSIONS), desc="pythons", file=sys.stderr):
            if version == "oldest":
                done = _oldest(folder / version, wheel)
            else:
                done = _python(folder / version, wheel, version)
            shutil.rmtree(folder / version, ignore_errors=True)
            if isinstance(done, str):
                skipped.append(done)
                continue
            tests, wrong, told = done
            cases += tests
            faults += wrong
            notes += told
    return Verdict(cases, "tests", tuple(faults), tuple(skipped), tuple(notes))


def built(folder: Path) -> tuple[Path | None, list[str]]:
    """Build wheel and source archive; the wheel that is built of the archive has to be the same.

    Returns:
        The wheel, and what is wrong.
    """
    done = _run([sys.executable, "-m", "hatchling", "build", "-d", folder / "dist"], ROOT)
    wheels, archives = (list((folder / "dist").glob(one)) for one in ("*.whl", "*.tar.gz"))
    if done.returncode or len(wheels) != 1 or len(archives) != 1:
        return None, [f"wheel and source archive cannot be built: {_last(done)}"]
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "again"]
    done = _run(command, source)
    again = list((folder / "again").glob("*.whl"))
    if done.returncode or not again:
        return wheels[0], [f"the source archive makes no wheel: {_last(done)}"]
    return wheels[0], list(differences(wheels[0], again[0]))


def differences(one: Path, two: Path) -> Iterable[str]:
    """Yield what two wheels do not have in common."""
    first, second = ({i.filename: i.CRC for i in zipfile.ZipFile(w).infolist()} for w in (one, two))
    for name in sorted(first.keys() | second.keys()):
        if first.get(name) != second.get(name):
            yield f"{name} is not the same in the wheel that the source archive makes"


# -- interpreters -----------------------------------------------------------------------


def interpreter(version: str) -> Path | None:
    """Return the interpreter of a version of Python, None: it is not installed."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return Path(sys.executable)
    places = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    found = [*places, Path(shutil.which(f"python{version}") or "")]
    for place in reversed(found):
        if place.is_file() and _run([place, "-c", ""], ROOT).returncode == 0:
            return place
    return None


def _python(folder: Path, wheel: Path, version: str) -> tuple[int, list[str], list[str]] | str:
    """Use the wheel and run the quick tests without the training extra."""
    found = interpreter(version)
    if found is None:
        return f"Python {version}: it is not installed here"
    own = found == Path(sys.executable)
    # Whatever is newest: nothing is said about versions.
    python, said = _environment(folder, found, [f"{wheel}[pictures]", *_TESTING])
    if python is None:
        return _refused(f"Python {version}", said)
    faults = _away(python, folder, f"Python {version}")
    if own:  # `make test` runs the whole suite there
        return 1, faults, [f"Python {version}: {_versions(python)}"]
    tests, wrong = _tested(python, ["tests", "-m", "not slow"], f"Python {version}")
    note = f"Python {version}, without the training extra, tests that are not slow: "
    return 1 + tests, faults + wrong, [f"{note}{tests:,} passed; {_versions(python)}"]


def _oldest(folder: Path, wheel: Path) -> tuple[int, list[str], list[str]] | str:
    """Run a quick selection with the oldest libraries."""
    pins = oldest((ROOT / "pyproject.toml").read_text(encoding="utf-8"), (*_OLDEST, *_LEARNING))
    torch = borrowed()
    needed = [f"{name}=={pins[name]}" for name in _OLDEST]
    if torch:
        needed += [*(f"{name}=={pins[name]}" for name in _LEARNING), *_OF_TORCH]
    python, said = _environment(
        folder, Path(sys.executable), [*needed, wheel, *_TESTING], borrow=torch
    )
    if python is None:
        return _refused("oldest libraries", said)
    # That old libraries use what other ones have since given up is no fault of anybody here.
    old = ["-W", "ignore::DeprecationWarning"]
    chosen = [*QUICK, *(_WITH_TORCH if torch else ()), "-m", "not slow", *old]
    tests, wrong = _tested(python, chosen, "oldest libraries")
    return tests, wrong, [f"oldest libraries: {tests:,} tests passed; {_versions(python)}"]


def _refused(name: str, said: str) -> tuple[int, list[str], list[str]] | str:
    """Return what it means that there is no environment: a fault, unless it is the machine's."""
    if any(word in said for word in _OF_THE_MACHINE):
        return f"{name}: the libraries cannot be fetched here ({said[-_LENGTH:]})"
    return 1, [f"{name}: the libraries cannot be installed: {said[-_LENGTH:]}"], []


def oldest(pyproject: str, names: Iterable[str]) -> dict[str, str]:
    """Return the lowest version of each package that pyproject.toml allows."""
    project = tomllib.loads(pyproject)["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["train"]]
    found = {}
    for requirement in asked:
        match = re.match(r"([A-Za-z0-9_-]+)(?:\[.*\])?>=([0-9.]+)", requirement)
        if match and match[1] in set(names):
            found[match[1]] = match[2]
    return found


def borrowed() -> list[Path]:
    """Return the folders of torch in this environment; none: it is not installed."""
    site = next((Path(p) for p in sys.path if (Path(p) / "torch" / "version.py").exists()), None)
    if site is None:
        return []
    return [*(site / name for name in _BORROWED if (site / name).exists()),
            *site.glob("torch-*.dist-info")]  # fmt: skip


# -- environments -----------------------------------------------------------------------


def _environment(
    folder: Path, python: Path, needed: Sequence[object], borrow: Sequence[Path] = ()
) -> tuple[Path | None, str]:
    """Make an environment; returns its interpreter, or None and why there is none."""
    done = _run([python, "-m", "venv", folder / "venv"], ROOT)
    if done.returncode:
        return None, _whole(done)
    inside = folder / "venv" / "bin" / "python"
    if borrow:
        code = "import sysconfig; print(sysconfig.get_path('purelib'))"
        site = Path(_run([inside, "-c", code], ROOT).stdout.strip())
        for place in borrow:
            (site / place.name).symlink_to(place)
    pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    done = _run([inside, *pip, *needed], folder)
    return (None, _whole(done)) if done.returncode else (inside, "")


def _away(python: Path, folder: Path, name: str) -> list[str]:
    """Use the installed wheel where there is no checkout."""
    away = folder / "away"
    away.mkdir()
    done = _run([python, "-c", _AWAY], away)
    return [f"{name}: the wheel does not work: {_last(done)}"] if done.returncode else []


def _tested(python: Path, arguments: Sequence[str], name: str) -> tuple[int, list[str]]:
    """Run tests of the checkout; returns how many passed, and those that failed."""
    done = _run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments], ROOT)
    lines = done.stdout.splitlines()
    passed = re.search(r"(\d+) passed", lines[-1] if lines else "")
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    faults = [f"{name}: {line[:300]}" for line in failed]
    if done.returncode and not faults:
        faults = [f"{name}: the tests do not run: {_last(done)}"]
    return int(passed[1]) if passed else 0, faults


def _versions(python: Path) -> str:
    code = (
        "import importlib.metadata as m\n"
        f"for n in {(*_OLDEST[:4], *_LEARNING[:2])!r}:\n"
        "    try: print(n, m.version(n), end=', ')\n"
        "    except m.PackageNotFoundError: pass"
    )
    return _run([python, "-c", code], ROOT).stdout.rstrip(", ")


def _run(command: Sequence[object], cwd: Path) -> subprocess.CompletedProcess[str]:
    hidden = {"PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME"}
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        list(map(str, command)),
        check=False,
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
    )


def _last(done: subprocess.CompletedProcess[str]) -> str:
    return " | ".join(_whole(done).split(" | ")[-4:])[:_LENGTH]


def _whole(done: subprocess.CompletedProcess[str]) -> str:
    """Return all that a command said, in one line."""
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return " | ".join(lines) or f"status {done.returncode}"
