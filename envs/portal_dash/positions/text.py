"""Positions as JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tablemates.envs.portal_dash.positions.names import PositionError

_WIDTH: Final = 96
_MAPS: Final = ("board", "cube")


def parse_position(text: str) -> dict[str, Any]:
    """Return the values of a position that was written as JSON.

    Args:
        text: JSON; its top is an object.

    Raises:
        PositionError: The text is not such JSON, or names a key twice.
    """
    try:
        values = json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PositionError(f"position, {place}: is not JSON ({error.msg})") from error
    except PositionError:
        raise
    except (RecursionError, ValueError) as error:  # nested too deeply, thousands of digits
        raise PositionError(f"position: cannot be read ({error})") from error
    if not isinstance(values, dict):
        raise PositionError("position: keys with values are needed at the top")
    return values


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise PositionError(f"position: the key {double[:40]!r} stands in one object twice")
    return values


def format_position(position: Mapping[str, Any]) -> str:
    """Return a position as JSON text for people to read; maps stand row by row."""
    entries = [f"{json.dumps(key)}: {_block(key, value, 1)}" for key, value in position.items()]
    return "{\n  " + ",\n  ".join(entries) + "\n}\n"


def _block(key: str, value: Any, depth: int) -> str:
    """Return a value on one line, or on several if that is too long."""
    text = json.dumps(value)
    rows = key in _MAPS and isinstance(value, list)
    if not isinstance(value, list | dict) or (len(text) + 2 * depth <= _WIDTH and not rows):
        return text
    indent = "  " * (depth + 1)
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(name)}: {_block(name, one, depth + 1)}" for name, one in value.items()
        ]
    else:
        entries = [_block("", one, depth + 1) for one in value]
        lines = entries if rows else _filled(entries, _WIDTH - len(indent))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{indent}" + f",\n{indent}".join(lines) + f"\n{indent[2:]}{closing}"


def _filled(entries: Sequence[str], width: int) -> list[str]:
    """Return entries joined to lines, as many as fit on each."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 2 <= width:
            lines[-1] += f", {entry}"
        else:
            lines.append(entry)
    return lines
