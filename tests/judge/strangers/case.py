"""A file from a stranger, and things that strangers put into files."""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: What a payload makes if it is ever executed.
SENTINEL = "executed"


@dataclass(frozen=True, slots=True)
class Case:
    """One file.

    Attributes:
        name: Of the kind, a slash, and what is wrong with it.
        make: Writes it into an empty folder and returns what is read.
        read: Reads it as users do.
        harmless: Whether it may be accepted: it is damaged, and by chance may be sound.
    """

    name: str
    make: Callable[[Path], Any]
    read: Callable[[Any], Any]
    harmless: bool = False


class Payload:
    """Runs a command when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch {SENTINEL}",)


def pickled() -> bytes:
    """Return a pickle that runs a command."""
    return pickle.dumps(Payload())


def zipped(**files: bytes) -> bytes:
    """Return a zip file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/"), text)
    return data.getvalue()


def nested(depth: int) -> str:
    """Return JSON or YAML with lists in lists."""
    return "[" * depth + "]" * depth


def endless(file: Path) -> Path:
    """Make a link to a device that never ends."""
    file.unlink(missing_ok=True)
    file.symlink_to("/dev/zero")
    return file


def pipe(file: Path) -> Path:
    """Make a pipe that nobody writes into."""
    file.unlink(missing_ok=True)
    os.mkfifo(file)
    return file


def loop(file: Path) -> Path:
    """Make a link to itself."""
    file.unlink(missing_ok=True)
    file.symlink_to(file.name)
    return file


def holes(file: Path, size: int = 2**36) -> Path:
    """Make a file far larger than the disk's room that it takes."""
    with file.open("ab") as stream:
        stream.truncate(size)
    return file


def written(name: str, data: str | bytes) -> Callable[[Path], Path]:
    """Return what writes one file and returns its path."""

    def make(folder: Path) -> Path:
        file = folder / name
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        return file

    return make


def special(name: str, how: Callable[[Path], Path]) -> Callable[[Path], Path]:
    """Return what makes one file that is no plain file."""
    return lambda folder: how(folder / name)
