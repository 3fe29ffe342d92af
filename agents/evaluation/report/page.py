"""The report page: one HTML file that needs no other file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from tablemates.agents.evaluation.game_stats import TURNS, GameStats
from tablemates.agents.evaluation.plan import LevelName, level_order
from tablemates.agents.evaluation.report import figures
from tablemates.agents.evaluation.report.results import Results
from tablemates.agents.evaluation.report.stats_tables import sample_stats, stats_tables
from tablemates.agents.evaluation.report.summary import Games, LineUp
from tablemates.agents.evaluation.report.tables import (
    Table,
    cells_table,
    comparisons_table,
    p_value,
    ratios_table,
    totals_table,
)
from tablemates.agents.evaluation.statistics import Estimate
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings

#: Share of the games that have ended where curves of progress stop.
_ENDED: Final = 0.98


class Link(NamedTuple):
    """A game that can be looked at.

    Attributes:
        name: What it is.
        file: The replay, relative to the report.
        page: A page that plays it.
        text: The same page itself, so that the report needs no other file.
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
    """A part of the page; its tables follow the figures, some of them unfolded by a click."""

    key: str
    title: str
    text: str = ""
    figures: Sequence[Drawing] = ()
    tables: Sequence[Table] = ()
    folds: Sequence[Table] = ()


def report_of(results: Results, links: Sequence[Link], digest: str, command: str) -> str:
    """Return the report as HTML.

    Args:
        results: What it shows.
        links: Games that can be looked at.
        digest: Of the file of rows.
        command: How they were made.
    """
    environment = Environment(
        loader=PackageLoader("tablemates.agents.evaluation.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.jinja").render(
        title=f"Portal Dash: {results.benchmark or 'evaluation'}",
        subtitle=f"{len(results.rows):,} games: {results.games_in_words()}.",
        forfeits=results.forfeits(),
        sections=sections_of(results),
        replays=links,
        provenance=results.provenance(digest, command),
        check="python evaluate.py --verify rows.jsonl",
    )


def sections_of(results: Results) -> list[Section]:
    """Return the sections that have something to show, in their order."""
    return [
        _wins(results),
        *([_pairs(results)] if results.pairs else []),
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
    cells = sorted(
        results.summaries, key=lambda one: (one.cells[0].players, level_order(one.cells[0].level))
    )
    for players, found in groupby(cells, lambda one: one.cells[0].players):
        entries = [
            _entry(results, f"level {one.cells[0].level}", one.line_up, one.won) for one in found
        ]
        people = f"{players} player{'s' if players > 1 else ''}"
        drawn.append(Drawing(f"Games won with {people}, %", figures.forest(entries)))
    text = (
        "The line is the 95 % interval (Wilson's for a cell). Progress counts tasks, revealed "
        "parts and the boss's lost life; 100 % is a game won."
    )
    tables = [totals_table(totals), cells_table(results.summaries)]
    return Section("results", "Games won", text, drawn, tables)


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
        "Two teams at a time on the same games. The p value, corrected for the number of "
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
        Drawing(
            f"Games won, %: {Games(one.players, one.level)}",
            figures.heat_map(one.names, one.won),
        )
        for one in results.cross_plays
    ]
    text = (
        "Row and column name the two agents of a team; the diagonal, in bold, is each with "
        "itself. The ratio is the win rate with the others over that with itself."
    )
    return Section("teams", "Cross-play", text, drawn, [ratios_table(results.cross_plays)])


def _course(results: Results) -> Section:
    components = results.plan.components
    sample = sample_stats(results.cells, components)
    drawn = [
        Drawing(f"Mean progress by turn, level {level}, %", _curves(results, sample, level))
        for level in results.levels
    ]
    game = PortalDash(Settings.of_recipe(results.rows[0].recipe, components))
    folds = stats_tables(sample, game.names)
    played, in_all = len(sample.rows), len(results.rows)
    which = (
        f"All {in_all:,} games."
        if played == in_all
        else f"A sample: {played:,} of {in_all:,} games, evenly taken from every cell."
    )
    text = f"{which} A game that has ended keeps the progress it reached."
    return Section("course", "Game statistics", text, drawn, (), folds)


def _curves(results: Results, sample: GameStats, level: LevelName) -> str:
    on_level = sample.where(lambda row: row.level == level)
    last = min(max(int(np.quantile(on_level.counts["turn"], _ENDED)), 5), TURNS)
    values = {}
    for number, line_up in enumerate(results.line_ups):
        if (own := on_level.where(line_up.played)).rows:
            values[str(line_up)] = number, own.progress.mean(axis=0)[: last + 1]
    return figures.curves(values)
