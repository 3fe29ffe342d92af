"""Folders for results, which one process at a time writes into, and files written whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from tablemates.agents.errors import FolderError


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


def is_folder(path: Path) -> bool:
    """Return whether there is such a folder; there is none of a name that no system takes."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Return whether there is such a file; there is none of a name that no system takes."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def write_whole(file: Path, text: str) -> None:
    """Write a text file so that it is never seen half written.

    Raises:
        OSError: It cannot be written.
    """
    unfinished = file.parent / f"{file.name}.{os.getpid()}.tmp"
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(file)
    except OSError as error:
        error.filename = error.filename or str(file)  # that of a full disk names none
        raise
    finally:
        unfinished.unlink(missing_ok=True)
