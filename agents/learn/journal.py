"""The journal of a run: one line of numbers after every update, for its curves."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tablemates.agents.folders import write_whole

NAME: Final = "journal.jsonl"
#: Decisions so far, and seconds of training so far; the other names are the curves'.
STEPS: Final = "steps"
SECONDS: Final = "seconds"

Line = dict[str, float]


class Journal:
    """Writes a journal.

    Args:
        folder: Of the run.
        steps: Where the run goes on from: what was noted after it, by a process that was
            killed before its next checkpoint, is taken out. 0: a new run.
    """

    def __init__(self, folder: Path, steps: int) -> None:
        self._file = folder / NAME
        lines = [line for line in read_journal(folder) if line[STEPS] <= steps]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        if text or self._file.exists():
            write_whole(self._file, text)
        self._begun = time.monotonic() - (lines[-1].get(SECONDS, 0.0) if lines else 0.0)

    def note(self, steps: int, numbers: Mapping[str, float]) -> None:
        """Add a line; numbers that are not finite are left out."""
        line = {STEPS: steps, SECONDS: round(time.monotonic() - self._begun, 2)}
        line |= {name: float(f"{one:.6g}") for name, one in numbers.items() if math.isfinite(one)}
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(line)}\n")


def read_journal(folder: Path) -> list[Line]:
    """Return the lines of a run's journal, none where there is none.

    The last line may be cut: the run may be under way, or may have been killed.
    """
    file = folder / NAME
    if not file.exists():
        return []
    lines: list[Line] = []
    for text in file.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except ValueError:
            break
    return lines
