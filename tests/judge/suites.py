"""Judges that are test files: they are run by pytest in a process of its own, and counted."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as Xml
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.judge.verdict import Verdict

ROOT: Final = Path(__file__).resolve().parents[2]


def run_tests(files: Sequence[str], *options: str, python: str | Path = sys.executable) -> Verdict:
    """Run test files and say what came of them.

    Args:
        files: By their paths in the checkout, perhaps with the name of a test.
        *options: Further ones of pytest's, such as ``"-m", "not slow"``.
        python: The interpreter of the environment that they are run in.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [str(python), "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, f"--junitxml={report}", *options, *files],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if not report.exists():
            last = (done.stdout.strip().splitlines() or ["no output"])[-1]
            return Verdict(0, "tests", (f"pytest ended with {done.returncode}: {last}",))
        cases = list(Xml.parse(report).getroot().iter("testcase"))
    faults, skipped = [], []
    for case in cases:
        name = f"{case.get('classname')}.{case.get('name')}".removeprefix("tests.")
        for result in case:
            message = (result.get("message") or "").split("\n")[0]
            if result.tag in {"failure", "error"}:
                faults.append(f"{name}: {message}")
            elif result.tag == "skipped":
                skipped.append(f"{name}: {message}")
    if done.returncode not in (0, 1, 5) and not faults:
        faults.append(f"pytest ended with {done.returncode}")
    return Verdict(len(cases) - len(skipped), "tests", tuple(faults), tuple(skipped))
