"""Tables as text: built once, shown in the report and in part on the console."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablemates.agents.evaluation.stats.cross_play import Baseline, Matrix
from tablemates.agents.evaluation.stats.estimates import CONFIDENCE, Estimate
from tablemates.agents.evaluation.stats.summary import Comparison, Summary

#: Characters of a name that is shown whole.
_LONGEST: Final = 28


@dataclass(frozen=True)
class Table:
    """A table of words; the first ``names`` columns name a row, the others are numbers."""

    title: str
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]
    names: int = 1
    note: str = ""

    def without(self, *heads: str) -> Table:
        """Return the table without some columns of numbers."""
        kept = [n for n, head in enumerate(self.heads) if head not in heads]
        lines = [[line[n] for n in kept] for line in self.lines]
        return replace(self, heads=[self.heads[n] for n in kept], lines=lines)


def shortened(name: str) -> str:
    """Return a long name without its middle: paths differ at both ends."""
    return name if len(name) <= _LONGEST else f"{name[:13]}…{name[-14:]}"


def percent(estimate: Estimate, sign: bool = False) -> str:
    """Format an estimate in per cent with its interval."""
    return plain(Estimate(*(100 * share for share in estimate)), sign, 1)


def plain(estimate: Estimate | None, sign: bool = False, digits: int = 3) -> str:
    """Format an estimate with its interval; None is a dash."""
    if estimate is None:
        return "–"
    plus = "+" if sign else ""
    value, low, high = (f"{number:{plus}.{digits}f}" for number in estimate)
    return f"{value} [{low}, {high}]"


def p_value(p: float) -> str:
    """Format a p value."""
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}" if p < 0.01 else f"{p:.2f}"


def few(value: float) -> str:
    """Format a number with about three digits."""
    if math.isnan(value):
        return "–"
    if 0 < abs(value) < 0.1:
        return "< 0.001" if abs(value) < 0.001 else f"{value:.2g}"
    digits = 0 if abs(value) >= 100 or not value else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def causes_in_short(one: Summary, most: int | None) -> str:
    """Return the most frequent causes of loss with their shares of all games, in per cent.

    Those below one per cent are left out.
    """
    return ", ".join(
        f"{cause.replace('_', ' ')} {100 * count / one.games:.0f}"
        for cause, count in one.causes.most_common(most)
        if 100 * count >= one.games
    )


def verdict(one: Comparison) -> str:
    """Return what a comparison shows by its corrected p value."""
    if one.p_holm <= 1.0 - CONFIDENCE:
        return "differ"
    return "alike" if one.pair.difference.alike else "undecided"


def totals_table(found: Sequence[Summary]) -> Table:
    """Return the line-ups over all their cells, the best first."""
    heads = ["agents", "cells", "games", "won, %", "mean progress, %", "ms a decision"]
    lines = [
        [
            str(one.line_up),
            str(len(one.cells)),
            f"{one.games:,}",
            percent(one.won),
            percent(one.progress),
            few(one.milliseconds),
        ]
        for one in found
    ]
    note = (
        "Means over the cells with equal weight; intervals by a bootstrap that resamples seeds, "
        "since games of one seed share dice; those of a single cell are the cell's own."
    )
    return Table("Over all cells", heads, lines, note=note)


def causes_table(found: Sequence[Summary]) -> list[Table]:
    """Return what each line-up loses by, a column a cause; none where nothing was lost."""
    causes = Counter[str]()
    for one in found:
        causes.update(one.causes)
    lines = [
        [
            str(one.line_up),
            *(few(100 * one.causes[cause] / one.games) for cause, _ in causes.most_common()),
        ]
        for one in found
    ]
    heads = ["agents", *(cause.replace("_", " ") for cause, _ in causes.most_common())]
    return [Table("Lost by, % of games", heads, lines)] if causes else []


def cells_table(found: Sequence[Summary], causes: int | None = None) -> Table:
    """Return every cell with all its numbers and at most ``causes`` causes of loss (None: all)."""
    axes = [axis for axis, _ in found[0].cells[0].axes]
    heads = ["agents", *axes, "games", "won, %", "lost by, % of games", "mean progress, %"]
    heads += ["turns", "decisions", "ms a decision"]
    lines = [
        [
            str(one.line_up),
            *one.cells[0].labels,
            f"{one.games:,}",
            percent(one.won),
            causes_in_short(one, causes),
            percent(one.progress),
            f"{one.turns:.1f}",
            f"{one.decisions:.0f}",
            few(one.milliseconds),
        ]
        for one in found
    ]
    return Table("Every cell", heads, lines, names=1 + len(axes))


def comparisons_table(found: Sequence[Comparison], left_out: int = 0) -> Table:
    """Return the line-ups compared in pairs; some may be left out because there are too many."""
    heads = ["agents", "compared with", "games", "difference, points", "only the first won"]
    heads += ["only the second", "p", "p, Holm", "verdict"]
    lines = [
        [
            str(one.a),
            str(one.b),
            f"{one.pair.games:,}",
            percent(one.pair.difference, sign=True),
            f"{one.pair.only_a:,}",
            f"{one.pair.only_b:,}",
            p_value(one.pair.p_value),
            p_value(one.p_holm),
            verdict(one),
        ]
        for one in found
    ]
    note = (
        "The same games: scenario and seed. Difference of win rates with the "
        "interval of a paired bootstrap over seeds; p by McNemar's exact test, corrected for the "
        "number of comparisons by Holm's method. By the corrected p they differ, they are alike "
        "(to less than a point) or it is undecided."
    )
    if left_out:
        note += f" Too many to compare all: {left_out:,} line-ups are left out."
    return Table("In pairs", heads, lines, names=2, note=note)


def matrix_table(matrix: Matrix) -> Table:
    """Return the win rates of every two agents as a team."""
    lines = [
        [name, *(f"{100 * share:.1f}" for share in shares)]
        for name, shares in zip(matrix.names, matrix.won, strict=True)
    ]
    return Table(f"Games won together, %: {matrix.title}", ["with", *matrix.names], lines)


def ratios_table(found: Sequence[Matrix]) -> Table:
    """Return the win rates of agents with others and with themselves; the last line is all."""
    lines: list[list[str]] = []
    for matrix in found:
        for n, name in enumerate(matrix.names):
            lines.append([name, *_ratio_cells(matrix, matrix.baseline(n))])
        lines.append(["all of them", *_ratio_cells(matrix, matrix.baseline())])
    heads = ["agent", "games", "with itself, %", "with the others, %", "ratio"]
    note = "Intervals of the ratio: paired bootstrap over the games, which all teams share."
    return Table("With others and with itself", heads, lines, 2, note)


def _ratio_cells(matrix: Matrix, one: Baseline) -> list[str]:
    alone, together = (f"{100 * share:.1f}" for share in one[:2])
    return [matrix.title, alone, together, plain(one.ratio)]
