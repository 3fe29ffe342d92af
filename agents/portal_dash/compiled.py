"""Helpers of the compiled agents: copies of records, inlining, and random keys of decisions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

from tablemates.envs.core.cache import folder_within
from tablemates.envs.core.compiled import INTERPRETED, helper, wrapping
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.rules.state import STATE

_HERE: Final = Path(__file__)
#: Folder for the planner's machine code, and within it for that of the agents built on it.
PLANNER_CODE: Final = folder_within(
    CACHE, [_HERE, *sorted((_HERE.parent / "planner").glob("*.py"))]
)
SIZE: Final = STATE.itemsize
PUBLIC_SIZE: Final = STATE["public"].itemsize

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_AGENTS = np.uint64(0xA0761D6478BD642F)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)

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


@wrapping
def mixed(x: Any) -> Any:
    """Return the finaliser of SplitMix64 of ``x``, ``uint64``."""
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))


@wrapping
def decision_key(seed: Any, decisions: int) -> Any:
    """Return the key of a decision, the same as ``tablemates.envs.core.keys.decision_key``.

    Args:
        seed: Of the game, ``uint64``.
        decisions: Number of decisions taken before.
    """
    return mixed(mixed(seed ^ _AGENTS) + _GAMMA * (np.uint64(decisions) + np.uint64(1)))
