"""The files of an evaluation: CSV, Markdown, JSON, the page, and replays."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.replays.page import write_page_of_row
from tablemates.agents.evaluation.report.findings import Findings
from tablemates.agents.evaluation.report.markdown import markdown_of
from tablemates.agents.evaluation.report.page import Link, page_of
from tablemates.agents.evaluation.report.provenance import Provenance, command_of
from tablemates.agents.evaluation.report.summary import Games, LineUp, Summary, line_ups_in
from tablemates.agents.evaluation.report.tables import luck_in_words
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.run_folder import REPLAYS, RESULTS
from tablemates.agents.folders import write_whole
from tablemates.agents.progress import progress
from tablemates.envs.core.hashing import hash_of

#: Replays that are written.
MOST_REPLAYS: Final = 16
#: Characters of a line-up in the names of its files.
_LONGEST: Final = 80


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
    numbers, data_file, text, page = (folder / name for name in RESULTS)
    write_csv(plan, found.known, found.summaries, numbers)
    data = found.as_data(command)
    write_whole(data_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    write_whole(text, markdown_of(data))
    yield f"tables: {numbers}, {text}, {data_file}"
    links = [link.below(folder) for link in write_replays(plan, rows, folder / REPLAYS)]
    yield f"replays: {len(links)} in {folder / REPLAYS}"
    write_whole(page, page_of(found, links, command))
    yield f"report: {page}"
    yield from map(luck_in_words, [one for one in found.pairs if one.adjusted is not None])


def write_csv(plan: Plan, known: Provenance, found: Sequence[Summary], file: Path) -> None:
    """Write the cells with every number in full."""
    causes = sorted({cause for one in found for cause in one.causes})
    last = (plan.purpose, plan.seed, known.hashes["ruleset"], known.benchmark)
    with io.StringIO(newline="") as stream:
        out = csv.writer(stream)
        head = ["level", "players", "agent", "games"]
        for name in ("won", "progress"):
            head += [name, f"{name}_low", f"{name}_high"]
        lost = [f"lost_by_{cause}" for cause in causes]
        head += ["turns", "decisions", "milliseconds", *lost]
        out.writerow([*head, "purpose", "seed", "ruleset", "benchmark"])
        for one in found:
            means = (one.turns, one.decisions, one.milliseconds)
            numbers = (f"{number:.6f}" for number in (*one.won, *one.progress, *means))
            counts = (one.causes[cause] for cause in causes)
            first = [one.level, one.players, one.agent, one.games]
            out.writerow([*first, *numbers, *counts, *last])
        write_whole(file, stream.getvalue())


def write_replays(plan: Plan, rows: Sequence[Row], folder: Path) -> list[Link]:
    """Write the first game that each line-up won and the first one that it lost.

    Each is a file that plays and a page that shows it; there are ``MOST_REPLAYS`` at most.
    """
    folder.mkdir(exist_ok=True)
    first: dict[Path, Row] = {}
    line_ups = line_ups_in(rows)
    names: dict[str, LineUp] = {}
    for row in rows:
        name = _file_name(line_ups[row.agents, row.noise], names)
        first.setdefault(folder / f"{name}-{row.outcome}.json", row)
    # Teams of one agent first: of cross-play there are too many to show them all.
    chosen = sorted(first.items(), key=lambda one: len(set(one[1].agents)))[:MOST_REPLAYS]
    links: list[Link] = []
    with progress("replays", "games", len(chosen)) as report:
        for n, (file, row) in enumerate(chosen, 1):
            row.replay().write(file)
            page = file.with_suffix(".html")
            write_page_of_row(row, page, components=plan.components)
            text = page.read_text(encoding="utf-8")
            title = _title(line_ups[row.agents, row.noise], row)
            links.append(Link(title, str(file), str(page), text))
            report(n, "")
    return links


def _file_name(line_up: LineUp, names: dict[str, LineUp]) -> str:
    """Return a name for a line-up's files that no other one has."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", str(line_up)).strip("-")[:_LONGEST]
    if names.setdefault(name, line_up) != line_up:
        name = f"{name}-{hash_of(str(line_up))}"
    return name


def _title(line_up: LineUp, row: Row) -> str:
    where = Games(row.players, row.level)
    return f"{line_up}, {where}: {row.outcome} after {row.turns} turns"
