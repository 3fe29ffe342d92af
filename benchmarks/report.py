"""What a run of the benchmarks leaves: its figures as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure

LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo")


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was measured.

    Attributes:
        machine: What it was measured on.
        versions: Of libraries and peers.
        settings: Runs and seconds.
        figures: By the case's name.
        values: What is no rate: seconds, bytes, by name.
        skipped: Peers that were not there.
    """

    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    settings: Mapping[str, Any]
    figures: Mapping[str, Figure]
    values: Mapping[str, float]
    skipped: Sequence[str]

    def write(self, file: Path) -> None:
        """Write the results as JSON."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    """Return what the figures were measured on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = names[0] if names else model
    return {"processor": model, "cores": os.cpu_count(), "python": platform.python_version()}


def own_versions() -> dict[str, str]:
    """Return the versions of the libraries that we stand on."""
    return {name: version(name) for name in LIBRARIES}
