"""Progress of long work on stderr, by tqdm."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
    from tqdm import tqdm

    terminal = sys.stderr.isatty()
    with tqdm(
        desc=what,
        unit=f" {unit}",
        total=total,
        initial=done,
        dynamic_ncols=True,
        mininterval=0.1 if terminal else 10.0,  # log files get few lines
        delay=0.0 if terminal else 1.0,
    ) as bar:

        def report(now: int, note: str) -> None:
            bar.set_postfix_str(note, refresh=False)
            bar.update(min(now, total) - bar.n)

        yield report
