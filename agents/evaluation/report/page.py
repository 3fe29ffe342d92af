"""The report page: one HTML file that needs no other file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from tablemates.agents.evaluation.game_stats import TURNS
from tablemates.agents.evaluation.plan import LevelName, level_order
from tablemates.agents.evaluation.report import figures
from tablemates.agents.evaluation.report.results import Results
from tablemates.agents.evaluation.report.stats_tables import stats_tables
from tablemates.agents.evaluation.report.summary import Games, LineUp
from tablemates.agents.evaluation.report.tables import (
    Table,
    cause_words,
    cells_table,
    comparisons_table,
    levels_table,
    p_value,
    ratios_table,
    totals_table,
)
from tablemates.agents.evaluation.rows import FORFEITS, TIMEOUT
from tablemates.agents.evaluation.statistics import Estimate
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.vocabulary import Cause
from tablemates.envs.portal_dash.settings import Settings

_WON: Final = "won"
_FORFEITED: Final = "forfeited"
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


def page_of(results: Results, links: Sequence[Link], digest: str, command: str) -> str:
    """Return the report as HTML.

    Args:
        results: What it shows.
        links: Games that can be looked at.
        digest: Of the file of rows.
        command: How they were made.
    """
    games = sum(one.games for one in results.summaries)
    environment = Environment(
        loader=PackageLoader("tablemates.agents.evaluation.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.jinja").render(
        title=f"Portal Dash: {results.benchmark or 'evaluation'}",
        subtitle=f"{games:,} games: {results.games_in_words()}.",
        forfeits=results.forfeits(),
        sections=sections_of(results),
        replays=links,
        provenance=results.provenance(digest, command),
        check="python evaluate.py --verify rows.jsonl",
    )


def sections_of(results: Results) -> list[Section]:
    """Return the sections that have something to show, in their order."""
    sections = _Sections(results)
    made = [
        sections.wins(),
        sections.pairs(),
        sections.teams(),
        sections.endings(),
        sections.course(),
    ]
    return [section for section in made if section is not None]


class _Sections:
    """Builds the sections of results."""

    def __init__(self, results: Results) -> None:
        self._found = results
        self._line_ups = results.line_ups
        self._numbers = {str(one): n for n, one in enumerate(self._line_ups)}
        self._games = sorted(
            {games for _, games in results.cells},
            key=lambda games: (games.players, level_order(games.level)),
        )
        self._levels = sorted({games.level for games in self._games}, key=level_order)

    def wins(self) -> Section:
        found, summaries = self._found.totals, self._found.summaries
        drawn = []
        if len(self._games) > 1:
            entries = [self._entry("", one.line_up, one.won) for one in found]
            drawn.append(Drawing("Games won over all cells, %", figures.forest(entries)))
        if len(found) > 1:
            points = [
                (str(one.line_up), one.milliseconds, one.won, self._numbers[str(one.line_up)])
                for one in found
            ]
            drawn.append(Drawing("Games won, %, by thinking time", figures.strength(points)))
        for players, games in groupby(self._games, lambda games: games.players):
            entries = [
                self._entry(f"level {level}", one.line_up, one.won)
                for _, level in games
                for one in summaries
                if (one.players, one.level) == (players, level)
            ]
            people = f"{players} player{'s' if players > 1 else ''}"
            drawn.append(Drawing(f"Games won with {people}, %", figures.forest(entries)))
        progress = levels_table(summaries, "progress", "Mean progress, %")
        folds = [progress, cells_table(summaries)]
        tables = [totals_table(found), levels_table(summaries, "won", "Games won, %")]
        text = (
            "The line is the 95 % interval (Wilson's for a cell). Progress counts tasks, revealed "
            "parts and the boss's lost life; 100 % is a game won."
        )
        return Section("results", "Games won", text, drawn, tables, folds)

    def _entry(
        self, group: str, line_up: LineUp, estimate: Estimate, note: str = ""
    ) -> figures.Entry:
        name = str(line_up)
        return figures.Entry(group, name, estimate, self._numbers[name], note)

    def pairs(self) -> Section | None:
        found = self._found.pairs
        if not found:
            return None
        entries = [
            self._entry(f"{one.a} against", one.b, one.pair.difference, f"p {p_value(one.p_holm)}")
            for one in found
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
            [comparisons_table(found, self._found.left_out)],
        )

    def teams(self) -> Section | None:
        found = self._found.cross_plays
        if not found:
            return None
        drawn = [
            Drawing(
                f"Games won, %: {Games(one.players, one.level)}",
                figures.heat_map(one.names, one.won),
            )
            for one in found
        ]
        text = (
            "Row and column name the two agents of a team; the diagonal, in bold, is each with "
            "itself. The ratio is the win rate with the others over that with itself."
        )
        tables = [ratios_table(found)]
        return Section("teams", "Cross-play", text, drawn, tables)

    def endings(self) -> Section:
        causes = [cause.name.lower() for cause in Cause if cause > Cause.BOSS_DEFEATED]
        parts = [_WON, *(cause_words(one) for one in causes if one not in FORFEITS)]
        parts += [TIMEOUT, _FORFEITED]
        bars = [
            (f"level {level}: {line_up}", self._ending_counts(line_up, level))
            for level in self._levels
            for line_up in self._line_ups
        ]
        bars = [(name, counts) for name, counts in bars if counts]
        seen = {part for _, counts in bars for part in counts}
        drawn = [
            Drawing(
                "Endings by level, %", figures.stacked(bars, [one for one in parts if one in seen])
            )
        ]
        text = (
            "died: a player's last heart was lost; A, B, C late: the task was not done before its "
            "layer was empty; cube: all 64 blocks were gone."
        )
        return Section("endings", "How games ended", text, drawn)

    def _ending_counts(self, line_up: LineUp, level: LevelName) -> dict[str, float]:
        parts: dict[str, float] = {}
        for one in self._found.summaries:
            if one.line_up == line_up and one.level == level:
                parts[_WON] = parts.get(_WON, 0) + one.games - one.causes.total()
                for cause, count in one.causes.items():
                    name = _FORFEITED if cause in FORFEITS else cause_words(cause)
                    parts[name] = parts.get(name, 0) + count
        return {name: n for name, n in parts.items() if n}

    def course(self) -> Section:
        sample = self._found.sample
        drawn = []
        for level in sample.levels():
            turns = sample.where(level=level).counts["turn"]
            last = min(max(int(np.quantile(turns, _ENDED)), 5), TURNS)
            own = {line_up: sample.where(line_up, level) for line_up in self._line_ups}
            values = {
                str(line_up): stats.progress.mean(axis=0)[: last + 1]
                for line_up, stats in own.items()
                if len(stats)
            }
            curves = figures.curves(values, self._numbers)
            drawn.append(Drawing(f"Mean progress by turn, level {level}, %", curves))
        game = Game(Settings.of_recipe(self._found.rows[0].recipe, self._found.plan.components))
        folds = stats_tables(sample, game.strings.names)
        text = f"{sample.in_words()} A game that has ended keeps the progress it reached."
        return Section("course", "Game statistics", text, drawn, (), folds)
