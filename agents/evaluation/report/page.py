"""The report page: one HTML file that needs no other file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from tablemates.agents.evaluation.plan import in_players
from tablemates.agents.evaluation.report import figures
from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.report.course import TURNS, Course, course_of
from tablemates.agents.evaluation.report.standings import Standings
from tablemates.agents.evaluation.report.tables import (
    Table,
    causes_table,
    cells_table,
    comparisons_table,
    p_value,
    ratios_table,
    totals_table,
)
from tablemates.agents.evaluation.report.verdict import verdict_of
from tablemates.agents.evaluation.stats.estimates import Estimate
from tablemates.agents.evaluation.stats.summary import Games, LineUp

#: Share of the games that have ended where curves of progress stop.
_ENDED: Final = 0.98


class Link(NamedTuple):
    """A game that can be looked at.

    The replay file and the page that plays it are relative to the report; ``text`` is that page
    itself, so that the report needs no other file.
    """

    name: str
    file: str
    page: str
    text: str


class Drawing(NamedTuple):
    """A figure with its caption; ``uri`` is for an ``img`` element."""

    caption: str
    uri: str


@dataclass(frozen=True)
class Section:
    """A part of the page; its tables follow the figures."""

    key: str
    title: str
    text: str = ""
    figures: Sequence[Drawing] = ()
    tables: Sequence[Table] = ()


def report_of(results: Results, links: Sequence[Link], digest: str, command: str) -> str:
    """Return the report as HTML."""
    environment = Environment(
        loader=PackageLoader("tablemates.agents.evaluation.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.jinja").render(
        title=f"{results.game.title}: {results.benchmark or 'evaluation'}",
        verdict=verdict_of(results),
        subtitle=f"{len(results.rows):,} games: {results.games_in_words()}.",
        forfeits=results.forfeits(),
        sections=sections_of(results),
        replays=links,
        replays_note=(
            "The first game of each line-up."
            if results.standings
            else "The first game that each team won, and the first one that it lost."
        ),
        provenance=results.provenance(digest, command),
    )


_LUCK: Final = (
    "Luck is what the rolls and draws of a game were worth: the value of what came less the mean "
    "over all outcomes. Taken off, it leaves the mean as it is and the results vary less."
)


def sections_of(results: Results) -> list[Section]:
    """Return the sections that have something to show, in their order."""
    return [
        _wins(results) if results.standings is None else _ranks(results.standings),
        *([_pairs(results)] if results.pairs else []),
        *([Section("luck", "Luck", _LUCK, [], results.luck)] if results.luck else []),
        *([Section("matches", "Matches", "", [], results.matches)] if results.matches else []),
        *([Section("decided", "Decided", "", [], results.decided)] if results.decided else []),
        *([_teams(results)] if results.cross_plays else []),
        _course(results),
    ]


def _wins(results: Results) -> Section:
    totals = results.totals
    drawn = []
    if len(results.summaries) > len(totals):
        entries = [_entry(results, "", one.line_up, one.won) for one in totals]
        drawn.append(Drawing("Games won over all cells, %", figures.forest(entries)))
    if len(totals) > 1:
        points = [
            (str(one.line_up), one.milliseconds, one.won, results.line_ups.index(one.line_up))
            for one in totals
        ]
        drawn.append(Drawing("Games won, %, by thinking time", figures.strength(points)))
    for players, found in groupby(results.summaries, lambda one: one.cells[0].players):
        entries = [_entry(results, one.cells[0].setting, one.line_up, one.won) for one in found]
        caption = f"Games won with {in_players(players)}, %"
        drawn.append(Drawing(caption, figures.forest(entries)))
    text = (
        "The line is the 95 % interval (Wilson's for a cell). Progress is the game's measure of "
        "how far a team has come; 100 % is a game won."
    )
    tables = [totals_table(totals), *causes_table(totals), cells_table(results.summaries)]
    return Section("results", "Games won", text, drawn, tables)


def _ranks(standings: Standings) -> Section:
    entries = [
        figures.Entry(str(games), one.agent, one.first, standings.agents.index(one.agent))
        for games in standings.scenarios
        for one in standings.standings(games)
    ]
    text = (
        "Every line-up is rotated through all seats on every seed. Returns order the seats of a "
        "game: rank 1 has the highest one, seats with equal ones share their ranks' mean. A game "
        "that was cut has no winner: all seats are alike."
    )
    drawn = [Drawing("First places, %", figures.forest(entries))]
    return Section("results", "Ranks", text, drawn, standings.tables())


def _entry(
    results: Results, group: str, line_up: LineUp, estimate: Estimate, note: str = ""
) -> figures.Entry:
    number = results.line_ups.index(line_up)
    return figures.Entry(group, str(line_up), estimate, number, note)


def _pairs(results: Results) -> Section:
    entries = [
        _entry(results, f"{one.a} against", one.b, one.pair.difference, f"p {p_value(one.p_holm)}")
        for one in results.pairs
    ]
    text = (
        "Two teams at a time. The p value, corrected for the number of "
        "pairs, says which differences count; of many intervals some miss 0 by chance."
    )
    drawn = figures.forest(entries, signed=True)
    return Section(
        "pairs",
        "In pairs",
        text,
        [Drawing("Difference of games won, points; p by Holm", drawn)],
        [comparisons_table(results.pairs, results.left_out)],
    )


def _teams(results: Results) -> Section:
    drawn = [
        Drawing(f"Games won, %: {one.title}", figures.heat_map(one.names, one.won))
        for one in results.cross_plays
    ]
    text = (
        "Row and column name the two agents of a team; the diagonal, in bold, is each with "
        "itself. The ratio is the win rate with the others over that with itself."
    )
    return Section("teams", "Cross-play", text, drawn, [ratios_table(results.cross_plays)])


def _course(results: Results) -> Section:
    sample = course_of(results.cells, results.plan.game, results.plan.components)
    drawn = [
        Drawing(", ".join(filter(None, ["Mean progress by turn", setting, "%"])), uri)
        for setting in results.settings
        for uri in [_curves(results, sample, setting)]
    ]
    played, in_all = len(sample.rows), len(results.rows)
    which = (
        f"All {in_all:,} games."
        if played == in_all
        else f"A sample: {played:,} of {in_all:,} games, evenly taken from every cell."
    )
    text = f"{which} A game that has ended keeps the progress it reached."
    return Section("course", "Progress by turn", text, drawn)


def _curves(results: Results, sample: Course, setting: str) -> str:
    there = {n: row for n, row in enumerate(sample.rows) if Games.of(row).setting == setting}
    last = int(np.quantile([row.turns for row in there.values()], _ENDED))
    values = {}
    for number, line_up in enumerate(results.line_ups):
        if own := [n for n, row in there.items() if line_up.played(row)]:
            curve = sample.progress[own].mean(axis=0)
            values[str(line_up)] = number, curve[: min(max(last, 5), TURNS) + 1]
    return figures.curves(values)
