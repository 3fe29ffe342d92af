"""The folder of a run: what is played there, and every game that is done.

While a plan is played, each process appends its games to a file of its own below ``journal``,
a line as soon as a game has ended. Whatever stops the run, the lines stay, and the same
command resumes after them; only a line that was being written is lost. When all games are done,
``rows.jsonl`` has them in the plan's order and the journal is removed. A plan that has more games
or more agents goes on from there: it plays what is missing. With agents from outside, the folder
also keeps the run's secret (``tablemates.agents.outside.secret``).
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import FolderError
from tablemates.agents.evaluation.plan import Plan, Schedule
from tablemates.agents.evaluation.result_rows import Row, read_rows, row_of
from tablemates.agents.output.folders import write_whole
from tablemates.agents.outside.secret import SECRET, keep_secret, kept_secret

ROWS: Final = "rows.jsonl"
PLAN: Final = "plan.json"
JOURNAL: Final = "journal"
#: In the format of ``sha256sum``.
DIGEST: Final = "rows.jsonl.sha256"
TABLE: Final = "results.csv"
REPORT: Final = "report.html"
REPLAYS: Final = "replays"

_WAY_OUT: Final = "start anew with --overwrite, or name another folder with --out"


class RunFolder:
    """A folder that holds the games of one plan.

    ``known`` is what else must be the same when the run is resumed: hashes, version, and the
    digests of the policies, as plain data. ``secret`` is kept in the folder; None: it has none.

    Raises:
        FolderError: It holds the games of something else, or is damaged.
    """

    def __init__(
        self, folder: Path, plan: Plan, known: Mapping[str, Any], secret: bytes | None = None
    ) -> None:
        self.folder = folder
        self.rows = folder / ROWS
        self._journal = folder / JOURNAL
        self._schedule = Schedule(plan)
        self._total = len(self._schedule)
        self._whole = plan.until is None
        self._claim(plan, json.loads(json.dumps({"plan": plan.what, **known})), secret)

    def _claim(self, plan: Plan, now: dict[str, Any], secret: bytes | None) -> None:
        """Write down what is played here, or check that it is the same as before, or more."""
        file = self.folder / PLAN
        if file.exists():
            try:
                before = json.loads(file.read_text(encoding="utf-8"))
            except (ValueError, RecursionError) as error:
                raise FolderError(f"{file} is damaged ({error}): {_WAY_OUT}") from error
            if before != now:
                if why := _refusal(before, now, plan, secret, kept_secret(self.folder)):
                    raise FolderError(
                        f"{self.folder} holds the games of another plan ({why}): {_WAY_OUT}"
                    )
                self._reopen()
                write_whole(file, json.dumps(now, indent=1) + "\n")
            left = not self.rows.exists()
            if left and secret is not None and kept_secret(self.folder) != secret:
                raise FolderError(
                    f"{self.folder / SECRET} is gone, which the games that are left depend on: "
                    f"{_WAY_OUT}"
                )
            return
        for name in (ROWS, JOURNAL, DIGEST, TABLE, REPORT, REPLAYS):
            if (self.folder / name).exists():
                raise FolderError(
                    f"{self.folder} holds {name}, and no {PLAN} says of which games: name another "
                    "folder with --out"
                )
        self.folder.mkdir(parents=True, exist_ok=True)
        if secret is not None:
            keep_secret(self.folder, secret)
        write_whole(file, json.dumps(now, indent=1) + "\n")

    def _reopen(self) -> None:
        """Make the rows of a finished run a journal again."""
        if self.rows.exists():
            shutil.rmtree(self._journal, ignore_errors=True)  # all of it is in the rows
            self._journal.mkdir()
            (self.folder / DIGEST).unlink(missing_ok=True)
            self.rows.rename(self._journal / "0.jsonl")

    def done(self) -> npt.NDArray[np.bool_]:
        """Return which games are done, by their places in the plan.

        A line of the journal that was being written when the run stopped is cut off.
        """
        if self.rows.exists():
            return np.ones(self._total, np.bool_)
        found = np.zeros(self._total, np.bool_)
        for part in self._parts():
            good = 0
            for place, line in self._lines(part):
                found[place] = True
                good += len(line)
            if part.stat().st_size > good:
                os.truncate(part, good)
        return found

    def part(self, number: int) -> BinaryIO:
        """Open a file of the journal; every process has its own."""
        self._journal.mkdir(exist_ok=True)
        return (self._journal / f"{number}.jsonl").open("ab")

    def finish(self) -> list[Row]:
        """Write the rows in the plan's order and return them."""
        if not self.rows.exists():
            self._write_rows()
        found = read_rows(self.rows)
        if len(found) != self._total and self._whole:
            raise FolderError(
                f"{self.rows} has {len(found):,} games of {self._total:,}: {_WAY_OUT}"
            )
        return found

    def so_far(self) -> list[Row]:
        """Return the rows of the journal, in the plan's order."""
        return [row_of(line, str(self._journal)) for line in self._ordered()]

    def _write_rows(self) -> None:
        new = self.rows.with_name(f".{ROWS}.new")
        with new.open("wb") as out:
            out.writelines(self._ordered())
            # The journal is removed only when all rows are on the disk.
            out.flush()
            os.fsync(out.fileno())
        new.replace(self.rows)
        shutil.rmtree(self._journal, ignore_errors=True)

    def _ordered(self) -> list[bytes]:
        """Return the lines of the journal in the plan's order, one for each game."""
        lines = {place: line for part in self._parts() for place, line in self._lines(part)}
        return [lines[place] for place in sorted(lines)]

    def _parts(self) -> list[Path]:
        return sorted(self._journal.glob("*.jsonl"))

    def _lines(self, part: Path) -> Iterator[tuple[int, bytes]]:
        """Yield each whole line with its place in the plan; the last one may be cut short."""
        lines = part.read_bytes().splitlines(keepends=True)
        for n, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                where = row["scenario"], row["number"], row["rotation"]
                place = self._schedule.place(tuple(row["agents"]), *where)
            except (ValueError, TypeError, LookupError) as error:
                if n < len(lines):
                    raise FolderError(
                        f"{part}, line {n}: is damaged or no game of the plan: {_WAY_OUT}"
                    ) from error
                return
            if line.endswith(b"\n"):
                yield place, line


def clear(folder: Path) -> None:
    """Remove the games in a folder and what was made of them.

    Files that no evaluation has written stay: all of them where none has been.
    """
    if not any((folder / name).exists() for name in (PLAN, ROWS, JOURNAL)):
        return
    for name in (DIGEST, TABLE, REPORT, ROWS, PLAN, SECRET):
        (folder / name).unlink(missing_ok=True)
    for below, pattern in ((JOURNAL, "*.jsonl"), (REPLAYS, "*.json"), (REPLAYS, "*.html")):
        for file in (folder / below).glob(pattern):
            file.unlink()
    for below in (JOURNAL, REPLAYS):
        with suppress(OSError):  # not there, or holds something else
            (folder / below).rmdir()


def _refusal(
    before: Any, now: dict[str, Any], plan: Plan, secret: bytes | None, kept: bytes | None
) -> str:
    """Return why games of ``before`` cannot go on with ``plan``; empty: it has all, and more."""
    try:
        old, policies = before["plan"], before["policies"]
        grown = {
            "games": min(old["games"], plan.games),
            "agents": old["agents"] if {*old["agents"]} <= {*plan.agents} else list(plan.agents),
        }
        # As before, but for what has grown: what else differs is why.
        same = {
            **now,
            "plan": {**now["plan"], **grown},
            "policies": {name: now["policies"].get(name) for name in policies},
        }
        if before != same:
            return _difference(before, same)
        smaller = plan.model_copy(update={**grown, "agents": tuple(grown["agents"])})
        if plan.until is not None or not {*smaller.cells()} <= {*plan.cells()}:
            return _difference(before, now)
    except (TypeError, LookupError, ValueError, AttributeError):
        return _difference(before, now)
    if secret != kept:
        return "agents from outside play with hashed seeds, and these games have others"
    return ""


def _difference(before: Any, now: Any, name: str = "") -> str:
    """Describe the first value that differs."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in (*now, *before):
            if before.get(key) != now.get(key):
                return _difference(before.get(key), now.get(key), key)
    return f"{name}: {_short(before)}, and now {_short(now)}"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "nothing" if value is None else str(value)
