"""The decorators that compile engine functions.

``@compiled`` is Numba's ``njit`` with the project's options; with
``NUMBA_DISABLE_JIT=1`` it leaves the function as it is (a debugger steps
through it, tests use it as an oracle).
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding
from numba.core import cgutils

from tablemates.envs.core.compiler.linking import PartCompiler, WholeCompiler
from tablemates.envs.core.compiler.machine_code import MachineCode

_Function = TypeVar("_Function", bound=Callable[..., object])

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
_njit: Any = numba.njit  # with options that its type stubs lack
_cgutils: Any = cgutils
_OPTIONS: Final[Mapping[str, Any]] = {"nogil": True, "error_model": "numpy"}


#: Where entry points that are being defined keep their machine code.
_folder: Path | None = None


@contextmanager
def code_kept_in(folder: Path) -> Iterator[None]:
    """Let the entry points that the block defines keep their machine code in a folder."""
    global _folder
    before, _folder = _folder, folder
    try:
        yield
    finally:
        _folder = before


def _entry_point(function: Callable[..., object], folder: Path | None) -> Any:
    """Return what compiles an entry point; None: its machine code is not kept."""
    dispatcher = _njit(pipeline_class=WholeCompiler, **_OPTIONS)(function)
    if folder is not None:
        dispatcher._cache = MachineCode(function, folder)
    return dispatcher


def compiled(function: _Function) -> _Function:
    """Compile an entry point on its first call; ``code_kept_in`` says where the result is kept."""
    if INTERPRETED:
        return function
    folder = _folder
    dispatcher = _entry_point(function, folder)
    compile_for = dispatcher.compile

    def link_and_compile(arguments: Any) -> Any:
        collects = gc.isenabled()
        gc.disable()  # looking for garbage takes a tenth of the time and finds none
        try:
            for one in _linked:
                if folder is not None and one.folder in (folder, *folder.parents):
                    one.link()
            return compile_for(arguments)
        finally:
            if collects:
                gc.enable()

    dispatcher.compile = link_and_compile
    return cast(_Function, dispatcher)


def separately_compiled(
    folder: Path, *arguments: Any, returns: type[int] | None = None
) -> Callable[[_Function], _Function]:
    """Compile a function on its own, for compiled callers in several entry points.

    A ``helper`` becomes part of each entry point that reaches it. This function's machine code
    exists once, in the cache too, and callers refer to it by a symbol; a call costs a few
    nanoseconds more. Other functions of this kind that it calls must be defined before it.

    Args:
        folder: For the machine code; entry points that reach the function keep theirs in this
            folder or within it.
        arguments: Of each argument the dtype of a record, ``np.uint64``, ``int``, or an array
            of the same kind.
        returns: The type of the result.
    """

    def decorate(function: _Function) -> _Function:
        if INTERPRETED:
            return function
        linked = _Linked(folder, function, tuple(map(_type_of, arguments)), _type_of(returns))
        _linked.append(linked)
        return cast(_Function, numba.extending.intrinsic(linked.typing_of_a_call()))

    return decorate


class _Linked:
    """A function that callers find by a symbol, see ``separately_compiled``."""

    def __init__(
        self, folder: Path, function: Callable[..., object], arguments: Any, returns: Any
    ) -> None:
        self.folder = folder
        self._function = function
        self._symbol = f"{function.__module__}.{function.__qualname__}"
        self._signature = returns(*arguments)
        self._ready = False
        self._dispatcher = _entry_point(function, folder)

    def link(self) -> None:
        """Compile or load the machine code, and let the linker find it."""
        if self._ready:
            return
        arguments = self._signature.args
        self._dispatcher.compile(arguments)
        result = self._dispatcher.overloads[arguments]
        address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        binding.add_symbol(self._symbol, address)
        self._ready = True

    def typing_of_a_call(self) -> Callable[..., Any]:
        """Return the function that Numba's ``intrinsic`` wants: types and code of a call."""

        def call(_typing: Any, *_arguments: Any) -> Any:
            self.link()
            return self._signature, self._write_call

        names = ("typing", *inspect.signature(self._function).parameters)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, kind) for name in names]
        )
        call.__name__ = self._function.__name__
        return call

    def _write_call(self, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention, types = context.call_conv, (signature.return_type, signature.args)
        callee = _cgutils.get_or_insert_function(
            builder.module, convention.get_function_type(*types), self._symbol
        )
        status, result = convention.call_function(builder, callee, *types, arguments)
        with _cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result


#: All functions that are compiled once, in the order in which they were defined.
_linked: list[_Linked] = []


def _type_of(argument: Any) -> Any:
    if argument is None:
        return numba.types.none
    if isinstance(argument, np.ndarray):
        return numba.typeof(argument)  # type: ignore[no-untyped-call]
    return numba.types.int64 if argument is int else numba.from_dtype(np.dtype(argument))


def link_in_reverse(folder: Path) -> None:
    """Compile the functions that a folder's entry points refer to, from the last to the second."""
    gc.disable()
    for one in reversed([one for one in _linked if one.folder == folder][1:]):
        one.link()


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
    return cast(_Function, whole)


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
