"""The decorators that compile engine functions.

``@compiled`` is Numba's ``njit`` with the project's options; with
``NUMBA_DISABLE_JIT=1`` it leaves the function as it is (a debugger steps
through it, tests use it as an oracle).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock

from tablemates.envs.core.compiler.cache import code_folder, compiling
from tablemates.envs.core.compiler.linking import PartCompiler, WholeCompiler
from tablemates.envs.core.compiler.machine_code import MachineCode
from tablemates.envs.core.compiler.mode import INTERPRETED

_Function = TypeVar("_Function", bound=Callable[..., object])

_njit: Any = numba.njit  # with options that its type stubs lack
_OPTIONS: Final[Mapping[str, Any]] = {"nogil": True, "error_model": "numpy"}
_PROJECT: Final = f"{__name__.partition('.')[0]}."


def compiled(function: _Function) -> _Function:
    """Compile an entry point on its first call, once for the sources that it is made from.

    Whoever compiles says so; other processes wait for it, see ``compiling``.
    """
    if INTERPRETED:
        return function
    dispatcher: Any = _njit(pipeline_class=WholeCompiler, **_OPTIONS)(function)
    compile_for, module = dispatcher.compile, function.__module__
    name = f"{module.removeprefix(_PROJECT)}.{function.__name__}"

    def compile_alone(arguments: Any) -> Any:
        collects = gc.isenabled()
        with global_compiler_lock:
            folder = code_folder(module.removeprefix(_PROJECT), module)
            if not isinstance(dispatcher._cache, MachineCode):
                dispatcher._cache = MachineCode(function, folder)
            gc.disable()  # looking for garbage takes a tenth of the time and finds none
            try:
                with compiling(name, folder):
                    return compile_for(arguments)
            finally:
                if collects:
                    gc.enable()

    dispatcher.compile = compile_alone
    return cast(_Function, dispatcher)


def helper(function: _Function) -> _Function:
    """Compile a function that only other compiled functions call.

    It has no cache file of its own: its code is part of its callers'. Whole
    numbers of every width, literals and enum members arrive as ``int64``, so it
    is compiled once and not once for each mixture of them, which would take
    most of the time of a cold start.
    """
    return _as_helper(function, forceinline=False)


def inlined(function: _Function) -> _Function:
    """Compile like ``helper``, and copy the machine code into every caller.

    For small functions called very often: an array is handed over as seven
    numbers, which costs more than writing a few values into it.
    """
    return _as_helper(function, forceinline=True)


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


def reordering(function: _Function) -> _Function:
    """Compile like ``inlined``; floating-point sums may be taken in any order, so vectorised."""
    return _as_helper(function, forceinline=True, fastmath={"reassoc", "contract", "nsz"})


def _as_helper(
    function: _Function, forceinline: bool, fastmath: set[str] | None = None
) -> _Function:
    if INTERPRETED or not isinstance(function, FunctionType):  # or it is compiled already
        return function
    options: dict[str, Any] = {**_OPTIONS, "forceinline": forceinline}
    options["fastmath"] = fastmath or False
    part: Any = _njit(
        no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=PartCompiler, **options
    )(function)
    compile_for = part.compile
    part.compile = lambda arguments: compile_for(tuple(map(_widened, arguments)))
    whole: Any = _njit(pipeline_class=WholeCompiler, **options)(function)  # for Python
    whole.get_call_template = part.get_call_template
    whole.get_overload = part.get_overload
    whole.part_for = partial(_part_for, part)
    return cast(_Function, whole)


def _part_for(part: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the code of a helper for arguments of some types, compiled if need be."""
    part.compile(arguments)
    return part.overloads[tuple(map(_widened, arguments))]


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
