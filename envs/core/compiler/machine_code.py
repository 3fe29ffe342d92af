"""Files with machine code: what is damaged counts as missing, and a copy of the sources reuses it.

Numba's own cache remembers path and time of a source file. Here the folder stands for the sources
(``code_folder`` in ``cache``), so that names of files depend on modules and functions alone.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

_DIGEST: Final = 16  # bytes at the end of a file


class MachineCode(FunctionCache):
    """The machine code of one function on disk.

    Args:
        function: An entry point.
        folder: For the code of functions made from certain sources.
    """

    def __init__(self, function: Callable[..., object], folder: Path) -> None:
        self._name, self._py_func, self._cache_path = repr(function), function, str(folder)
        self._impl = _Reducer(function, folder)
        name = f"{function.__module__}.{function.__qualname__}"
        for sign in "<>":  # which file systems forbid
            name = name.replace(sign, "")
        self._cache_file = _WholeFiles(str(folder), name, None)  # type: ignore[no-untyped-call]
        self.enable()  # type: ignore[no-untyped-call]


class _Reducer(CompileResultCacheImpl):
    """The kept part of a function; it is its own locator, which Numba asks for its folder."""

    def __init__(self, function: Callable[..., object], folder: Path) -> None:
        code: Any = function.__code__
        self._lineno, self._py_file, self._folder = code.co_firstlineno, code.co_filename, folder
        self._locator = self

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)


class _WholeFiles(IndexDataCacheFile):
    """An index and files of machine code; a digest ends each, which unpickling does not read.

    A machine that loses power may leave files empty, cut off or with pages of zeros.
    """

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[Any]:
        written = io.BytesIO()
        yield written
        content = written.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(content + blake2b(content, digest_size=_DIGEST).digest())

    def _load_index(self) -> Any:
        if not _is_whole(self._index_path):
            return {}
        return super()._load_index()  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        if not _is_whole(self._data_path(name)):  # type: ignore[no-untyped-call]
            raise FileNotFoundError(name)  # Numba then compiles
        return super()._load_data(name)  # type: ignore[no-untyped-call]


def _is_whole(path: str) -> bool:
    try:
        content = Path(path).read_bytes()
    except OSError:
        return False
    return content.endswith(blake2b(content[:-_DIGEST], digest_size=_DIGEST).digest())
