"""A decorator that keeps the cold start of compiled agents short."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

from tablemates.envs.core.compiled import INTERPRETED

_Function = TypeVar("_Function", bound=Callable[..., object])


def nested(function: _Function) -> _Function:
    """Make a function's statements part of its caller's before that is compiled.

    For functions with one caller that stand between an entry point and the
    engine: each compiled function is optimised together with all that it calls,
    so every level of calls above the engine takes seconds of a cold start.
    """
    if INTERPRETED:
        return function
    inline = numba.njit(nogil=True, error_model="numpy", inline="always")
    return cast(_Function, inline(function))
