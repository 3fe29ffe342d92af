"""Positions as JSON text, and a first look at values that strangers wrote.

Everything that could trip a later check up (numbers of a million digits, lists
within lists within lists, NaN) is refused here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.errors import PositionError, fault

MOST_CHARACTERS: Final = 200_000  # of a text; a real one has about 6,000
_MOST_VALUES: Final = 5_000
_MOST_DEPTH: Final = 8
_LONGEST_WORD: Final = 400
_LARGEST: Final = 2**64
_WIDTH: Final = 96
_DRAWN: Final = ("board", "cube")


def parse_position(text: str) -> dict[str, Any]:
    """Return the values of a position that was written as JSON.

    Args:
        text: JSON; its top is an object.

    Raises:
        PositionError: The text is no such JSON, names a key twice or is far too long.
    """
    if len(text) > MOST_CHARACTERS:
        raise fault((), f"{len(text)} characters are too many (at most {MOST_CHARACTERS})")
    try:
        values = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PositionError(f"position, {place}: is not JSON ({error.msg})") from error
    except RecursionError as error:
        raise fault((), "lists or objects are nested too deeply") from error
    except PositionError:
        raise
    except ValueError as error:  # Python refuses to read numbers of thousands of digits
        raise fault((), "a number has too many digits") from error
    check_plain(values)
    return dict(values)


def format_position(position: Mapping[str, Any]) -> str:
    """Return a position as JSON text that people can read; maps stand row by row."""
    entries = [f"{json.dumps(key)}: {_block(key, value, 1)}" for key, value in position.items()]
    return "{\n  " + ",\n  ".join(entries) + "\n}\n"


def _block(key: str, value: Any, depth: int) -> str:
    """Return a value on one line, or filling several if that is too long."""
    text = json.dumps(value)
    drawn = key in _DRAWN and isinstance(value, list)
    if not isinstance(value, list | dict) or (len(text) + 2 * depth <= _WIDTH and not drawn):
        return text
    indent = "  " * (depth + 1)
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(name)}: {_block(name, one, depth + 1)}" for name, one in value.items()
        ]
        opening, closing = "{", "}"
    else:
        entries = [_block("", one, depth + 1) for one in value]
        lines = entries if drawn else _filled(entries, _WIDTH - len(indent))
        opening, closing = "[", "]"
    return f"{opening}\n{indent}" + f",\n{indent}".join(lines) + f"\n{indent[2:]}{closing}"


def _filled(entries: Sequence[str], width: int) -> list[str]:
    """Return entries put together to lines, as many as fit on each."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 2 <= width:
            lines[-1] += f", {entry}"
        else:
            lines.append(entry)
    return lines


def check_plain(position: Any) -> None:
    """Refuse what is no plain, reasonably small data.

    Raises:
        PositionError: It is not a mapping, holds something that JSON cannot
            say or a fraction, or is far too large or too deeply nested.
    """
    if not isinstance(position, Mapping):
        raise fault((), f"keys with values are needed, not {type(position).__name__}")
    todo: list[tuple[Place, Any]] = [((), position)]
    count = 0
    while todo:
        place, value = todo.pop()
        count += 1
        if count > _MOST_VALUES:
            raise fault((), f"more than {_MOST_VALUES} values are too many")
        todo.extend(_entries(place, value))


def _entries(place: Place, value: Any) -> Iterable[tuple[Place, Any]]:
    """Look at one value; return what is inside it."""
    if len(place) > _MOST_DEPTH:
        raise fault(place[:2], "lists or objects are nested too deeply")
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str) or len(key) > _LONGEST_WORD:
                raise fault(place, "a key is a word of reasonable length")
        return [((*place, key), one) for key, one in value.items()]
    if isinstance(value, list | tuple):
        return [((*place, n), one) for n, one in enumerate(value)]
    if isinstance(value, str):
        if len(value) > _LONGEST_WORD * 10:
            raise fault(place, f"a text of {len(value)} characters is too long")
    elif isinstance(value, int):
        if not -_LARGEST < value < _LARGEST:
            raise fault(place, "the number is too large")
    elif isinstance(value, float):
        raise fault(place, f"{value} is not a whole number")
    elif value is not None:
        raise fault(place, f"{type(value).__name__} is nothing that JSON can say")
    return ()


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise PositionError(f"position: the key {double[:40]!r} stands in one object twice")
    return values


def _no_number(word: str) -> NoReturn:
    raise PositionError(f"position: {word} is not a number that a position can have")
