"""Generated tables of the benchmark with strangers: its board, its cells, the README's line."""

from __future__ import annotations

import csv
from typing import Final

from docs.generators.pages import DOCS, Text, table
from tablemates.agents.evaluation.plan import members_of, taking_turns
from tablemates.agents.evaluation.report.proximities import BOARD, CELLS

NAME: Final = "teammates-v1"
#: Where a run of ``evaluate.py --benchmark`` left its board and cells.
RESULTS: Final = DOCS / "results" / NAME
Line = dict[str, str]


def _read(name: str) -> list[Line]:
    with (RESULTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _interval(line: Line, name: str, low: str, high: str) -> str:
    value, *ends = (100 * float(line[one]) for one in (name, low, high))
    return f"{value:.1f} [{ends[0]:.1f}, {ends[1]:.1f}]"


def _cells() -> list[list[Line]]:
    """Return the lines of each cell."""
    found: dict[tuple[str, str], list[Line]] = {}
    for line in _read(CELLS):
        found.setdefault((line["scenario"], line["partners"]), []).append(line)
    return list(found.values())


def _counts() -> str:
    cells = [lines[0] for lines in _cells()]
    holds = sum(one["certificate"] == "holds" for one in cells)
    games = sorted({int(one["games"]) for one in cells})
    size = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    return f"{len(cells)} cells of {size} games; the certificate holds in {holds} of them"


def board() -> str:
    """Return the table of entrants."""
    rows = [
        (
            f"`{line['agent']}`",
            _interval(line, "mean", "low", "high"),
            _interval(line, "worst", "worst_low", "worst_high"),
            _interval(line, "certified", *(f"certified_{end}" for end in ("low", "high")))
            if line["certified"]
            else "-",
        )
        for line in _read(BOARD)
    ]
    heads = ["entrant", "mean proximity, %", "worst quarter of the cells, %"]
    heads.append("where the certificate holds, %")
    return f"{_counts()}.\n\n{table(heads, rows)}"


def cells() -> str:
    """Return the table of cells: scores, and the lead of the best response over each rival."""
    entrants = [line["agent"] for line in _read(BOARD)]
    rows = []
    for lines in _cells():
        by_agent = {line["agent"]: line for line in lines}
        response = by_agent[lines[0]["response"]]
        partners = lines[0]["partners"]
        itself = max(float(by_agent[one]["score"]) for one in set(members_of(partners)))
        leads = [line for line in lines if line["lead_low"]]
        least = min(leads, key=lambda line: float(line["lead_low"]))
        rows.append(
            (
                lines[0]["scenario"].replace("-", " "),
                f"`{'+'.join(taking_turns(tuple(members_of(partners))))}`",
                *(_percent(by_agent[one]["score"]) for one in entrants),
                _percent(itself),
                f"`{_kind(response['agent'])}` {_percent(response['score'])}",
                f"{_interval(least, 'lead', 'lead_low', 'lead_high')} over `{least['agent']}`",
                lines[0]["certificate"],
            )
        )
    heads = ["scenario", "strangers", *(f"`{one}`" for one in entrants), "itself"]
    return table([*heads, "best response", "its least certain lead", "certificate"], rows)


def _kind(name: str) -> str:
    """Return the name of a best response with its network's folder left out."""
    if "runs/" not in name:
        return name
    before = name[: name.index("runs/")]
    return f"{before}trained" if before else "trained"


def _percent(share: str | float) -> str:
    return f"{100 * float(share):.1f}"


def readme() -> str:
    """Return the README's sentences about strangers."""
    means = ", ".join(
        f"`{line['agent']}` {_interval(line, 'mean', 'low', 'high')}" for line in _read(BOARD)
    )
    return (
        "Beside partners whom they have not trained with, agents come this near to the best that "
        f"is known, % with 95 % intervals, over {_counts()}: {means} "
        "([teammates](docs/teammates.md))."
    )


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "README.md": {"teammates": readme},
    "docs/teammates.md": {"board": board, "cells": cells},
}
