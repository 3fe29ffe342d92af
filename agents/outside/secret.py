"""Secrets, by which agents from outside get no number that the dice follow from.

The seeds of an evaluation are public, and the key of a decision is an invertible function of its
game's seed: who has either can play the game ahead. Programs and factories of users therefore get
keys that are hashed with a secret of the run, and an evaluation plays their games on seeds that
are hashed likewise, so that no list of games has what they see. A secret is kept beside the
results: with it a stopped run goes on with the same games.
"""

from __future__ import annotations

import secrets
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from tablemates.agents.errors import FolderError
from tablemates.agents.output.folders import write_whole

#: File of a run's secret, in hexadecimal digits.
SECRET: Final = "run.secret"
_BYTES: Final = 32


def new_secret() -> bytes:
    """Draw a secret."""
    return secrets.token_bytes(_BYTES)


@cache
def process_secret() -> bytes:
    """Return the secret of this process, for games that belong to no run."""
    return new_secret()


def hashed(secret: bytes, number: int, use: str) -> int:
    """Return 64 bits that nobody finds from a number without the secret, others for each use."""
    data = number.to_bytes(8, "little")
    made = blake2b(data, digest_size=8, key=secret, person=use.encode()).digest()
    return int.from_bytes(made, "little")


def kept_secret(folder: Path) -> bytes | None:
    """Return the secret in a folder, None if there is none.

    Raises:
        FolderError: It is damaged.
    """
    file = folder / SECRET
    if not file.exists():
        return None
    try:
        found = bytes.fromhex(file.read_text(encoding="ascii"))
    except ValueError as error:
        raise FolderError(f"{file} is damaged ({error}): name another folder") from error
    if len(found) != _BYTES:
        raise FolderError(f"{file} is damaged: it has {len(found)} bytes, not {_BYTES}")
    return found


def keep_secret(folder: Path, secret: bytes) -> None:
    """Write a secret into a folder, for nobody else to read."""
    write_whole(folder / SECRET, f"{secret.hex()}\n", mode=0o600)
