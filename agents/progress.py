"""Progress of long work: a bar in a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

#: Seconds between two lines where there is no terminal.
_EVERY: Final = 10.0

#: Takes what is done so far and a few words about how it goes.
Report = Callable[[int, str], None]


@contextmanager
def progress(what: str, unit: str, total: int, done: int = 0) -> Iterator[Report]:
    """Show on stderr how far the block has come.

    Args:
        what: What is being done, a word.
        unit: What is counted, such as ``games``.
        total: How many there are.
        done: How many were done before.
    """
    console = Console(stderr=True)
    begun = time.monotonic()

    def speed(now: int) -> str:
        return f"{(now - done) / max(time.monotonic() - begun, 1e-9):,.0f} {unit}/s"

    if not console.is_terminal:
        yield _lines(f"{what}: ", unit, total, speed)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    bar, words = Progress(*columns), Text()
    with Live(Group(bar, words), console=console):  # the words have as many lines as they need
        task = bar.add_task(what, total=total, completed=done, speed="")

        def report(now: int, note: str) -> None:
            bar.update(task, completed=min(now, total), speed=speed(now))
            words.plain = note

        yield report


def _lines(what: str, unit: str, total: int, speed: Callable[[int], str]) -> Report:
    last, complete = time.monotonic(), False

    def report(now: int, note: str) -> None:
        nonlocal last, complete
        if complete or (time.monotonic() - last < _EVERY and now < total):
            return
        last, complete = time.monotonic(), now >= total
        words = [f"{what}{min(now, total):,} of {total:,} {unit}", speed(now), note]
        with suppress(OSError):  # nobody reads it any more: no reason to lose hours of work
            print(", ".join(word for word in words if word), file=sys.stderr, flush=True)

    return report
