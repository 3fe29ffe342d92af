"""Plants faults in the engine, interpreted, and sees whether the referee objects.

``python -m tests.judge.referee_faults.run [N ...]`` tries those of these numbers, or all, and
prints a line each. A fault is planted by giving the engine's own functions the code of the
changed source, so that everybody who calls them has it; afterwards they get theirs back.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType

from tests.judge.referee_faults.planted import PLANTED, Planted

GAMES = 60
_ROOT = Path(__file__).parents[3]
_SEEN = "seen by"


@contextmanager
def in_place(fault: Planted) -> Iterator[None]:
    """Have a fault in the engine, which must be interpreted.

    Raises:
        ValueError: The text that it replaces is not there exactly once.
    """
    module = importlib.import_module(f"tablemates.envs.portal_dash.rules.{fault.file}")
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    if source.count(fault.old) != 1:
        raise ValueError(f"{path.name}: {fault.old!r} is there {source.count(fault.old)} times")
    changed: dict[str, object] = {"__name__": module.__name__, "__file__": str(path)}
    exec(compile(source.replace(fault.old, fault.new), str(path), "exec"), changed)
    before = {}
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            other = changed[name]
            assert isinstance(other, FunctionType)
            before[function] = function.__code__
            function.__code__ = other.__code__
    try:
        yield
    finally:
        for function, code in before.items():
            function.__code__ = code


def try_one(fault: Planted) -> tuple[bool, str]:
    """Return whether the fault's check objects to a game with it, and what was seen."""
    from tests.judge.referee_faults.doctored import seen_by
    from tests.judge.referee_faults.positions import log_from

    seen: Counter[str] = Counter()
    with in_place(fault):
        for n in range(GAMES):
            try:
                check = seen_by(log_from(fault.games, n))
            except Exception as error:  # noqa: BLE001 - a broken engine may do anything
                check = type(error).__name__
            if check == fault.check:
                return True, f"game {n + 1}"
            seen[check] += 1
    return False, f"{dict(seen)}"


def see_all(processes: int) -> tuple[int, list[str]]:
    """Try all faults; return how many there are, and a sentence for each that was not seen."""
    shares = [[str(n) for n in range(k, len(PLANTED), processes)] for k in range(processes)]
    with ThreadPoolExecutor(processes) as pool:
        lines = [line for part in pool.map(run_in_a_process, shares) for line in part]
    return len(PLANTED), [line for line in lines if f": {_SEEN}" not in line]


def run_in_a_process(numbers: list[str]) -> list[str]:
    """Try faults in an interpreted process of their own; return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.judge.referee_faults.run", *numbers],
        cwd=_ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != len(numbers):
        lines.append(f"planted faults {numbers}: stopped: {done.stderr[-500:]}")
    return lines


def main() -> None:
    """Try the faults of the given numbers, or all."""
    numbers = [int(word) for word in sys.argv[1:]] or range(len(PLANTED))
    for n in numbers:
        fault = PLANTED[n]
        seen, detail = try_one(fault)
        what = f"{_SEEN} {fault.check!r} in" if seen else f"not seen by {fault.check!r}:"
        print(f"planted {n}, {fault.file}, {fault.old[:50]!r}: {what} {detail}", flush=True)


if __name__ == "__main__":
    main()
