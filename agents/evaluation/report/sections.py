"""What the page shows, section by section: figures and tables, and what is folded away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final

import numpy as np

from tablemates.agents.evaluation.happenings.counting import SOURCES
from tablemates.agents.evaluation.happenings.replaying import TURNS
from tablemates.agents.evaluation.report.figures import bars, forest
from tablemates.agents.evaluation.report.figures.curves import curves
from tablemates.agents.evaluation.report.figures.deaths import Board, deaths_of
from tablemates.agents.evaluation.report.figures.matrix import heat_map
from tablemates.agents.evaluation.report.figures.strength import Point, strength
from tablemates.agents.evaluation.report.findings import Findings
from tablemates.agents.evaluation.report.story import killers_of
from tablemates.agents.evaluation.report.summary import Comparison, LineUp, Total, line_ups_of
from tablemates.agents.evaluation.report.tables import (
    Table,
    cause_words,
    cells_table,
    comparisons_table,
    levels_table,
    p_value,
    totals_table,
)
from tablemates.agents.evaluation.report.teams import (
    games_of,
    pairs_of_teams_table,
    ratios_table,
    shares_of,
)
from tablemates.agents.evaluation.rows import FORFEITS, TIMEOUT
from tablemates.agents.registry import SEARCHERS
from tablemates.envs.portal_dash.naming import source_name
from tablemates.envs.portal_dash.rules.vocabulary import Cause

_WON: Final = "won"
_FORFEITED: Final = "forfeited"
#: Share of the games that have ended, where curves of progress stop.
_ENDED: Final = 0.98


@dataclass(frozen=True)
class Figure:
    """A drawing with what is written above it."""

    caption: str
    svg: str


@dataclass(frozen=True)
class Fold:
    """Something that a click unfolds."""

    title: str
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    open: bool = False


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    key: str
    title: str
    text: str = ""
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    folds: Sequence[Fold] = field(default=())


class Sections:
    """Makes the sections of results.

    Args:
        found: The results.
    """

    def __init__(self, found: Findings) -> None:
        self._found = found
        self._summaries = found.summaries
        self._story = found.story
        self._line_ups: list[LineUp] = line_ups_of(found.cells)
        self._games = sorted({games for _, games in found.cells})

    def all(self) -> list[Section]:
        """Return the sections that have something to show, in their order."""
        made = [self._results(), self._pairs(), self._teams(), self._endings()]
        made += [self._course(), self._deaths()]
        return [section for section in made if section is not None]

    @cached_property
    def board(self) -> Board:
        """The board on which deaths are drawn."""
        return Board(self._found.names)

    def _mark(self, line_up: LineUp) -> int:
        return self._line_ups.index(line_up)

    # -- win rates ----------------------------------------------------------------
    def _results(self) -> Section:
        found = self._found.totals
        entries = [
            forest.Entry(str(one.line_up), one.won, self._mark(one.line_up)) for one in found
        ]
        figures = []
        if len(self._games) > 1:
            drawn = forest.forest("Games won over all cells", [forest.Group("", entries)])
            figures.append(Figure("Games won over all cells, %", drawn))
        if len(found) > 1:
            drawn = strength("Games won by time to think", [self._point(one) for one in found])
            figures.append(Figure("Games won, %, by time to think", drawn))
        players = sorted({games.players for games in self._games})
        figures += [self._forest_of(count) for count in players]
        folds = [
            Fold(
                "Mean progress",
                tables=[levels_table(self._summaries, "progress", "Mean progress, %")],
            ),
            Fold("Every cell with all its numbers", tables=[cells_table(self._summaries)]),
        ]
        tables = [totals_table(found), levels_table(self._summaries, "won", "Games won, %")]
        text = (
            "The line is the 95 % interval (Wilson's for a cell). Progress counts tasks, revealed "
            "parts and the boss's lost life; 100 % is a game won."
        )
        return Section("results", "Games won", text, figures, tables, folds)

    def _point(self, one: Total) -> Point:
        name, family = str(one.line_up), family_of(one.line_up)
        return Point(name, family, one.milliseconds, one.won, self._mark(one.line_up))

    def _forest_of(self, players: int) -> Figure:
        groups = [
            forest.Group(
                f"level {games.level}",
                [
                    forest.Entry(one.agent, one.won, self._mark(one.line_up))
                    for one in self._summaries
                    if (one.players, one.level) == games
                ],
            )
            for games in self._games
            if games.players == players
        ]
        people = f"{players} player{'s' if players > 1 else ''}"
        return Figure(f"Games won with {people}, %", forest.forest(f"Games won, {people}", groups))

    def _pairs(self) -> Section | None:
        found = self._found.pairs
        if not found:
            return None
        groups = [
            forest.Group(f"{a} beside", [self._difference(one) for one in of_a])
            for a, of_a in groupby(found, lambda one: one.a)
        ]
        drawn = forest.forest("Differences of games won", groups, signed=True)
        text = (
            "Two teams at a time on the same games. The p value, corrected for the number of "
            "pairs, says which differences count; of many intervals some miss 0 by chance."
        )
        figure = Figure("Difference of games won, points; p by Holm", drawn)
        return Section(
            "pairs", "In pairs", text, [figure], [comparisons_table(found, self._found.left_out)]
        )

    def _difference(self, one: Comparison) -> forest.Entry:
        note = f"p {p_value(one.p_holm)}"
        return forest.Entry(str(one.b), one.pair.difference, self._mark(one.b), note)

    def _teams(self) -> Section | None:
        found = self._found.cross_plays
        if not found:
            return None
        figures = []
        for one in found:
            games = games_of(one)
            drawn = heat_map(f"Games won, {games}", one.names, shares_of(one))
            figures.append(Figure(f"Games won, %: {games}", drawn))
        text = (
            "Row and column name the two agents of a team; the diagonal, in bold, is each with "
            "itself. The ratio is what is won with the others to what is won with itself."
        )
        tables = [ratios_table(found), pairs_of_teams_table(found)]
        return Section("teams", "Cross-play", text, figures, tables)

    # -- what happened ---------------------------------------------------------------
    def _endings(self) -> Section:
        parts = [_WON]
        parts += [cause_words(cause.name.lower()) for cause in Cause if cause > Cause.BOSS_DEFEATED]
        parts = [part for part in parts if part != cause_words(Cause.ILLEGAL_ACTION.name.lower())]
        parts += [TIMEOUT, _FORFEITED]
        levels = sorted({games.level for games in self._games})
        groups = [
            bars.Group(f"level {level}", [self._bar(line_up, level) for line_up in self._line_ups])
            for level in levels
        ]
        seen = {part for group in groups for bar in group.bars for part in bar.parts}
        drawn = bars.stacked("How games ended", groups, [part for part in parts if part in seen])
        text = (
            "died: somebody's last heart was lost; A, B, C late: the task was not done before its "
            "layer was empty; cube: all 64 blocks were gone."
        )
        figures = [Figure("Endings by level, %", drawn)]
        killers = [source_name(source) for source in range(SOURCES)]
        dead = [
            bars.Bar(str(line_up), {name: float(n) for name, n in zip(killers, of, strict=True)})
            for line_up, counts in self._story.by_line_up().items()
            if (of := killers_of(counts)).any()
        ]
        if dead:
            drawn = bars.stacked("What killed players", [bars.Group("", dead)], killers)
            figures.append(Figure("What killed players, % of deaths", drawn))
        return Section("endings", "How games ended", text, figures)

    def _bar(self, line_up: LineUp, level: int) -> bars.Bar:
        parts: dict[str, float] = {}
        for one in self._summaries:
            if one.line_up == line_up and one.level == level:
                parts[_WON] = parts.get(_WON, 0) + one.games - one.causes.total()
                for cause, count in one.causes.items():
                    name = _FORFEITED if cause in FORFEITS else cause_words(cause)
                    parts[name] = parts.get(name, 0) + count
        return bars.Bar(str(line_up), {name: n for name, n in parts.items() if n})

    def _course(self) -> Section:
        figures = []
        for level in self._story.levels():
            all_games = self._story.where(level=level)
            last = int(np.quantile(all_games.counts["turn"], _ENDED)) if len(all_games) else 1
            last = min(max(last, 5), TURNS)
            values = {}
            for line_up in self._line_ups:
                own = self._story.where(line_up, level=level)
                if len(own):
                    values[str(line_up)] = own.progress.mean(axis=0)[: last + 1]
            drawn = curves(
                f"Progress, level {level}", list(map(str, self._line_ups)), values, "turn"
            )
            figures.append(Figure(f"Mean progress by turn, level {level}, %", drawn))
        folds = [Fold(table.title, tables=[table]) for table in self._found.story_tables()]
        text = (
            f"{self._story.sample_in_words()} A game that has ended keeps the progress it reached."
        )
        return Section("course", "How games went", text, figures, (), folds)

    def _deaths(self) -> Section | None:
        folds: list[Fold] = []
        for line_up in [one.line_up for one in self._found.totals]:
            figures: list[Figure] = []
            for level in self._story.levels():
                deaths = deaths_of(self._story.where(line_up, level=level).counts)
                if deaths:
                    title = f"{line_up}, level {level}: {deaths.total():,} deaths"
                    figures.append(Figure(title, self.board.picture(title, deaths)))
            if figures:
                folds.append(Fold(str(line_up), figures, open=not folds))
        if not folds:
            return None
        text = (
            f"{self._story.sample_in_words()} A circle's area is the number of deaths on that "
            "space; the numbers are per cent. All gameboard tiles lie side by side here; in a "
            "game lie two or three of them, and always start and portal."
        )
        return Section("deaths", "Where players died", text, folds=folds)


def family_of(line_up: LineUp) -> str:
    """Return what joins budgets of one agent that searches, with one policy; else the line-up."""
    name = str(line_up)
    base, _, rest = name.partition(":")
    budgets = line_up.alone and base in SEARCHERS
    return f"{base}:{rest.partition(':')[2]}" if budgets else name
