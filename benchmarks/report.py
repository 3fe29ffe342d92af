"""The results of a benchmark run: JSON for the docs, a table for the terminal."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from benchmarks.measure import Figure

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
    """Return a description of the machine; call it before the benchmark loads it."""
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
    }


def versions() -> dict[str, str]:
    """Return the versions of the installed libraries."""
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
