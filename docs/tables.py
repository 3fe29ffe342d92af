"""Reads what ``docs.kept`` has kept of evaluations."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

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


def pairs_of(name: str) -> dict[tuple[str, str], dict[str, str]]:
    """Return the comparisons of an evaluation by the two agents, each heading's word."""
    (table,) = (one for one in data_of(name)["results"] if one["title"] == "In pairs")
    found = (dict(zip(table["heads"], line, strict=True)) for line in table["lines"])
    return {(one["agents"], one["beside"]): one for one in found}


def overall_of(name: str) -> dict[str, str]:
    """Return what each agent won over all cells of an evaluation, %, with its interval."""
    (found,) = (one for one in data_of(name)["results"] if one["title"] == "Over all cells")
    won = found["heads"].index("won, %")
    return {line[0]: line[won] for line in found["lines"]}


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table, numbers to the right."""
    return "\n".join(
        [
            "| " + " | ".join(heads) + " |",
            "|---|" + "---:|" * (len(heads) - 1),
            *("| " + " | ".join(line) + " |" for line in lines),
        ]
    )


def mean(rows: Sequence[Row], measure: str) -> float:
    """Return the mean of a measure over cells, each weighed alike."""
    return sum(float(row[measure]) for row in rows) / len(rows)


def of_agent(rows: Sequence[Row], agent: str) -> list[Row]:
    """Return an agent's lines."""
    return [row for row in rows if row["agent"] == agent]


def agents_of(rows: Sequence[Row]) -> list[str]:
    """Return the agents in their order."""
    return list(dict.fromkeys(row["agent"] for row in rows))


def fewer(rows: Sequence[Row], agent: str, other: str) -> str:
    """Return by how much an agent loses fewer games than another, in the mean over cells."""
    lost, before = (1.0 - mean(of_agent(rows, name), "won") for name in (agent, other))
    return (
        f"{100 * (1 - lost / before):+.0f} %".replace("+", "−")
        if lost < before
        else (f"+{100 * (lost / before - 1):.0f} %")
    )


def measures(rows: Sequence[Row], agent: str) -> list[str]:
    """Return an agent's share of games won, progress and time, the means over its cells."""
    own = of_agent(rows, agent)
    return [
        f"{100 * mean(own, 'won'):.1f}",
        f"{100 * mean(own, 'progress'):.1f}",
        _two_digits(mean(own, "milliseconds")),
    ]


def _two_digits(number: float) -> str:
    """Return a number with two digits that count, never with an exponent."""
    return np.format_float_positional(number, 2, unique=False, fractional=False, trim="-")


def levels_table(rows: Sequence[Row]) -> str:
    """Return a table of the games that agents won at each level."""
    levels = sorted({int(row["level"]) for row in rows})
    lines = []
    for agent in agents_of(rows):
        cells = [
            share(row, "won")
            for row in sorted(of_agent(rows, agent), key=lambda row: int(row["level"]))
        ]
        lines.append([f"`{agent}`", *cells, *measures(rows, agent)])
    heads = ["agent", *(f"level {n}" for n in levels), "won", "progress", "ms a decision"]
    return table(heads, lines)


def pairs_table(name: str, beside: str | None = None) -> str:
    """Return a table of an evaluation's agents beside each other, or all beside one."""
    rows = rows_of(name)
    lines = [
        [
            f"`{agent}`",
            f"`{other}`",
            fewer(rows, agent, other),
            pair["difference, points"],
            pair["only the first won"],
            pair["only the second"],
            pair["p, Holm"],
        ]
        for (agent, other), pair in pairs_of(name).items()
        if beside in (None, agent, other)
    ]
    heads = ["agent", "compared with", "lost games", "points", "only the first won"]
    heads += ["only the second"]
    return table([*heads, "p"], lines)


def error_of(row: Row) -> str:
    """Return an expected calibration error with its interval."""
    error, low, high = (float(row[name]) for name in ("error", "error_low", "error_high"))
    return f"{error:.3f} [{low:.3f}, {high:.3f}]"


def calibration_table(rows: Sequence[Row]) -> str:
    """Return a table of how true the chances are that an agent states, by level."""
    lines = []
    for level in dict.fromkeys(row["level"] for row in rows):
        first = next(row for row in rows if row["level"] == level)
        lines.append([level, first["games"], f"{int(first['decisions']):,}", error_of(first)])
    return table(["level", "games", "decisions", "expected calibration error"], lines)
