"""Arguments of entry points: their kinds, by annotations, and the numbers that hand them over.

Whoever calls machine code writes one block of whole numbers: a number an argument, an array by the
address of its object, a named tuple by its fields. Neither side needs Numba for that.
"""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, cast, get_args, get_origin
from typing import get_type_hints as hints_of

import numpy as np

_INTEGER: Final = np.dtype(np.int64)
_WORD: Final = np.dtype(np.uint64)
_FLOAT: Final = np.dtype(np.float64)


class ArrayKind(NamedTuple):
    """An array, contiguous in C's order."""

    dtype: np.dtype[Any]
    ndim: int


class TupleKind(NamedTuple):
    """A named tuple; ``cls`` is ``tuple`` for one without names."""

    cls: Any
    fields: tuple[Any, ...]


#: ``int64``, ``uint64`` or ``float64`` for one number.
Kind: TypeAlias = np.dtype[Any] | ArrayKind | TupleKind
#: A game's function table.
TABLE: Final = ArrayKind(_INTEGER, 1)


def kinds_of(function: Callable[..., Any]) -> tuple[dict[str, Kind], tuple[np.dtype[Any], ...]]:
    """Return the kinds of a function's parameters by name, and of the numbers that it returns."""
    hints = hints_of(function, include_extras=True)
    names = inspect.signature(function).parameters
    returned = hints["return"]
    results = get_args(returned) if get_origin(returned) is tuple else (returned,)
    return (
        {name: _kind_of(hints[name], name) for name in names},
        tuple(_FLOAT if one is float else _INTEGER for one in results if one is not type(None)),
    )


def _kind_of(hint: Any, name: str) -> Kind:
    if hint is Any:
        return TABLE
    if hint is float:
        return _FLOAT
    if hint is int:
        return _WORD if name == "seed" else _INTEGER
    if hasattr(hint, "_fields"):
        fields = hints_of(hint, include_extras=True)
        return TupleKind(hint, tuple(_kind_of(fields[one], one) for one in hint._fields))
    depth = 1
    if get_origin(hint) is Annotated:
        hint, more = get_args(hint)
        if hint is int:
            return cast(Kind, np.dtype(more))
        depth = more
    return ArrayKind(np.dtype(get_args(get_args(hint)[1])[0]), depth)


def kind_of_value(value: Any) -> Kind:
    """Return the kind of a value: an array, a number, or a tuple of such."""
    if isinstance(value, np.ndarray):
        return ArrayKind(value.dtype, value.ndim)
    if isinstance(value, tuple):
        return TupleKind(type(value), tuple(map(kind_of_value, value)))
    return _FLOAT if isinstance(value, float) else _INTEGER


def numbers_of(kind: Kind, value: Any, where: str) -> Iterator[int]:
    """Yield the numbers that hand a value over, which has to stay alive meanwhile.

    Raises:
        TypeError: It is of another kind; ``where`` is told.
    """
    if isinstance(kind, ArrayKind):
        if not isinstance(value, np.ndarray) or value.dtype != kind.dtype:
            raise TypeError(f"{where} takes an array of {kind.dtype}, not {_named(value)}")
        if value.ndim != kind.ndim or not value.flags.c_contiguous:
            shape = f"{kind.ndim} dimensions in one piece"
            raise TypeError(f"{where} takes an array of {shape}, not {value.strides} bytes apart")
        yield id(value)
    elif isinstance(kind, TupleKind):
        for n, (one, inner) in enumerate(zip(kind.fields, value, strict=True)):
            yield from numbers_of(one, inner, f"{where}[{n}]")
    elif kind == _FLOAT:
        yield struct.unpack("q", struct.pack("d", value))[0]
    else:
        number = int(value)
        yield number - (1 << 64) if number >= 1 << 63 else number


def _named(value: Any) -> str:
    return str(getattr(value, "dtype", type(value).__name__))
