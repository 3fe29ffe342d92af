"""Switches off each rule in turn and lists those that no test misses.

``python -m tests.rules_check [ID ...]`` copies the package and the rules' tests
to a temporary folder, and there, for one mark after the other (see
`docs.rule_index`), takes out the marked statement and runs that rule's tests,
interpreted. At least one of them has to fail, and by an assertion: an error
from the depths of a broken engine would say nothing about the rule.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tqdm import tqdm

from docs.rule_index import ROOT, Mark, find_marks, find_tests, switched_off
from tablemates.envs.portal_dash.rulebook import load_rulebook

#: What a worker's copy of the repository needs.
_COPIED = ("envs", "tests/rules", "tests/__init__.py", "tests/conftest.py", "pyproject.toml")
_PATIENCE = 120  # seconds for the tests of one rule; a rule that is off may lead round in circles
_ASSERTIONS = ("AssertionError", "assert ", "Failed: ")


class Verdict(Enum):
    """What the tests of a rule say while it is off."""

    MISSED = "its tests miss it"
    GREEN = "its tests stay green"
    CRASHED = "its tests fail by errors alone, not by an assertion"
    STUCK = f"its tests did not come to an end in {_PATIENCE} s"


@dataclass(frozen=True)
class Finding:
    """A mark and what came of switching it off."""

    mark: Mark
    verdict: Verdict
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.mark}: {self.verdict.value}" + (f" ({self.detail})" if self.detail else "")


class Workshop:
    """A copy of the repository in which rules are switched off.

    Args:
        folder: Where to put it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _COPIED:
            source, target = ROOT / name, folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)

    def run(self, rules: Iterable[str], files: Iterable[str]) -> tuple[Verdict, str]:
        """Run the tests of rules.

        Args:
            rules: Their ids.
            files: Paths of the files that the tests are in.
        """
        report = self.folder / "report.xml"
        report.unlink(missing_ok=True)
        options = [f"--rule={rule}" for rule in rules]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        environment = {
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(self.folder),
        }
        try:
            done = subprocess.run(
                [*command, f"--junitxml={report}", *options, *sorted(set(files))],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Verdict.STUCK, ""
        if not report.exists():
            return Verdict.CRASHED, (done.stdout + done.stderr).strip()[-500:]
        return judge(report)

    def check(self, mark: Mark, files: Iterable[str]) -> Finding:
        """Switch a mark off, run the tests of its rule, and switch it on again."""
        path = self.folder / mark.file
        times = path.stat()
        source = path.read_text(encoding="utf-8")
        path.write_text(switched_off(source, mark), encoding="utf-8")
        # Python takes its cached code for current if the file's time and size say so.
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**10 * mark.line))
        try:
            return Finding(mark, *self.run([mark.rule], files))
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def judge(report: Path) -> tuple[Verdict, str]:
    """Return the verdict of a report, and which tests failed or, if it is no good, how."""
    failed = [
        (case.get("name", ""), problem.get("message") or "")
        for case in ET.parse(report).iter("testcase")
        for problem in case
        if problem.tag in ("failure", "error")
    ]
    if not failed:
        return Verdict.GREEN, ""
    if any(message.startswith(_ASSERTIONS) for _, message in failed):
        return Verdict.MISSED, ", ".join(name for name, _ in failed)
    name, message = failed[0]
    return Verdict.CRASHED, f"{name}: {message.splitlines()[0][:200]}"


def check_marks(
    marks: Iterable[Mark], files: Mapping[str, set[str]], workers: int
) -> list[Finding]:
    """Switch marks off one after the other, in several copies side by side.

    Args:
        marks: Of rules that have tests.
        files: The files of each rule's tests.
        workers: How many copies.

    Raises:
        SystemExit: A test fails while all rules are on.
    """
    marks = list(marks)
    with tempfile.TemporaryDirectory(prefix="rules-check-") as folder:
        shops: queue.Queue[Workshop] = queue.Queue()
        for n in range(workers):
            shops.put(Workshop(Path(folder) / f"copy-{n}"))
        rules = {mark.rule for mark in marks}
        verdict, detail = shops.queue[0].run(rules, set().union(*(files[rule] for rule in rules)))
        if verdict is not Verdict.GREEN:
            raise SystemExit(f"tests fail with all rules on; mend that first: {detail}")

        def check(mark: Mark) -> Finding:
            shop = shops.get()
            try:
                return shop.check(mark, files[mark.rule])
            finally:
                shops.put(shop)

        with ThreadPoolExecutor(workers) as pool:
            running = [pool.submit(check, mark) for mark in marks]
            bar = tqdm(as_completed(running), total=len(running), desc="rules", unit="mark")
            findings = [done.result() for done in bar]
    return sorted(findings, key=lambda finding: marks.index(finding.mark))


def main() -> None:
    """Check the rules that are named, or all; fail unless every one is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules_check", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="a rule such as MOB-07; default: all")
    parser.add_argument("--workers", type=int, default=2, help="copies side by side (default: 2)")
    options = parser.parse_args()
    known = list(load_rulebook().rules)
    if unknown := [name for name in options.ids if name not in known]:
        parser.error(f"no such rule: {', '.join(unknown)}")
    wanted = options.ids or known
    marks = [mark for mark in find_marks() if mark.rule in wanted]
    files: dict[str, set[str]] = defaultdict(set)
    for test in find_tests():
        files[test.rule].add(test.file)
    faults = [f"{name}: no line of the code has its mark" for name in unmarked(wanted, marks)]
    faults += [f"{name}: no test" for name in wanted if name not in files]
    ready = [mark for mark in marks if mark.rule in files]
    if ready:
        findings = check_marks(ready, files, options.workers)
        faults += [str(one) for one in findings if one.verdict is not Verdict.MISSED]
    for fault in faults:
        print(fault)
    print(f"{len(wanted)} rules, {len(ready)} marked lines switched off, {len(faults)} faults")
    raise SystemExit(bool(faults))


def unmarked(rules: Iterable[str], marks: Iterable[Mark]) -> list[str]:
    """Return the rules that have no mark."""
    marked = {mark.rule for mark in marks}
    return [name for name in rules if name not in marked]


if __name__ == "__main__":
    main()
