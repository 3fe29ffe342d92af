"""Reading files that users name: regular files only, up to a size."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

#: Greatest size in bytes of a file with one game, and of a line with one.
LARGEST_GAME: Final = 8_000_000


def read_plain(file: Path, largest: int) -> bytes:
    """Return the content of a file.

    Args:
        file: The file.
        largest: Greatest size in bytes.

    Raises:
        OSError: It cannot be read, is larger, or is a device or a pipe.
    """
    if _size_of(file) > largest:
        raise OSError(errno.EFBIG, f"larger than {largest:,} bytes", str(file))
    return file.read_bytes()


def plain_lines(file: Path, longest: int = LARGEST_GAME) -> Iterator[bytes]:
    """Yield the lines of a file, each with its end.

    Args:
        file: The file.
        longest: Greatest length of a line in bytes.

    Raises:
        OSError: It cannot be read, a line is longer, or it is a device or a pipe.
    """
    _size_of(file)
    with file.open("rb") as stream:
        while line := stream.readline(longest + 1):
            if len(line) > longest:
                raise OSError(errno.EFBIG, f"a line is longer than {longest:,} bytes", str(file))
            yield line


def _size_of(file: Path) -> int:
    status = file.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "no plain file", str(file))
    return status.st_size
