"""A subprocess that answers lines: started, asked with a time limit, ended with its children."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import weakref
from select import select
from threading import Event, Timer
from typing import IO, Final

from tablemates.agents.errors import CrashError, StallError

#: Longest answer, in bytes.
LONGEST_LINE: Final = 65_536
#: Seconds for a program to exit by itself once its input is closed.
_GRACE: Final = 1.0
_WORDS: Final = 3  # last lines of stderr that are told
_LONGEST_WORDS: Final = 200
_WINDOWS: Final = sys.platform == "win32"

#: Programs that this process has started and not ended.
_running: set[subprocess.Popen[bytes]] = set()


def words_of_command(command: str) -> list[str]:
    """Split a command as a shell does; ``ValueError`` if a quotation is not closed."""
    return shlex.split(command, posix=not _WINDOWS)


class Process:
    """A running program, whose command is as typed in a shell, but run without one."""

    def __init__(self, name: str, command: str) -> None:
        self._name = name
        self._stderr = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - closed by `_end`
        try:
            self._popen = subprocess.Popen(
                command if _WINDOWS else words_of_command(command),
                bufsize=0,  # so that `select` knows of every byte that was not read
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                # Python programs that forget to flush would stall.
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                start_new_session=not _WINDOWS,  # a process group, which can be killed as a whole
            )
        except OSError as error:
            self._stderr.close()
            raise CrashError(f"{name!r} cannot be started: {error.strerror}") from error
        _running.add(self._popen)
        self._end = weakref.finalize(self, _end, self._popen, self._stderr)

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the program's answer to a line, both without line ends.

        Raises:
            StallError: It does not answer in time.
            CrashError: It has ended, or wrote a line that was not asked for.
        """
        stdin, stdout = self._popen.stdin, self._popen.stdout
        assert stdin is not None
        assert stdout is not None
        late = Event()

        def give_up() -> None:
            late.set()
            _kill(self._popen)  # closes the pipes, which ends reading and writing below

        watch = Timer(seconds, give_up)
        watch.daemon = True
        watch.start()
        try:
            unasked = b"" if _WINDOWS or not select([stdout], [], [], 0)[0] else _line(stdout)
            if not unasked:
                with contextlib.suppress(BrokenPipeError):
                    _write(stdin, question + b"\n")
                line = _line(stdout)
        finally:
            watch.cancel()
            watch.join()
        if late.is_set():
            raise StallError(f"{self._name!r} did not answer within {seconds:g} seconds")
        if unasked:
            raise CrashError(f"{self._name!r} wrote a line too many: {shown(unasked)}")
        if not line:
            raise CrashError(f"{self._name!r} {self._how_it_ended()} instead of answering")
        if len(line) > LONGEST_LINE:
            raise CrashError(
                f"{self._name!r} answered with a line of more than {LONGEST_LINE:,} bytes"
            )
        return line.rstrip(b"\n")

    def close(self, kill: bool = False) -> None:
        """End the program and its children; ``kill`` does not wait for it to exit by itself."""
        if kill:
            _kill(self._popen)
        self._end()

    def last_words(self) -> list[str]:
        """Return the last lines of the program's stderr."""
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(size - _WORDS * LONGEST_LINE, 0))
        lines = self._stderr.read().decode("utf-8", "replace").splitlines()
        words = [line.strip()[:_LONGEST_WORDS] for line in lines if line.strip()]
        return words[-_WORDS:]

    def _how_it_ended(self) -> str:
        try:
            code = self._popen.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code >= 0:
            return f"ended with exit code {code}"
        return f"was ended by the signal {signal.Signals(-code).name}"


def end_all() -> None:
    """End every program of this process, before ``os._exit`` is called."""
    for popen in tuple(_running):
        _kill(popen)


def shown(line: bytes) -> str:
    """Return the beginning of a line for a message."""
    return repr(line[:60].decode("utf-8", "replace")) + "..." * (len(line) > 60)


def _line(stream: IO[bytes]) -> bytes:
    """Return a line with its end; what is too long is cut, at the end of the file it is empty."""
    return stream.readline(LONGEST_LINE + 1)


def _write(stream: IO[bytes], line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[stream.write(rest) :]


def _end(popen: subprocess.Popen[bytes], stderr: IO[bytes]) -> None:
    """End a program with its children and pipes."""
    assert popen.stdin is not None
    assert popen.stdout is not None
    popen.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(_GRACE)
    _kill(popen)
    popen.wait()
    _running.discard(popen)
    popen.stdout.close()
    stderr.close()


def _kill(popen: subprocess.Popen[bytes]) -> None:
    """Kill a program and its children."""
    if _WINDOWS:
        tree = ["taskkill", "/F", "/T", "/PID", str(popen.pid)]
        subprocess.run(tree, check=False, capture_output=True)
    else:
        # macOS raises PermissionError if the whole group has ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
