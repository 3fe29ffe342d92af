"""Adaptation: how results change within matches, from the first game to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tablemates.agents.evaluation.matches import Key, match_of
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import Estimate, over_seeds
from tablemates.agents.evaluation.stats.summary import Cells, Games, LineUp


def adaptation(
    cells: Cells, value: Callable[[Row], float]
) -> list[tuple[LineUp, Games, list[float], Estimate]]:
    """Return how results change within the matches of each cell.

    Returns:
        Of each cell the mean of each game of a match, and the difference of the last to the
        first, with a bootstrap over matches; of evaluations without matches, nothing.
    """
    found = []
    for (line_up, games), rows in cells.items():
        length = rows[0].match
        if length == 1:
            continue
        by_place = [[value(row) for row in rows if row.number % length == n] for n in range(length)]
        means = [float(np.mean(one)) for one in by_place]
        found.append((line_up, games, means, _change(rows, value)))
    return found


def _change(rows: Sequence[Row], value: Callable[[Row], float]) -> Estimate:
    matches: dict[Key, dict[int, float]] = {}
    for row in rows:
        matches.setdefault(match_of(row), {})[row.number % row.match] = value(row)
    last = rows[0].match - 1
    whole = {key: one for key, one in matches.items() if 0 in one and last in one}
    apart = [one[last] - one[0] for one in whole.values()]
    return over_seeds(apart, [key[-1] for key in whole], least=-1.0)
