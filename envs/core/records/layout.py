"""Record layouts: a class with annotated fields becomes a NumPy structured dtype.

A layout class is written once and serves twice: the type checker sees its
annotations, NumPy and Numba see the dtype made from them.  Layouts are packed
(no padding bytes), so equal records are equal bytes.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.records.ranges import Range

# One scalar field each, for annotations such as ``turn: I32``.
U64 = Annotated[int, np.uint64]
I64 = Annotated[int, np.int64]
I32 = Annotated[int, np.int32]
I16 = Annotated[int, np.int16]
I8 = Annotated[int, np.int8]

# Array types as functions see them.
Array8 = npt.NDArray[np.int8]
Array16 = npt.NDArray[np.int16]
Array32 = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]

_Array = TypeVar("_Array")
#: Arrays of two and of three dimensions, for parameters of entry points.
Rows = Annotated[_Array, 2]
Blocks = Annotated[_Array, 3]


def dtype_of(layout: type[Any]) -> np.dtype[np.void]:
    """Return the packed structured dtype that a layout class describes.

    Each annotation is ``Annotated[<type>, scalar]`` or ``Annotated[<type>,
    scalar, shape]``, perhaps with a ``Range``; a plain class is a nested layout. Fields of a base
    class come first.

    Args:
        layout: A class whose annotations are the fields, in order.

    Raises:
        TypeError: A field is not annotated in one of these ways, or its name
            hides an attribute of ``np.recarray`` records, which would break
            the interpreted mode.
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(layout, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"{layout.__name__}.{name}: the name is taken by np.record")
        if get_origin(hint) is Annotated:
            _, *meta = get_args(hint)
            fields.append((name, *(one for one in meta if not isinstance(one, Range))))
        elif isinstance(hint, type):
            fields.append((name, dtype_of(hint)))
        else:
            raise TypeError(f"{layout.__name__}.{name}: {hint!r} is not a record field")
    return np.dtype(fields, align=False)


class RecordView:
    """One record as a Python object, for the interpreted mode.

    ``np.void`` records are several times slower to read and refuse
    ``record.field = 3`` on nested views; this object holds one array a field. Numbers are Python's
    own, which do not wrap.

    Args:
        buffer: The record's bytes, shape ``(dtype.itemsize,)``, ``uint8``.
        dtype: A packed structured dtype.
    """

    __slots__ = ("_buffer", "_dtype", "_parts")

    def __new__(cls, buffer: Bytes, dtype: np.dtype[Any]) -> RecordView:  # noqa: ARG004
        """Return a view of the class whose attributes are the fields of ``dtype``."""
        return object.__new__(_class_of(dtype))

    def __init__(self, buffer: Bytes, dtype: np.dtype[Any]) -> None:
        self._buffer = buffer
        self._dtype = dtype
        self._parts: dict[str, Any] = {}  # those that were asked for

    def __getattr__(self, name: str) -> Any:
        """Refuse what is no field."""
        raise AttributeError(name)

    def clear(self) -> None:
        """Write zeros into every field."""
        self._buffer[:] = 0

    def exchange(self, other: RecordView) -> None:
        """Exchange all fields of another record, which this one has too."""
        fields: Any = self._dtype.fields
        theirs: Any = other._dtype.fields
        for name, (dtype, offset) in theirs.items():
            start = fields[name][1]
            mine, own = (
                self._buffer[start : start + dtype.itemsize],
                slice(offset, offset + dtype.itemsize),
            )
            kept = mine.copy()
            mine[:] = other._buffer[own]
            other._buffer[own] = kept

    def _part(self, name: str) -> Any:
        """Return a field as an array, or a record as a view, and keep it."""
        fields: Any = self._dtype.fields
        dtype, offset = fields[name][:2]
        part: Any = self._buffer[offset : offset + dtype.itemsize]
        if dtype.names is not None:
            part = RecordView(part, dtype)
        else:
            part = part.view(dtype.base).reshape(dtype.shape or (1,))
        self._parts[name] = part
        return part


@cache
def _class_of(dtype: np.dtype[Any]) -> type[RecordView]:
    """Return the class of the views of a dtype: properties are the fastest way to a field."""
    fields = {name: _field(name, dtype[name]) for name in dtype.names or ()}
    return type(RecordView.__name__, (RecordView,), {"__slots__": (), **fields})


def _field(name: str, dtype: np.dtype[Any]) -> property:
    """Return the property of a field: a Python number, an array, or a view."""

    def part(view: RecordView) -> Any:
        try:
            return view._parts[name]
        except KeyError:
            return view._part(name)

    def number(view: RecordView) -> Any:
        return part(view).item()

    def write(view: RecordView, value: Any) -> None:
        part(view)[...] = value

    return property(part if dtype.shape or dtype.names else number, write)
