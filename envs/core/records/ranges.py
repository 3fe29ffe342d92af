"""Ranges of fields, told where a field is declared, and what is out of them.

``actions: Annotated[I8, Range(0, 3)]`` is a byte that never is anything but 0, 1, 2 or 3. A field
that tells no range holds 0 and more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, get_args, get_type_hints

import numpy as np


@dataclass(frozen=True)
class Range:
    """The least and the greatest number of a field, both included, and the words for them."""

    low: int
    high: int
    words: type[IntEnum] | None = None

    @classmethod
    def of(cls, words: type[IntEnum], nothing: bool = False) -> Range:
        """Return the range of the members of an enum, and of -1 if there may be ``nothing``."""
        return cls(-1 if nothing else min(words), max(words), words)


#: Of a yes or no.
FLAG: Final = Range(0, 1)


def ranges_of(layout: type[Any]) -> Mapping[str, Range]:
    """Return the range of each field of a layout; a layout within it has its own.

    Raises:
        TypeError: A range has no room in the numbers of its field, which would wrap.
    """
    found: dict[str, Range] = {}
    for name, hint in get_type_hints(layout, include_extras=True).items():
        if isinstance(hint, type):
            continue
        meta = get_args(hint)[1:]
        width = np.iinfo(meta[0])
        told = next((one for one in meta if isinstance(one, Range)), Range(0, int(width.max)))
        if not width.min <= told.low <= told.high <= width.max:
            said = f"{told.low} to {told.high}"
            raise TypeError(f"{layout.__name__}.{name}: {said} has no room in {width.dtype}")
        found[name] = told
    return found


def ranges_in(state: type[Any]) -> Mapping[str, Mapping[str, Range]]:
    """Return the ranges of each part of a state's layout; of the header's fields there are none."""
    return {part: ranges_of(layout) for part, layout in get_type_hints(state).items()}


def out_of_range(record: Any, ranges: Mapping[str, Range]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record that hold a number out of their range, and the reason."""
    for name, told in ranges.items():
        values = np.atleast_1d(getattr(record, name))
        wrong = values[(values < told.low) | (values > told.high)]
        if wrong.size:
            yield name, f"{wrong[0]} is not from {told.low} to {told.high}"
