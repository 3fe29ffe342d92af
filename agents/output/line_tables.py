"""Tables of numbers as files to which commands add lines: CSV, one line for each key."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from tablemates.agents.errors import FolderError
from tablemates.agents.output.folders import check_file, write_whole


def check_table(file: Path | None, head: Sequence[str]) -> None:
    """Refuse a file to which no lines can be added, before there are any; None: none is wanted.

    Raises:
        FolderError: It cannot be written, or holds something else.
    """
    if file is not None:
        check_file(file)
        _lines_in(file, head)


def add_lines(
    file: Path, head: Sequence[str], lines: Sequence[Sequence[object]], key: Sequence[str]
) -> None:
    """Add lines to a table; those of before that have the ``key`` columns of a new one go."""
    columns = [head.index(one) for one in key]

    def named(line: Sequence[object]) -> tuple[str, ...]:
        return tuple(str(line[n]) for n in columns)

    new = {named(line) for line in lines}
    kept = [line for line in _lines_in(file, head) if named(line) not in new]
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([head, *kept, *lines])
    write_whole(file, text.getvalue())


def _lines_in(file: Path, head: Sequence[str]) -> list[list[str]]:
    """Return the lines of a table; none where there is no file, or an empty one."""
    if not file.exists():
        return []
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            before = list(csv.reader(stream))
    except (ValueError, csv.Error):  # of other bytes than text
        before = [[]]
    if before and (before[0] != [*head] or any(len(line) != len(head) for line in before)):
        raise FolderError(
            f"{file} is no table with the columns {', '.join(head)}: name another with --out"
        )
    return before[1:]
