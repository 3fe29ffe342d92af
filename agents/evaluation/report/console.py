"""What an evaluation shows: a table, a CSV file, a plot, and replays."""

from __future__ import annotations

import csv
import importlib.util
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from agents.evaluation.plan import Plan
from agents.evaluation.rows import Row, write_rows
from agents.evaluation.statistics import Estimate, mean_share, win_rate

#: Causes of loss that fit into a line of the table.
_CAUSES: Final = 3
#: Columns where there is no terminal whose width counts.
WIDTH: Final = 110
#: Columns that an agent's name is given whole, if it needs them.
_NAME: Final = 24
FORFEIT: Final = "illegal_action"


@dataclass(frozen=True)
class Summary:
    """The games of one cell, counted.

    Attributes:
        agent: Who played all seats.
        level: The level.
        players: The number of players.
        games: Games played.
        won: Share of games won.
        progress: Mean progress.
        turns: Mean turns.
        causes: Games lost by cause.
    """

    agent: str
    level: int
    players: int
    games: int
    won: Estimate
    progress: Estimate
    turns: float
    causes: Counter[str]


def summaries(plan: Plan, rows: Sequence[Row]) -> list[Summary]:
    """Return the plan's cells, counted."""
    by_cell: dict[tuple[tuple[str, ...], int, int], list[Row]] = {}
    for row in rows:
        by_cell.setdefault((row.agents, row.level, row.players), []).append(row)
    return [_summary(by_cell[cell.agents, cell.level, cell.players]) for cell in plan.cells()]


def _summary(rows: Sequence[Row]) -> Summary:
    first = rows[0]
    return Summary(
        agent=first.agents[0],
        level=first.level,
        players=first.players,
        games=len(rows),
        won=win_rate(sum(row.won for row in rows), len(rows)),
        progress=mean_share([row.progress for row in rows]),
        turns=sum(row.turns for row in rows) / len(rows),
        causes=Counter(row.cause for row in rows if not row.won),
    )


def print_table(plan: Plan, rows: Sequence[Row], console: Console) -> None:
    """Print the table, and loudly what went wrong."""
    head = rows[0]
    table = Table(
        title=f"{plan.games} games a line, seeds eval {plan.seed}, 95 % intervals",
        caption=f"ruleset {head.ruleset}, interface {head.interface}, engine {head.engine}",
    )
    table.add_column("level", justify="right")
    table.add_column("players", justify="right")
    longest = max(len(name) for name in plan.agents)
    table.add_column("agent", overflow="fold", min_width=min(longest, _NAME))
    for name in ("won, %", "progress, %", "turns"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("lost by, % of games")
    found = summaries(plan, rows)
    for n, one in enumerate(found):
        last = n + 1 == len(found) or found[n + 1].level != one.level
        table.add_row(
            str(one.level),
            str(one.players),
            one.agent,
            _percent(one.won),
            _percent(one.progress),
            f"{one.turns:.1f}",
            _causes(one),
            end_section=last,
        )
    console.print(table)
    for agent, count in Counter(row.agents[0] for row in rows if row.cause == FORFEIT).items():
        console.print(
            f"WARNING: {agent} forfeited {count} games by an illegal action", style="bold"
        )


def _percent(estimate: Estimate) -> str:
    value, low, high = (f"{100 * number:.1f}" for number in estimate)
    return f"{value} [{low}, {high}]"


def _causes(summary: Summary) -> str:
    return ", ".join(
        f"{cause.replace('_', ' ')} {100 * count / summary.games:.0f}"
        for cause, count in summary.causes.most_common(_CAUSES)
    )


def write_results(plan: Plan, rows: Sequence[Row], folder: Path) -> Iterator[str]:
    """Write rows, table, plot and replays into a folder; yields a sentence for each."""
    write_rows(folder / "rows.jsonl", rows)
    yield f"rows: {folder / 'rows.jsonl'}"
    found = summaries(plan, rows)
    _write_csv(plan, rows[0].ruleset, found, folder / "results.csv")
    yield f"table: {folder / 'results.csv'}"
    if importlib.util.find_spec("matplotlib") is None:
        yield "no plot: matplotlib is not installed (pip install 'portal-dash[train]')"
    else:
        from agents.evaluation.report.plot import write_plot

        write_plot(found, folder / "results.png")
        yield f"plot: {folder / 'results.png'}"
    written = _write_replays(rows, folder / "replays")
    yield f"replays: {', '.join(map(str, written))}"


def _write_csv(plan: Plan, ruleset: str, found: Sequence[Summary], file: Path) -> None:
    causes = sorted({cause for one in found for cause in one.causes})
    with file.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream)
        head = ["level", "players", "agent", "games"]
        for name in ("won", "progress"):
            head += [name, f"{name}_low", f"{name}_high"]
        lost = [f"lost_by_{cause}" for cause in causes]
        out.writerow([*head, "turns", *lost, "seed", "ruleset"])
        for one in found:
            numbers = (f"{number:.6f}" for number in (*one.won, *one.progress, one.turns))
            counts = (one.causes[cause] for cause in causes)
            first = [one.level, one.players, one.agent, one.games]
            out.writerow([*first, *numbers, *counts, plan.seed, ruleset])


def _write_replays(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Write the first game that each agent won and the first one that it lost."""
    folder.mkdir(exist_ok=True)
    first: dict[Path, Row] = {}
    for row in rows:
        name = re.sub(r"[^A-Za-z0-9]+", "-", row.agents[0]).strip("-")
        first.setdefault(folder / f"{name}-{row.outcome}.json", row)
    for file, row in first.items():
        row.replay().write(file)
    return list(first)
