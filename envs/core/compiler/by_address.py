"""Calls of compiled functions by their addresses, which are numbers in an array.

A caller that knows a function by its address alone is compiled once, whatever it calls: the
function and the call agree on types by the names of their parameters, see ``ARRAYS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeVar, cast

import numpy as np

from tablemates.envs.core.compiler.decorators import Compilable
from tablemates.envs.core.compiler.mode import INTERPRETED

_Function = TypeVar("_Function", bound=Callable[..., object])

_FLOATS: Final = np.float64
#: Numbers of the arrays that parameters of these names take; they lie side by side.
ARRAYS: Final[Mapping[str, Any]] = {
    "observation": np.int8,
    "mask": np.int8,
    "values": np.int16,
    "chances": _FLOATS,
    "weights": _FLOATS,
    "out": _FLOATS,
    "notes": _FLOATS,
}


def by_address(places: Sequence[str]) -> Callable[[_Function], _Function]:
    """Compile a function as a call by the address that its first argument holds.

    Interpreted, it stays as it is.

    Args:
        places: Names of functions by the places of their addresses; one is that of the function.
    """

    def decorate(function: _Function) -> _Function:
        if INTERPRETED:
            return function
        place = places.index(function.__name__)

        def typed(one: Callable[..., Any]) -> Any:
            calling = import_module("tablemates.envs.core.compiler.calling")
            return calling.type_of_call(one, place)

        return cast(_Function, Compilable(function, typed))

    return decorate
