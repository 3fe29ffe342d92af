"""Arrays and records in compiled code without reference counting.

Taking a row of an array, or handing one to a function, adds a reference to its
owner and drops it again, each with a locked instruction; so often that these
were a quarter of a decision's time. What the functions here return holds no
reference: it is to be used while an argument of the entry point keeps the array
alive, and not beyond.
"""

from __future__ import annotations

from ctypes import memmove
from typing import Any, Final, TypeVar

import numpy as np

from tablemates.envs.core.compiler.decorators import inlined, intrinsic
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView

_Array = TypeVar("_Array")
#: Bytes that travel together between memory and processor.
LINE: Final = 64
#: Most bytes of a row that are prefetched: what nearly every move touches lies at its beginning.
_FETCHED: Final = 2048


@intrinsic
def borrowed(array: _Array) -> _Array:
    """Return an array; compiled, without a reference to it."""
    return array


@intrinsic
def record_at(buffers: Bytes, n: int, dtype: Any) -> Any:
    """Return the record in a row of bytes, shape ``(rows, at least dtype.itemsize)``."""
    return RecordView(buffers[n], dtype)


@intrinsic
def record_of(buffer: Bytes, dtype: Any) -> Any:
    """Return the record in bytes, shape ``(dtype.itemsize,)``."""
    return RecordView(buffer, dtype)


@intrinsic
def word_at(rows: Array8, n: int, offset: int) -> np.uint64:
    """Return eight bytes of a row as one word, the first one lowest."""
    word: np.uint64 = rows[n, offset : offset + 8].copy().view(np.uint64)[0]
    return word


@intrinsic
def fetch_line(rows: Any, n: int, offset: int) -> None:
    """Prefetch the cache line of a byte of a row."""


@inlined
def fetch(rows: Any, n: int) -> None:
    """Prefetch the beginning of a row into the processor's cache without waiting for it."""
    for offset in range(0, min(rows.shape[1], _FETCHED), LINE):
        fetch_line(rows, n, offset)


@intrinsic
def copy_row(target: Bytes, n: int, source: Bytes, m: int) -> None:
    """Copy a row of bytes to another one of the same length."""
    target[n] = source[m]


@intrinsic
def clear_record(record: Any) -> None:
    """Write zeros into every field of a record."""
    record.clear()


@intrinsic
def exchange(record: Any, other: Any) -> None:
    """Exchange all fields of another record, which the first one has too."""
    record.exchange(other)


@intrinsic
def copy_bytes(to: int, at: int, count: int) -> None:
    """Copy so many bytes from an address to another."""
    memmove(int(to), int(at), int(count))
