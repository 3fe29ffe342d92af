"""A time limit for work in this process.

On Linux and macOS, in the main thread, an alarm interrupts whatever Python
does, sleeping and waiting included. Elsewhere a second thread raises the same
exception between two steps of Python code. Neither can interrupt a library's
machine code that does not return to Python; work that returns late all the
same is found out by the clock. A program (``cmd:``) can be ended at any time.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeVar

_Result = TypeVar("_Result")

#: Seconds after which work that has swallowed the interruption is interrupted again.
_AGAIN: Final = 1.0
#: Seconds until an alarm that is due; 0 would be none.
_SOON: Final = 1e-6


class TooLateError(Exception):
    """The work was interrupted, or was done too late."""


class _Interrupted(BaseException):
    """Raised inside the work; no ``Exception``, so that ``except Exception`` lets it pass."""


def within(seconds: float | None, work: Callable[[], _Result]) -> _Result:
    """Return what the work returns.

    Args:
        seconds: The limit; None: there is none.
        work: What is to be done.

    Raises:
        TooLateError: It took longer.
    """
    if seconds is None:
        return work()
    begun = time.monotonic()
    in_main_thread = threading.current_thread() is threading.main_thread()
    alarm: _Alarm | _Watcher
    alarm = _Alarm() if in_main_thread and hasattr(signal, "setitimer") else _Watcher()
    # The interruption may fall at any step, also between two of these; it comes again only
    # after a second, so that the second `stop` is not interrupted.
    try:
        try:
            alarm.start(seconds)
            result = work()
        finally:
            alarm.stop()
    except _Interrupted:
        alarm.stop()
        raise TooLateError from None
    if time.monotonic() - begun > seconds:
        raise TooLateError
    return result


class _Alarm:
    """Interrupts by a signal of the system's; an alarm of somebody else's goes on afterwards."""

    def __init__(self) -> None:
        self._handler = signal.getsignal(signal.SIGALRM) or signal.SIG_DFL
        self._timer = signal.getitimer(signal.ITIMER_REAL)
        self._begun = time.monotonic()

    def start(self, seconds: float) -> None:
        signal.signal(signal.SIGALRM, _interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        left, again = self._timer
        if left > 0.0:  # it went on meanwhile
            left = max(left - (time.monotonic() - self._begun), _SOON)
        signal.setitimer(signal.ITIMER_REAL, left, again)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise _Interrupted


class _Watcher:
    """Interrupts from a second thread."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._done = threading.Event()
        self._lock = threading.Lock()

    def start(self, seconds: float) -> None:
        threading.Thread(target=self._watch, args=(seconds,), daemon=True).start()

    def stop(self) -> None:
        with self._lock:
            self._done.set()

    def _watch(self, seconds: float) -> None:
        while not self._done.wait(seconds):
            with self._lock:
                if not self._done.is_set():
                    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                    raise_in(ctypes.c_ulong(self._thread), ctypes.py_object(_Interrupted))
            seconds = _AGAIN
