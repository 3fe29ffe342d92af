"""Cases measured round by round, so that a slow minute of the machine affects all of them."""

from __future__ import annotations

import gc
import importlib.util
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tqdm import tqdm

#: Does some work and returns the number of units (decisions, copies) done.
Work = Callable[[], int]
#: Takes the seconds to measure for and returns the measured value.
Sample = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Case:
    """Something to measure."""

    name: str  # as tables print it
    # Prepares it, compilation included, and returns the measuring function.
    make: Callable[[], Sample]
    unit: str = "decisions/s"  # of the values
    cores: int = 1  # number of processors that it may use
    requires: tuple[str, ...] = ()  # modules without which it is skipped
    once: bool = False  # measure it in the first round only

    def missing(self) -> list[str]:
        """Return the required modules that are not installed."""
        return [name for name in self.requires if importlib.util.find_spec(name) is None]


@dataclass(frozen=True, slots=True)
class Figure:
    """The values of one case."""

    unit: str  # such as ``"decisions/s"``, ``"s"`` or ``"MB"``
    runs: list[float] = field(default_factory=list)  # one value per round

    @property
    def median(self) -> float:
        """The median over rounds."""
        return statistics.median(self.runs)


def rate_of(work: Work) -> Sample:
    """Return a function that measures units per second of repeated work."""

    def sample(seconds: float) -> float:
        units = 0
        start = time.perf_counter()
        while (elapsed := time.perf_counter() - start) < seconds:
            units += work()
        return units / elapsed

    return sample


@contextmanager
def processors(count: int) -> Iterator[None]:
    """Bind the process to some processors, where the operating system supports it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[-count:])  # the first one serves most interrupts
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measure(cases: Sequence[Case], rounds: int, seconds: float) -> dict[str, Figure]:
    """Measure all cases in turn, round by round; return the figures by the cases' names."""
    figures = {case.name: Figure(case.unit) for case in cases}
    with tqdm(total=len(cases) * (rounds + 1), desc="measuring", unit="run") as bar:
        samples: list[Sample] = []
        for case in cases:
            bar.set_postfix_str(f"preparing {case.name}")
            with processors(case.cores):
                samples.append(case.make())
                if not case.once:
                    samples[-1](seconds / 4)  # a warm-up
            # What was built stays alive: keep the garbage collector from scanning it in every run.
            gc.collect()
            gc.freeze()
            bar.update()
        for number in range(rounds):
            for case, sample in zip(cases, samples, strict=True):
                bar.set_postfix_str(case.name)
                if number == 0 or not case.once:
                    with processors(case.cores):
                        figures[case.name].runs.append(sample(seconds))
                bar.update()
    return figures
