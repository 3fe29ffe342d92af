"""Entry points: compiled functions that Python calls, one library of machine code a module."""

from __future__ import annotations

import ctypes
import pickle
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from ctypes import byref
from functools import cached_property, partial, update_wrapper
from importlib import import_module
from typing import Any, Final

import numpy as np

from tablemates.envs.core.compiler import library
from tablemates.envs.core.compiler.arguments import ArrayKind, Kind, TupleKind, kinds_of, numbers_of

_PROJECT: Final = f"{__name__.partition('.')[0]}."
# Places in a block: results, the address of an error, arguments.
ERROR: Final = 2
FIRST: Final = 3
_BYTES: Final = 8  # of a number
_INTEGER: Final = np.dtype(np.int64)
_ONE: Final = (_INTEGER,)


class EntryPoint:
    """A function that is machine code when Python calls it, compiled or loaded on the first call.

    ``py_func`` is the function as it was written.
    """

    __name__: str
    __qualname__: str

    def __init__(self, function: Callable[..., Any], inner: Any) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.inner = inner  # the same, for other compiled functions
        of_module[function.__module__][function.__name__] = self

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, as functions are

    @property
    def _numba_type_(self) -> Any:
        return self.inner._numba_type_

    @cached_property
    def signature(self) -> tuple[dict[str, Kind], tuple[np.dtype[Any], ...]]:
        """The kinds of parameters and results."""
        return kinds_of(self.py_func)

    def machine_code(self) -> Any:
        """Return what Numba has compiled it to."""
        building = import_module("tablemates.envs.core.compiler.building")
        kinds, results = self.signature
        return building.entry_code(self.inner, [*kinds.values()], results)

    @cached_property
    def _run(self) -> Any:
        """The machine code: called with addresses of results, error and arguments."""
        return ctypes.CFUNCTYPE(ctypes.c_int)(addresses_in(self.__module__)[self.__name__])

    @cached_property
    def _wanted(self) -> list[tuple[Any, int, Kind, str]]:
        """For each parameter type and dimensions if it is an array; its kind, and its name."""
        return [
            (
                *(kind if isinstance(kind, ArrayKind) else (None, 0)),
                kind,
                f"{name} of {self.__name__}",
            )
            for name, kind in self.signature[0].items()
        ]

    @cached_property
    def _block(self) -> Any:
        """The type of a block of numbers: two results, the address of an error, arguments."""
        return ctypes.c_int64 * (FIRST + sum(map(_count, self.signature[0].values())))

    @cached_property
    def _frame(self) -> _Frame:
        return _Frame(self._block)

    def __call__(self, *arguments: Any) -> Any:
        """Run the machine code."""
        frame = self._frame
        _fill(frame.block, FIRST, self._wanted, arguments)
        if self._run(frame.block, frame.error, frame.first) != 0:
            raise _error(frame.block)
        return self._result(frame.block)

    def _result(self, block: Any) -> Any:
        kinds = self.signature[1]
        if kinds == _ONE or not kinds:
            return block[0] if kinds else None
        found = [_value(block, n, kind) for n, kind in enumerate(kinds)]
        return tuple(found) if len(found) > 1 else found[0]

    def bound(self, *given: Any) -> Callable[..., Any]:
        """Return the function with its first arguments given, which need no look from then on.

        Where their data lie is looked up anew at each call. The result is for one thread at a time.

        Raises:
            TypeError: An argument is not what the function takes.
        """
        block, run = self._block(), self._run
        start = _fill(block, FIRST, self._wanted[: len(given)], given)
        rest = self._wanted[len(given) :]
        error, first = byref(block, _BYTES * ERROR), byref(block, _BYTES * FIRST)

        def call(*more: Any) -> Any:
            _fill(block, start, rest, more)
            if run(block, error, first) != 0:
                raise _error(block)
            return self._result(block)

        def call_with(number: int) -> Any:
            block[start] = int(number)
            if run(block, error, first) != 0:
                raise _error(block)
            return block[0]

        call.given = call_with.given = given  # type: ignore[attr-defined]  # kept alive
        one = len(rest) == 1 and rest[0][2] is _INTEGER and self.signature[1] == _ONE
        return call_with if one else call


def bound(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return an entry point, or an interpreted function, with its first arguments given."""
    if isinstance(function, EntryPoint):
        return function.bound(*arguments)
    return partial(function, *arguments)


#: Entry points by their module and their name.
of_module: Final[dict[str, dict[str, EntryPoint]]] = defaultdict(dict)


def addresses_in(module: str) -> dict[str, int]:
    """Return the addresses of a module's entry points, compiled or loaded first."""
    name = module.removeprefix(_PROJECT)
    return library.addresses_of(name, of_module[module], [module], f"functions of {name}")


class _Frame(threading.local):
    """The block of an entry point for one thread, and the addresses within."""

    def __init__(self, kind: Any) -> None:
        self.block = kind()
        self.error, self.first = (byref(self.block, _BYTES * n) for n in (ERROR, FIRST))


def _fill(
    block: Any, place: int, wanted: Sequence[tuple[Any, int, Kind, str]], given: Sequence[Any]
) -> int:
    """Write the numbers that hand arguments over from a place on; return the place behind them.

    Arrays of the usual kind are looked at first: they are most of all arguments.
    """
    for value, (dtype, ndim, kind, where) in zip(given, wanted, strict=True):
        if (
            type(value) is np.ndarray
            and value.dtype is dtype
            and value.ndim == ndim
            and value.flags.c_contiguous
        ):
            block[place] = id(value)
            place += 1
        else:
            for number in numbers_of(kind, value, where):
                block[place] = number
                place += 1
    return place


def _count(kind: Kind) -> int:
    return sum(map(_count, kind.fields)) if isinstance(kind, TupleKind) else 1


def _value(block: Any, place: int, kind: np.dtype[Any]) -> Any:
    number = ctypes.c_double if kind == np.float64 else ctypes.c_int64
    return number.from_buffer(block, _BYTES * place).value


def _error(block: Any) -> BaseException:
    """Return the exception that compiled code has raised."""
    if (at := block[ERROR]) == 0:
        return MemoryError()
    data, length = ctypes.c_void_p.from_address(at).value, ctypes.c_int.from_address(at + _BYTES)
    kind, arguments, _place = pickle.loads(ctypes.string_at(data or 0, length.value))
    found: BaseException = kind(*(arguments or ()))
    return found
