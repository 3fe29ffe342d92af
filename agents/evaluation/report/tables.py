"""Tables as text: made once, written as Markdown, as HTML, and in part to the console."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablemates.agents.evaluation.report.summary import Comparison, LineUp, Summary, Total, ranked
from tablemates.agents.evaluation.statistics import CONFIDENCE, Estimate
from tablemates.agents.registry import BOUNDS
from tablemates.agents.words import plain

#: What Markdown would take for the beginning of a tag.
_TAG: Final = re.compile("<(?=[A-Za-z/!?])")
_CAUSES: Final = {
    "player_died": "died",
    "cube_empty": "cube",
    "task_a_late": "A late",
    "task_b_late": "B late",
    "task_c_late": "C late",
}


@dataclass(frozen=True)
class Table:
    """A table of words.

    Attributes:
        title: What it shows.
        heads: Names of the columns.
        lines: The rows; the first ``names`` cells of each are its own name.
        names: How many columns name a row; the others are numbers.
        note: What one must know to read it.
    """

    title: str
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]
    names: int = 1
    note: str = ""

    def markdown(self) -> str:
        """Return the table with its title and note."""
        rule = ["---"] * self.names + ["--:"] * (len(self.heads) - self.names)
        rows = [self.heads, rule, *self.lines]
        text = "\n".join("| " + " | ".join(map(escaped, row)) + " |" for row in rows)
        note = f"{self.note}\n\n" if self.note else ""
        return f"## {self.title}\n\n{note}{text}\n"


def escaped(words: str) -> str:
    """Return words as Markdown shows them: names of programs and what they say are anybody's."""
    for sign in ("\\", "|", "*"):
        words = words.replace(sign, f"\\{sign}")
    return _TAG.sub("&lt;", plain(words))


def percent(estimate: Estimate, sign: bool = False) -> str:
    """Return an estimate in per cent with its interval."""
    plus = "+" if sign else ""
    value, low, high = (f"{100 * number:{plus}.1f}" for number in estimate)
    return f"{value} [{low}, {high}]"


def p_value(p: float) -> str:
    """Return a p value with the digits that it deserves."""
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}" if p < 0.01 else f"{p:.2f}"


def cause_words(cause: str) -> str:
    """Return a cause of loss as a few words, such as ``A late``: its task."""
    return _CAUSES.get(cause, cause.replace("_", " "))


def few(value: float) -> str:
    """Return a number with about three digits."""
    if math.isnan(value):
        return "–"
    if 0 < abs(value) < 0.1:
        return "< 0.001" if abs(value) < 0.001 else f"{value:.2g}"
    digits = 0 if abs(value) >= 100 or not value else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def causes_in_short(one: Summary, most: int) -> str:
    """Return the most frequent causes of loss with their shares of all games, in per cent.

    Those below one per cent are left out.
    """
    return ", ".join(
        f"{cause_words(cause)} {100 * count / one.games:.0f}"
        for cause, count in one.causes.most_common(most)
        if 100 * count >= one.games
    )


def totals_table(found: Sequence[Total]) -> Table:
    """Return the line-ups over all their cells, the best first."""
    heads = ["agents", "cells", "games", "won, %", *_if(lucky(found), "luck-adjusted")]
    heads += ["mean progress, %", "ms a decision"]
    lines = [
        [
            str(one.line_up),
            str(one.cells),
            f"{one.games:,}",
            percent(one.won),
            *_if(lucky(found), _adjusted(one)),
            percent(one.progress),
            few(one.milliseconds),
        ]
        for one in ranked(found)
    ]
    note = (
        "Means over the cells, which weigh the same; intervals by a bootstrap that draws the games "
        "of one seed together, since they share dice; of a single cell they are the cell's own."
    )
    bounds = [str(one.line_up) for one in found if _bases(one.line_up) & BOUNDS.keys()]
    if bounds:
        note += f" {', '.join(bounds)}: sees what is hidden; a bound, and no player."
    return Table("Over all cells", heads, lines, note=note)


def _bases(line_up: LineUp) -> set[str]:
    """Return the names of a line-up's agents without their budgets."""
    return {name.partition(":")[0] for name in line_up.agents}


def levels_table(found: Sequence[Summary], measure: str, title: str) -> Table:
    """Return a line for each line-up and number of players, a column for each level.

    Args:
        found: The cells.
        measure: ``won`` or ``progress``.
        title: Of the table.
    """
    levels = sorted({one.level for one in found})
    lines: dict[tuple[int, str], dict[int, str]] = {}
    for one in found:
        lines.setdefault((one.players, one.agent), {})[one.level] = percent(getattr(one, measure))
    return Table(
        title,
        ["agents", "players", *(f"level {level}" for level in levels)],
        [
            [agent, str(players), *(cells.get(level, "") for level in levels)]
            for (players, agent), cells in lines.items()
        ],
        names=2,
    )


def cells_table(found: Sequence[Summary]) -> Table:
    """Return every cell with all its numbers."""
    heads = ["agents", "players", "level", "games", "won, %", "mean progress, %", "turns"]
    heads += ["decisions", "ms a decision", "lost by, % of games"]
    lines = [
        [
            one.agent,
            str(one.players),
            str(one.level),
            f"{one.games:,}",
            percent(one.won),
            percent(one.progress),
            f"{one.turns:.1f}",
            f"{one.decisions:.0f}",
            few(one.milliseconds),
            causes_in_short(one, len(one.causes)),
        ]
        for one in found
    ]
    return Table("Every cell", heads, lines, names=3)


def comparisons_table(found: Sequence[Comparison], left_out: int = 0) -> Table:
    """Return the line-ups compared in pairs.

    Args:
        found: The comparisons.
        left_out: Line-ups that are not compared, since they are too many.
    """
    heads = ["agents", "beside", "games", "difference, points", "only the first won"]
    heads += ["only the second", "p", "p, Holm", "verdict"]
    heads += _if(lucky(found), "luck-adjusted", "variance")
    lines = [
        [
            str(one.a),
            str(one.b),
            f"{one.games:,}",
            percent(one.pair.difference, sign=True),
            f"{one.pair.only_a:,}",
            f"{one.pair.only_b:,}",
            p_value(one.pair.p_value),
            p_value(one.p_holm),
            settled(one),
            *_if(lucky(found), _adjusted(one, sign=True), _less(one)),
        ]
        for one in found
    ]
    note = (
        "The same games: level, number of players and seed. Difference of games won with the "
        "interval of a paired bootstrap over seeds; p by McNemar's exact test, then corrected for "
        "the number of comparisons by Holm's method, which decides: they differ, they are alike "
        "(to less than a point), or about so many games would tell."
    )
    if left_out:
        note += f" {left_out_in_words(left_out)}"
    if lucky(found):
        note += (
            " Luck-adjusted: the estimated effect of dice and draws taken off, which leaves the "
            "expected difference as it is; beside it, by how many times single games vary less."
        )
        games = [one.adjusted_games for one in found if one.adjusted is not None]
        if min(games) < max(one.games for one in found):
            note += f" From a sample: {min(games):,} games a pair or more."
    return Table("In pairs", heads, lines, names=2, note=note)


def left_out_in_words(count: int) -> str:
    """Return a sentence about line-ups that are not compared."""
    return f"Too many to compare all: {count:,} line-ups are left out."


def lucky(found: Sequence[Total] | Sequence[Comparison]) -> bool:
    """Return whether luck-adjusted numbers are known."""
    return any(one.adjusted is not None for one in found)


def _if(wanted: bool, *words: str) -> list[str]:
    return list(words) if wanted else []


def _adjusted(one: Total | Comparison, sign: bool = False) -> str:
    return "–" if one.adjusted is None else percent(one.adjusted, sign)


def _less(one: Comparison) -> str:
    factor = one.factor
    return "–" if factor is None else f"÷ {factor:.1f}"


def luck_in_words(one: Comparison) -> str:
    """Return the luck-adjusted difference of two line-ups as a line."""
    assert one.adjusted is not None
    return (
        f"luck-adjusted, {one.a} beside {one.b}: {percent(one.adjusted, sign=True)} points "
        f"({one.adjusted_games:,} games), variance {_less(one)}"
    )


def settled(one: Comparison) -> str:
    """Return what is known of a comparison: a difference, that there is none, or what it takes.

    The p value that counts is the corrected one.
    """
    if one.p_holm <= 1.0 - CONFIDENCE:
        return "differ"
    if one.pair.alike:
        return "alike"
    return f"by about {one.pair.games_to_settle(one.together):,} games"
