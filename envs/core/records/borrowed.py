"""Arrays and records in compiled code without reference counting.

Taking a row of an array, or handing one to a function, adds a reference to its
owner and drops it again, each with a locked instruction; so often that these
were a quarter of a decision's time. What the functions here return holds no
reference: it is to be used while an argument of the entry point keeps the array
alive, and not beyond.
"""

from __future__ import annotations

from ctypes import memmove
from typing import Any, Final, TypeVar

import numpy as np

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.compiler.mode import INTERPRETED
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView

_Array = TypeVar("_Array")
#: Bytes that travel together between memory and processor.
LINE: Final = 64

if INTERPRETED:

    def borrowed(array: _Array) -> _Array:
        """Return an array; compiled, without a reference to it."""
        return array

    def record_at(buffers: Bytes, n: int, dtype: Any) -> Any:
        """Return the record in a row of bytes, shape ``(rows, at least dtype.itemsize)``."""
        return RecordView(buffers[n], dtype)

    def record_of(buffer: Bytes, dtype: Any) -> Any:
        """Return the record in bytes, shape ``(dtype.itemsize,)``."""
        return RecordView(buffer, dtype)

    def word_at(rows: Array8, n: int, offset: int) -> np.uint64:
        """Return eight bytes of a row as one word, the first one lowest."""
        word: np.uint64 = rows[n, offset : offset + 8].copy().view(np.uint64)[0]
        return word

    def fetch(rows: Any, n: int) -> None:
        """Prefetch a row into the processor's cache without waiting for it."""

    def copy_row(target: Bytes, n: int, source: Bytes, m: int) -> None:
        """Copy a row of bytes to another one of the same length."""
        target[n] = source[m]

    def clear_record(record: Any) -> None:
        """Write zeros into every field of a record."""
        record.clear()

    def copy_bytes(to: int, at: int, count: int) -> None:
        """Copy so many bytes from an address to another."""
        memmove(int(to), int(at), int(count))

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    def _byte(context: Any, builder: Any, rows: Any, arguments: Any) -> Any:
        """Return a pointer to a byte of a row: of (rows, n, offset)."""
        array = context.make_array(rows)(context, builder, arguments[0])
        stride = builder.extract_value(array.strides, 0)
        place = builder.add(builder.mul(arguments[1], stride), arguments[2])
        return builder.gep(builder.bitcast(array.data, ir.IntType(8).as_pointer()), [place])

    @intrinsic
    def borrowed(_typing: Any, array: Any) -> Any:
        """Return an array; compiled, without a reference to it."""

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            copy = context.make_array(array)(context, builder, arguments[0])
            copy.meminfo = ir.Constant(copy.meminfo.type, None)
            copy.parent = ir.Constant(copy.parent.type, None)
            return copy._getvalue()

        return array(array), write

    @intrinsic
    def record_at(_typing: Any, buffers: Any, _n: Any, dtype: Any) -> Any:
        """Return the record in a row of bytes, shape ``(rows, at least dtype.itemsize)``."""
        record = dtype.dtype

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = context.make_array(buffers)(context, builder, arguments[0])
            stride = builder.extract_value(array.strides, 0)
            start = builder.gep(array.data, [builder.mul(arguments[1], stride)])
            return builder.bitcast(start, context.get_value_type(record))

        return record(buffers, types.int64, dtype), write

    @intrinsic
    def _first_record(_typing: Any, buffer: Any, dtype: Any) -> Any:
        """Return the record at the start of an array of bytes."""
        record = dtype.dtype

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = context.make_array(buffer)(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(buffer, dtype), write

    @intrinsic
    def word_at(_typing: Any, rows: Any, _n: Any, _offset: Any) -> Any:
        """Return eight bytes of a row as one word, the first one lowest."""

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            start = _byte(context, builder, rows, arguments)
            word = builder.bitcast(start, ir.IntType(64).as_pointer())
            return builder.load(word, align=1)

        return types.uint64(rows, types.int64, types.int64), write

    @intrinsic
    def _fetch_line(_typing: Any, rows: Any, _n: Any, _offset: Any) -> Any:
        """Prefetch the cache line of a byte of a row."""

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            start = _byte(context, builder, rows, arguments)
            pointer, number = start.type, ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            insert: Any = cgutils.get_or_insert_function
            # For reading, with high locality, of data.
            builder.call(
                insert(builder.module, kind, "llvm.prefetch.p0i8"),
                [start, number(0), number(3), number(1)],
            )
            return context.get_dummy_value()

        return types.none(rows, types.int64, types.int64), write

    @intrinsic
    def copy_row(_typing: Any, target: Any, _n: Any, source: Any, _m: Any) -> Any:
        """Copy a row of bytes to another one of the same length."""

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            to = _byte(context, builder, target, [*arguments[:2], word(0)])
            from_ = _byte(context, builder, source, [*arguments[2:], word(0)])
            array = context.make_array(target)(context, builder, arguments[0])
            count = builder.extract_value(array.shape, 1)
            cgutils.raw_memmove(builder, to, from_, count, 1)  # type: ignore[no-untyped-call]
            return context.get_dummy_value()

        return types.none(target, types.int64, source, types.int64), write

    @intrinsic
    def clear_record(_typing: Any, record: Any) -> Any:
        """Write zeros into every field of a record."""

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
            cgutils.memset(builder, start, ir.IntType(64)(record.size), 0)  # type: ignore[no-untyped-call]
            return context.get_dummy_value()

        return types.none(record), write

    @intrinsic
    def copy_bytes(_typing: Any, _to: Any, _at: Any, _count: Any) -> Any:
        """Copy so many bytes from an address to another."""

        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            pointer = ir.IntType(8).as_pointer()
            to, at = (builder.inttoptr(one, pointer) for one in arguments[:2])
            cgutils.raw_memcpy(builder, to, at, arguments[2], 1)  # type: ignore[no-untyped-call]
            return context.get_dummy_value()

        return types.none(types.int64, types.int64, types.int64), write

    @helper
    def record_of(buffer: Bytes, dtype: Any) -> Any:
        """Return the record in bytes, shape ``(dtype.itemsize,)``."""
        return _first_record(buffer, dtype)  # type: ignore[call-arg]

    @inlined
    def fetch(rows: Any, n: int) -> None:
        """Prefetch a row into the processor's cache without waiting for it."""
        for offset in range(0, rows.shape[1], LINE):
            _fetch_line(rows, n, offset)  # type: ignore[call-arg]
