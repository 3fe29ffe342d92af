"""The files of an evaluation: CSV, Markdown, JSON, the page, and replays."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from agents.evaluation.plan import Plan
from agents.evaluation.replays.page import write_page_of_row
from agents.evaluation.report.findings import Findings
from agents.evaluation.report.markdown import markdown_of
from agents.evaluation.report.page import Link, page_of
from agents.evaluation.report.provenance import command_of
from agents.evaluation.report.summary import Games, LineUp, Summary
from agents.evaluation.report.tables import luck_in_words
from agents.evaluation.rows import Row
from agents.progress import progress

#: Replays that are written.
MOST_REPLAYS: Final = 16


def write_results(plan: Plan, rows: Sequence[Row], folder: Path) -> Iterator[str]:
    """Write tables, the page and replays into a folder; yields a sentence for each.

    Args:
        plan: What was played.
        rows: How it went, as they were read from their file.
        folder: Where they go.
    """
    found = Findings.of(plan, rows, rows[-1].hash)
    command = command_of(sys.argv)
    yield f"digest of the rows: {found.digest}"
    write_csv(plan, rows[0].ruleset, found.summaries, folder / "results.csv")
    data = found.as_data(command)
    _write(folder / "results.json", json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    _write(folder / "results.md", markdown_of(data))
    yield f"tables: {', '.join(str(folder / f'results.{end}') for end in ('csv', 'md', 'json'))}"
    links = [link.below(folder) for link in write_replays(plan, rows, folder / "replays")]
    yield f"replays: {len(links)} in {folder / 'replays'}"
    _write(folder / "report.html", page_of(found, links, command))
    yield f"report: {folder / 'report.html'}"
    yield from map(luck_in_words, [one for one in found.pairs if one.adjusted is not None])


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def write_csv(plan: Plan, ruleset: str, found: Sequence[Summary], file: Path) -> None:
    """Write the cells with every number in full."""
    causes = sorted({cause for one in found for cause in one.causes})
    with file.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream)
        head = ["level", "players", "agent", "games"]
        for name in ("won", "progress"):
            head += [name, f"{name}_low", f"{name}_high"]
        lost = [f"lost_by_{cause}" for cause in causes]
        out.writerow(
            [*head, "turns", "decisions", "milliseconds", *lost, "purpose", "seed", "ruleset"]
        )
        for one in found:
            means = (one.turns, one.decisions, one.milliseconds)
            numbers = (f"{number:.6f}" for number in (*one.won, *one.progress, *means))
            counts = (one.causes[cause] for cause in causes)
            first = [one.level, one.players, one.agent, one.games]
            out.writerow([*first, *numbers, *counts, plan.purpose, plan.seed, ruleset])


def write_replays(plan: Plan, rows: Sequence[Row], folder: Path) -> list[Link]:
    """Write the first game that each line-up won and the first one that it lost.

    Each is a file that plays and a page that shows it; there are ``MOST_REPLAYS`` at most.
    """
    folder.mkdir(exist_ok=True)
    first: dict[Path, Row] = {}
    known: dict[tuple[tuple[str, ...], float], str] = {}
    for row in rows:
        seats = row.agents, row.noise
        if seats not in known:
            known[seats] = re.sub(r"[^A-Za-z0-9]+", "-", str(LineUp.of(row))).strip("-")
        first.setdefault(folder / f"{known[seats]}-{row.outcome}.json", row)
    # Teams of one agent first: of cross-play there are too many to show them all.
    chosen = sorted(first.items(), key=lambda one: len(set(one[1].agents)))[:MOST_REPLAYS]
    links: list[Link] = []
    with progress("replays", "games", len(chosen)) as report:
        for n, (file, row) in enumerate(chosen, 1):
            row.replay().write(file)
            page = file.with_suffix(".html")
            write_page_of_row(row, page, components=plan.components)
            text = page.read_text(encoding="utf-8")
            links.append(Link(_title(row), str(file), str(page), text))
            report(n, "")
    return links


def _title(row: Row) -> str:
    where = Games(row.players, row.level)
    return f"{LineUp.of(row)}, {where}: {row.outcome} after {row.turns} turns"
