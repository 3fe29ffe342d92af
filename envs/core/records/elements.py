"""Single numbers of an array in compiled code: what writers of observations are made of."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablemates.envs.core.compiler.decorators import inlined
from tablemates.envs.core.records.layout import Array8, Array16

BYTE: Final = np.uint64(0xFF)


@inlined
def put(out: Array8, at: int, value: int) -> None:
    """Write a value; an unsigned index spares the test for a negative one."""
    out[np.uint64(at)] = value


@inlined
def put_all(out: Array8, at: int, values: Array8) -> None:
    """Write a row of values."""
    for i in range(len(values)):
        put(out, at + i, values[i])


@inlined
def copy_values(out: Any, values: Any) -> None:
    """Copy the numbers of a row; a slice would cost seconds of a cold start for its messages."""
    for i in range(len(values)):
        out[i] = values[i]


@inlined
def byte_of(word: np.uint64, i: int) -> int:
    """Return a byte of a word, the lowest one first, as a signed number."""
    unsigned = np.int64((word >> np.uint64(8 * i)) & BYTE)
    return int((unsigned ^ 0x80) - 0x80)


@inlined
def put_eight(out: Array8, at: int, word: np.uint64) -> None:
    """Write the bytes of a word; the compiler makes it one store."""
    for i in range(8):
        put(out, at + i, byte_of(word, i))


@inlined
def clear(out: Array8, start: int, end: int) -> None:
    """Write zeros; a slice would cost reference counting."""
    for i in range(start, end):
        put(out, i, 0)


@inlined
def add(out: Array8, at: int, value: int) -> None:
    """Add to a value."""
    out[np.uint64(at)] += value


@inlined
def get(out: Array8, at: int) -> int:
    """Return a value that was written before."""
    return int(out[np.uint64(at)])


@inlined
def cap(value: int, high: int) -> int:
    """Return a value that is 0 or more, or ``high`` if it is more than that."""
    return min(high, int(value))


@inlined
def total(values: Array8 | Array16) -> int:
    """Return the sum of a row of numbers."""
    found = 0
    for i in range(len(values)):
        found += int(values[i])
    return found
