"""Small helpers of the writers."""

from __future__ import annotations

import numpy as np

from envs.core.compiled import inlined
from envs.core.record import Array8


@inlined
def put(out: Array8, at: int, value: int) -> None:
    """Write a value; an unsigned index spares the test for a negative one."""
    out[np.uint64(at)] = value


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
