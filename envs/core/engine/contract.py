"""Contract of a game with the engine: layouts, and compiled functions over its records.

A game's ``hooks`` module has every name of this one up to ``load_engine``, or a module of the game
that it imports has; ``prefer`` and ``viewer`` may be missing. Functions are
compiled (``core.compiler.decorators``); ``s`` is a record of ``STATE``, ``box`` of ``BOX``,
``w`` of ``WORK``. They never allocate where a decision is taken.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.cache import code_folder
from tablemates.envs.core.compiler.decorators import code_kept_in, helper, inlined, link_in_reverse
from tablemates.envs.core.records.layout import Array8, Array16
from tablemates.envs.core.records.random import random_below

_Floats = npt.NDArray[np.float64]

#: Layouts of the records. ``STATE`` has the parts ``public`` (with at least ``turn``,
#: ``players`` and ``explicit_chance``) and ``hidden``; ``WORK`` has ``legal`` (ascending numbers
#: of actions or outcomes), ``events``, and the fields of ``header.WorkHeader``.
STATE: np.dtype[Any]
BOX: np.dtype[Any]
SCENARIO: np.dtype[Any]
WORK: np.dtype[Any]
#: Most seats of a game, and 64-bit words that hold one bit for every action.
SEATS: int
ACTION_WORDS: int
#: Folder for the game's machine code, given to ``rules_library``.
CACHE: Path


class Shown:
    """Layout of the prefix of ``STATE`` that ``show`` compares with what it wrote last."""


SHOWN: np.dtype[Any]


def set_up(
    s: Any,
    box: Any,
    scenario: Any,
    w: Any,
    seed: int,
    players: int,
    first_player: int,
    explicit_chance: int,
    skip_forced: int,
) -> None:
    """Write a new game, all of whose chance comes from the seed.

    ``first_player`` is a seat, or -1 to draw it. With ``explicit_chance`` 1, chance stops the
    game and is answered by ``take``; with 2 it does too, and the hidden part is kept as with 0, so
    that ``hidden_outcome`` tells what 0 would draw. With ``skip_forced`` 1, decisions with one
    option are taken by ``advance``.
    """


def advance(s: Any, box: Any, w: Any) -> None:
    """Run until a seat decides or explicit chance stops the game, and list what is legal."""


def list_legal(s: Any, box: Any, w: Any) -> None:
    """List what is legal, or the outcomes of chance, from the record alone."""


def take(s: Any, box: Any, w: Any, action: int) -> None:
    """Take a legal action, or receive an outcome of explicit chance, and ``advance``."""


def forfeit(s: Any, box: Any, w: Any, seat: int) -> None:
    """End the game because a seat broke the rules; nobody may have anything to decide then."""


def to_move(s: Any) -> int:
    """Return the seat that decides, ``CHANCE`` or ``OVER``."""
    raise NotImplementedError


@helper
def run_part(_s: Any, _box: Any, _w: Any, _part: int, _value: int) -> None:
    """Run a part of the rules, from 3 on, that the game's own agents call; few games have one."""


@inlined
def viewer(s: Any) -> int:
    """Return the seat whose observation is written: who decides, else whose turn it is.

    A game without this function has ``active`` in its public part.
    """
    return int(s.public.active)


def show(
    s: Any, box: Any, seat: int, seen_by: int, now: Any, shown: Any, observation: Array8
) -> None:
    """Write what ``seat`` sees; only what has changed need be written.

    ``seen_by`` is the seat that ``observation`` was written for last, or -1 to write all of
    it; ``now`` is the record as ``Shown``, ``shown`` are the notes of the last call.
    """


def list_outcomes(s: Any, box: Any, values: Array16, chances: _Floats) -> int:
    """At a chance node, write its outcomes and their exact probabilities; return how many."""
    raise NotImplementedError


def hidden_outcome(s: Any, box: Any) -> int:
    """At a chance node of ``explicit_chance`` 2, draw its outcome as with 0, once a node."""
    raise NotImplementedError


def draw_hidden(s: Any, box: Any, seed: int) -> None:
    """Draw the hidden part anew from its exact posterior given the public one."""


def write_returns(s: Any, box: Any, out: _Floats) -> None:
    """Write the return of a finished game for each seat, shape ``(SEATS,)``."""


def write_progress(s: Any, box: Any, out: _Floats) -> None:
    """Write how far each seat has come, from 0 to 1, shape ``(SEATS,)``."""


def write_potential(s: Any, box: Any, weights: _Floats, out: _Floats) -> None:
    """Write each seat's potential of a running game for shaping: terms by their weights."""


@helper
def prefer(_s: Any, _box: Any, w: Any, seed: int) -> int:
    """Return the action that playouts take; a game without this function gets random play.

    ``seed`` is drawn for this decision; what is legal has been listed.
    """
    return int(w.legal[random_below(seed, 0, 0, int(w.legal_count))])


@dataclass(frozen=True, slots=True)
class Engine:
    """The compiled functions of one game, see ``loop``, and the layouts of their records."""

    hooks: ModuleType  # the game's module of that name, for further programs, see ``load_program``
    state: np.dtype[Any]
    work: np.dtype[Any]
    play: Callable[..., int]
    observe: Callable[..., None]
    outcomes: Callable[..., int]
    resample: Callable[..., None]
    endings: Callable[..., None]
    lane: np.dtype[Any]
    kept: np.dtype[Any]
    cache: Path  # folder for the game's machine code

    @contextmanager
    def compiling_alongside(self) -> Iterator[None]:
        """Let a second process compile the rules in reverse order while the block runs.

        Numba then loads its share from the cache. If the process fails, all is compiled here.
        """
        call = f"compile_in_reverse({self.hooks.__name__!r}, {str(self.cache)!r})"
        path = {"PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from {__name__} import compile_in_reverse; {call}"],
            env=os.environ | path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield
        finally:
            process.kill()
            process.wait()


def compile_in_reverse(hooks: str, cache: str) -> None:
    """Compile the rules of a game, beginning with what its engine needs last."""
    folder = Path(cache)
    load_engine(importlib.import_module(hooks), folder)
    link_in_reverse(folder)


CORE: Final = Path(__file__).parents[1]
_LOOP: Final = CORE / "engine" / "loop.py"
_LIBRARY: Final = CORE / "engine" / "rules_library.py"
#: Modules that take part in what happens in a game.
_RULE_PARTS: Final = (
    *("records/elements", "records/layout", "records/random"),
    *("engine/events", "engine/flow", "engine/team_ending"),
)
_HOOKS: Final = (
    *("STATE", "BOX", "SCENARIO", "WORK", "SEATS", "ACTION_WORDS", "Shown", "SHOWN"),
    *("set_up", "advance", "list_legal", "take", "forfeit", "to_move", "viewer", "show"),
    *("list_outcomes", "hidden_outcome", "draw_hidden", "write_returns", "write_progress"),
    *("write_potential", "run_part"),
)

_DEFAULTS: Final = {"viewer": viewer, "run_part": run_part}


def game_cache(name: str, *modules: str) -> Path:
    """Return the folder for a game's machine code, which is made from its hooks' module.

    ``modules`` are the hooks and others with entry points in this folder.
    """
    core = __name__.rpartition(".")[0]
    return code_folder(name, f"{core}.{_LOOP.stem}", f"{core}.{_LIBRARY.stem}", *modules)


def source_files(folder: Path, *names: str) -> list[Path]:
    """Return the source files of modules and packages of a folder."""
    found: list[Path] = []
    for name in names:
        package = folder / name
        file = package if package.suffix else package.with_suffix(".py")
        found += package.glob("*.py") if package.is_dir() else [file]
    return found


def game_sources(
    hooks: str, *compiled: str, core: Sequence[str] = ()
) -> tuple[tuple[Path, ...], Path]:
    """Return the files that decide what happens in a game, and the folder for its machine code.

    Args:
        hooks: Module of its hooks, beside ``state``, ``vocabulary``, ``interface.toml``, ``rules``.
        compiled: Its further modules with entry points.
        core: Modules of the core that not every game uses.
    """
    file, package = Path(str(sys.modules[hooks].__file__)), hooks.rpartition(".")[0]
    rules = source_files(file.parent, "state", "vocabulary", "interface.toml", "rules")
    shared = source_files(CORE, *_RULE_PARTS, *core)
    further = (f"{package}.{name}" for name in compiled)
    return (*rules, *shared), game_cache(file.parent.name, hooks, *further)


def load_program(
    template: Path, hooks: ModuleType, cache: Path, version: str = "", **more: Any
) -> ModuleType:
    """Return a module of compiled functions that were written for the hooks of any game.

    The template is executed with the game's hooks among its globals, because compiled code takes
    its globals as constants. ``version`` tells programs of one template and game apart; ``more``
    are further globals, always the same for such a program, which may replace hooks.
    """
    name = f"{hooks.__name__}.{template.stem}{version}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, template)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update({hook: getattr(hooks, hook) for hook in _HOOKS})
    vars(module).update(getattr(hooks, "RULES", {}))
    vars(module).update({"prefer": getattr(hooks, "prefer", prefer), **more})
    sys.modules[name] = module  # where annotations of its layouts are looked up
    with code_kept_in(cache):
        spec.loader.exec_module(module)
    return module


def load_engine(hooks: ModuleType, cache: Path) -> Engine:
    """Return the engine of a game; its module gets the hooks of the modules that it imports."""
    own, package = vars(hooks), hooks.__name__.rpartition(".")[0]
    modules = [one for one in own.values() if getattr(one, "__name__", "").startswith(package)]
    for name in set(_HOOKS) - set(own):
        found = (getattr(one, name) for one in modules if hasattr(one, name))
        setattr(hooks, name, next(found, _DEFAULTS.get(name)))
    own["RULES"] = load_program(_LIBRARY, hooks, cache, CACHE=cache).RULES
    module = load_program(_LOOP, hooks, cache)
    return Engine(
        *(hooks, hooks.STATE, hooks.WORK, module.play, module.observe, module.outcomes),
        *(module.resample, module.endings, module.LANE, module.KEPT, cache),
    )
