"""Saved games as bytes: magic, checksum, a JSON header, then the record.

A saved game contains the hidden part, so do not show it to a player.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, Final

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.hashing import digest

MAGIC: Final = b"\x89gAmE\r\n\x1a"  # not text, and broken by line-end conversion
VERSION: Final = 3
_CHECK: Final = 16
_LENGTH: Final = struct.Struct("<I")
_START: Final = len(MAGIC) + _CHECK + _LENGTH.size


def pack(game: Game, record: bytes, edge: Mapping[str, Any], lanes: str = "") -> bytes:
    """Return a saved game: a record, or those of all lanes, and the view's JSON data beside it.

    ``lanes`` tells the number of lanes and the autoreset mode; it is empty for a single game.
    """
    head = json.dumps({"version": VERSION, **_identity(game, lanes), "edge": edge}).encode()
    body = _LENGTH.pack(len(head)) + head + record
    return MAGIC + digest(body) + body


def unpack(game: Game, data: Any, lanes: str = "") -> tuple[bytes, dict[str, Any]]:
    """Return record and edge of ``pack``."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise FormatError(f"a saved game is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise FormatError("these bytes are no saved game: they do not begin with its magic")
    body = data[len(MAGIC) + _CHECK :]
    if len(data) < _START or data[len(MAGIC) : len(MAGIC) + _CHECK] != digest(body):
        raise FormatError("the saved game is cut or damaged: its checksum does not match")
    end = _LENGTH.size + _LENGTH.unpack_from(body)[0]
    head = json.loads(body[_LENGTH.size : end])
    if head["version"] != VERSION:
        raise FormatError(f"the saved game has version {head['version']}; this one reads {VERSION}")
    for name, here in _identity(game, lanes).items():
        if head[name] != here:
            hint = ": other rules or parts" if name == "ruleset" else ""
            raise FormatError(
                f"the saved game has another {name} ({head[name]!r}, here {here!r}){hint}"
            )
    return body[end:], head["edge"]


def _identity(game: Game, lanes: str) -> dict[str, str]:
    return {
        "game": game.name,
        "lanes": lanes,
        "ruleset": game.hashes["ruleset"],
        "layout": game.record_layout,
    }
