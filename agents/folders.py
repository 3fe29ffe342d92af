"""Folders for results: only one process at a time writes into one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from agents.errors import FolderError


@contextmanager
def kept(folder: Path) -> Iterator[None]:
    """Make a folder if need be and keep it for this process.

    Raises:
        FolderError: Another process keeps it, or it cannot be written.
    """
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
