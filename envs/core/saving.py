"""Saved games: a header that says what the bytes are, then the record and the edge's numbers.

| bytes | what |
|---|---|
| 8 | magic |
| 2 | version of this format |
| 16, 16, 16 | hash of game name, of the rules, of the record's layout (hexadecimal) |
| 4, 4 | length of the record and of what the view keeps beside it |
| 16 | checksum of everything else |

Integers are little-endian. A saved game holds its hidden part too: who may
not see that must not be given the bytes.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from typing import Final, Protocol

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.hashing import LENGTH, hash_of

MAGIC: Final = b"\x89gAmE\r\n\x1a"  # not text, and broken by line-end conversion
VERSION: Final = 2
_HEAD: Final = struct.Struct(f"<8sH{LENGTH}s{LENGTH}s{LENGTH}sII")
_CHECK: Final = 16
_START: Final = _HEAD.size + _CHECK


class Saved(Protocol):
    """What is asked of a game, or of many."""

    @property
    def name(self) -> str:
        """What must be equal for the bytes to fit."""

    @property
    def hashes(self) -> Mapping[str, str]:
        """With ``ruleset``."""

    @property
    def record_layout(self) -> str:
        """Hash of what the bytes of ``save`` mean."""

    def save(self) -> bytes:
        """Return the record."""


def pack(game: Saved, edge: bytes) -> bytes:
    """Return the game as bytes.

    Args:
        game: The game.
        edge: What the view keeps beside it.
    """
    record = game.save()
    names = (hash_of(game.name), game.hashes["ruleset"], game.record_layout)
    head = _HEAD.pack(MAGIC, VERSION, *(n.encode() for n in names), len(record), len(edge))
    body = record + edge
    return head + _checksum(head, body) + body


def unpack(game: Saved, data: bytes) -> tuple[bytes, bytes]:
    """Return the record and the edge's bytes of a saved game, without touching the game.

    Raises:
        FormatError: The bytes are cut, damaged, foreign, or of other rules or another version.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise FormatError(f"a saved game is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise FormatError("these bytes are no saved game: they do not begin with its magic")
    if len(data) < _START:
        raise FormatError(
            f"the saved game is cut: {len(data)} bytes, the header alone has {_START}"
        )
    head, check, body = data[: _HEAD.size], data[_HEAD.size : _START], data[_START:]
    _, version, name, ruleset, layout, record_length, edge_length = _HEAD.unpack(head)
    if version != VERSION:
        raise FormatError(f"the saved game has format version {version}; this one reads {VERSION}")
    expected = record_length + edge_length
    if len(body) != expected:
        raise FormatError(
            f"the saved game is cut: {len(body)} of {expected} bytes follow the header"
        )
    if check != _checksum(head, body):
        raise FormatError("the saved game is damaged: its checksum does not fit its bytes")
    _same("of another game than", name, hash_of(game.name), game.name)
    _same("by rules or parts other than", ruleset, game.hashes["ruleset"], "those of here")
    _same("by another engine than", layout, game.record_layout, "the one of here")
    return body[:record_length], body[record_length:]


def _same(what: str, found: bytes, here: str, name: str) -> None:
    if found != here.encode():
        text = found.decode("ascii", "replace")
        raise FormatError(f"the game was saved {what} {name} (hash {text}, here {here})")


def _checksum(head: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(head + body, digest_size=_CHECK).digest()
