"""Ctrl-C: once to stop where nothing is lost, twice to stop at once."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def asked_to_stop(notice: str) -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C only be noted; the second one raises ``KeyboardInterrupt``.

    Args:
        notice: Printed on stderr at the first one.

    Yields:
        Tells whether there was a Ctrl-C.
    """
    asked = False

    def note(number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(number, before)
        print(notice, file=sys.stderr, flush=True)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: asked  # only the main thread hears of signals
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
