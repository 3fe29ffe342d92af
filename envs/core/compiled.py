"""The one decorator that compiles engine functions, and where their cache lies.

``@compiled`` is Numba's ``njit`` with the project's options; with
``NUMBA_DISABLE_JIT=1`` it leaves the function as it is (a debugger steps
through it, tests use it as an oracle).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np

_Function = TypeVar("_Function", bound=Callable[..., object])

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def compiled(function: _Function) -> _Function:
    """Compile a function on its first call; the machine code is cached on disk."""
    if INTERPRETED:
        return function
    return cast(_Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def helper(function: _Function) -> _Function:
    """Compile a function that only other compiled functions call.

    It has no cache file of its own: its code is part of its callers'.
    """
    if INTERPRETED:
        return function
    return cast(_Function, numba.njit(nogil=True, error_model="numpy")(function))


def use_cache_folder(folder: str) -> None:
    """Make Numba keep machine code in ``folder`` unless the user has chosen another."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]


def wrapping(function: _Function) -> _Function:
    """Compile a function whose 64-bit arithmetic wraps on purpose.

    Compiled code wraps silently; interpreted, NumPy would warn.
    """
    if not INTERPRETED:
        return helper(function)

    def quiet(*args: object) -> object:
        with np.errstate(over="ignore"):
            return function(*args)

    return cast(_Function, quiet)
