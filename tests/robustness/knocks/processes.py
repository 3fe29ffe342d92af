"""The project's commands as processes that are knocked about."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.judge.kept import ROOT

#: Seconds after which a command hangs, however busy the machine is.
PATIENCE: Final = 900.0
#: Libraries with one thread: sums are then taken in one order.
_ONE_THREAD: Final = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


@dataclass
class Found:
    """What one knock has shown.

    Attributes:
        cases: How many were tried.
        faults: A sentence each.
        skipped: What could not be tried here.
        notes: What else is worth knowing.
    """

    cases: int = 0
    faults: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def check(self, holds: object, sentence: str) -> None:
        """Count a case, and note the sentence if it does not hold."""
        self.cases += 1
        if not holds:
            self.faults.append(sentence)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended.

    Attributes:
        status: Its exit status; negative: the signal that ended it.
        said: What it wrote on stderr.
        seconds: How long it ran.
        told: What it wrote on stdout.
    """

    status: int
    said: str
    seconds: float
    told: str = ""

    @property
    def last(self) -> str:
        """The last line of what it said."""
        return self.said.strip().rpartition("\n")[2]

    def refused(self, *words: str) -> bool:
        """Return whether it ended with status 2 and a sentence with these words."""
        sentence = self.status == 2 and "Traceback" not in self.said
        return sentence and all(word in self.said for word in words)


def words_of(command: Sequence[object]) -> list[str]:
    """Return a command of the project with the interpreter that runs this one."""
    return [sys.executable, *map(str, command)]


def start(
    command: Sequence[object], cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start a command as somebody at a terminal would: it can be told to stop by Ctrl-C."""
    return subprocess.Popen(
        words_of(command),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # What a shell starts with & ignores Ctrl-C, and so would everything below it.
        preexec_fn=_hear_ctrl_c,  # noqa: PLW1509 - no thread runs while a command is started
        env={**os.environ, **_ONE_THREAD, **(env or {}), "PYTHONUNBUFFERED": "1"},
    )


def _hear_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(command: Sequence[object], cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> Ended:
    """Run a command to its end."""
    return knock(command, None, signal.SIGKILL, cwd=cwd, env=env)


def knock(
    command: Sequence[object],
    after: float | None,
    number: signal.Signals,
    *,
    ready: Callable[[], bool] = lambda: True,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> Ended:
    """Start a command, send a signal after some seconds, and wait for its end.

    Args:
        command: Without the interpreter.
        after: Seconds after ``ready``; None: never.
        number: The signal.
        ready: Tells when the seconds begin to count.
        cwd: Where it runs.
        env: What goes over the environment.
    """
    begun = time.monotonic()
    process = start(command, cwd, env)
    try:
        if after is not None:
            while process.poll() is None and not ready():
                time.sleep(0.005)
            try:
                process.wait(after)
            except subprocess.TimeoutExpired:
                process.send_signal(number)
        told, said = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return Ended(process.returncode, said, time.monotonic() - begun, told)
