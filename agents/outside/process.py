"""A subprocess that answers lines: started, asked with a time limit, ended with its children."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import weakref
from collections import deque
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Final

from tablemates.agents.errors import CrashError, StallError

#: Longest answer, in bytes.
LONGEST_LINE: Final = 65_536
#: Seconds for a program to exit by itself once its input is closed.
_GRACE: Final = 1.0
#: Unread lines after which reading stops.
_UNREAD: Final = 8
_WORDS: Final = 3  # last lines of stderr that are kept
_LONGEST_WORDS: Final = 200
_WINDOWS: Final = sys.platform == "win32"

_Lines = SimpleQueue[bytes | None]  # None: the end

#: Programs that this process has started and not ended.
_running: set[subprocess.Popen[bytes]] = set()
#: Held while a program is started; ``end_all`` keeps it, so that none is started any more.
_starting: Final = Lock()


def words_of_command(command: str) -> list[str]:
    """Split a command as a shell does.

    Raises:
        ValueError: A quotation is not closed.
    """
    return shlex.split(command, posix=not _WINDOWS)


class Process:
    """A running program.

    Args:
        name: For messages.
        command: As typed in a shell, but run without one.

    Raises:
        CrashError: It cannot be started.
    """

    def __init__(self, name: str, command: str) -> None:
        self._name = name
        try:
            with _starting:
                self._popen = _started(command)
                _running.add(self._popen)
        except OSError as error:
            raise CrashError(f"{name!r} cannot be started: {error.strerror}") from error
        except ValueError as error:  # an unclosed quotation, a zero byte
            raise CrashError(f"{name!r} cannot be started: {error}") from error
        self._questions: _Lines = SimpleQueue()
        self._answers: _Lines = SimpleQueue()
        self._words: deque[str] = deque(maxlen=_WORDS)
        out, err, into = self._popen.stdout, self._popen.stderr, self._popen.stdin
        assert out is not None
        assert err is not None
        assert into is not None
        # Threads are the only portable way to wait for pipes.
        self._listener = _thread(_listen, err, self._words)
        threads = [
            self._listener,
            _thread(_read, out, self._answers),
            _thread(_write, into, self._questions),
        ]
        self._end = weakref.finalize(self, _end, self._popen, self._questions, threads, os.getpid())

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the program's answer to a line, both without line ends.

        Raises:
            StallError: It does not answer in time.
            CrashError: It has ended, or wrote a line that was not asked for.
        """
        if not self._answers.empty():
            unasked = self._line(0)
            raise CrashError(f"{self._name!r} wrote a line too many: {shown(unasked)}")
        self._questions.put(question)
        return self._line(seconds)

    def close(self, kill: bool = False) -> None:
        """End the program and its children.

        Args:
            kill: Do not wait for it to exit by itself.
        """
        if kill:
            _kill(self._popen)
        self._end()

    def last_words(self) -> list[str]:
        """Return the last lines of the program's stderr."""
        self._listener.join(0.2)  # the last lines may not have been read yet
        return list(self._words)

    def _line(self, seconds: float) -> bytes:
        try:
            line = self._answers.get(timeout=seconds)
        except Empty:
            raise StallError(f"{self._name!r} did not answer within {seconds:g} seconds") from None
        if line is None:
            raise CrashError(f"{self._name!r} {self._how_it_ended()} instead of answering")
        if len(line) > LONGEST_LINE:
            raise CrashError(
                f"{self._name!r} answered with a line of more than {LONGEST_LINE:,} bytes"
            )
        return line

    def _how_it_ended(self) -> str:
        try:
            code = self._popen.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code >= 0:
            return f"ended with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"was ended by the signal {signal.Signals(-code).name}"
        return f"was ended by the signal {-code}"


def end_all() -> None:
    """End every program of this process and start no more, before ``os._exit`` is called."""
    _starting.acquire(timeout=1)  # the thread that holds it may be this one, interrupted
    for popen in tuple(_running):
        _kill(popen)


def shown(line: bytes) -> str:
    """Return the beginning of a line for a message."""
    return repr(line[:60].decode("utf-8", "replace")) + "..." * (len(line) > 60)


def _started(command: str) -> subprocess.Popen[bytes]:
    # Python programs that forget to flush would stall.
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        command if _WINDOWS else words_of_command(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=not _WINDOWS,  # its own process group, which can be killed as a whole
    )


def _thread(target: object, *arguments: object) -> Thread:
    made = Thread(target=target, args=arguments, daemon=True)  # type: ignore[arg-type]
    made.start()
    return made


def _read(stream: IO[bytes], lines: _Lines) -> None:
    """Put the lines of a stream into a queue, then None."""
    rest = b""
    with stream:
        while lines.qsize() < _UNREAD and (data := os.read(stream.fileno(), LONGEST_LINE)):
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                lines.put(line)
            if len(rest) > LONGEST_LINE:
                break
    if rest:
        lines.put(rest)
    lines.put(None)


def _listen(stream: IO[bytes], words: deque[str]) -> None:
    """Keep the last lines of a stream."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            text = line.decode("utf-8", "replace").strip()
            if text:
                words.append(text[:_LONGEST_WORDS])


def _write(stream: IO[bytes], lines: _Lines) -> None:
    """Write the lines of a queue to a stream, until a None or a broken pipe."""
    with contextlib.suppress(OSError), stream:
        while (line := lines.get()) is not None:
            rest = memoryview(line + b"\n")
            while rest:
                rest = rest[os.write(stream.fileno(), rest) :]


def _end(
    popen: subprocess.Popen[bytes], questions: _Lines, threads: list[Thread], owner: int
) -> None:
    """End a program with its children, threads and pipes."""
    if os.getpid() != owner:
        return  # a fork of the process that started it
    questions.put(None)  # closes its input
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(_GRACE)
    _kill(popen)
    popen.wait()
    _running.discard(popen)
    for thread in threads:
        thread.join(_GRACE)


def _kill(popen: subprocess.Popen[bytes]) -> None:
    """Kill a program and its children."""
    if _WINDOWS:
        if popen.poll() is not None:
            return  # its process id may be reused by now
        tree = ["taskkill", "/F", "/T", "/PID", str(popen.pid)]
        subprocess.run(tree, check=False, capture_output=True)
    else:
        # macOS raises PermissionError if the whole group has ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
