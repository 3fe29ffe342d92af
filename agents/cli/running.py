"""Parts that all commands share: errors as one sentence, signals, progress, worker processes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from tablemates.agents.errors import OwnError
from tablemates.agents.tracebacks import sentence_of
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.files.documents import DocumentError

_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

#: Seconds between two lines on what is under way: on a terminal, in a log file.
_SECOND: Final = 1.0
_SECONDS: Final = 10.0

_DIGITS: Final = 18  # Python refuses to parse thousands of them

#: Takes the number of a signal and where the program was.
Handler = Callable[[int, FrameType | None], object] | signal.Handlers
#: Takes what is done so far and a note on how it goes.
Report = Callable[[int, str], None]


def whole_number(text: str) -> int | None:
    """Return the non-negative integer in a text; None if there is none, or it is too long."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def called(script: str) -> str:
    """Return what the user types for a script of the checkout such as ``train.py``.

    It is ``tablemates-train`` where the installed commands are used.
    """
    installed = Path(sys.argv[0]).stem.startswith("tablemates-")
    return f"tablemates-{Path(script).stem}" if installed else script


def run(command: str, work: Callable[[], int | None]) -> int:
    """Run a command and return its exit code, 2 after errors of the user without an own one."""
    try:
        return work() or 0
    except (GameError, DocumentError) as error:
        print(f"{command}: {error}", file=sys.stderr)
        return getattr(error, "exit_code", 2)
    except OSError as error:  # such as a full disk
        if error.strerror is None:
            raise
        print(f"{command}: {error.filename or 'file'}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as error:
        print("; ".join([f"{command}: stopped", *map(str, error.args)]), file=sys.stderr)
        return 130


@contextmanager
def failing_in_a_sentence() -> Iterator[None]:
    """Turn an error of ours, which has no sentence for users, into an ``OwnError``."""
    try:
        yield
    except (GameError, DocumentError, OSError):
        raise
    except Exception as error:
        raise OwnError(f"an error of Tablemates: {sentence_of(error, ours=True)}") from error


@contextmanager
def handled(handler: Handler, *signals: int) -> Iterator[None]:
    """Handle signals in the block; outside the main thread, which they never reach, do nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in signals}
    try:
        yield
    finally:
        for number, one in before.items():
            signal.signal(number, one)


@contextmanager
def deferred_interrupt(notice: str) -> Iterator[Callable[[], bool]]:
    """Note the first Ctrl-C or ``SIGTERM`` and print a notice; the second one acts as usual.

    The context is a function that returns whether there was one.
    """
    asked = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        inner.close()
        print(notice, file=sys.stderr, flush=True)

    with ExitStack() as inner:
        inner.enter_context(handled(note, signal.SIGINT, signal.SIGTERM))
        yield lambda: asked


@contextmanager
def progress(what: str, unit: str, total: int, done: int = 0) -> Iterator[Report]:
    """Show the progress of the block: what is being done, in which units, such as ``games``."""
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


@contextmanager
def under_way(what: str, note: Callable[[str], None] | None = None) -> Iterator[None]:
    """Say at once what the block does, and now and then for how long: it has no steps to count.

    Args:
        what: Says it.
        note: Takes the sentences, every second; None: they are printed to stderr.
    """
    terminal, begin, ended = sys.stderr.isatty(), time.monotonic(), threading.Event()

    def say(sentence: str) -> None:
        if note is not None:
            note(sentence)
        elif terminal:
            print(f"\r{sentence}", end="", file=sys.stderr, flush=True)
        else:
            print(sentence, file=sys.stderr, flush=True)

    def repeat() -> None:
        while not ended.wait(_SECONDS if note is None and not terminal else _SECOND):
            say(f"{what} ... {time.monotonic() - begin:.0f} s")

    say(f"{what} ...")
    thread = threading.Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        if note is None and terminal:
            print(file=sys.stderr)


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Start worker processes in the block with one BLAS thread each."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
