"""Files that may come from strangers: plain files alone, and no more of them than is allowed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final

#: Bytes of a file with one game, and of a line with one.
LARGEST_GAME: Final = 8_000_000


def read_plain(file: Path, largest: int) -> bytes:
    """Return what is in a file.

    Args:
        file: The file.
        largest: Bytes that it may have.

    Raises:
        OSError: It cannot be read, is larger, or is a device or a pipe, which may have no end.
    """
    with _opened(file) as stream:
        size = os.fstat(stream.fileno()).st_size
        if size > largest:
            raise OSError(errno.EFBIG, f"larger than {largest:,} bytes", str(file))
        return stream.read(size)  # memory is asked for all that read() is allowed


def plain_lines(file: Path, longest: int = LARGEST_GAME) -> Iterator[bytes]:
    """Yield the lines of a file, each with its end.

    Args:
        file: The file.
        longest: Bytes that a line may have.

    Raises:
        OSError: It cannot be read, a line is longer, or it is a device or a pipe.
    """
    with _opened(file) as stream:
        while line := stream.readline(longest + 1):
            if len(line) > longest:
                raise OSError(errno.EFBIG, f"a line is longer than {longest:,} bytes", str(file))
            yield line


def _opened(file: Path) -> BufferedReader:
    # Without waiting: a pipe that nobody writes into would never open.
    number = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    stream = os.fdopen(number, "rb")
    if not stat.S_ISREG(os.fstat(number).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "no plain file", str(file))
    return stream
