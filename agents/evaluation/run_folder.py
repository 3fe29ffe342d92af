"""The folder of a run: what is played there, and every game that is done.

While a plan is played, each process writes its games into a file of its own
below ``journal``, a line as soon as a game has ended. Whatever stops the run, the
lines stay, and the same command goes on after them; only a line that was being
written is lost. When all games are done, ``rows.jsonl`` has them in the plan's
order, and the journal goes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import FolderError
from tablemates.agents.evaluation.plan import Cell, Plan
from tablemates.agents.evaluation.rows import START, Row, each_row, follows, line_of, rehashed
from tablemates.agents.folders import write_whole

ROWS: Final = "rows.jsonl"
PLAN: Final = "plan.json"
JOURNAL: Final = "journal"
#: What is made of the rows: numbers, all tables as data and as text, and the page.
RESULTS: Final = ("results.csv", "results.json", "results.md", "report.html")
REPLAYS: Final = "replays"

#: What to do about a folder that holds something else.
_WAY_OUT: Final = "begin anew with --anew, or name another folder with --out"


class RunFolder:
    """A folder that holds the games of one plan.

    Args:
        folder: Made if it is not there.
        plan: What is played.
        known: What else must be the same when the run goes on: hashes, version, and
            the digests of the policies, as plain data.

    Raises:
        FolderError: It holds the games of something else, or is damaged.
    """

    def __init__(self, folder: Path, plan: Plan, known: Mapping[str, Any]) -> None:
        self.folder = folder
        self.rows = folder / ROWS
        self._plan = plan
        self._journal = folder / JOURNAL
        cells = plan.cells()
        self._places = {cell: n * plan.games for n, cell in enumerate(cells)}
        self._total = len(cells) * plan.games
        self._claim({"plan": plan.what, **known})

    def _claim(self, told: dict[str, Any]) -> None:
        """Write down what is played here, or see that it is the same as before."""
        told = json.loads(json.dumps(told))
        file = self.folder / PLAN
        if file.exists():
            try:
                before = json.loads(file.read_text(encoding="utf-8"))
            except (ValueError, RecursionError) as error:
                raise FolderError(f"{file} is damaged ({error}): {_WAY_OUT}") from error
            if not isinstance(before, dict) or before != told:
                same = f" (and --reuse {self.folder} for what is the same)"
                raise FolderError(
                    f"{self.folder} holds the games of another plan "
                    f"({_difference(before, told)}): {_WAY_OUT}{same if self.rows.exists() else ''}"
                )
            return
        if self.rows.exists() or self._journal.exists():
            raise FolderError(f"{self.folder} holds games, but no {PLAN} says which: {_WAY_OUT}")
        if foreign := [name for name in (*RESULTS, REPLAYS) if (self.folder / name).exists()]:
            raise FolderError(
                f"{self.folder} holds {foreign[0]}, and no {PLAN} says that an evaluation wrote "
                "it: name another folder with --out"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(told, indent=1) + "\n")

    def done(self) -> npt.NDArray[np.bool_]:
        """Return which games are done, by their places in the plan.

        A line of the journal that was being written when the run stopped is cut off.

        Raises:
            FolderError: The journal is damaged elsewhere, or holds a game of no plan.
        """
        if self.rows.exists():
            return np.ones(self._total, np.bool_)
        found = np.zeros(self._total, np.bool_)
        for part in self._parts():
            good = 0
            for place, start, length in self._lines(part):
                found[place] = True
                good = start + length + 1
            if part.stat().st_size > good:
                os.truncate(part, good)
        return found

    def part(self, name: int | str) -> Part:
        """Return a file of the journal; every process has its own."""
        self._journal.mkdir(exist_ok=True)
        return Part(self._journal / f"{name}.jsonl")

    def place(self, cell: Cell, number: int) -> int:
        """Return the place of a game of one of the plan's cells."""
        return self._places[cell] + number

    def finish(self) -> list[Row]:
        """Write the rows in the plan's order, each with the hash of those before it.

        Returns:
            The rows, as they stand in the file.

        Raises:
            FolderError: A game is missing, or the file of a run that was done is not as it
                was written.
        """
        if not self.rows.exists():
            self._write_rows()
        found = list(unbroken(self.rows))
        if len(found) != self._total:
            raise FolderError(
                f"{self.rows} has {len(found):,} games of {self._total:,}: lines were taken away; "
                f"{_WAY_OUT}"
            )
        return found

    def _write_rows(self) -> None:
        parts = self._parts()
        where = np.full((self._total, 3), -1, np.int64)
        for n, part in enumerate(parts):
            for place, start, length in self._lines(part):
                if where[place, 0] < 0:
                    where[place] = n, start, length
        missing = np.flatnonzero(where[:, 0] < 0)
        if len(missing):
            raise FolderError(f"{self._journal}: {len(missing)} games are missing: run it again")
        new = self.rows.with_name(f".{ROWS}.new")
        streams = [part.open("rb") for part in parts]
        try:
            with new.open("w", encoding="utf-8", newline="\n") as out:
                before = START
                for n, start, length in where.tolist():
                    streams[n].seek(start)
                    line, before = rehashed(streams[n].read(length).decode(), before)
                    out.write(f"{line}\n")
                # The journal goes only when all of them are on the disk.
                out.flush()
                os.fsync(out.fileno())
        finally:
            for stream in streams:
                stream.close()
        new.replace(self.rows)
        shutil.rmtree(self._journal, ignore_errors=True)

    def _parts(self) -> list[Path]:
        return sorted(self._journal.glob("*.jsonl"))

    def _lines(self, part: Path) -> Iterator[tuple[int, int, int]]:
        """Yield place, offset and length of each whole line; the last one may be broken off."""
        start, size = 0, part.stat().st_size
        with part.open("rb") as stream:
            for n, data in enumerate(stream, 1):
                line = data.rstrip(b"\n")
                whole = data.endswith(b"\n") and follows(line.decode(errors="replace"))
                if not whole:
                    if start + len(data) < size:
                        raise FolderError(f"{part}, line {n}: is damaged: {_WAY_OUT}")
                    return
                yield self._place(json.loads(line), f"{part}, line {n}"), start, len(line)
                start += len(data)

    def _place(self, row: Mapping[str, Any], where: str) -> int:
        cell = Cell(tuple(row["agents"]), row["level"], row["players"])
        if cell not in self._places or not 0 <= row["number"] < self._plan.games:
            raise FolderError(f"{where}: is a game of no cell of the plan: {_WAY_OUT}")
        return self.place(cell, int(row["number"]))


class Part:
    """A file of the journal; every line is handed to the system at once."""

    def __init__(self, file: Path) -> None:
        self._stream = file.open("ab", buffering=0)

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows, a line each."""
        left = memoryview("".join(f"{line_of(row)}\n" for row in rows).encode())
        while left:  # of a disk that is full soon, the system takes a part and says nothing
            left = left[self._stream.write(left) :]

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


def clear(folder: Path) -> None:
    """Remove the games in a folder and what was made of them, so that others can be played there.

    Files that no evaluation has written stay: all of them where none has been.
    """
    if not any((folder / name).exists() for name in (PLAN, ROWS, JOURNAL)):
        return
    for name in (*RESULTS, ROWS, PLAN):
        (folder / name).unlink(missing_ok=True)
    for below, pattern in ((JOURNAL, "*.jsonl"), (REPLAYS, "*.json"), (REPLAYS, "*.html")):
        for file in (folder / below).glob(pattern):
            file.unlink()
    for below in (JOURNAL, REPLAYS):
        with suppress(OSError):  # not there, or something else lies in it
            (folder / below).rmdir()


def unbroken(file: Path) -> Iterator[Row]:
    """Yield rows as long as they are as they were written.

    Raises:
        FolderError: One is not.
        FormatError: A line is no row.
        OSError: The file cannot be read.
    """
    before = START
    for n, (row, line) in enumerate(each_row(file), 1):
        if not follows(line, before):
            raise FolderError(
                f"{file}, line {n}: is not as it was written (evaluate.py --verify {file} says "
                f"more): {_WAY_OUT}"
            )
        before = row.hash
        yield row


def _difference(before: Any, now: Any, name: str = "") -> str:
    """Return the first thing that differs, in words."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in (*now, *before):
            if before.get(key) != now.get(key):
                return _difference(before.get(key), now.get(key), key)
    return f"{name}: {_short(before)}, and now {_short(now)}"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "nothing" if value is None else str(value)
