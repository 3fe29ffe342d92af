"""Helpers of the compiled agents: copies of records, and inlining."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar, cast

import numba

from tablemates.envs.core.cache import folder_within
from tablemates.envs.core.compiled import INTERPRETED, helper
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.rules.state import STATE

_HERE: Final = Path(__file__)
#: Folder for the planner's machine code.
PLANNER_CODE: Final = folder_within(
    CACHE, [_HERE, *sorted((_HERE.parent / "planner").glob("*.py"))]
)
SIZE: Final = STATE.itemsize
PUBLIC_SIZE: Final = STATE["public"].itemsize

_Function = TypeVar("_Function", bound=Callable[..., object])


def nested(function: _Function) -> _Function:
    """Inline a function into its only caller before that is compiled.

    Each compiled function is optimised together with all that it calls, so every level of calls
    above the engine takes seconds of a cold start.
    """
    if INTERPRETED:
        return function
    inline = numba.njit(nogil=True, error_model="numpy", inline="always")
    return cast(_Function, inline(function))


@helper
def copy_game(target: Bytes, source: Bytes) -> None:
    """Copy a game's record.

    The compiler turns the loop into one move; an assignment of slices takes thirty times as long.
    """
    for i in range(SIZE):
        target[i] = source[i]


@helper
def copy_public(target: Bytes, source: Bytes) -> None:
    """Copy the public part of a game's record and clear the hidden part."""
    for i in range(PUBLIC_SIZE):
        target[i] = source[i]
    for i in range(PUBLIC_SIZE, SIZE):
        target[i] = 0
