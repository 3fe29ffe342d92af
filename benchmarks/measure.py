"""Measuring: cases run in turn, several times, so that a slow minute hits them all."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tqdm import tqdm

#: Plays a piece of work and returns how many units (decisions, copies) it was.
Work = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Case:
    """Something to be measured.

    Attributes:
        name: As tables print it.
        make: Prepares it, machine code included, and returns the work.
        cores: Processors that it may use.
        unit: What a second is counted in.
    """

    name: str
    make: Callable[[], Work]
    cores: int = 1
    unit: str = "decisions"


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, a number a run.

    Attributes:
        name: Of the case.
        unit: Such as ``"decisions/s"``, ``"s"`` or ``"MB"``.
        runs: The numbers.
    """

    name: str
    unit: str
    runs: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median of the runs."""
        return statistics.median(self.runs)

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest number."""
        return min(self.runs), max(self.runs)


@contextmanager
def processors(count: int) -> Iterator[None]:
    """Let the block use so many processors and no more, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[-count:])  # the first serves most interrupts
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rate(work: Work, seconds: float) -> float:
    """Return how many units a second work does, measured for at least so long."""
    done = 0
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        done += work()
    return done / passed


def prepare(case: Case, seconds: float) -> Work:
    """Return the work of a case, warm: what a first call pays is paid.

    Args:
        case: What is to be measured.
        seconds: Of each run later.
    """
    with processors(case.cores):
        work = case.make()
        rate(work, seconds / 4)  # caches warm, branch predictors too
    # What was made stays, in us and in the peers: collectors need not look at it again and again.
    gc.collect()
    gc.freeze()
    return work


def measure(cases: Sequence[Case], runs: int, seconds: float) -> dict[str, Figure]:
    """Measure all cases, each once a round.

    Args:
        cases: What to measure.
        runs: Rounds.
        seconds: Of each run.

    Returns:
        The figures by name.
    """
    figures = {case.name: Figure(case.name, f"{case.unit}/s") for case in cases}
    with tqdm(total=len(cases) * (runs + 1), desc="measuring", unit="run") as bar:
        works: list[Work] = []
        for case in cases:
            bar.set_postfix_str(f"preparing {case.name}")
            works.append(prepare(case, seconds))
            bar.update()
        for _ in range(runs):
            for case, work in zip(cases, works, strict=True):
                bar.set_postfix_str(case.name)
                with processors(case.cores):
                    figures[case.name].runs.append(rate(work, seconds))
                bar.update()
    return figures
