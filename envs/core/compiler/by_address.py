"""Calls of compiled functions by their addresses, which are numbers in an array.

A caller that knows a function by its address alone is compiled once, whatever it calls: the
function and the call agree on types by the names of their parameters, see ``type_of``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils

from tablemates.envs.core.compiler.mode import INTERPRETED

_Function = TypeVar("_Function", bound=Callable[..., object])
_types: Any = numba.types
_cgutils: Any = cgutils

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


def array_type(name: str) -> Any:
    """Return the type of the array that parameters of this name take."""
    return _types.Array(numba.from_dtype(np.dtype(ARRAYS[name])), 1, "C")


def number_type(name: str) -> Any:
    """Return the type of the whole number that parameters of this name take."""
    return _types.uint64 if name == "seed" else _types.int64


def result_type(function: Callable[..., object]) -> Any:
    """Return the type of the result of a function: a whole number or none."""
    return _types.int64 if function.__annotations__["return"] == "int" else _types.none


def by_address(places: Sequence[str]) -> Callable[[_Function], _Function]:
    """Compile a function as a call by the address that its first argument holds.

    Interpreted, it stays as it is.

    Args:
        places: Names of functions by the places of their addresses; one is that of the function.
    """

    def decorate(function: _Function) -> _Function:
        if INTERPRETED:
            return function
        call = _typing_of(function, places.index(function.__name__))
        called: Any = numba.extending.intrinsic(call)
        called.stands_for = function
        return cast(_Function, called)

    return decorate


def _typing_of(function: Callable[..., object], place: int) -> Callable[..., Any]:
    """Return the function that Numba's ``intrinsic`` wants: types and code of a call."""
    names = list(inspect.signature(function).parameters)
    returns = result_type(function)

    def call(_typing: Any, table: Any, *given: Any) -> Any:
        pairs = zip(names[1:], given, strict=True)
        taken = [_taken(function, name, argument) for name, argument in pairs]

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            addresses = context.make_array(table)(context, builder, arguments[0])
            address = builder.load(builder.gep(addresses.data, [ir.IntType(64)(place)]))
            convention, types = context.call_conv, (returns, signature.args[1:])
            kind = convention.get_function_type(*types)
            callee = builder.inttoptr(address, kind.as_pointer())
            status, result = convention.call_function(builder, callee, *types, arguments[1:])
            with _cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return returns(table, *taken), write

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, kind) for name in ("typing", *names)]
    )
    call.__name__ = function.__name__
    return call


def _taken(function: Callable[..., object], name: str, given: Any) -> Any:
    """Return the type as which an argument is handed over."""
    given = _types.unliteral(given)
    if isinstance(given, _types.Array) and name in ARRAYS:
        wanted = array_type(name)
        if (given.dtype, given.ndim, given.layout) != (wanted.dtype, 1, "C"):
            raise numba.errors.TypingError(f"{function.__name__}: {name} is {given}, not {wanted}")
        return given
    whole = isinstance(given, _types.Integer | _types.IntEnumMember | _types.Boolean)
    return number_type(name) if whole else given
