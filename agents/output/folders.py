"""Output folders with a lock, and files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from tablemates.agents.errors import FolderError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder if need be and lock it for this process, or raise a ``FolderError``."""
    lock = filelock.FileLock(folder / ".lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except filelock.Timeout as error:
        raise FolderError(
            f"{folder} is in use by another process: wait until it is done, or name another folder"
        ) from error
    except OSError as error:
        raise FolderError(f"{folder} cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()


def is_folder(path: Path) -> bool:
    """Return whether there is such a folder; False for names that the system refuses."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises errors for these


def check_file(file: Path) -> None:
    """Refuse a file that cannot be written before the work whose results it is to hold.

    Raises:
        FolderError: It is a folder, or the one that it is in cannot be written.
    """
    if is_folder(file):
        raise FolderError(f"{file} is a folder: name a file with --out")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=file.parent).close()
    except OSError as error:
        raise FolderError(f"{file} cannot be written ({error.strerror})") from error


def write_whole(file: Path, data: str | bytes, mode: int = 0o666) -> None:
    """Write a file under another name and rename it, so that it is never half written.

    ``mode`` are its permissions, as of ``os.open``.
    """
    unfinished = file.parent / f".{file.name}.{os.getpid()}.tmp"
    try:
        unfinished.touch(mode)
        unfinished.write_bytes(data.encode() if isinstance(data, str) else data)
        unfinished.replace(file)
    except OSError as error:
        error.filename = error.filename or str(file)  # the error of a full disk names none
        raise
    finally:
        unfinished.unlink(missing_ok=True)
