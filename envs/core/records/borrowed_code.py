"""Instructions of the functions in ``borrowed``: what each is typed as, and what it becomes."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils


def _byte(context: Any, builder: Any, rows: Any, arguments: Any) -> Any:
    """Return a pointer to a byte of a row: of (rows, n, offset)."""
    array = context.make_array(rows)(context, builder, arguments[0])
    stride = builder.extract_value(array.strides, 0)
    place = builder.add(builder.mul(arguments[1], stride), arguments[2])
    return builder.gep(builder.bitcast(array.data, ir.IntType(8).as_pointer()), [place])


def borrowed(_typing: Any, array: Any) -> Any:
    """Return an array; compiled, without a reference to it."""

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        copy = context.make_array(array)(context, builder, arguments[0])
        copy.meminfo = ir.Constant(copy.meminfo.type, None)
        copy.parent = ir.Constant(copy.parent.type, None)
        return copy._getvalue()

    return array(array), write


def record_at(_typing: Any, buffers: Any, _n: Any, dtype: Any) -> Any:
    """Return the record in a row of bytes, shape ``(rows, at least dtype.itemsize)``."""
    record = dtype.dtype

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        array = context.make_array(buffers)(context, builder, arguments[0])
        stride = builder.extract_value(array.strides, 0)
        start = builder.gep(array.data, [builder.mul(arguments[1], stride)])
        return builder.bitcast(start, context.get_value_type(record))

    return record(buffers, types.int64, dtype), write


def record_of(_typing: Any, buffer: Any, dtype: Any) -> Any:
    """Return the record at the start of an array of bytes."""
    record = dtype.dtype

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        array = context.make_array(buffer)(context, builder, arguments[0])
        return builder.bitcast(array.data, context.get_value_type(record))

    return record(buffer, dtype), write


def word_at(_typing: Any, rows: Any, _n: Any, _offset: Any) -> Any:
    """Return eight bytes of a row as one word, the first one lowest."""

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = _byte(context, builder, rows, arguments)
        word = builder.bitcast(start, ir.IntType(64).as_pointer())
        return builder.load(word, align=1)

    return types.uint64(rows, types.int64, types.int64), write


def fetch_line(_typing: Any, rows: Any, _n: Any, _offset: Any) -> Any:
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


def clear_record(_typing: Any, record: Any) -> Any:
    """Write zeros into every field of a record."""

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        cgutils.memset(builder, start, ir.IntType(64)(record.size), 0)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.none(record), write


def exchange(_typing: Any, record: Any, other: Any) -> Any:
    """Exchange all fields of another record, which the first one has too."""
    places: list[tuple[int, int, int]] = []  # in each of the two, and how many bytes
    for name, field in sorted(other.fields.items(), key=lambda one: int(one[1].offset)):
        at, start, size = record.fields[name].offset, field.offset, _size_of(field.type)
        if places and (at, start) == (sum(places[-1][::2]), sum(places[-1][1:])):
            at, start, before = places.pop()
            size += before
        places.append((at, start, size))

    def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8)
        first, second = (builder.bitcast(one, byte.as_pointer()) for one in arguments)
        for at, start, size in places:
            done = 0
            while done < size:
                count = max(n for n in (1, 2, 4, 8, 16, 32) if n <= size - done)
                kind = ir.VectorType(byte, count).as_pointer()
                ends = [
                    builder.bitcast(builder.gep(one, [ir.IntType(64)(place + done)]), kind)
                    for one, place in ((first, at), (second, start))
                ]
                mine, theirs = (builder.load(one, align=1) for one in ends)
                builder.store(theirs, ends[0], align=1)
                builder.store(mine, ends[1], align=1)
                done += count
        return _context.get_dummy_value()

    return types.none(record, other), write


def _size_of(kind: Any) -> int:
    """Return the bytes of a field: of a number, or of an array of numbers."""
    if isinstance(kind, types.NestedArray):
        return int(kind.nitems * kind.dtype.bitwidth // 8)
    return int(kind.bitwidth // 8)


def copy_bytes(_typing: Any, _to: Any, _at: Any, _count: Any) -> Any:
    """Copy so many bytes from an address to another."""

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        to, at = (builder.inttoptr(one, pointer) for one in arguments[:2])
        cgutils.raw_memcpy(builder, to, at, arguments[2], 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.none(types.int64, types.int64, types.int64), write
