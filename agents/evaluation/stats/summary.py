"""Rows counted: per cell, per line-up, and line-ups compared in pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from typing import Final, NamedTuple

from tablemates.agents.evaluation.plan import JOIN, PLAYERS, Agents, axes_in_words, taking_turns
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import (
    Estimate,
    Paired,
    holm,
    mean_share,
    over_seeds,
    paired,
    win_rate,
)

#: With more line-ups than this, only those of one agent are compared in pairs.
_MOST_COMPARED: Final = 8


class LineUp(NamedTuple):
    """Agents that play together, for any number of players: they take the seats in turn."""

    agents: Agents

    @staticmethod
    @cache
    def of(agents: Agents) -> LineUp:
        """Return the line-up of a team, given by seat."""
        return LineUp(taking_turns(agents))

    def __str__(self) -> str:
        return JOIN.join(self.agents)

    def played(self, row: Row) -> bool:
        """Return whether a row is a game of this line-up."""
        return LineUp.of(row.line_up) == self

    @property
    def alone(self) -> bool:
        """True if one agent plays all seats."""
        return len(self.agents) == 1


class Games(NamedTuple):
    """A scenario as tables name it: its axes, such as level and players, and their values."""

    axes: tuple[tuple[str, int | str], ...]

    @staticmethod
    def of(row: Row) -> Games:
        """Return the scenario of a row."""
        return Games(tuple(row.axes.items()))

    def __str__(self) -> str:
        return axes_in_words(dict(self.axes))

    @property
    def setting(self) -> str:
        """The scenario in words, without the number of players; empty if there is no more."""
        return axes_in_words(dict(self.axes), without_players=True)

    @property
    def players(self) -> int | str:
        """The number of players."""
        return dict(self.axes)[PLAYERS]

    @property
    def labels(self) -> list[str]:
        """The values of the axes, for the columns of a table."""
        return [str(value) for _, value in self.axes]


Cells = Mapping[tuple[LineUp, Games], list[Row]]


class Summary:
    """Games of a line-up, counted; of several cells, each has equal weight.

    ``turns`` and ``decisions`` are means, ``milliseconds`` is the thinking time per decision.
    """

    def __init__(self, line_up: LineUp, cells: Mapping[Games, Sequence[Row]]) -> None:
        self.line_up = line_up
        self.cells = [*cells]
        self._rows = [row for rows in cells.values() for row in rows]
        self._weights = [1.0 / len(rows) for rows in cells.values() for _ in rows]
        self.games = len(self._rows)
        self.causes = Counter(row.cause for row in self._rows if not row.won)
        decisions = sum(row.decisions for row in self._rows)
        self.turns = sum(row.turns for row in self._rows) / self.games
        self.decisions = decisions / self.games
        self.milliseconds = 1000 * sum(row.seconds for row in self._rows) / max(1, decisions)

    @cached_property
    def won(self) -> Estimate:
        """Share of games won."""
        if len(self.cells) == 1:
            return win_rate(self.games - self.causes.total(), self.games)
        return self._over_cells([bool(row.won) for row in self._rows])

    @cached_property
    def progress(self) -> Estimate:
        """Mean progress."""
        values = [row.progress for row in self._rows]
        return mean_share(values) if len(self.cells) == 1 else self._over_cells(values)

    def _over_cells(self, values: Sequence[float]) -> Estimate:
        return over_seeds(values, [row.number for row in self._rows], self._weights)


@dataclass(frozen=True)
class Comparison:
    """Two line-ups on the same games, every game with equal weight: a row of each.

    ``p_holm`` is corrected for the number of comparisons shown together.
    """

    a: LineUp
    b: LineUp
    games: Sequence[tuple[Row, Row]]
    pair: Paired
    p_holm: float = 1.0


def cells_of(rows: Sequence[Row]) -> Cells:
    """Group rows by cell, in the order in which the cells come."""
    cells: dict[tuple[LineUp, Games], list[Row]] = {}
    for row in rows:
        cells.setdefault((LineUp.of(row.line_up), Games.of(row)), []).append(row)
    return cells


def line_ups_of(cells: Cells) -> list[LineUp]:
    """Return the line-ups in the order in which they come."""
    return list(dict.fromkeys(line_up for line_up, _ in cells))


def summaries(cells: Cells) -> list[Summary]:
    """Count every cell."""
    return [Summary(line_up, {games: rows}) for (line_up, games), rows in cells.items()]


def totals(cells: Cells) -> list[Summary]:
    """Count every line-up over all its cells; the best first."""
    found = [
        Summary(line_up, {games: rows for (one, games), rows in cells.items() if one == line_up})
        for line_up in line_ups_of(cells)
    ]
    return sorted(found, key=lambda one: (-one.won.value, -one.progress.value))


def compared(found: Sequence[Summary]) -> list[LineUp]:
    """Return the line-ups that are compared in pairs, the best first.

    These are all of them, or where they are many, those of one agent; where there are not two
    of these, the best ones.
    """
    line_ups = [one.line_up for one in found]
    if len(line_ups) <= _MOST_COMPARED:
        return line_ups
    alone = [line_up for line_up in line_ups if line_up.alone]
    return alone if len(alone) > 1 else line_ups[:_MOST_COMPARED]


def comparisons(cells: Cells, line_ups: Sequence[LineUp]) -> list[Comparison]:
    """Compare line-ups in pairs, on the games that both played.

    Games are the same where scenario and number are; pairs without a common game are
    left out.
    """
    found: list[Comparison] = []
    for a, b in combinations(line_ups, 2):
        if games := common_games(cells, a, b):
            won_a, won_b = ([bool(pair[n].won) for pair in games] for n in (0, 1))
            pair = paired(won_a, won_b, [one.number for one, _ in games])
            found.append(Comparison(a, b, games, pair))
    corrected = holm([one.pair.p_value for one in found])
    return [replace(one, p_holm=float(p)) for one, p in zip(found, corrected, strict=True)]


def common_games(cells: Cells, a: LineUp, b: LineUp) -> list[tuple[Row, Row]]:
    """Return the games that two line-ups have both played, a row of each."""
    found: list[tuple[Row, Row]] = []
    for (line_up, games), rows in cells.items():
        if line_up == a and (b, games) in cells:
            others = {row.number: row for row in cells[b, games]}
            found += [(row, others[row.number]) for row in rows if row.number in others]
    return found
