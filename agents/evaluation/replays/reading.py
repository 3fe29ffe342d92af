"""Reads a recorded game: a replay file, or a line of a file of rows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tablemates.agents.evaluation.rows import row_of
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.replay import Replay

#: ``rows.jsonl:7`` is the seventh line of that file.
_LINE: Final = re.compile(r"(.+):(\d{1,9})")
_ROWS: Final = ".jsonl"


def read_game(name: str) -> Replay:
    """Read a replay file, ``rows.jsonl:7`` (the seventh row), or a file with one row.

    Raises:
        FormatError: There is no such row, or the file is neither replay nor rows.
    """
    file, line = Path(name), None
    found = _LINE.fullmatch(name)
    if found and not file.exists():
        file, line = Path(found[1]), int(found[2])
    if not file.is_file():
        kind = "a folder: name a file in it" if file.is_dir() else "not there"
        raise FormatError(f"{file} is {kind}")
    if line is None and file.suffix != _ROWS:
        return Replay.read(file)
    lines = file.read_bytes().splitlines()
    if line is None and len(lines) > 1:
        raise FormatError(
            f"{file} has {len(lines)} games: name one of them, {file}:1 to {file}:{len(lines)}"
        )
    line = 1 if line is None else line
    if not 1 <= line <= len(lines):
        raise FormatError(f"{file} has no line {line}")
    source = f"{file}:{line}"
    row = row_of(lines[line - 1], source)
    try:
        return row.replay()
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from error
