"""Cases measured round by round, so that a slow minute of the machine affects all of them.

The results are JSON for the docs, and a table for the terminal.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

#: The run that docs/performance.md shows.
PUBLISHED: Final = Path(__file__).resolve().parents[1] / "docs" / "results" / "bench.json"
_LIBRARIES: Final = ("numpy", "numba", "gymnasium", "pettingzoo", "open_spiel", "pgx", "jax")
#: Our case beside the peers' cases, by prefix of the names: the fastest of each counts.
RATIOS: Final = (
    ("env, NumPy pick", "pettingzoo connect_four_v3"),
    ("env, NumPy pick", "pettingzoo hanabi_v5"),
    ("vector_env, ", "open_spiel hanabi"),
    ("vector_env, ", "open_spiel backgammon"),
    ("vector_env, ", "pgx backgammon"),
)

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


@dataclass(frozen=True, slots=True)
class Results:
    """A benchmark run."""

    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    rounds: int
    seconds: float  # length of each run
    figures: Mapping[str, Figure]  # by the cases' names
    skipped: Sequence[str]  # cases whose packages are not installed

    def write(self, file: Path) -> None:
        """Write the results as JSON."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Results:
        """Return the results in a file that ``write`` has written."""
        data = json.loads(file.read_text(encoding="utf-8"))
        data["figures"] = {name: Figure(**figure) for name, figure in data["figures"].items()}
        return cls(**data)

    def ratios(self) -> Iterator[tuple[str, str, list[float]]]:
        """Yield our case, the peer's case and their ratio round by round."""
        for ours, theirs in RATIOS:
            mine, other = self.fastest(ours), self.fastest(theirs)
            if mine and other:
                runs = zip(self.figures[mine].runs, self.figures[other].runs, strict=True)
                yield mine, other, [a / b for a, b in runs]

    def fastest(self, prefix: str) -> str | None:
        """Return the fastest case on one core whose name begins so, None without one."""
        names = [n for n in self.figures if n.startswith(prefix) and "two threads" not in n]
        return max(names, key=lambda name: self.figures[name].median, default=None)

    def lines(self) -> Iterator[str]:
        """Yield a line for each case, then for each ratio."""
        for name, figure in self.figures.items():
            yield f"{name:42} {number(figure.median):>12} {spread(figure.runs):24} {figure.unit}"
        for mine, other, runs in self.ratios():
            yield f"{mine} / {other}: {number(statistics.median(runs))} {spread(runs)}"
        yield from (f"skipped: {name}" for name in self.skipped)


def number(value: float) -> str:
    """Return a number with three significant digits or more."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def spread(runs: Sequence[float]) -> str:
    """Return the smallest and the largest value."""
    return f"[{number(min(runs))}, {number(max(runs))}]" if len(runs) > 1 else ""


def machine() -> dict[str, Any]:
    """Return a description of machine and checkout; call it before the benchmark loads it."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = names[0] if names else model
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "date": date.today().isoformat(),
        "commit": _commit(),
    }


def _commit() -> str | None:
    """Return the checkout's commit, with ``-dirty`` if files differ; None: it is no checkout."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        found = subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return found.stdout.strip()


def versions() -> dict[str, str]:
    """Return the versions of the installed libraries."""
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
