"""Folder of machine code, compiled once although many processes want it."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import platformdirs

from tablemates.envs.core.compiler.platform import features
from tablemates.envs.core.compiler.sources import sources_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.hashing import hash_of

PATIENCE: Final = 600  # seconds to wait for another process that compiles
_SILENCE: Final = 1  # second of them without a word
#: Modules that write machine code, imported only where it is compiled.
WRITERS: Final = tuple(
    f"{__name__.rpartition('.core.')[0]}.core.{one}"
    for one in ("compiler.building", "compiler.calling", "records.borrowed_code")
)
_spent = 0.0


def code_folder(name: str, *modules: str) -> Path:
    """Return the folder in the user's cache for machine code that is made from some modules."""
    key = hash_of(
        {
            "sources": sources_of(*modules, *WRITERS),
            "numba": _version_of("numba"),
            "python": sys.version,
            "processor": [platform.machine(), [one for one, has in features().items() if has]],
            "checked": os.environ.get("NUMBA_BOUNDSCHECK", ""),
        }
    )
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else platformdirs.user_cache_path("tablemates")
    return parent / name / key


def _version_of(package: str) -> str:
    metadata: Any = import_module("importlib.metadata")
    try:
        return str(metadata.version(package))
    except metadata.PackageNotFoundError:
        return ""


@contextmanager
def timed() -> Iterator[None]:
    """Take what is done within out of ``clock``."""
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


def only_one(folder: Path, name: str) -> AbstractContextManager[object]:
    """Take the lock that only one process can hold; leaving the result gives it back.

    Whoever waits for another process says so.

    Raises:
        SettingsError: Another process holds it for too long, or the folder cannot be written.
    """
    filelock = import_module("filelock")  # here, for where nothing is compiled it is not needed
    lock: Any = filelock.FileLock(folder / f"{name}.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            held: AbstractContextManager[object] = lock.acquire(timeout=_SILENCE)
        except filelock.Timeout:
            what = f"the machine code of {name} is made by another process"
            print(f"Waiting: {what} ...", file=sys.stderr, flush=True)
            held = lock.acquire(timeout=PATIENCE)
    except filelock.Timeout as error:
        raise SettingsError(
            f"another process has been compiling for {PATIENCE} s: end it, or delete {folder}"
        ) from error
    except OSError as error:
        raise SettingsError(
            f"the folder for compiled code cannot be written ({error}): "
            "set the environment variable NUMBA_CACHE_DIR to one that can"
        ) from error
    return held
