"""Cross-play on the page: what every agent wins with the others, beside what it wins alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from tablemates.agents.evaluation.cross_play import Beside, Matrix, ratio_words
from tablemates.agents.evaluation.line_ups import JOIN
from tablemates.agents.evaluation.report.summary import Games
from tablemates.agents.evaluation.report.tables import Table


def shares_of(matrix: Matrix) -> Mapping[tuple[str, str], float]:
    """Return the shares of games won by the names of row and column."""
    won = matrix.won
    return {
        (a, b): float(won[i, j])
        for i, a in enumerate(matrix.names)
        for j, b in enumerate(matrix.names)
    }


def games_of(matrix: Matrix) -> Games:
    """Return the level and the number of players of a matrix."""
    return Games(matrix.players, matrix.level)


def matrix_table(matrix: Matrix) -> Table:
    """Return what every two agents win together."""
    lines = [
        [name, *(f"{100 * share:.1f}" for share in shares)]
        for name, shares in zip(matrix.names, matrix.won, strict=True)
    ]
    return Table(f"Games won together, %: {games_of(matrix)}", ["with", *matrix.names], lines)


def ratios_table(found: Sequence[Matrix]) -> Table:
    """Return what agents win with others and with themselves; the last line is that of all."""
    lines: list[list[str]] = []
    for matrix in found:
        for n, name in enumerate(matrix.names):
            lines.append([name, *_line(matrix, matrix.of_agent(n))])
        lines.append(["all of them", *_line(matrix, matrix.overall())])
    heads = ["agent", "games", "with itself, %", "with the others, %", "ratio"]
    note = "The ratio's interval: the same games for all teams, drawn anew."
    return Table("With others and with itself", heads, lines, 2, note)


def pairs_of_teams_table(found: Sequence[Matrix]) -> Table:
    """Return what every two win together, beside the mean of what each wins with itself.

    Those who keep least stand first.
    """
    lines: list[list[str]] = []
    for matrix in found:
        pairs = combinations(range(len(matrix.names)), 2)
        kept = [(matrix.of_pair(*pair), pair) for pair in pairs]
        kept.sort(key=lambda one: one[0].ratio.value if one[0].ratio else math.inf)
        lines += [
            [JOIN.join(matrix.names[n] for n in pair), *_line(matrix, beside)]
            for beside, pair in kept
        ]
    heads = ["team", "games", "with themselves, %", "together, %", "ratio"]
    note = (
        "With themselves: the mean of the two. Of many teams the first looks worse than it "
        "is, since it is chosen for that."
    )
    return Table("Teams beside their agents", heads, lines, 2, note)


def _line(matrix: Matrix, beside: Beside) -> list[str]:
    alone, together = (f"{100 * share:.1f}" for share in beside[:2])
    return [str(games_of(matrix)), alone, together, ratio_words(beside.ratio)]
