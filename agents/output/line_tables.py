"""Tables of numbers as files to which commands add lines: CSV, one line for each key."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from tablemates.agents.output.folders import write_whole


def add_lines(
    file: Path, head: Sequence[str], lines: Sequence[Sequence[object]], key: Sequence[str]
) -> None:
    """Add lines to a table; those of before that have the ``key`` columns of a new one go."""
    columns = [head.index(one) for one in key]

    def named(line: Sequence[object]) -> tuple[str, ...]:
        return tuple(str(line[n]) for n in columns)

    new = {named(line) for line in lines}
    kept: list[list[str]] = []
    if file.is_file():
        with file.open(encoding="utf-8", newline="") as stream:
            _, *before = csv.reader(stream)
        kept = [line for line in before if named(line) not in new]
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([head, *kept, *lines])
    write_whole(file, text.getvalue())
