"""Reads what ``docs.kept`` has kept of evaluations."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

RESULTS: Final = Path(__file__).resolve().parent / "results"

Row = Mapping[str, str]


def rows_of(name: str) -> list[Row]:
    """Return the lines of a CSV file, none where it is not there."""
    if not (RESULTS / f"{name}.csv").exists():
        return []
    with (RESULTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def data_of(name: str) -> dict[str, Any]:
    """Return the tables of an evaluation."""
    data: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return data


def provenance_of(name: str) -> dict[str, str]:
    """Return what an evaluation's tables are of: agents, rules, the digest of the rows."""
    return dict(data_of(name)["provenance"])


def share(row: Row, measure: str) -> str:
    """Return a share of a line in percent, with its interval."""
    value, low, high = (
        100 * float(row[name]) for name in (measure, f"{measure}_low", f"{measure}_high")
    )
    return f"{value:.1f} [{low:.1f}, {high:.1f}]"
