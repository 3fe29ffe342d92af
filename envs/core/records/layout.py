"""Record layouts: a class with annotated fields becomes a NumPy structured dtype.

A layout class is written once and serves twice: the type checker sees its
annotations, NumPy and Numba see the dtype made from them.  Layouts are packed
(no padding bytes), so equal records are equal bytes.
"""

from __future__ import annotations

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

    __slots__ = ("_buffer", "_dtype", "_slots")

    def __init__(self, buffer: Bytes, dtype: np.dtype[Any]) -> None:
        object.__setattr__(self, "_buffer", buffer)
        object.__setattr__(self, "_dtype", dtype)
        object.__setattr__(self, "_slots", {})  # of the fields that were asked for

    def _slot(self, name: str) -> Any:
        try:
            return self._slots[name]
        except KeyError:
            pass
        try:
            field_dtype, offset = self._dtype.fields[name][:2]
        except KeyError:
            raise AttributeError(name) from None
        slot: Any
        part = self._buffer[offset : offset + field_dtype.itemsize]
        if field_dtype.names is not None:
            slot = RecordView(part, field_dtype)
        elif field_dtype.shape:
            slot = part.view(field_dtype.base).reshape(field_dtype.shape)
        else:
            slot = _Scalar(part.view(field_dtype))
        self._slots[name] = slot
        return slot

    def __getattr__(self, name: str) -> Any:
        value = self._slot(name)
        return value.array.item() if type(value) is _Scalar else value

    def __setattr__(self, name: str, value: Any) -> None:
        slot = self._slot(name)
        if type(slot) is _Scalar:
            slot.array[0] = value
        else:
            slot[...] = value

    def clear(self) -> None:
        """Write zeros into every field."""
        self._buffer[:] = 0


class _Scalar:
    """Marks a field that reads and writes as one number."""

    __slots__ = ("array",)

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self.array = array
