"""The decorators that compile engine functions.

``@compiled`` is Numba's ``njit`` with the project's options; with
``NUMBA_DISABLE_JIT=1`` it leaves the function as it is (a debugger steps
through it, tests use it as an oracle).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

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

    It has no cache file of its own: its code is part of its callers'. Whole
    numbers of every width, literals and enum members arrive as ``int64``, so it
    is compiled once and not once for each mixture of them, which would take
    most of the time of a cold start.
    """
    return _compiled_once(function, forceinline=False)


def inlined(function: _Function) -> _Function:
    """Compile like ``helper``, and copy the machine code into every caller.

    For small functions called very often: an array is handed over as seven
    numbers, which costs more than writing a few values into it.
    """
    return _compiled_once(function, forceinline=True)


def reordering(function: _Function) -> _Function:
    """Compile like ``inlined``; floating-point sums may be taken in any order, so vectorised."""
    return _compiled_once(function, forceinline=True, fastmath={"reassoc", "contract", "nsz"})


def _compiled_once(
    function: _Function, forceinline: bool, fastmath: set[str] | None = None
) -> _Function:
    if INTERPRETED:
        return function
    dispatcher: Any = numba.njit(
        nogil=True, error_model="numpy", forceinline=forceinline, fastmath=fastmath or False
    )(function)
    compile_for = dispatcher.compile
    dispatcher.compile = lambda arguments: compile_for(tuple(map(_widened, arguments)))
    return cast(_Function, dispatcher)


def _widened(argument: Any) -> Any:
    """Return ``int64`` for the type of a narrower whole number, any other type as it is."""
    argument = numba.types.unliteral(argument)  # type: ignore[no-untyped-call]
    if isinstance(argument, numba.types.IntEnumMember):
        return numba.types.int64
    if isinstance(argument, numba.types.Integer) and argument != numba.types.uint64:
        return numba.types.int64
    return argument


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
