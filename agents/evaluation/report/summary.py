"""Rows counted: per cell, per line-up, and line-ups compared in pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from tablemates.agents.evaluation.line_ups import JOIN, Agents, taking_turns
from tablemates.agents.evaluation.plan import LevelName
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.statistics import (
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

    @classmethod
    def of(cls, agents: Agents) -> LineUp:
        """Return the line-up of a team, given by seat."""
        return cls(taking_turns(agents))

    def __str__(self) -> str:
        return JOIN.join(self.agents)

    @property
    def alone(self) -> bool:
        """Whether one agent plays all seats."""
        return len(self.agents) == 1


class Games(NamedTuple):
    """A level with a number of players."""

    players: int
    level: LevelName

    def __str__(self) -> str:
        return f"level {self.level}, {self.players} player{'s' if self.players > 1 else ''}"


Cells = Mapping[tuple[LineUp, Games], list[Row]]


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
        milliseconds: Thinking time per decision.
        causes: Games lost by cause.
        forfeits: Games forfeited, by reason.
    """

    line_up: LineUp
    level: LevelName
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
    """All games of a line-up; its cells have equal weight.

    Attributes:
        line_up: Who played.
        cells: Number of cells.
        games: Games in all.
        won: Share of games won.
        progress: Mean progress.
        milliseconds: Thinking time per decision.
    """

    line_up: LineUp
    cells: int
    games: int
    won: Estimate
    progress: Estimate
    milliseconds: float


@dataclass(frozen=True)
class Comparison:
    """Two line-ups on the same games.

    Attributes:
        a: The first.
        b: The second.
        pair: Their difference, every game with equal weight.
        p_holm: The p value, corrected for the number of comparisons shown together.
    """

    a: LineUp
    b: LineUp
    pair: Paired
    p_holm: float = 1.0


def cells_of(rows: Sequence[Row]) -> Cells:
    """Group rows by cell, in the order in which the cells come."""
    cells: dict[tuple[LineUp, Games], list[Row]] = {}
    line_ups = {agents: LineUp.of(agents) for agents in {row.agents for row in rows}}
    for row in rows:
        cells.setdefault((line_ups[row.agents], Games(row.players, row.level)), []).append(row)
    return cells


def line_ups_of(cells: Cells) -> list[LineUp]:
    """Return the line-ups in the order in which they come."""
    return list(dict.fromkeys(line_up for line_up, _ in cells))


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """Count the cells of rows."""
    return [_summary(line_up, own) for (line_up, _), own in cells_of(rows).items()]


def _summary(line_up: LineUp, rows: Sequence[Row]) -> Summary:
    return Summary(
        line_up=line_up,
        level=rows[0].level,
        players=rows[0].players,
        games=len(rows),
        won=_won(rows),
        progress=_progress(rows),
        turns=sum(row.turns for row in rows) / len(rows),
        decisions=sum(row.decisions for row in rows) / len(rows),
        milliseconds=_milliseconds(rows),
        causes=Counter(row.cause for row in rows if not row.won),
        forfeits=Counter(row.forfeit for row in rows if row.forfeit is not None),
    )


def _won(rows: Sequence[Row]) -> Estimate:
    return win_rate(sum(row.won for row in rows), len(rows))


def _progress(rows: Sequence[Row]) -> Estimate:
    return mean_share([row.progress for row in rows])


def _milliseconds(rows: Sequence[Row]) -> float:
    return 1000 * sum(row.seconds for row in rows) / max(1, sum(row.decisions for row in rows))


def totals(cells: Cells) -> list[Total]:
    """Count every line-up over all its cells; the best first."""
    found: list[Total] = []
    for line_up in line_ups_of(cells):
        own = [rows for (one, _), rows in cells.items() if one == line_up]
        rows = [row for cell in own for row in cell]
        one_cell = len(own) == 1
        found.append(
            Total(
                line_up=line_up,
                cells=len(own),
                games=len(rows),
                won=_won(rows) if one_cell else _over_cells(own, lambda row: row.won),
                progress=_progress(rows)
                if one_cell
                else _over_cells(own, lambda row: row.progress),
                milliseconds=_milliseconds(rows),
            )
        )
    return sorted(found, key=lambda one: (-one.won.value, -one.progress.value))


def _over_cells(cells: Sequence[Sequence[Row]], value: Callable[[Row], float]) -> Estimate:
    """Return the mean over cells of equal weight."""
    rows = [row for cell in cells for row in cell]
    weights = [1.0 / len(cell) for cell in cells for _ in cell]
    return over_seeds([value(row) for row in rows], [row.number for row in rows], weights)


def compared(cells: Cells) -> list[LineUp]:
    """Return the line-ups that are compared in pairs, the best first.

    These are all of them, or where they are many, those of one agent; where there are not two
    of these, the best ones.
    """
    strength: dict[LineUp, list[tuple[float, float]]] = {}
    for (line_up, _), rows in cells.items():
        won, progress = np.mean([(row.won, row.progress) for row in rows], axis=0)
        strength.setdefault(line_up, []).append((float(won), float(progress)))
    line_ups = sorted(strength, key=lambda one: tuple(np.mean(strength[one], axis=0)), reverse=True)
    alone = [line_up for line_up in line_ups if line_up.alone]
    if len(line_ups) <= _MOST_COMPARED:
        return line_ups
    return alone if len(alone) > 1 else line_ups[:_MOST_COMPARED]


def comparisons(cells: Cells) -> list[Comparison]:
    """Compare line-ups in pairs, on the games that both played.

    Games are the same where level, players and number are; pairs without a common game are
    left out.
    """
    found: list[Comparison] = []
    for a, b in combinations(compared(cells), 2):
        if games := common_games(cells, a, b):
            won_a, won_b = ([pair[n].won for pair in games] for n in (0, 1))
            pair = paired(won_a, won_b, [one.number for one, _ in games])
            found.append(Comparison(a, b, pair))
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
