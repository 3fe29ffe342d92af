"""Instructions of calls by address, and the types of what is called; Numba is needed here."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils

from tablemates.envs.core.compiler.building import game_code, type_of_intrinsic
from tablemates.envs.core.compiler.by_address import ARRAYS

_types: Any = numba.types
_cgutils: Any = cgutils


def array_type(name: str) -> Any:
    """Return the type of the array that parameters of this name take."""
    return _types.Array(numba.from_dtype(np.dtype(ARRAYS[name])), 1, "C")


def number_type(name: str) -> Any:
    """Return the type of the whole number that parameters of this name take."""
    return _types.uint64 if name == "seed" else _types.int64


def result_type(function: Callable[..., object]) -> Any:
    """Return the type of the result of a function: a whole number or none."""
    return _types.int64 if function.__annotations__["return"] == "int" else _types.none


def type_of_call(function: Callable[..., object], place: int) -> Any:
    """Return what Numba takes a function for that is called by the address in a place."""
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
    return type_of_intrinsic(call)


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


def code_of(exported: Any) -> Any:
    """Return what Numba has compiled a function of a library to, see ``library.Exported``."""
    plain = exported.call.py_func
    _, *names = inspect.signature(plain).parameters  # without the table
    wanted = result_type(plain)(*(_type_of(name, exported.layouts) for name in names))
    blocks = [(names.index(name), kind) for name, kind in exported.blocks.items()]
    block = blocks[0] if blocks else None
    return game_code(f"{exported.function.__name__}", exported.function, wanted, block)


def _type_of(name: str, layouts: Any) -> Any:
    if name in layouts:
        return numba.from_dtype(layouts[name])
    return array_type(name) if name in ARRAYS else number_type(name)
