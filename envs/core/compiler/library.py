"""Libraries of machine code: functions of one game or module, called by their addresses.

A library came with the package, or is compiled once on this machine and kept in a cache. Neither
Numba nor LLVM is needed where it is loaded. A helper that several of its functions reach is
compiled once.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from tablemates.envs.core.compiler import platform
from tablemates.envs.core.compiler.arguments import Kind
from tablemates.envs.core.compiler.cache import WRITERS, code_folder, only_one, timed
from tablemates.envs.core.compiler.sources import file_of, sources_of, text_of
from tablemates.envs.core.errors import SettingsError

_TOP: Final = Path(__file__).parents[3]
#: Where libraries were made ahead, a folder for each kind of processor: those that came with the
#: package, and those that ``tablemates.build`` has made in a checkout.
SHIPPED: Final = [
    one for one in (_TOP / "machine_code", _TOP / "build" / "machine_code") if one.is_dir()
]
#: Ends the name of what is kept where nothing links.
_OBJECT: Final = ".o"
_NEEDS_NUMBA: Final = (
    "Machine code of the {what} has to be made on this machine, which needs Numba: "
    "pip install 'tablemates[jit]'"
)


class Compiled(Protocol):
    """A function of a library."""

    def machine_code(self) -> Any:
        """Return what Numba has compiled it to."""


class Exported(NamedTuple):
    """A function that is called by address.

    Attributes:
        function: A helper.
        call: The function by which others call it, see ``by_address``.
        layouts: Records by the names of the call's parameters. The others are arrays by name, see
            ``ARRAYS``, or whole numbers.
        blocks: Parameters that arrive as the address of a block of arguments, and the kind of what
            is there.
    """

    function: Any
    call: Any
    layouts: Mapping[str, np.dtype[Any]]
    blocks: Mapping[str, Kind] = {}

    def machine_code(self) -> Any:
        """Return what Numba has compiled it to."""
        calling = import_module("tablemates.envs.core.compiler.calling")
        return calling.code_of(self)


def addresses_of(
    name: str, functions: Mapping[str, Any], modules: Sequence[str], what: str, seconds: int = 0
) -> dict[str, int]:
    """Return the addresses of a library's functions; it is loaded, or compiled first.

    Whoever compiles says so; other processes wait for it.

    Args:
        name: Of the library.
        functions: By name: ``Compiled``.
        modules: That the functions are written in.
        what: For messages.
        seconds: That compiling takes about, for the message; 0: not worth a word.

    Raises:
        SettingsError: It has to be compiled, and that cannot be done here.
    """
    kinds = repr([getattr(one, "blocks", {}) for one in functions.values()])
    written = tuple(getattr(one, "function", one) for one in functions.values())
    key = (name, kinds, tuple(map(id, written)))
    with _lock:
        if key not in _libraries:
            with timed():
                library = _Library(name, functions, modules, what, seconds, kinds)
                _libraries[key] = written, _addresses(library)
        return _libraries[key][1]


def is_compiled(name: str, modules: Sequence[str]) -> bool:
    """Return whether a library need not be compiled any more."""
    folders = [*_shipped(), code_folder(name, *modules)]
    return any(_note(folder, name) is not None for folder in folders)


#: Functions, which must stay, and addresses by library.
_libraries: dict[tuple[Any, ...], tuple[Any, dict[str, int]]] = {}
_kept: list[Any] = []
_lock: Final = threading.RLock()
#: Where ``tablemates.build`` wants libraries to be; None: in the cache.
destination: Path | None = None


def _shipped() -> list[Path]:
    if destination is not None:
        return [destination]
    if os.environ.get("NUMBA_BOUNDSCHECK"):  # that code has none
        return []
    return [folder / one for folder in SHIPPED for one in platform.flavours()]


class _Library(NamedTuple):
    """Request to ``addresses_of``; ``kinds`` are those of all blocks, as text."""

    name: str
    functions: Mapping[str, Any]
    modules: Sequence[str]
    what: str
    seconds: int
    kinds: str


def _addresses(asked: _Library) -> dict[str, int]:
    name, functions = asked.name, asked.functions
    first = _first_names(functions)
    symbols = [_symbol(name, first[one]) for one in functions]
    for folder in _shipped():
        if (file := _found(folder, asked)) is not None:
            return dict(zip(functions, _loaded(file, symbols), strict=True))
    folder = destination or code_folder(name, *asked.modules)
    if (file := _found(folder, asked)) is None:
        with only_one(folder, name):
            if (file := _found(folder, asked)) is None:
                code = _code(asked, [*dict.fromkeys(first.values())])
                if (file := _write(folder, asked, code)) is None:
                    return dict(zip(functions, _from_object(code, symbols), strict=True))
    return dict(zip(functions, _loaded(file, symbols), strict=True))


def _code(asked: _Library, names: Sequence[str]) -> bytes:
    """Return the object file of some functions, and say so."""
    building = _building(asked.what)
    about = f"about {asked.seconds} s, " if asked.seconds else ""
    sentence = f"Compiling the {asked.what} ({about}once for this version) ..."
    print(sentence, file=sys.stderr, flush=True)
    chosen = {_symbol(asked.name, one): asked.functions[one] for one in names}
    code: bytes = building.library_code(asked.name, chosen)
    return code


def _building(what: str) -> Any:
    try:
        return import_module("tablemates.envs.core.compiler.building")
    except ImportError as error:
        raise SettingsError(_NEEDS_NUMBA.format(what=what)) from error


def _first_names(functions: Mapping[str, Any]) -> dict[str, str]:
    """Return for each name the first one of the same function."""
    first: dict[int, str] = {}
    return {
        one: first.setdefault(id(getattr(given, "function", given)), one)
        for one, given in functions.items()
    }


def _symbol(name: str, function: str) -> str:
    return f"{name}.{function}"


# -- files ---------------------------------------------------------------------------------


def _note(folder: Path, name: str) -> dict[str, Any] | None:
    """Return what is noted of a library in a folder, if its sources are as they were."""
    try:
        note: dict[str, Any] = json.loads((folder / f"{name}.json").read_bytes())
        changed = any(_hash_of_source(one) != found for one, found in note["sources"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return None if changed else note


def _found(folder: Path, asked: _Library) -> Path | None:
    """Return the file of a library; one that is damaged, or of other sources, counts as missing.

    So does an object file where libraries are made for others, who may have nothing that loads it.
    """
    if (note := _note(folder, asked.name)) is None or note.get("kinds") != asked.kinds:
        return None
    if destination is not None and note.get("suffix") == _OBJECT:
        return None
    file = folder / f"{asked.name}{note.get('suffix')}"
    try:
        return file if _hash(file.read_bytes()) == note.get("digest") else None
    except OSError:
        return None


def _write(folder: Path, asked: _Library, code: bytes) -> Path | None:
    """Write a library, each file whole or not at all; None: there is no room for it.

    The caller has the folder's lock, so what a killed process has left is overwritten.
    """
    linked = platform.link(code)
    if linked is None and destination is not None:
        raise SettingsError(f"the machine code of the {asked.what} cannot be linked")
    suffix = _OBJECT if linked is None else platform.SUFFIX
    content = linked or code
    sources = {
        one: _hash(text.encode()) for one, text in sources_of(*asked.modules, *WRITERS).items()
    }
    note = {"suffix": suffix, "digest": _hash(content), "kinds": asked.kinds, "sources": sources}
    file = folder / f"{asked.name}{suffix}"
    try:
        written = {file: content, folder / f"{asked.name}.json": json.dumps(note).encode()}
        for path, data in written.items():
            new = path.with_name(f"{path.name}.new")
            new.write_bytes(data)
            new.replace(path)
    except OSError:
        return None
    return file


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


@cache
def _hash_of_source(key: str) -> str:
    """Return the hash of a source, as ``sources_of`` names it; empty without one."""
    file = file_of(key)
    return _hash(b"" if file is None else text_of(file).encode())


# -- loading -------------------------------------------------------------------------------


def _loaded(file: Path, symbols: Sequence[str]) -> list[int]:
    if file.suffix == _OBJECT:
        return _from_object(file.read_bytes(), symbols)
    try:
        return platform.load(file, symbols)
    except OSError as error:
        raise SettingsError(
            f"machine code cannot be loaded ({error}): set the environment variable "
            "NUMBA_CACHE_DIR to a folder from which programs may be run"
        ) from error


def _from_object(code: bytes, symbols: Sequence[str]) -> list[int]:
    """Load an object file by LLVM, which is there where nothing links."""
    binding = import_module("llvmlite.binding")
    building = _building("game")
    engine = building.new_engine()
    _kept.extend((engine, binding.ObjectFileRef.from_data(code)))
    engine.add_object_file(_kept[-1])
    engine.finalize_object()
    return [engine.get_function_address(one) for one in symbols]
