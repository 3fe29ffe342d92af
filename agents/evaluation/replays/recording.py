"""Recorded games: replay files, and lines of files of rows."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablemates.agents.evaluation.rows import TIMEOUT, Row, row_of
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.replay import Replay

#: ``rows.jsonl:7`` is the seventh line of that file.
_LINE: Final = re.compile(r"(.+):(\d{1,9})")
_ROWS: Final = ".jsonl"
#: Stands for a human player in the files of the game table.
PERSON: Final = "person"


@dataclass(frozen=True, slots=True)
class Recording:
    """A played game.

    Attributes:
        replay: The moves.
        source: Where it comes from, for messages and titles.
        agents: ``PERSON`` or an agent by seat; empty if unknown.
        end: How it ended where the rules do not tell, a sentence; None: they do.
    """

    replay: Replay
    source: str
    agents: tuple[str, ...] = ()
    end: str | None = None

    @classmethod
    def of_row(cls, row: Row, source: str) -> Recording:
        """Return the game of a row.

        Raises:
            FormatError: The row's actions are damaged; the message names the source.
        """
        try:
            replay = row.replay()
        except FormatError as error:
            raise FormatError(f"{source}: {error}") from error
        return cls(replay, source, row.agents, _end_of(row))


def _end_of(row: Row) -> str | None:
    if row.forfeit is not None:
        return f"The game was forfeited: {row.forfeit}"
    if row.cause == TIMEOUT:
        return f"The game was cut after {row.max_turns} turns: it counts as lost."
    return None


def read_recording(name: str) -> Recording:
    """Read a game.

    Args:
        name: A replay file, ``rows.jsonl:7`` (the seventh row), or a file with one row.

    Raises:
        FormatError: There is no such row, or the file is neither replay nor rows.
        OSError: The file cannot be read.
    """
    file, line = Path(name), None
    found = _LINE.fullmatch(name)
    if found and not file.exists():
        file, line = Path(found[1]), int(found[2])
    if not file.is_file():
        kind = "a folder: name a file in it" if file.is_dir() else "not there"
        raise FormatError(f"{file} is {kind}")
    if line is None and file.suffix != _ROWS:
        return Recording(Replay.read(file), str(file), _seats_at_the_table(file))
    lines = file.read_bytes().splitlines()
    if line is None and len(lines) > 1:
        raise FormatError(
            f"{file} has {len(lines)} games: name one of them, {file}:1 to {file}:{len(lines)}"
        )
    line = 1 if line is None else line
    if not 1 <= line <= len(lines):
        raise FormatError(f"{file} has no line {line}")
    source = f"{file}:{line}"
    return Recording.of_row(row_of(lines[line - 1], source), source)


def _seats_at_the_table(file: Path) -> tuple[str, ...]:
    """Return who played a game that the game table has saved; empty for any other replay."""
    table = json.loads(file.read_bytes()).get("table")
    seats = table.get("seats") if isinstance(table, dict) else None
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        return ()
    return tuple(seats)
