"""Short names for what must be equal: canonical JSON or files, hashed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

LENGTH = 16  # hexadecimal digits: 64 bits tell apart what people will ever make


def hash_of(value: object) -> str:
    """Return the hash of plain data; the order of a dict's keys does not matter."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def digest(*parts: bytes) -> bytes:
    """Return a digest of bytes, 16 bytes long."""
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def hash_of_files(files: Iterable[Path]) -> str:
    r"""Return the hash of files' names and contents, wherever they lie and in whatever order.

    Line ends are read as ``\n``, so that a checkout on Windows has the same hash.
    """
    contents = [(file.name, file.read_bytes().replace(b"\r\n", b"\n")) for file in set(files)]
    return hash_of(sorted([name, hashlib.sha256(text).hexdigest()] for name, text in contents))
