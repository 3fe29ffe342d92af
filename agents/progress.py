"""Progress of long work on stderr: a bar in a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

#: Seconds between two lines where stderr is no terminal.
_INTERVAL: Final = 10.0

#: Takes what is done so far and a note on how it goes.
Report = Callable[[int, str], None]


@contextmanager
def progress(what: str, unit: str, total: int, done: int = 0) -> Iterator[Report]:
    """Show the progress of the block.

    Args:
        what: What is being done, a word.
        unit: What is counted, such as ``games``.
        total: How many there are.
        done: How many were done before.
    """
    if not sys.stderr.isatty():
        yield _lines(what, unit, total, done)
        return
    from tqdm import tqdm

    with tqdm(desc=what, unit=f" {unit}", total=total, initial=done, dynamic_ncols=True) as bar:

        def report(now: int, note: str) -> None:
            bar.set_postfix_str(note, refresh=False)
            bar.update(min(now, total) - bar.n)

        yield report


def _lines(what: str, unit: str, total: int, done: int) -> Report:
    start = last = time.monotonic()
    complete = False

    def report(now: int, note: str) -> None:
        nonlocal last, complete
        moment = time.monotonic()
        if complete or (moment - last < _INTERVAL and now < total):
            return
        last, complete = moment, now >= total
        speed = (now - done) / max(moment - start, 1e-9)
        words = f"{what}: {min(now, total):,} of {total:,} {unit}, {speed:,.0f} {unit}/s"
        with suppress(OSError):  # a closed stderr must not end hours of work
            print(f"{words}, {note}" if note else words, file=sys.stderr, flush=True)

    return report
