"""Compile everything that a wheel ships: ``python -m tablemates.build``.

There is a library of machine code for the rules of each game, one for each script, and one for each
module of compiled functions that know no game, once for each kind of processor; together they lie
in a folder, which wheels have as ``tablemates/machine_code``. What is there of the same sources
stays. Numba and a C compiler, which links, are needed here, neither where the wheel is installed.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import tablemates
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of, load
from tablemates.agents.registry import find_agent
from tablemates.agents.scripts.agent import ScriptAgent
from tablemates.envs.core.compiler import library, mode, platform
from tablemates.envs.core.compiler.entry_points import addresses_in
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.registry import GAMES, find_game, new_game

_MARK: Final = "\n@compiled\n"


class BuildConfig(SettingsModel):
    """All settings of the command."""

    folder: str = "build/machine_code"
    """Folder that the libraries go to."""
    processor: str | None = None
    """One kind of processor, for this process; null: all, side by side."""


COMMAND: Final = Command(
    script="python -m tablemates.build",
    settings=BuildConfig,
    purpose="Compile everything that a wheel ships.",
    examples=["", "--folder build/machine_code"],
    main="--folder",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, lambda asked: build(Path(asked.folder), asked.processor))


def build(folder: Path, processor: str | None = None) -> None:
    """Compile what is missing in a folder, for one kind of processor or for all.

    Raises:
        SettingsError: It cannot be compiled here.
    """
    if mode.INTERPRETED:
        raise SettingsError("NUMBA_DISABLE_JIT is set: nothing is compiled. Unset it")
    if platform.linker() is None:
        raise SettingsError("no C compiler was found, which links the libraries: install gcc")
    if processor is not None:
        _build(folder / processor)
        return
    started, running = time.perf_counter(), {}
    for one in platform.flavours():
        name = one if one.startswith("x86") else "generic"
        chosen = {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}
        command = [sys.executable, "-m", "tablemates.build", "--folder", str(folder)]
        command += ["--processor", one]
        running[one] = subprocess.Popen(command, env={**os.environ, **chosen})
    if failed := [one for one, process in running.items() if process.wait() != 0]:
        raise SettingsError(f"no machine code for {', '.join(failed)} could be made, see above")
    for one in running:
        print(f"{folder / one} is complete ({time.perf_counter() - started:.0f} s)", flush=True)


def _build(folder: Path) -> None:
    library.destination = folder
    for module in modules_with_entry_points():
        importlib.import_module(module)
        addresses_in(module)
    for key in GAMES:
        engine, agents = find_game(key).engine, agents_of(key)
        engine.prepare()
        if agents.playouts:
            engine.table_with("playouts", **load(agents.playouts).functions())
        facts = GameFacts.of_game(new_game(find_game(key).settings_type()))
        for name in agents.scripts:
            agent = find_agent(name, facts)
            if isinstance(agent, ScriptAgent):
                agent.prepare()


def modules_with_entry_points() -> list[str]:
    """Return the modules of the package that Python calls compiled functions of."""
    found = []
    for part in ("envs", "agents"):
        root = next(Path(one, part) for one in tablemates.__path__ if Path(one, part).is_dir())
        for file in sorted(root.rglob("*.py")):
            if _MARK in file.read_text(encoding="utf-8"):
                inner = file.relative_to(root).with_suffix("").parts
                found.append(".".join(("tablemates", part, *inner)))
    return found


if __name__ == "__main__":
    sys.exit(main())
