"""Mutation testing: small faults planted in the rules, each of which a test has to notice.

A mutant is killed when one of the tests of its module's rules fails, in whatever way, or
does not come to an end. `reasons.yaml` says of mutants that live why that is no gap.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import yaml
from tqdm import tqdm

from tests.judge.mutation import drawing
from tests.judge.mutation.operators import Mutant
from tests.judge.verdict import Verdict

#: Results of all mutants ever tried, a line each.
KEPT: Final = drawing.ROOT / "runs" / "judge" / "mutation.jsonl"
REASONS: Final = Path(__file__).with_name("reasons.yaml")
_MUTANTS: Final = 400
_QUICK: Final = 12
_SHARE: Final = 0.9
_WORKERS: Final = 2
_SURVIVED: Final = "survived"


def judge(*, quick: bool) -> Verdict:
    """Try mutants of the rule modules, interpreted.

    Args:
        quick: Whether to try only the first few.
    """
    mutants = drawing.drawn(_QUICK if quick else _MUTANTS)
    if faults := unsound(dict.fromkeys(mutant.module for mutant in mutants)):
        return Verdict(0, "mutants", tuple(faults))
    before = _known(KEPT)
    verdict = verdict_on(mutants, tried(mutants, KEPT))
    if kept := sum(mutant.name in before for mutant in mutants):
        note = f"{kept} of the mutants were tried in an earlier go, whose time is not counted"
        verdict = replace(verdict, notes=(*verdict.notes, note))
    return verdict


def unsound(modules: Iterable[str]) -> list[str]:
    """Return which tests fail, or take too long, without any mutant: they would kill all of them.

    Args:
        modules: Of the rules.
    """
    rows = [
        {
            "name": module,
            "module": module,
            "source": (drawing.RULES / f"{module}.py").read_text(encoding="utf-8"),
            "files": drawing.tests_of(module),
            "rules": drawing.rules_of(module),
            "first": [],
        }
        for module in modules
    ]
    return [
        f"the tests of {one['name']} do not pass without a mutant: {one['end']}, {one['by']}"
        for one in tqdm(run(rows, _WORKERS), "modules as they are", len(rows), unit="module")
        if one["end"] != _SURVIVED
    ]


def verdict_on(mutants: Sequence[Mutant], results: dict[str, dict[str, Any]]) -> Verdict:
    """Return what came of mutants: killed, too slow, or alive and why.

    Args:
        mutants: That were tried.
        results: By their names.
    """
    reasons = read_reasons()
    lived = [mutant.name for mutant in mutants if results[mutant.name]["end"] == _SURVIVED]
    stuck = sum(results[mutant.name]["end"] == "time limit" for mutant in mutants)
    untested = [mutant.name for mutant in mutants if results[mutant.name]["end"] == "no tests"]
    killed = len(mutants) - len(lived) - len(untested)
    faults = [f"no test notices {name}" for name in lived if name not in reasons]
    faults += [f"there is no test for {name}" for name in untested]
    # A dozen says nothing about a share.
    if len(mutants) > _QUICK and killed < _SHARE * len(mutants):
        faults.append(f"only {killed} of {len(mutants)} mutants are killed")
    notes = [
        (
            f"{killed} of {len(mutants)} mutants killed ({killed / len(mutants):.1%}), "
            f"{stuck} of them because a test did not come to an end"
        ),
        *(f"lives: {name} ({reasons[name]})" for name in lived if name in reasons),
    ]
    return Verdict(len(mutants), "mutants", tuple(faults), (), tuple(notes))


def read_reasons() -> dict[str, str]:
    """Return why mutants that live are no gap, by their names."""
    rows = yaml.safe_load(REASONS.read_text(encoding="utf-8")) or []
    return {name: row["reason"] for row in rows for name in row["mutants"]}


def tried(
    mutants: Sequence[Mutant], file: Path, workers: int = _WORKERS
) -> dict[str, dict[str, Any]]:
    """Return the results of mutants by their names; those that a file has are not tried again.

    Args:
        mutants: Which.
        file: Of results of the same rules; new ones are added to it.
        workers: Processes side by side.
    """
    results = _known(file)
    missing = [mutant for mutant in mutants if mutant.name not in results]
    if missing:
        file.parent.mkdir(parents=True, exist_ok=True)
        versions = {"engine": drawing.version(), "tests": drawing.version_of_tests()}
        with file.open("a", encoding="utf-8") as kept:
            done = run([row_of(mutant) for mutant in missing], workers)
            for result in tqdm(done, "mutants", len(missing), unit="mutant"):
                results[result["name"]] = result
                kept.write(json.dumps(result | versions, ensure_ascii=False) + "\n")
                kept.flush()
    return results


def _known(file: Path) -> dict[str, dict[str, Any]]:
    """Return the results that still hold: of the same rules and the same tests."""
    found = {}
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for line in lines:
        try:
            result = json.loads(line)
        except ValueError:
            continue  # cut, when the judge was ended
        same_tests = result["tests"] == drawing.version_of_tests()
        if same_tests and result["engine"] == drawing.version():
            found[result["name"]] = result
    return found


def row_of(mutant: Mutant) -> dict[str, Any]:
    """Return what a process that tries a mutant has to know."""
    rules = drawing.rules_of(mutant.module)
    return {
        "name": mutant.name,
        "module": mutant.module,
        "source": mutant.source,
        "files": drawing.tests_of(mutant.module),
        "rules": rules,
        "first": drawing.first_rules(mutant),
    }


def run(rows: Sequence[dict[str, Any]], workers: int = 1) -> Iterator[dict[str, Any]]:
    """Try mutants in another process, interpreted; yield each result as it comes.

    Args:
        rows: See ``row_of``.
        workers: How many at a time.

    Raises:
        RuntimeError: The process ended before all had been tried.
    """
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "tests.judge.mutation.trials", str(workers)]
    with subprocess.Popen(
        command,
        cwd=drawing.ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.writelines(json.dumps(row) + "\n" for row in rows)
        process.stdin.close()
        count = 0
        for line in process.stdout:
            count += 1
            yield json.loads(line)
    if count < len(rows):
        raise RuntimeError(f"the trials ended after {count} of {len(rows)} mutants")
