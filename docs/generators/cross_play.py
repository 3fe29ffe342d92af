"""Who wins how much with whom, from what the last `make cross-play` has left."""

from __future__ import annotations

from typing import Final

from docs.tables import data_of, rows_of
from tablemates.agents.evaluation.report.tables import Table

_NAME: Final = "cross_play"
_INTRODUCTION: Final = """\
# Cross-play

{games}

Written by `make cross-play`, which plays
[configs/eval/cross_play.yaml](../configs/eval/cross_play.yaml): every two agents as a team of two,
and each with itself, but for those that search at every decision: their teams would take hours
more. An agent that only gets along with its like wins less with the others than with itself. All
teams play the same games; who of a team begins is drawn. A sample of the games is kept in
[results/cross_play.jsonl](results/cross_play.jsonl), some of every team, and a test plays it
again; the digest below stands for all of them.
"""
#: Tables that are shown here; the leaderboard has what the others say.
_SHOWN: Final = ("Games won together", "With others and with itself", "Teams beside", "In pairs")


def pages() -> dict[str, str]:
    """Return the page; none where nobody has played it."""
    if not rows_of(_NAME):
        return {}
    data = data_of(_NAME)
    tables = [Table(**table) for table in data["results"]]
    parts = [_INTRODUCTION.format(games=data["games"])]
    parts += [table.markdown() for table in tables if table.title.startswith(_SHOWN)]
    lines = [f"- {name}: `{value}`" for name, value in data["provenance"]]
    parts.append("\n".join(["## Where it comes from\n", *lines, ""]))
    return {"cross_play.md": "\n".join(parts)}
