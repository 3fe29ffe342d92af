"""Ctrl-C, or a polite kill: once to stop where nothing is lost, twice to stop at once."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

#: Of the keyboard, and of ``kill``, ``docker stop`` and systems that shut down.
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def asked_to_stop(notice: str) -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C only be noted; the second one raises ``KeyboardInterrupt``.

    ``SIGTERM`` is noted as well; whichever comes second does what it did before.

    Args:
        notice: Printed on stderr at the first one.

    Yields:
        Tells whether there was one.
    """
    asked = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        restore()
        print(notice, file=sys.stderr, flush=True)

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: asked  # only the main thread hears of signals
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number in _SIGNALS:
        signal.signal(number, note)
    try:
        yield lambda: asked
    finally:
        restore()
