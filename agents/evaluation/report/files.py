"""Results as files of numbers: CSV, Markdown, and replays."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.evaluation.plan import Plan
from agents.evaluation.report.findings import Findings
from agents.evaluation.report.markdown import markdown_of
from agents.evaluation.report.page import Link, page_of
from agents.evaluation.report.provenance import command_of
from agents.evaluation.report.summary import LineUp, Summary
from agents.evaluation.rows import Row, write_rows


def write_results(plan: Plan, rows: Sequence[Row], folder: Path) -> Iterator[str]:
    """Write rows, tables, the page and replays into a folder; yields a sentence for each."""
    digest = write_rows(folder / "rows.jsonl", rows)
    yield f"rows: {folder / 'rows.jsonl'}, digest {digest}"
    found = Findings.of(plan, rows, digest)
    command = command_of(sys.argv)
    write_csv(plan, rows[0].ruleset, found.summaries, folder / "results.csv")
    _write(folder / "results.md", markdown_of(found, command))
    yield f"tables: {folder / 'results.csv'}, {folder / 'results.md'}"
    replays = write_replays(rows, folder / "replays")
    yield f"replays: {', '.join(str(file) for _, file in replays)}"
    links = [Link(_title(row), str(file.relative_to(folder)), None) for row, file in replays]
    _write(folder / "report.html", page_of(found, links, command))
    yield f"report: {folder / 'report.html'}"


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def _title(row: Row) -> str:
    return (
        f"{LineUp.of(row)}, level {row.level}, {row.players} players, game {row.number}: "
        f"{row.outcome} after {row.turns} turns"
    )


def write_csv(plan: Plan, ruleset: str, found: Sequence[Summary], file: Path) -> None:
    """Write the cells with every number in full."""
    causes = sorted({cause for one in found for cause in one.causes})
    with file.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream)
        head = ["level", "players", "agent", "games"]
        for name in ("won", "progress"):
            head += [name, f"{name}_low", f"{name}_high"]
        lost = [f"lost_by_{cause}" for cause in causes]
        out.writerow([*head, "turns", "decisions", "milliseconds", *lost, "seed", "ruleset"])
        for one in found:
            means = (one.turns, one.decisions, one.milliseconds)
            numbers = (f"{number:.6f}" for number in (*one.won, *one.progress, *means))
            counts = (one.causes[cause] for cause in causes)
            first = [one.level, one.players, one.agent, one.games]
            out.writerow([*first, *numbers, *counts, plan.seed, ruleset])


def write_replays(rows: Sequence[Row], folder: Path) -> list[tuple[Row, Path]]:
    """Write the first game that each line-up won and the first one that it lost."""
    folder.mkdir(exist_ok=True)
    first: dict[Path, Row] = {}
    for row in rows:
        name = re.sub(r"[^A-Za-z0-9]+", "-", str(LineUp.of(row))).strip("-")
        first.setdefault(folder / f"{name}-{row.outcome}.json", row)
    for file, row in first.items():
        row.replay().write(file)
    return [(row, file) for file, row in first.items()]
