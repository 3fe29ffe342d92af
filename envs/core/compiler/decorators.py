"""The decorators that compile engine functions.

With ``NUMBA_DISABLE_JIT=1`` they leave functions as they are (a debugger steps through them, tests
use them as an oracle). Numba is imported only where something has to be compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from importlib import import_module
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from tablemates.envs.core.compiler.entry_points import EntryPoint
from tablemates.envs.core.compiler.mode import INTERPRETED

_Function = TypeVar("_Function", bound=Callable[..., object])


class Compilable:
    """A function that other compiled functions call as machine code.

    Called by Python it is the function as it was written.

    Args:
        function: As it was written; ``py_func`` afterwards.
        typed: Returns what Numba takes it for.
        plain: What Python calls instead.
    """

    __name__: str
    __qualname__: str

    def __init__(
        self,
        function: Callable[..., Any],
        typed: Callable[[Callable[..., Any]], Any],
        plain: Callable[..., Any] | None = None,
    ) -> None:
        update_wrapper(self, function)
        self.py_func, self._typed, self._plain = function, typed, plain or function

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function as it was written."""
        return self._plain(*arguments, **named)

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, as functions are

    @cached_property
    def _numba_type_(self) -> Any:
        return self._typed(self.py_func)


def compiled(function: _Function) -> _Function:
    """Compile an entry point, which Python calls, with the others of its module.

    That happens at the first call of one of them, once for the sources that they are made from;
    code that came with the package is loaded. Parameters are annotated as ``int``, ``float``,
    arrays of ``records.layout`` (``Rows`` of them have two dimensions), or named tuples of these;
    ``Any`` is a function table.
    """
    if INTERPRETED:
        return function
    return cast(_Function, EntryPoint(function, _as_helper(function)))


def helper(function: _Function) -> _Function:
    """Compile a function that only other compiled functions call.

    Whole numbers of every width, literals and enum members arrive as ``int64``, so it is compiled
    once and not once for each mixture of them, which would take most of the time of a cold start.
    """
    return _as_helper(function)


def inlined(function: _Function) -> _Function:
    """Compile like ``helper``, and copy the machine code into every caller.

    For small functions called very often: an array is handed over as seven numbers, which costs
    more than writing a few values into it.
    """
    return _as_helper(function, inline=True)


def reordering(function: _Function) -> _Function:
    """Compile like ``inlined``; floating-point sums may be taken in any order, so vectorised."""
    return _as_helper(function, inline=True, reorder=True)


def wrapping(function: _Function) -> _Function:
    """Compile a function whose 64-bit arithmetic wraps on purpose.

    Compiled code wraps silently; for Python NumPy would warn.
    """

    def quiet(*args: object) -> object:
        with np.errstate(over="ignore"):
            return function(*args)

    return cast(_Function, quiet) if INTERPRETED else _as_helper(function, plain=quiet)


def compile_functions(
    module: dict[str, Any], compiler: Callable[[FunctionType], Any] = helper
) -> None:
    """Compile all functions of a module, as its last statement.

    Args:
        module: Its ``globals()``. What it imports, or has compiled otherwise, stays as it is.
        compiler: ``helper`` or ``inlined``.
    """
    for name, one in list(module.items()):
        if isinstance(one, FunctionType) and one.__module__ == module["__name__"]:
            module[name] = compiler(one)


def intrinsic(function: _Function) -> _Function:
    """Compile a function by instructions: those of its name in the module ``<module>_code``."""
    if INTERPRETED:
        return function

    def typed(plain: Callable[..., Any]) -> Any:
        code = getattr(import_module(f"{plain.__module__}_code"), plain.__name__)
        return _building().type_of_intrinsic(code)

    return cast(_Function, Compilable(function, typed))


def _as_helper(
    function: _Function,
    inline: bool = False,
    reorder: bool = False,
    plain: Callable[..., Any] | None = None,
) -> _Function:
    if INTERPRETED or not isinstance(function, FunctionType):  # or it is compiled already
        return function

    def typed(one: Callable[..., Any]) -> Any:
        return _building().type_of_helper(one, inline, reorder)

    return cast(_Function, Compilable(function, typed, plain))


def _building() -> Any:
    """Return the module that knows Numba."""
    return import_module("tablemates.envs.core.compiler.building")
