"""Everything in which systems and processors differ: names of libraries, linking, loading."""

from __future__ import annotations

import ctypes
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

SUFFIX: Final = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
#: Kinds of processors that machine code is shipped for, the best first, and what each must have.
_FLAVOURS: Final = {
    "x86-64-v3": ("AVX2", "FMA3", "BMI2", "F16C", "LZCNT", "MOVBE"),
    "x86-64-v2": ("SSE42", "POPCNT"),
}
_COMPILERS: Final = ("cc", "gcc", "clang")


def features() -> dict[str, bool]:
    """Return what this processor has, as NumPy knows it."""
    found: dict[str, bool] = import_module("numpy._core._multiarray_umath").__cpu_features__
    return found


def flavours() -> list[str]:
    """Return the kinds of processors whose machine code this one runs, the best first."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return [platform.machine().lower()]
    has = features()
    return [one for one, needs in _FLAVOURS.items() if all(has.get(n, True) for n in needs)]


def wheel_tag() -> str:
    """Return the tag of wheels with machine code for this system."""
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"py3-none-{system}"


def linker() -> str | None:
    """Return the program that links, a C compiler; None without one."""
    return next(filter(None, map(shutil.which, _COMPILERS)), None)


def link(code: bytes) -> bytes | None:
    """Return the library that an object file makes; None where nothing links, or has room to."""
    if (compiler := linker()) is None:
        return None
    try:
        with tempfile.TemporaryDirectory() as folder:
            given, made = Path(folder, "code.o"), Path(folder, f"code{SUFFIX}")
            given.write_bytes(code)
            command = [compiler, "-shared", "-o", str(made), str(given)]
            if sys.platform.startswith("linux"):
                command += ["-Wl,-Bsymbolic,--strip-all,--no-undefined", "-lm"]
            done = subprocess.run(command, check=False, capture_output=True)
            return made.read_bytes() if done.returncode == 0 else None
    except OSError:
        return None


def load(file: Path, symbols: Sequence[str]) -> list[int]:
    """Load a library for the rest of this process; return the addresses of its symbols.

    Raises:
        OSError: The system does not load it.
    """
    opened = ctypes.CDLL(str(file))
    _opened.append(opened)
    return [ctypes.cast(getattr(opened, one), ctypes.c_void_p).value or 0 for one in symbols]


_opened: list[Any] = []
