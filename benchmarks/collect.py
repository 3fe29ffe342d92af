"""Runs cases in one tree; knows no command line, because it also runs beside older packages."""

from __future__ import annotations

import sys

from benchmarks import cases
from benchmarks.measure import Case, Results, machine, measure, versions


def chosen(only: str, ours: bool) -> list[Case]:
    """Return the cases with some text in their names, all or only those of our own views."""
    own = cases.our_cases()
    every = own if ours else [*cases.process_cases(), *own, *cases.peer_cases()]
    return [case for case in every if only in case.name]


def collect(found: list[Case], rounds: int, seconds: float) -> Results:
    """Return the results of cases; those whose libraries are missing are skipped."""
    where = machine()
    if (where["load"] or 0) > 0.5:
        print(f"the machine is busy (load {where['load']})", file=sys.stderr)
    skipped = [f"{case.name} ({', '.join(case.missing())})" for case in found if case.missing()]
    measured = measure([case for case in found if not case.missing()], rounds, seconds)
    return Results(where, versions(), rounds, seconds, measured, skipped)
