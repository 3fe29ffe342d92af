"""Cross-play on the page: what every agent wins with the others, beside what it wins alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from agents.evaluation.cross_play import Matrix
from agents.evaluation.report.summary import Games
from agents.evaluation.report.tables import Table


def shares_of(matrix: Matrix) -> Mapping[tuple[str, str], float]:
    """Return the shares of games won by the names of row and column."""
    return {
        (a, b): float(matrix.won[i, j])
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
            others = np.delete(np.stack([matrix.won[n], matrix.won[:, n]]), n, axis=1)
            lines.append(_line(name, matrix, float(matrix.won[n, n]), float(others.mean())))
        lines.append(_line("all of them", matrix, matrix.alone, matrix.together))
    heads = ["agent", "games", "with itself, %", "with the others, %", "ratio"]
    return Table("With others and with itself", heads, lines, names=2)


def _line(name: str, matrix: Matrix, alone: float, together: float) -> list[str]:
    ratio = f"{together / alone:.2f}" if alone else "–"
    return [name, str(games_of(matrix)), f"{100 * alone:.1f}", f"{100 * together:.1f}", ratio]
