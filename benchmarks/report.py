"""What a run of the benchmarks leaves: its figures as JSON, and a line for each to look at."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from benchmarks.measure import Figure

LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo")
#: The run that docs/performance.md shows.
PUBLISHED: Final = Path(__file__).resolve().parents[1] / "docs" / "performance" / "bench.json"


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was measured.

    Attributes:
        machine: What it was measured on.
        versions: Of libraries and peers.
        settings: Runs and seconds.
        figures: By the case's name.
        skipped: Peers that were not there.
    """

    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    settings: Mapping[str, Any]
    figures: Mapping[str, Figure]
    skipped: Sequence[str]

    def write(self, file: Path) -> None:
        """Write the results as JSON."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Results:
        """Return the results that ``write`` wrote."""
        held = json.loads(file.read_text(encoding="utf-8"))
        held["figures"] = {name: Figure(**one) for name, one in held["figures"].items()}
        return cls(**held)


def machine() -> dict[str, Any]:
    """Return what the figures are measured on; call it before the measuring loads the machine."""
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


def own_versions() -> dict[str, str]:
    """Return the versions of the libraries that we stand on."""
    return {name: version(name) for name in LIBRARIES}


def number(value: float) -> str:
    """Return a number in three digits or more: as exact as such a measurement is."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def lines(figures: Iterable[Figure]) -> list[str]:
    """Return a line for each figure: its name, median, range and unit."""
    out = []
    for figure in figures:
        low, high = map(number, figure.range)
        out.append(f"{figure.name:45} {number(figure.median):>12}  [{low}, {high}] {figure.unit}")
    return out
