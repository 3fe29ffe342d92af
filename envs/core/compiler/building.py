"""Machine code of libraries; Numba is needed here and in what only this module reaches."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numba
import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.np.arrayobj import populate_array

from tablemates.envs.core.compiler.arguments import ArrayKind, Kind, TupleKind
from tablemates.envs.core.compiler.linking import PartCompiler, object_code

_types: Any = numba.types
_cgutils: Any = cgutils
_njit: Any = numba.njit  # with options that its type stubs lack
_OPTIONS: Final[Mapping[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": PartCompiler,
}
_WORD: Final = ir.IntType(64)
_POINTER: Final = ir.IntType(8).as_pointer()
# Where an array's object has its data, and the addresses of shape and strides.
_DATA, _SHAPE, _STRIDES = 16, 32, 40


#: What Numba's types refer to weakly.
_kept: Final[list[Any]] = []


def type_of_helper(function: Callable[..., Any], inline: bool, reorder: bool) -> Any:
    """Return what Numba takes a helper for, see ``decorators``."""
    fast: Any = {"reassoc", "contract", "nsz"} if reorder else False
    part = _njit(forceinline=inline, fastmath=fast, **_OPTIONS)(function)
    compile_for = part.compile
    part.compile = lambda arguments: compile_for(tuple(map(_widened, arguments)))
    _kept.append(part)
    return part._numba_type_


def type_of_intrinsic(code: Callable[..., Any]) -> Any:
    """Return what Numba takes a function for whose types and instructions a function returns."""
    context: Any = cpu_target.typing_context
    found = numba.extending.intrinsic(code)
    _kept.append(found)
    context.refresh()
    return context.resolve_value_type(found)


def _widened(argument: Any) -> Any:
    """Return ``int64`` for the type of a narrower whole number, any other type as it is."""
    argument = _types.unliteral(argument)
    if isinstance(argument, _types.IntEnumMember):
        return _types.int64
    if isinstance(argument, _types.Integer) and argument != _types.uint64:
        return _types.int64
    return argument


def part_for(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the code of a helper for arguments of some types, compiled if need be."""
    part = function._numba_type_.dispatcher
    part.compile(arguments)
    return part.overloads[tuple(map(_widened, arguments))]


def library_code(name: str, functions: Mapping[str, Any]) -> bytes:
    """Return the object file of functions by their symbols.

    Raises:
        TypeError: One does not return what it should.
    """
    collects = gc.isenabled()
    gc.disable()  # looking for garbage takes a tenth of the time and finds none
    try:
        codes = [(symbol, given.machine_code()) for symbol, given in functions.items()]
        return object_code(name, codes, str(runtime()))
    finally:
        if collects:
            gc.enable()


def entry_code(function: Any, kinds: Sequence[Kind], results: Sequence[np.dtype[Any]]) -> Any:
    """Return the code of an entry point, which takes the address of a block of arguments."""
    call = "function(*unpack(block))"
    bodies = [f"{call}\n    return int64(0)", f"return number({call})", f"return {call}"]
    number = np.float64 if results and results[0] == np.float64 else np.int64
    kind = TupleKind(tuple, tuple(kinds))
    made = {"function": function, "unpack": _Unpack(kind), "int64": np.int64, "number": number}
    exec(f"def entry(block):\n    {bodies[len(results)]}", made)
    return part_for(_Made(made["entry"]), (_types.int64,))


def game_code(name: str, function: Any, wanted: Any, block: tuple[int, Kind] | None) -> Any:
    """Return the code of a function that is called by address.

    Args:
        name: For messages.
        function: A helper.
        wanted: Types of arguments and result.
        block: The parameter that arrives as the address of a block, and the kind of what is there.
    """
    if block is None:
        result = part_for(function, wanted.args)
        found = result.signature.return_type
        if found == wanted.return_type:
            return result
        if not isinstance(found, _types.Integer):
            raise TypeError(f"{name} returns {found}, not {wanted.return_type}")
    names = [f"a{n}" for n in range(len(wanted.args))]
    given = list(names)
    made: dict[str, Any] = {"function": function, "int64": np.int64}
    if block is not None:
        made["unpack"] = _Unpack(block[1])
        given[block[0]] = f"unpack({names[block[0]]})"
    call = f"function({', '.join(given)})"
    body = call if wanted.return_type == _types.none else f"return int64({call})"
    exec(f"def made({', '.join(names)}):\n    {body}", made)
    return part_for(_Made(made["made"]), wanted.args)


class _Made:
    """A helper that was written here."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._numba_type_ = type_of_helper(function, inline=False, reorder=False)


class _Unpack:
    """The intrinsic that reads what a block of arguments hands over."""

    def __init__(self, kind: Kind) -> None:
        def unpack(_typing: Any, _block: Any) -> Any:
            def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                block = builder.inttoptr(arguments[0], _WORD.as_pointer())
                return _read(context, builder, kind, block, [0])

            return type_of(kind)(_types.int64), write

        self._numba_type_ = type_of_intrinsic(unpack)


def type_of(kind: Kind) -> Any:
    """Return the type of a kind of arguments."""
    if isinstance(kind, ArrayKind):
        return _types.Array(numba.from_dtype(kind.dtype), kind.ndim, "C")
    if isinstance(kind, TupleKind):
        fields = tuple(map(type_of, kind.fields))
        plain = kind.cls is tuple
        return _types.BaseTuple.from_types(fields, None if plain else kind.cls)
    return numba.from_dtype(kind)


def _read(context: Any, builder: Any, kind: Kind, block: Any, at: list[int]) -> Any:
    """Return the value of a kind whose numbers begin at a place, which is moved behind it."""
    wanted = type_of(kind)
    if isinstance(kind, TupleKind):
        fields = [_read(context, builder, one, block, at) for one in kind.fields]
        return context.make_tuple(builder, wanted, fields)
    number = builder.load(builder.gep(block, [_WORD(at[0])]))
    at[0] += 1
    if not isinstance(kind, ArrayKind):
        return builder.bitcast(number, context.get_value_type(wanted))
    found = builder.inttoptr(number, _POINTER)

    def word(offset: int) -> Any:
        place = builder.gep(found, [_WORD(offset)])
        return builder.load(builder.bitcast(place, _WORD.as_pointer()))

    def row(offset: int) -> list[Any]:
        start = builder.inttoptr(word(offset), _WORD.as_pointer())
        return [builder.load(builder.gep(start, [_WORD(n)])) for n in range(kind.ndim)]

    array = context.make_array(wanted)(context, builder)
    populate: Any = populate_array
    populate(
        array,
        data=builder.inttoptr(word(_DATA), array.data.type),
        shape=row(_SHAPE),
        strides=row(_STRIDES),
        itemsize=_WORD(kind.dtype.itemsize),
        meminfo=None,
    )
    return array._getvalue()


def runtime() -> Any:
    """Return the module of the functions that arrays of compiled code need: new, kept, dropped.

    Numba's own count in a way that several threads may share; here no array leaves its call.
    """
    module = ir.Module("runtime")
    record = ir.LiteralStructType([_WORD, _POINTER, _POINTER, _POINTER, _WORD])
    number, none = ir.IntType(32), ir.VoidType()

    def function(name: str, result: Any, *arguments: Any) -> tuple[Any, Any]:
        made = ir.Function(module, ir.FunctionType(result, arguments), name)
        return made, ir.IRBuilder(made.append_basic_block())

    malloc = ir.Function(module, ir.FunctionType(_POINTER, [_WORD]), "malloc")
    free = ir.Function(module, ir.FunctionType(none, [_POINTER]), "free")

    allocate, builder = function("NRT_MemInfo_alloc_aligned", _POINTER, _WORD, number)
    size, align = allocate.args
    align = builder.zext(align, _WORD)
    head = _WORD(40)
    found = builder.call(malloc, [builder.add(builder.add(size, align), head)])
    with builder.if_then(builder.icmp_unsigned("!=", found, ir.Constant(_POINTER, None))):
        info = builder.bitcast(found, record.as_pointer())
        start = builder.add(builder.ptrtoint(found, _WORD), head)
        start = builder.add(start, builder.sub(align, _WORD(1)))
        start = builder.and_(start, builder.neg(align))
        nothing = ir.Constant(_POINTER, None)
        fields = [_WORD(1), nothing, nothing, builder.inttoptr(start, _POINTER), size]
        for n, value in enumerate(fields):
            builder.store(value, builder.gep(info, [number(0), number(n)]))
    builder.ret(found)

    data, builder = function("NRT_MemInfo_data_fast", _POINTER, _POINTER)
    info = builder.bitcast(data.args[0], record.as_pointer())
    builder.ret(builder.load(builder.gep(info, [number(0), number(3)])))

    # Whether an array in one piece can be seen in another shape, such as in one dimension.
    words = _WORD.as_pointer()
    takes = [_WORD, words, words, _WORD, words, words, _WORD, number]
    reshape, builder = function("numba_attempt_nocopy_reshape", number, *takes)
    count, shape, strides, new_count, new_shape, new_strides, itemsize, _order = reshape.args
    step = _cgutils.alloca_once_value(builder, itemsize)
    for length, sizes, apart, known in (
        (count, shape, strides, True),
        (new_count, new_shape, new_strides, False),
    ):
        builder.store(itemsize, step)
        with _cgutils.for_range(builder, length) as loop:
            place = builder.sub(builder.sub(length, loop.index), _WORD(1))
            size, wanted = builder.load(builder.gep(sizes, [place])), builder.load(step)
            at = builder.gep(apart, [place])
            if known:
                other = builder.icmp_unsigned("!=", builder.load(at), wanted)
                several = builder.icmp_unsigned("!=", size, _WORD(1))
                with builder.if_then(builder.and_(other, several)):
                    builder.ret(number(0))
            else:
                builder.store(wanted, at)
            builder.store(builder.mul(wanted, size), step)
    builder.ret(number(1))

    for name, more in (("NRT_incref", 1), ("NRT_decref", -1)):
        counted, builder = function(name, none, _POINTER)
        (info,) = counted.args
        with builder.if_then(builder.icmp_unsigned("!=", info, ir.Constant(_POINTER, None))):
            place = builder.bitcast(info, _WORD.as_pointer())
            count = builder.add(builder.load(place), _WORD(more))
            builder.store(count, place)
            if more < 0:
                with builder.if_then(builder.icmp_unsigned("==", count, _WORD(0))):
                    builder.call(free, [info])
        builder.ret_void()
    return module


def new_engine() -> Any:
    """Return a loader of object files."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
