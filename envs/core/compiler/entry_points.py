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
    def _wanted(self) -> list[tuple[Kind, str]]:
        """The kind of each parameter, and what it is called in messages."""
        return [(kind, f"{name} of {self.__name__}") for name, kind in self.signature[0].items()]

    @cached_property
    def _block(self) -> Any:
        """The type of a block of numbers: two results, the address of an error, arguments."""
        return ctypes.c_int64 * (FIRST + sum(_count(kind) for kind, _ in self._wanted))

    @cached_property
    def _call(self) -> Callable[..., Any]:
        frame = _Frame(self._block)
        return self._caller(self._wanted, FIRST, {"frame": frame}, "frame.places")

    def __call__(self, *arguments: Any) -> Any:
        """Run the machine code."""
        return self._call(*arguments)

    def bound(self, *given: Any) -> Callable[..., Any]:
        """Return the function with its first arguments given, which need no look from then on.

        Where their data lie is looked up anew at each call. The result is for one thread at a time.

        Raises:
            TypeError: An argument is not what the function takes.
        """
        places = _places(self._block)
        filled, rest = self._wanted[: len(given)], self._wanted[len(given) :]
        place = FIRST
        for (kind, where), value in zip(filled, given, strict=True):
            _write(places[0], place, kind, value, where)
            place += _count(kind)
        # Kept are the arguments, too: the block has but their addresses.
        return self._caller(rest, place, {"places": places, "given": given}, "places")

    def _caller(
        self, wanted: Sequence[tuple[Kind, str]], place: int, known: dict[str, Any], places: str
    ) -> Callable[..., Any]:
        """Return a function that writes its arguments into a block and runs the machine code.

        It is written out for these arguments and results: loops over them take three times as long
        as the shortest runs. Only arrays of another kind than usual are looked at in
        ``numbers_of``, and what is neither an array nor a whole number.

        Args:
            wanted: The kind of each argument, and what it is called in messages.
            place: Of their first number in the block.
            known: Names that ``places`` needs.
            places: Expression for block, address of an error, address of the first argument.
        """
        known |= {"array": np.ndarray, "write": _write, "run": self._run, "error_in": _error}
        body = [f"block, error, first = {places}"]
        for n, (kind, where) in enumerate(wanted):
            known[f"kind{n}"], known[f"where{n}"] = kind, where
            other = f"write(block, {place}, kind{n}, a{n}, where{n})"
            if isinstance(kind, ArrayKind):
                known[f"dtype{n}"] = kind.dtype
                whole = f"a{n}.ndim == {kind.ndim} and a{n}.flags.c_contiguous"
                usual = f"type(a{n}) is array and a{n}.dtype is dtype{n} and {whole}"
                body += [f"if {usual}: block[{place}] = id(a{n})", f"else: {other}"]
            elif isinstance(kind, np.dtype) and kind == _INTEGER:
                body.append(f"block[{place}] = int(a{n})")
            else:
                body.append(other)
            place += _count(kind)
        body.append("if run(block, error, first): raise error_in(block)")
        results = self.signature[1]
        if results == _ONE:
            body.append("return block[0]")
        elif results:
            known["results_in"] = partial(_results, kinds=results)
            body.append("return results_in(block)")
        names = ", ".join(f"a{n}" for n in range(len(wanted)))
        exec("\n    ".join([f"def {self.__name__}({names}):", *body]), known)
        found: Callable[..., Any] = known[self.__name__]
        return found


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
    """Places in the block of an entry point for one thread."""

    def __init__(self, kind: Any) -> None:
        self.places = _places(kind)


def _places(kind: Any) -> tuple[Any, Any, Any]:
    """Return a new block, and the addresses of error and first argument within."""
    block = kind()
    return block, byref(block, _BYTES * ERROR), byref(block, _BYTES * FIRST)


def _write(block: Any, place: int, kind: Kind, value: Any, where: str) -> None:
    """Write the numbers that hand a value over from a place on."""
    for number in numbers_of(kind, value, where):
        block[place] = number
        place += 1


def _count(kind: Kind) -> int:
    return sum(map(_count, kind.fields)) if isinstance(kind, TupleKind) else 1


def _results(block: Any, kinds: Sequence[np.dtype[Any]]) -> Any:
    found = [_value(block, n, kind) for n, kind in enumerate(kinds)]
    return tuple(found) if len(found) > 1 else found[0]


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
