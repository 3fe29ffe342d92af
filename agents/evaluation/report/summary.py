"""Rows counted: cell by cell, line-up by line-up, and line-ups beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from tablemates.agents.evaluation.line_ups import JOIN, Agents, seated, taking_turns
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.statistics import (
    Estimate,
    Paired,
    holm,
    mean_share,
    over_seeds,
    paired,
    variance_factor,
    win_rate,
)

#: With more line-ups than this, only those of one agent are compared in pairs.
_MOST_COMPARED: Final = 8


class LineUp(NamedTuple):
    """Who plays together, for any number of players: seats take its agents in turn.

    Attributes:
        agents: As the registry knows them.
        noise: How often all but the first err on purpose.
    """

    agents: tuple[str, ...]
    noise: float

    def __str__(self) -> str:
        names = JOIN.join(self.agents)
        return f"{names}, noise {self.noise:g}" if self.noise else names

    @property
    def alone(self) -> bool:
        """Whether one agent plays all seats, undisturbed."""
        return len(self.agents) == 1 and not self.noise


class Games(NamedTuple):
    """A level with a number of players."""

    players: int
    level: int

    def __str__(self) -> str:
        return f"level {self.level}, {self.players} player{'s' if self.players > 1 else ''}"


@dataclass(frozen=True)
class Summary:
    """The games of one cell, counted.

    Attributes:
        line_up: Who played.
        level: The level.
        players: The number of players.
        games: Games played.
        won: Share of games won.
        progress: Mean progress.
        turns: Mean turns.
        decisions: Mean decisions.
        milliseconds: Time to think, a decision.
        causes: Games lost by cause.
        forfeits: Games forfeited, by the sentence that says why.
    """

    line_up: LineUp
    level: int
    players: int
    games: int
    won: Estimate
    progress: Estimate
    turns: float
    decisions: float
    milliseconds: float
    causes: Counter[str]
    forfeits: Counter[str]

    @property
    def agent(self) -> str:
        """Name of the line-up."""
        return str(self.line_up)


@dataclass(frozen=True)
class Total:
    """All games of a line-up; its cells weigh the same.

    Attributes:
        line_up: Who played.
        cells: Numbers of cells.
        games: Games in all.
        won: Share of games won.
        adjusted: The same, luck-adjusted; None: not known.
        progress: Mean progress.
        milliseconds: Time to think, a decision.
        causes: Games lost by cause.
    """

    line_up: LineUp
    cells: int
    games: int
    won: Estimate
    adjusted: Estimate | None
    progress: Estimate
    milliseconds: float
    causes: Counter[str]


@dataclass(frozen=True)
class Comparison:
    """Two line-ups on the same games.

    Attributes:
        a: The one.
        b: The other.
        games: That both played.
        pair: Their difference, every game weighing the same.
        p_holm: The p value, corrected for the number of comparisons shown together.
        together: How many these are.
        adjusted: The difference of luck-adjusted outcomes; None: not known.
        factor: How many times less that varies than the raw difference.
        adjusted_games: Games that it comes from.
    """

    a: LineUp
    b: LineUp
    games: int
    pair: Paired
    p_holm: float
    together: int = 1
    adjusted: Estimate | None = None
    factor: float | None = None
    adjusted_games: int = 0


Cells = Mapping[tuple[LineUp, Games], list[Row]]


class Luck:
    """Luck-adjusted outcomes of games, or of a sample of them.

    Args:
        rows: The games.
        outcomes: A number each.
    """

    def __init__(self, rows: Sequence[Row], outcomes: Sequence[float]) -> None:
        self.cells = cells_of(rows)
        self._outcomes = {_key(row): float(n) for row, n in zip(rows, outcomes, strict=True)}

    def __call__(self, row: Row) -> float:
        """Return the outcome of a row."""
        return self._outcomes[_key(row)]


def _key(row: Row) -> tuple[object, ...]:
    return row.agents, row.noise, row.level, row.number


def cells_of(rows: Sequence[Row]) -> Cells:
    """Return the rows cell by cell, in the order in which the cells come."""
    cells: dict[tuple[LineUp, Games], list[Row]] = {}
    line_ups = line_ups_in(rows)
    for row in rows:
        line_up = line_ups[row.agents, row.noise]
        cells.setdefault((line_up, Games(row.players, row.level)), []).append(row)
    return cells


def line_ups_in(rows: Sequence[Row]) -> Mapping[tuple[Agents, float], LineUp]:
    """Return the line-up of each team, by who sits where and how often partners err.

    Of ``a+b+a`` three players show no more than ``a+b``: where four have played it as well,
    and ``a+b`` they have not, both are games of the one line-up.
    """
    teams = dict.fromkeys((row.agents, row.noise) for row in rows)
    sizes = {len(agents) for agents, _ in teams}
    found = {(agents, noise): LineUp(taking_turns(agents), noise) for agents, noise in teams}
    longer = dict(found)
    for (agents, noise), own in found.items():
        if any((seated(own.agents, size), noise) not in teams for size in sizes):
            count = len(agents)
            others = {
                one
                for (more, other), one in found.items()
                if len(more) > count and other == noise and seated(one.agents, count) == agents
            }
            if len(others) == 1:
                longer[agents, noise] = others.pop()
    return longer


def line_ups_of(cells: Cells) -> list[LineUp]:
    """Return the line-ups in the order in which they come."""
    return list(dict.fromkeys(line_up for line_up, _ in cells))


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """Return the cells of rows, counted."""
    return [_summary(line_up, own) for (line_up, _), own in cells_of(rows).items()]


def _summary(line_up: LineUp, rows: Sequence[Row]) -> Summary:
    first = rows[0]
    return Summary(
        line_up=line_up,
        level=first.level,
        players=first.players,
        games=len(rows),
        won=_won(rows),
        progress=_progress(rows),
        turns=sum(row.turns for row in rows) / len(rows),
        decisions=sum(row.decisions for row in rows) / len(rows),
        milliseconds=_milliseconds(rows),
        causes=_causes(rows),
        forfeits=Counter(row.forfeit for row in rows if row.forfeit is not None),
    )


def _won(rows: Sequence[Row]) -> Estimate:
    return win_rate(sum(row.won for row in rows), len(rows))


def _progress(rows: Sequence[Row]) -> Estimate:
    return mean_share([row.progress for row in rows])


def _milliseconds(rows: Sequence[Row]) -> float:
    return 1000 * sum(row.seconds for row in rows) / max(1, sum(row.decisions for row in rows))


def _causes(rows: Sequence[Row]) -> Counter[str]:
    return Counter(row.cause for row in rows if not row.won)


def totals(cells: Cells, luck: Luck | None = None) -> list[Total]:
    """Return every line-up over all its cells."""
    found: list[Total] = []
    for line_up in line_ups_of(cells):
        own = [rows for (one, _), rows in cells.items() if one == line_up]
        rows = [row for cell in own for row in cell]
        found.append(
            Total(
                line_up=line_up,
                cells=len(own),
                games=len(rows),
                won=_won(rows) if len(own) == 1 else _over(own, lambda row: row.won),
                adjusted=None if luck is None else _luck_of(line_up, luck),
                progress=_progress(rows) if len(own) == 1 else _over(own, lambda row: row.progress),
                milliseconds=_milliseconds(rows),
                causes=_causes(rows),
            )
        )
    return found


def _over(cells: Sequence[Sequence[Row]], value: Callable[[Row], float]) -> Estimate:
    """Return the mean of a number of each game over cells that weigh the same."""
    rows = [row for cell in cells for row in cell]
    weights = [1.0 / len(cell) for cell in cells for _ in cell]
    return over_seeds([value(row) for row in rows], [row.number for row in rows], weights)


def _luck_of(line_up: LineUp, luck: Luck) -> Estimate | None:
    """Return the luck-adjusted share of games that a line-up won, None if it is not known."""
    own = [rows for (one, _), rows in luck.cells.items() if one == line_up]
    return _over(own, luck) if own and len({row.number for row in own[0]}) > 1 else None


def compared(cells: Cells) -> list[LineUp]:
    """Return the line-ups that are compared in pairs, the best first.

    These are all of them, or where they are many, those of one agent; where there are
    not two of these, the best ones.
    """
    strength: dict[LineUp, list[tuple[float, float]]] = {}
    for (line_up, _), rows in cells.items():
        means = np.mean([(row.won, row.progress) for row in rows], axis=0)
        strength.setdefault(line_up, []).append((float(means[0]), float(means[1])))
    line_ups = sorted(strength, key=lambda one: tuple(np.mean(strength[one], axis=0)), reverse=True)
    alone = [line_up for line_up in line_ups if line_up.alone]
    if len(line_ups) <= _MOST_COMPARED:
        return line_ups
    return alone if len(alone) > 1 else line_ups[:_MOST_COMPARED]


def ranked(found: Sequence[Total]) -> list[Total]:
    """Return line-ups by what they win, then by how far they come, the best first."""
    return sorted(found, key=lambda one: (-one.won.value, -one.progress.value))


def comparisons(cells: Cells, luck: Luck | None = None) -> list[Comparison]:
    """Return every pair of the line-ups to be compared, on the games that both played.

    Games are the same where level, players and number are; pairs without a common
    game are left out.
    """
    found: list[Comparison] = []
    for a, b in combinations(compared(cells), 2):
        games = common_games(cells, a, b)
        if games:
            pair = paired(
                [one.won for one, _ in games],
                [other.won for _, other in games],
                [one.number for one, _ in games],
            )
            one = Comparison(a, b, len(games), pair, 1.0)
            found.append(one if luck is None else _adjusted(one, luck))
    corrected = holm([one.pair.p_value for one in found])
    return [
        replace(one, p_holm=float(p), together=len(found))
        for one, p in zip(found, corrected, strict=True)
    ]


def _adjusted(one: Comparison, luck: Luck) -> Comparison:
    """Return a comparison with its luck-adjusted difference."""
    games = common_games(luck.cells, one.a, one.b)
    raw = np.array([float(a.won) - float(b.won) for a, b in games])
    less = np.array([luck(a) - luck(b) for a, b in games])
    numbers = [a.number for a, _ in games]
    factor = variance_factor(raw, less)
    if not np.isfinite(factor) or len(set(numbers)) < 2:  # there is nothing to adjust
        return one
    difference = over_seeds(less, numbers, least=-1.0)
    return replace(one, adjusted=difference, factor=factor, adjusted_games=len(games))


def common_games(cells: Cells, a: LineUp, b: LineUp) -> list[tuple[Row, Row]]:
    """Return the games that two line-ups have both played, a row of each."""
    found: list[tuple[Row, Row]] = []
    for (line_up, games), rows in cells.items():
        if line_up == a and (b, games) in cells:
            others = {row.number: row for row in cells[b, games]}
            found += [(row, others[row.number]) for row in rows if row.number in others]
    return found
