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
from typing import Any, Final

from tablemates.agents.evaluation.matches import earlier_games
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.replays.page import page_of
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.report.page import Link, report_of
from tablemates.agents.evaluation.result_folder import DIGEST, REPLAYS, REPORT, ROWS, TABLE
from tablemates.agents.evaluation.result_rows import Row, cached_games, file_digest
from tablemates.agents.evaluation.stats.summary import Games, LineUp, Summary
from tablemates.agents.output.folders import write_whole
from tablemates.agents.outside.secret import kept_secret

#: Ends of the names of columns: a number and its interval.
_ENDS: Final = ("", "_low", "_high")
#: Replays that are written at most.
MOST_REPLAYS: Final = 16
#: Characters of a line-up in the names of its files.
_LONGEST: Final = 80
#: Seconds in which agents explain decisions for one page: searches take long.
_PATIENCE: Final = 10.0


def write_results(results: Results, folder: Path) -> Iterator[str]:
    """Write tables, the report and replays into a folder; yields a sentence for each."""
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
    """Return a command as one would type it."""
    program, *rest = arguments
    name = Path(program).name
    return shlex.join(["python", name, *rest] if name.endswith(".py") else [name, *rest])


def write_csv(results: Results, file: Path) -> None:
    """Write the cells, or the agents in every scenario, with every number in full precision."""
    plan, stream = results.plan, io.StringIO(newline="")
    out = csv.writer(stream)
    head, lines = _cells(results.summaries) if results.summaries else _standings(results)
    out.writerow([*head, "purpose", "seed", "ruleset", "benchmark"])
    last = (plan.purpose, plan.seed, results.hashes["ruleset"], results.benchmark)
    out.writerows([*line, *last] for line in lines)
    write_whole(file, stream.getvalue())


def _cells(found: Sequence[Summary]) -> tuple[list[str], list[list[Any]]]:
    """Return the head and the lines of the cells of a co-operative game."""
    causes = sorted({cause for one in found for cause in one.causes})
    head = [*(axis for axis, _ in found[0].cells[0].axes), "agent", "games"]
    head += [f"{name}{end}" for name in ("won", "progress") for end in _ENDS]
    head += ["turns", "decisions", "milliseconds", *(f"lost_by_{cause}" for cause in causes)]
    lines = [
        [
            *one.cells[0].labels,
            one.line_up,
            one.games,
            *_exact(*one.won, *one.progress, one.turns, one.decisions, one.milliseconds),
            *(one.causes[cause] for cause in causes),
        ]
        for one in found
    ]
    return head, lines


def _standings(results: Results) -> tuple[list[str], list[list[Any]]]:
    """Return the head and the lines of the agents of a competitive game."""
    standings = results.standings
    assert standings is not None
    head = [*(axis for axis, _ in standings.scenarios[0].axes), "agent", "seats"]
    head += [f"{name}{end}" for name in ("return", "rank", "first") for end in _ENDS]
    lines = [
        [*games.labels, one.agent, one.seats, *_exact(*one.gain, *one.rank, *one.first, one.score)]
        for games in standings.scenarios
        for one in standings.standings(games)
    ]
    return [*head, "score"], lines


def _exact(*numbers: float) -> list[str]:
    return [f"{number:.6f}" for number in numbers]


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
        playback.earlier = earlier_games(row, rows, cached_games(plan.components, plan.game))
        with closing(Reasons(playback, row.agents, _PATIENCE, kept_secret(folder))) as reasons:
            text = page_of(playback, reasons)
        write_whole(folder / f"{file}.html", text)
        title = f"{name}: {playback.outcome} after {row.turns} turns"
        links.append(Link(title, f"{file}.json", f"{file}.html", text))
    return links
