"""The leaderboard, from what the last play of the benchmark has left in ``docs/results``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from docs.leaderboard import KEPT
from tablemates.agents.evaluation.report.tables import Table, escaped

_INTRODUCTION: Final = """\
# Leaderboard

{games}

Written by `make leaderboard`, which plays the benchmark and keeps the tables. Of the games
themselves a sample is kept in [results/leaderboard.jsonl](results/leaderboard.jsonl), some of
every cell, and a test plays it again
(`python evaluate.py --verify docs/results/leaderboard.jsonl` does the same); the digests below
stand for all of them. [Every cell with its numbers](results/leaderboard.csv). How agents are
judged, and how to hand in games: [evaluation](evaluation.md).
"""
#: Tiers below that of the leaderboard, and what is to be said of them.
_MARKED: Final = {
    "smoke": "few games, since these agents take long: their intervals are wide.",
    "dev": "fewer games than the leaderboard's own tier has: compare these agents with care.",
}
#: Tables that are left out: the CSV file has them.
_LEFT_OUT: Final = ("Every cell",)
_TOTALS: Final = "Over all cells"


def pages() -> dict[str, str]:
    """Return the leaderboard; none where the benchmark has not been played."""
    file = KEPT.with_suffix(".json")
    if not file.exists():
        return {}
    return {"leaderboard.md": _page(json.loads(file.read_text(encoding="utf-8")))}


def _page(data: dict[str, Any]) -> str:
    parts = [_INTRODUCTION.format(games=data["games"])]
    for play in data["plays"]:
        if play["tier"] in _MARKED:
            agents = ", ".join(f"`{name}`" for name in play["agents"])
            parts.append(f"**Tier {play['tier']} ({agents}): {_MARKED[play['tier']]}**\n")
    parts += [f"**Forfeited games.** {escaped(sentence)}\n" for sentence in data["forfeits"]]
    tables = [_with_tiers(Table(**table), data["plays"]) for table in data["results"]]
    parts += [table.markdown() for table in tables if table.title not in _LEFT_OUT]
    parts.append(f"## What happened\n\n{data['sample']}\n")
    parts += [f"#{Table(**table).markdown()}" for table in data["story"]]
    lines = [f"- {name}: `{value}`" for name, value in data["provenance"] if name != "command"]
    lines += [f"- digest `{play['digest']}`: `{play['command']}`" for play in data["plays"]]
    parts.append("\n".join(["## Where it comes from\n", *lines, ""]))
    return "\n".join(parts)


def _with_tiers(table: Table, plays: Sequence[Mapping[str, Any]]) -> Table:
    """Return the table of totals with each agent's tier, other tables as they are."""
    if table.title != _TOTALS:
        return table
    tiers = {agent: play["tier"] for play in plays for agent in play["agents"]}
    lines = [(agent, tiers[agent], *numbers) for agent, *numbers in table.lines]
    name, *heads = table.heads
    return replace(table, heads=[name, "tier", *heads], lines=lines, names=2)
