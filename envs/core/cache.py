"""Where machine code lies, and compiling it once although many processes want it.

Numba itself notices no change in another file than the function's own.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.metadata import version
from pathlib import Path
from typing import Final

import filelock
import platformdirs
from llvmlite import binding

from tablemates.envs.core.compiled import INTERPRETED
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.hashing import hash_of, hash_of_files

PATIENCE: Final = 600  # seconds to wait for another process that compiles
#: What this process has compiled or loaded, by folder and name: every game and answer asks.
_ready: set[tuple[Path, str]] = set()
_NOTHING: Final = nullcontext()
_spent = 0.0


def code_folder(name: str, sources: Iterable[Path]) -> Path:
    """Return the folder in the user's cache for machine code that is made from some files."""
    key = hash_of(
        {
            "sources": hash_of_files(sources),
            "numba": version("numba"),
            "python": sys.version,
            "processor": binding.get_host_cpu_name(),
        }
    )
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else platformdirs.user_cache_path("tablemates")
    return parent / name / key


def folder_within(folder: Path, sources: Iterable[Path]) -> Path:
    """Return the folder for machine code that is made from these files and a folder's own."""
    return folder / hash_of_files(sources)[:16]


def compiling(
    what: str,
    seconds: int,
    folder: Path,
    alongside: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> AbstractContextManager[None]:
    """Return the context of code that may have to be compiled: alone and with a message.

    The first process of all prints what it does to stderr, the others wait for it and then only
    load. Later runs find the mark that the first one left. ``alongside`` is the context of a helper
    of the first process.
    """
    if INTERPRETED or (folder, what) in _ready:
        return _NOTHING
    return _compiling(what, seconds, folder, alongside)


@contextmanager
def _compiling(
    what: str, seconds: int, folder: Path, alongside: Callable[[], AbstractContextManager[None]]
) -> Iterator[None]:
    done = folder / f"{what}.compiled"
    with _timed():
        if done.exists():
            yield
        else:
            with _only_one(folder, what):
                first = not done.exists()
                if first:
                    message = f"Compiling the {what} (about {seconds} s, once for this version) ..."
                    print(message, file=sys.stderr, flush=True)
                with alongside() if first else _NOTHING:
                    yield
                done.touch()
    _ready.add((folder, what))


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
