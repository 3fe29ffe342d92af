"""Libraries of machine code: functions of one game in one piece, called by their addresses.

A helper that several of these functions reach is compiled once. The file is an object file, for
which neither Numba nor the sources are needed any more.
"""

from __future__ import annotations

import gc
import inspect
import os
import tempfile
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import numba
import numpy as np
from llvmlite import binding
from numba.core.compiler_lock import global_compiler_lock

from tablemates.envs.core.compiler.by_address import ARRAYS, array_type, number_type, result_type
from tablemates.envs.core.compiler.cache import compiling
from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.compiler.linking import object_code

_types: Any = numba.types
_DIGEST: Final = 32  # bytes at the end of a file


class Exported(NamedTuple):
    """A function of a library.

    Attributes:
        function: A helper.
        call: The function by which others call it, see ``by_address``.
        layouts: Records, or types of other arguments, by the names of the call's parameters. The
            others are arrays by name, see ``ARRAYS``, or whole numbers.
    """

    function: Any
    call: Any
    layouts: Mapping[str, Any]

    def signature(self) -> Any:
        """Return the types of arguments and result."""
        plain = self.call.stands_for
        _, *names = inspect.signature(plain).parameters  # without the table
        return result_type(plain)(*map(self._type_of, names))

    def _type_of(self, name: str) -> Any:
        if name in self.layouts:
            known = self.layouts[name]
            return numba.from_dtype(known) if isinstance(known, np.dtype) else known
        return array_type(name) if name in ARRAYS else number_type(name)


def addresses_of(
    name: str, functions: Mapping[str, Exported], folder: Path, seconds: int = 0
) -> dict[str, int]:
    """Return the addresses of a library's functions; it is loaded, or compiled first.

    Args:
        name: Of the library, for messages and its file.
        functions: By name.
        folder: For its file, which stands for the sources.
        seconds: That compiling takes about, for the message; 0: not worth a word.
    """
    file = folder / f"{name}.o"
    with global_compiler_lock:
        if file not in _libraries:
            with compiling(f"rules of {name}", folder, seconds):
                _libraries[file] = _load(functions, file)
        return _libraries[file]


#: Addresses by file; what they lead to must not be freed.
_libraries: dict[Path, dict[str, int]] = {}
_loaded: list[Any] = []


def _load(functions: Mapping[str, Exported], file: Path) -> dict[str, int]:
    code = _read(file)
    if code is None:
        code = _compiled(functions, file)
        _write(file, code)
    _loaded.append(binding.ObjectFileRef.from_data(code))
    engine = _engine()
    engine.add_object_file(_loaded[-1])
    engine.finalize_object()
    first = _first_names(functions)
    return {one: engine.get_function_address(_symbol(file, first[one])) for one in functions}


def _first_names(functions: Mapping[str, Exported]) -> dict[str, str]:
    """Return for each name the first one of the same function."""
    first: dict[int, str] = {}
    return {one: first.setdefault(id(given.function), one) for one, given in functions.items()}


def _engine() -> Any:
    """Return the loader of Numba, which knows the functions that Numba's code calls."""
    return numba.core.registry.cpu_target.target_context.codegen()._engine._ee


def _symbol(file: Path, function: str) -> str:
    """Return a symbol that no other library has."""
    return f"{file.stem}.{file.parent.name}.{function}"


def _compiled(functions: Mapping[str, Exported], file: Path) -> bytes:
    collects = gc.isenabled()
    gc.disable()  # looking for garbage takes a tenth of the time and finds none
    try:
        exported: list[tuple[str, Any]] = []
        for one in dict.fromkeys(_first_names(functions).values()):
            given = functions[one]
            wanted = given.signature()
            result = given.function.part_for(wanted.args)
            found = result.signature.return_type
            if found != wanted.return_type and not isinstance(found, _types.Integer):
                raise TypeError(f"{file.stem}: {one} returns {found}, not {wanted.return_type}")
            if found != wanted.return_type:  # a number of another width
                result = _widening(given.function, len(wanted.args)).part_for(wanted.args)
            exported.append((_symbol(file, one), result))
        return object_code(file.stem, exported)
    finally:
        if collects:
            gc.enable()


def _widening(function: Any, arguments: int) -> Any:
    """Return a helper that returns the whole number of another one as 64 bits."""
    names = ", ".join(f"a{n}" for n in range(arguments))
    made: dict[str, Any] = {"function": function, "int64": np.int64}
    exec(f"def widened({names}):\n    return int64(function({names}))", made)
    return helper(made["widened"])


def _read(file: Path) -> bytes | None:
    """Return the code of a file; a damaged one counts as missing."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    code, digest = content[:-_DIGEST], content[-_DIGEST:]
    return code if blake2b(code, digest_size=_DIGEST).digest() == digest else None


def _write(file: Path, code: bytes) -> None:
    """Write a file whole or not at all; without room for it, the process keeps the code alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(code + blake2b(code, digest_size=_DIGEST).digest())
        Path(temporary).replace(file)
    except OSError:
        return
