"""Runs one part in a process of its own: whatever it breaks, the others go on."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from tests.judge.kept import ROOT, Result
from tests.judge.parts import Part
from tests.judge.verdict import Verdict

#: A part that takes so many times its budget hangs.
PATIENCE: Final = 3.0
#: Seconds in which an interrupted part ends what it has begun.
_GRACE: Final = 60.0
_LAST_LINES: Final = 6
#: Packages whose absence is a fault, not a reason to leave a part out.
_OURS: Final = ("agents", "benchmarks", "docs", "envs", "table", "tests")


def ask(part: Part, quick: bool, patience: float = PATIENCE) -> Result:
    """Run a part and return its result, without the version of the code.

    Args:
        part: Which one.
        quick: Whether in its small size.
        patience: How many times its budget it may take.
    """
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        file = Path(folder) / "said.json"
        command = [sys.executable, "-m", "tests.judge.asking", part.module, str(file)]
        process = subprocess.Popen(
            [*command, *["--quick"] * quick], cwd=ROOT, start_new_session=True
        )
        limit = 60 * part.budget(quick) * patience
        try:
            status: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _end(process)
        said: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    verdict, why_not = None, said.get("missing", "")
    if "verdict" in said:
        lists = {name: tuple(said["verdict"][name]) for name in ("faults", "skipped", "notes")}
        verdict = Verdict(**said["verdict"] | lists)
    elif not why_not:
        verdict = Verdict(0, "cases", faults=(said.get("crash") or _died(part, status, limit),))
    return Result(verdict, why_not, round(time.monotonic() - begun, 1), quick)


def _died(part: Part, status: int | None, limit: float) -> str:
    if status is None:
        return f"{part.name} did not end within {limit / 60:.0f} minutes and was stopped"
    if status < 0:
        return f"{part.name} was ended by {signal.Signals(-status).name}"
    return f"{part.name} ended with status {status} and said nothing"


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a part and whatever it has left running.

    It is interrupted before it is killed: it may have begun what only it knows of.
    """
    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGINT)
        process.wait(_GRACE)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def said_by(module: str, quick: bool) -> dict[str, Any]:
    """Import a part, ask it, and return what it says as plain data.

    Args:
        module: Its name.
        quick: Whether in its small size.

    Returns:
        ``{"verdict": ...}``, or ``{"missing": why}`` where it cannot run here, or
        ``{"crash": the last lines of its traceback}``.
    """
    try:
        verdict = importlib.import_module(module).judge(quick=quick)
        return {"verdict": asdict(verdict)}
    except ModuleNotFoundError as error:
        name = error.name or ""
        if name == module or module.startswith(f"{name}."):
            return {"missing": "it is not written yet"}
        if name.partition(".")[0] in _OURS:
            return {"crash": _end_of_traceback()}
        return {"missing": f"the package {name.partition('.')[0]} is not installed"}
    except pytest.skip.Exception as error:
        return {"missing": str(error)}
    except Exception:  # noqa: BLE001 - whatever it is, it is told, and the other parts go on
        return {"crash": _end_of_traceback()}


def _end_of_traceback() -> str:
    lines = traceback.format_exc().rstrip().splitlines()[-_LAST_LINES:]
    return "crashed: " + " | ".join(line.strip() for line in lines)


def main() -> None:
    """Run the command that ``ask`` starts."""
    parser = argparse.ArgumentParser(prog="python -m tests.judge.asking")
    parser.add_argument("module")
    parser.add_argument("file", type=Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    # Started in the background, a process may have been told to ignore Ctrl-C, and its own too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        said = said_by(options.module, options.quick)
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    options.file.write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    main()
