"""The files of an evaluation: results.csv, report.html, and replays."""

from __future__ import annotations

import csv
import io
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.replays.page import page_of
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.report.page import Link, report_of
from tablemates.agents.evaluation.report.results import Results
from tablemates.agents.evaluation.report.standings import Standings
from tablemates.agents.evaluation.report.summary import Games, LineUp
from tablemates.agents.evaluation.rows import Row, file_digest
from tablemates.agents.evaluation.run_folder import DIGEST, REPLAYS, REPORT, ROWS, TABLE
from tablemates.agents.folders import write_whole

#: Replays that are written at most.
MOST_REPLAYS: Final = 16
#: Characters of a line-up in the names of its files.
_LONGEST: Final = 80
#: Seconds in which agents explain decisions for one page: searches take long.
_PATIENCE: Final = 10.0


def write_results(results: Results, folder: Path) -> Iterator[str]:
    """Write tables, the report and replays into a folder; yields a sentence for each.

    Args:
        results: Of the rows in ``folder / "rows.jsonl"``.
        folder: Where they go.
    """
    digest = file_digest(folder / ROWS)
    write_whole(folder / DIGEST, f"{digest}  {ROWS}\n")
    yield f"sha256 of the rows: {digest}"
    write_csv(results, folder / TABLE)
    yield f"table: {folder / TABLE}"
    links = write_replays(results.plan, results.rows, folder)
    yield f"replays: {len(links)} in {folder / REPLAYS}"
    write_whole(folder / REPORT, report_of(results, links, digest, command_of(sys.argv)))
    yield f"report: {folder / REPORT}"


def command_of(arguments: Sequence[str]) -> str:
    """Return a command as one would type it.

    Args:
        arguments: The process's own, the program first.
    """
    program, *rest = arguments
    name = Path(program).name
    return shlex.join(["python", name, *rest] if name.endswith(".py") else [name, *rest])


def write_csv(results: Results, file: Path) -> None:
    """Write the cells with every number in full precision."""
    if results.standings is not None:
        write_whole(file, _standings_csv(results, results.standings))
        return
    plan, found = results.plan, results.summaries
    causes = sorted({cause for one in found for cause in one.causes})
    last = (plan.purpose, plan.seed, results.hashes["ruleset"], results.benchmark)
    with io.StringIO(newline="") as stream:
        out = csv.writer(stream)
        head = [*(axis for axis, _ in found[0].cells[0].axes), "agent", "games"]
        for name in ("won", "progress"):
            head += [name, f"{name}_low", f"{name}_high"]
        head += ["turns", "decisions", "milliseconds", *(f"lost_by_{cause}" for cause in causes)]
        out.writerow([*head, "purpose", "seed", "ruleset", "benchmark"])
        for one in found:
            means = (one.turns, one.decisions, one.milliseconds)
            numbers = (f"{number:.6f}" for number in (*one.won, *one.progress, *means))
            counts = (one.causes[cause] for cause in causes)
            (games,) = one.cells
            first = [*games.labels, one.line_up, one.games]
            out.writerow([*first, *numbers, *counts, *last])
        write_whole(file, stream.getvalue())


def _standings_csv(results: Results, standings: Standings) -> str:
    """Return the agents of a competitive game in every scenario as CSV."""
    plan, stream = results.plan, io.StringIO(newline="")
    out = csv.writer(stream)
    head = [*(axis for axis, _ in standings.scenarios[0].axes), "agent", "seats"]
    for name in ("return", "rank", "first"):
        head += [name, f"{name}_low", f"{name}_high"]
    out.writerow([*head, "score", "purpose", "seed", "ruleset", "benchmark"])
    last = (plan.purpose, plan.seed, results.hashes["ruleset"], results.benchmark)
    for games in standings.scenarios:
        for one in standings.standings(games):
            numbers = (f"{number:.6f}" for number in (*one.gain, *one.rank, *one.first, one.score))
            out.writerow([*games.labels, one.agent, one.seats, *numbers, *last])
    return stream.getvalue()


def write_replays(plan: Plan, rows: Sequence[Row], folder: Path) -> list[Link]:
    """Write the first game that each line-up won and the first one that it lost.

    In a competitive game these are one: the first. Each is a replay file and a page that plays
    it, ``MOST_REPLAYS`` of them at most.
    """
    (folder / REPLAYS).mkdir(exist_ok=True)
    first: dict[tuple[LineUp, str], Row] = {}
    for row in rows:
        first.setdefault((LineUp.of(row.line_up), row.outcome), row)
    # Teams of one agent first: cross-play has too many teams to show them all.
    chosen = sorted(first.items(), key=lambda one: len(one[0][0].agents))[:MOST_REPLAYS]
    links: list[Link] = []
    for n, ((line_up, outcome), row) in enumerate(chosen, 1):
        words = re.sub(r"[^A-Za-z0-9]+", "-", str(line_up)).strip("-")[:_LONGEST]
        file = f"{REPLAYS}/{n:02}-{words}-{outcome}"
        row.replay().write(folder / f"{file}.json")
        name = f"{line_up}, {Games.of(row)}"
        playback = Playback(row.replay(), name, plan.components, plan.game)
        with closing(Reasons.of(playback, row.agents, _PATIENCE)) as reasons:
            text = page_of(playback, reasons)
        write_whole(folder / f"{file}.html", text)
        title = f"{name}: {playback.outcome} after {row.turns} turns"
        links.append(Link(title, f"{file}.json", f"{file}.html", text))
    return links
