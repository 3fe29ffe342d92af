"""Fuzzing: random decisions in random levels and parts, and documents that somebody has edited.

No crash, no hang, nothing wrong that passes for right: what is taken must come back as it
was, what is refused gets a sentence.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from tqdm import tqdm

from tablemates.envs.core.cache import cache_folder
from tests.judge.fuzz.edits import Tried
from tests.judge.verdict import Verdict

_ROOT: Final = Path(__file__).resolve().parents[3]
#: Seconds without a word of the player after which it counts as hanging: compiling anew
#: with bounds checks takes minutes on a busy machine.
_PATIENCE: Final = 900.0


@dataclass(frozen=True)
class Size:
    """How much is tried.

    Attributes:
        decisions: Random decisions in all; a tenth of them with bounds checks.
        number: Decisions with each set of parts.
        documents: Edited documents of each kind.
    """

    decisions: int
    number: int
    documents: int


FULL: Final = Size(10_000_000, 20_000, 2_000)
QUICK: Final = Size(200_000, 2_000, 60)


def judge(*, quick: bool) -> Verdict:
    """Play and read what is random.

    Args:
        quick: Whether to try only little of it.
    """
    size = QUICK if quick else FULL
    numbers = size.decisions // size.number
    checked = max(1, numbers // 10)
    skipped = []
    if quick and not _checked_folder().exists():
        checked = 0
        skipped.append("bounds checks: to compile them takes minutes, as the full size does")
    rows = [*played(0, checked, size.number, True), *played(checked, numbers, size.number, False)]
    tried = try_documents(size.documents)
    return verdict_on(rows, tried, size, skipped)


def _checked_folder() -> Path:
    """Return the folder of the machine code with bounds checks: not the usual one."""
    return cache_folder() / "checked"


def verdict_on(
    rows: Sequence[dict[str, Any]],
    tried: Sequence[Tried],
    size: Size,
    skipped: Sequence[str] = (),
) -> Verdict:
    """Return what came of it all.

    Args:
        rows: What `played` yielded.
        tried: What came of each kind of documents.
        size: Of the judgement.
        skipped: What was left out.
    """
    faults = [
        f"number {row['number']} ({size.number} decisions{', bounds checked' * row['checked']}): "
        f"{row['fault']}"
        for row in rows
        if row["fault"]
    ]
    faults += [one.fault for one in tried if one.fault]
    decisions = sum(row["decisions"] for row in rows)
    documents = sum(one.accepted + one.refused for one in tried)
    checked = sum(row["decisions"] for row in rows if row["checked"])
    games, refused = (sum(row[name] for row in rows) for name in ("games", "refused"))
    notes = [
        (
            f"{decisions:,} decisions in {games:,} games with {len(rows):,} draws of parts "
            f"({refused:,} more were refused), {checked:,} of them with bounds checks"
        ),
        *(f"{one.kind}: {one.accepted:,} taken, {one.refused:,} refused" for one in tried),
    ]
    of = "decisions and documents"
    return Verdict(decisions + documents, of, tuple(faults), tuple(skipped), tuple(notes))


# -- decisions -------------------------------------------------------------------------
def played(first: int, end: int, decisions: int, checked: bool) -> Iterator[dict[str, Any]]:
    """Play at tables that are drawn by number; yield what came of each number.

    A number at which the player crashes or hangs is a fault; the others are gone on with.

    Args:
        first: Number.
        end: The number after the last one.
        decisions: With each.
        checked: Whether compiled code checks the bounds of arrays.
    """
    bar = tqdm(total=end - first, desc="decisions, checked" * checked or "decisions", unit="set")
    while first < end:
        begun = None
        for row in _lines(first, end, decisions, checked):
            if "begun" in row:
                begun = row["begun"]
            elif "number" in row:
                first = row["number"] + 1
                bar.update()
                yield row | {"checked": checked}
            elif "ended" in row and first < end:
                yield _fault(first if begun is None else begun, checked, row["ended"])
                first = end if begun is None else begun + 1  # without a beginning: it never will
            elif row.get("checked") not in (None, checked):
                wrong = "bounds are not checked" if checked else "bounds are checked, unasked"
                yield _fault(first, checked, wrong)
    bar.close()


def _fault(number: int, checked: bool, fault: str) -> dict[str, Any]:
    nothing = dict.fromkeys(("decisions", "games", "refused"), 0)
    return {"number": number, "checked": checked, "fault": fault, **nothing}


def _lines(first: int, end: int, decisions: int, checked: bool) -> Iterator[dict[str, Any]]:
    """Yield what a player process says, and at last how it has ended."""
    environment = {**os.environ}
    if checked:
        folder = str(_checked_folder())
        environment |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": folder}
    command = [sys.executable, "-m", "tests.judge.fuzz.play", *map(str, (first, end, decisions))]
    with subprocess.Popen(
        command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said: queue.Queue[bytes | None] = queue.Queue()
        errors: list[bytes] = []
        for reader in (
            threading.Thread(target=_read, args=(process.stdout, said.put), daemon=True),
            threading.Thread(target=_read, args=(process.stderr, errors.append), daemon=True),
        ):
            reader.start()
        ended = ""
        try:
            while (line := said.get(timeout=_PATIENCE)) is not None:
                yield json.loads(line)
        except queue.Empty:
            ended = f"it hangs: no word within {_PATIENCE:.0f} s"
            process.kill()
        status = process.wait()
        last = b"".join(one for one in errors if one)[-300:].decode("utf-8", "replace")
        yield {"ended": ended or f"the player ended with status {status}: {last}"}


def _read(stream: IO[bytes], put: Callable[[bytes | None], None]) -> None:
    for line in stream:
        put(line)
    put(None)


# -- documents -------------------------------------------------------------------------
def try_documents(count: int) -> list[Tried]:
    """Try edited documents of every kind.

    Args:
        count: Of each.
    """
    # Imported here: who only plays needs neither the table nor the learners.
    from tests.judge.fuzz.documents import try_configs, try_parts, try_positions
    from tests.judge.fuzz.messages import try_messages
    from tests.judge.fuzz.saved import try_replays, try_saves

    tried: list[Tried] = []
    begun = time.monotonic()
    for one in (try_positions, try_parts, try_configs, try_saves, try_replays, try_messages):
        found = one(count)  # type: ignore[operator]
        tried += found if isinstance(found, list) else [found]
        name = one.__name__  # type: ignore[attr-defined]
        tqdm.write(f"{name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return tried
