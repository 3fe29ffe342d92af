"""Tries mutants: ``NUMBA_DISABLE_JIT=1 python -m tests.judge.mutation.trials < rows > results``.

A row is a JSON object a line: ``name``, ``module``, ``source``, ``files``, ``rules`` (whose
tests are run, and those of no rule) and ``first`` (rules whose tests come first); the answer
is a line with ``name``, ``end``, ``by`` and ``seconds``. Every mutant has a forked process of
its own, in which the packages that do not change are loaded already; the checkout is never
written to.
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.machinery
import json
import mmap
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

import pytest

_RULES: Final = "tablemates.envs.portal_dash.rules"
#: Seconds of computing for all tests of a mutant, and for one of them: a loop that does not
#: end is found without waiting for the other tests' share.
ALL_TESTS: Final = 15
ONE_TEST: Final = 8
#: Seconds by the clock, for what waits without computing.
_PATIENCE: Final = 900
_MEMORY: Final = 6 * 2**30  # bytes of address space; a loop may also eat memory
_NOTE: Final = 4096  # bytes for the name of a test
_KILLED, _SURVIVED, _STUCK, _NO_TESTS = "killed", "survived", "time limit", "no tests"


class _Source(importlib.machinery.SourceFileLoader):
    """Loads another text than the file's."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the text, which is never cached."""
        return compile(self._text, self.path, "exec", dont_inherit=True)


class _Planted(importlib.abc.MetaPathFinder):
    """Finds one module with a text of ours."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self._spec = importlib.machinery.ModuleSpec(name, _Source(name, str(path), text))
        self._spec.origin, self._spec.has_location = str(path), True

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the module's spec, None for all others."""
        return self._spec if fullname == self._spec.name else None


class _Watch:
    """Puts tests into order, bounds each, and notes the last one: the first that fails."""

    def __init__(self, rules: Sequence[str], first: Sequence[str], note: mmap.mmap) -> None:
        self._rules, self._first = set(rules), set(first)
        self._note = note

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        def place(item: pytest.Item) -> int:
            rules = {rule for mark in item.iter_markers("rule") for rule in mark.args}
            if not rules:
                return 2  # of no rule, but of what all rules stand on
            return 3 if not rules & self._rules else int(not rules & self._first)

        items[:] = sorted((item for item in items if place(item) < 3), key=place)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._note[:] = nodeid.encode()[:_NOTE].ljust(_NOTE)
        signal.setitimer(signal.ITIMER_PROF, ONE_TEST)  # its signal ends the process


def _try(row: dict[str, Any], note: mmap.mmap) -> None:
    """Run the tests of a mutant in this process and end it."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (ALL_TESTS, ALL_TESTS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    name = f"{_RULES}.{row['module']}"
    path = Path(*_RULES.split("."), f"{row['module']}.py").absolute()
    sys.meta_path.insert(0, _Planted(name, path, row["source"]))
    watch = _Watch(row["rules"], row["first"], note)
    options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not slow"]
    os._exit(int(pytest.main([*options, *row["files"]], [watch])))


def _waited(child: int, since: float) -> int | None:
    """Return how a child has ended, None while it runs."""
    done, status = os.waitpid(child, os.WNOHANG)
    if done:
        return status
    if time.monotonic() - since > _PATIENCE:
        os.kill(child, signal.SIGKILL)
    return None


def end_of(status: int) -> str:
    """Return in words how the tests of a mutant have ended.

    Args:
        status: Of the process, as ``os.waitpid`` says it.
    """
    if os.WIFSIGNALED(status):
        match os.WTERMSIG(status):
            case signal.SIGPROF | signal.SIGKILL:
                return _STUCK
            case signal.SIGXCPU:
                return _SURVIVED  # the tests' time is over, and none has failed
            case _:
                return _KILLED
    match os.WEXITSTATUS(status):
        case 0:
            return _SURVIVED
        case pytest.ExitCode.NO_TESTS_COLLECTED:
            return _NO_TESTS
        case _:
            return _KILLED


def try_rows(rows: Sequence[dict[str, Any]], workers: int) -> None:
    """Try mutants side by side; print a line as soon as one is done."""
    waiting = list(reversed(rows))
    running: dict[int, tuple[dict[str, Any], mmap.mmap, float]] = {}
    while waiting or running:
        while waiting and len(running) < workers:
            row = waiting.pop()
            note = mmap.mmap(-1, _NOTE)  # shared with the child, however it ends
            child = os.fork()
            if child == 0:
                try:
                    _try(row, note)
                finally:
                    os._exit(1)
            running[child] = row, note, time.monotonic()
        for child, (row, note, since) in list(running.items()):
            status = _waited(child, since)
            if status is None:
                continue
            del running[child]
            by = note[:].decode("utf-8", "replace").strip("\0 ")
            seconds = round(time.monotonic() - since, 1)
            result = {"name": row["name"], "end": end_of(status), "by": by, "seconds": seconds}
            print(json.dumps(result), flush=True)
        time.sleep(0.02)


def _load_what_does_not_change() -> None:
    """Import everything that the tests need, and forget what is ours."""
    for name in ("tests.rules.table", "scipy.stats", "tablemates.envs.portal_dash_v0"):
        importlib.import_module(name)
    for name in list(sys.modules):
        if name.startswith(("envs", "tests.")) and name != "tests.judge":
            del sys.modules[name]
    gc.collect()
    gc.freeze()  # so that the processes go on sharing it


if __name__ == "__main__":
    _load_what_does_not_change()
    try_rows([json.loads(line) for line in sys.stdin], int(sys.argv[1]))
