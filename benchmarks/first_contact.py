"""Size of an installed base environment, and seconds to the first reset of each game.

``python -m benchmarks.first_contact`` installs what is named into an environment of its own, in
which nothing has run before, and starts Python there.
"""

from __future__ import annotations

import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Final

from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.errors import LibraryError
from tablemates.envs.registry import GAMES

_MB: Final = 10**6
_ALONE: Final = "import gymnasium, numpy"
_RESET: Final = "import gymnasium, tablemates\ngymnasium.make({id!r}).reset(seed=0)"
#: Prints seconds since the interpreter was started, by the clock and of processor time.
_TIMED: Final = """
import os, sys, time
print(time.time() - float(sys.argv[1]), sum(os.times()[:2]))
"""


class FirstContactConfig(SettingsModel):
    """All settings of the command."""

    install: str = "."
    """Package that is installed: a checkout, a wheel, a requirement."""
    starts: Annotated[int, Field(ge=1)] = 5
    """Starts of Python for each figure, after one that does not count."""


COMMAND: Final = Command(
    script="python -m benchmarks.first_contact",
    settings=FirstContactConfig,
    purpose="Install the base package, measure its size and how soon a game can be played.",
    examples=["", "--install dist/tablemates.whl"],
    main="--install",
)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())


def started(python: Path, code: str, folder: Path) -> tuple[float, float]:
    """Run code in a new interpreter; return seconds by the clock and of processor time."""
    command = [str(python), "-c", f"{code}\n{_TIMED}", str(time.time())]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise LibraryError(f"the installed package does not run: {_last_line(done.stderr)}")
    wall, processor = done.stdout.split()
    return float(wall), float(processor)


def _last_line(errors: str) -> str:
    return "".join(errors.splitlines()[-1:])


def report(config: FirstContactConfig) -> None:
    """Print the figures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "env")  # the pip that is here installs there
        python = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        empty = size_of(folder)
        command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
        command.append(config.install)
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise LibraryError(f"{config.install} was not installed: {_last_line(done.stderr)}")
        print(f"base install: {(size_of(folder) - empty) / _MB:.0f} MB")
        codes = {_ALONE: _ALONE} | {
            key: _RESET.format(id=one.gymnasium_id) for key, one in GAMES.items()
        }
        for title, code in codes.items():
            _, *counted = (started(python, code, folder) for _ in range(config.starts + 1))
            wall, processor = (median(column) for column in zip(*counted, strict=True))
            print(f"{title}: {wall:.2f} s, {processor:.2f} s of processor time", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, report)


if __name__ == "__main__":
    sys.exit(main())
