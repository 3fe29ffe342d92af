"""Folder of machine code, compiled once although many processes want it.

Numba itself notices no change in another file than the function's own.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.metadata import version
from pathlib import Path
from typing import Final

import filelock
import platformdirs
from llvmlite import binding
from numba.core import event

from tablemates.envs.core.compiler.mode import INTERPRETED
from tablemates.envs.core.compiler.sources import sources_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.hashing import hash_of

PATIENCE: Final = 600  # seconds to wait for another process that compiles
#: What this process has compiled or loaded, by folder and name: every game and answer asks.
_ready: set[tuple[Path, str]] = set()
_NOTHING: Final = nullcontext()
#: Ends the name of the mark that code is compiled.
_DONE: Final = ".compiled"
_spent = 0.0
#: Of the contexts that are open, the innermost last.
_announcements: list[_Announcement] = []


def code_folder(name: str, *modules: str) -> Path:
    """Return the folder in the user's cache for machine code that is made from some modules."""
    key = hash_of(
        {
            "sources": sources_of(*modules),
            "numba": version("numba"),
            "python": sys.version,
            "processor": binding.get_host_cpu_name(),
        }
    )
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else platformdirs.user_cache_path("tablemates")
    return parent / name / key


def compiling(what: str, folder: Path, seconds: int = 0) -> AbstractContextManager[None]:
    """Return the context of code that may have to be compiled: alone and with a message.

    Whoever compiles something prints that to stderr. The first process of all leaves a mark when
    it is done; others wait for it and then only load, unless a file is damaged.

    Args:
        what: For messages; one thing of a folder.
        folder: Of the machine code.
        seconds: That it takes about; 0: it is not said.
    """
    if INTERPRETED or (folder, what) in _ready:
        return _NOTHING
    return _compiling(what, folder, seconds)


def was_compiled(what: str, folder: Path) -> bool:
    """Return whether code was compiled on this machine before, and is only loaded now."""
    return INTERPRETED or (folder / f"{what}{_DONE}").exists()


@contextmanager
def _compiling(what: str, folder: Path, seconds: int) -> Iterator[None]:
    done = folder / f"{what}{_DONE}"
    about = f"about {seconds} s, " if seconds else ""
    with _timed(), _announced(f"Compiling the {what} ({about}once for this version) ..."):
        if done.exists():
            yield
        else:
            with _only_one(folder, what):
                yield
                done.touch()
    _ready.add((folder, what))


class _Announcement(event.Listener):
    """A message that is printed when Numba begins to compile what no cache had."""

    def __init__(self, message: str) -> None:
        self._message = message

    def on_start(self, _event: event.Event) -> None:
        """Print the message, once, unless a context inside this one has its own."""
        if _announcements[-1] is self and self._message:
            print(self._message, file=sys.stderr, flush=True)
            self._message = ""

    def on_end(self, _event: event.Event) -> None:
        """Do nothing."""


@contextmanager
def _announced(message: str) -> Iterator[None]:
    one = _Announcement(message)
    _announcements.append(one)
    try:
        with event.install_listener("numba:compile", one):
            yield
    finally:
        _announcements.remove(one)


@contextmanager
def _timed() -> Iterator[None]:
    global _spent
    started, before = time.perf_counter(), _spent
    try:
        yield
    finally:
        _spent = before + time.perf_counter() - started  # what compiles within it counts once


def clock() -> float:
    """Return seconds that pass except while this process compiles machine code or loads it.

    How long somebody thinks is the difference of two: in somebody's first game a minute
    of compiling would count for more than all its games.
    """
    return time.perf_counter() - _spent


def _only_one(folder: Path, what: str) -> AbstractContextManager[object]:
    """Take the lock that only one process can hold; leaving the result gives it back."""
    lock = filelock.FileLock(folder / f"{what}.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return lock.acquire(timeout=PATIENCE)
    except filelock.Timeout as error:
        raise SettingsError(
            f"another process has been compiling for {PATIENCE} s: end it, or delete {folder}"
        ) from error
    except OSError as error:
        raise SettingsError(
            f"the folder for compiled code cannot be written ({error}): "
            "set the environment variable NUMBA_CACHE_DIR to one that can"
        ) from error
