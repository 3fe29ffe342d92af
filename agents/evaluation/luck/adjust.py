"""Luck-adjusted outcomes: what is left of a win when luck is taken off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.luck.model import SOURCES, Model
from tablemates.agents.evaluation.luck.players import Floats
from tablemates.agents.evaluation.luck.walker import Walker
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.progress import progress
from tablemates.envs.portal_dash.components import Components

#: Parts of the games by their seeds; what luck counts for in one is found in the others.
_FOLDS: Final = 5
#: As many games without any luck keep few games from saying too much of what it counts for.
_DOUBT: Final = 20.0

Integers = npt.NDArray[np.int64]


def adjusted(
    rows: Sequence[Row],
    components: str | Path | Components | None = None,
    model: Model | None = None,
) -> Floats:
    """Return luck-adjusted outcomes: 1 or 0 less what luck gave.

    Their mean estimates the same win rate as the raw outcomes', without bias, and
    varies less. Single ones lie outside 0 to 1 at times and mean little.

    Luck is the sum over all rolls and draws of a game of the value of what came less
    the exactly known mean value of what might have come (control variates; for games
    see Burch et al. 2018, AIVAT). How much of it is taken off is found by regression for
    every line-up, from games of other seeds alone.

    Args:
        rows: Games, in any order; those of one line-up are best given together.
        components: The parts that they were played with; None: the standard set.
        model: What positions are worth; None: the one that comes with the program.

    Returns:
        One number a row, in the rows' order.

    Raises:
        FormatError: A row is of other rules or parts, or does not end as it says.
    """
    values, walker = model or Model.read(), Walker(components)
    found_luck = []
    with progress("taking luck off", "games", len(rows)) as report:
        for n, row in enumerate(rows, 1):
            found_luck.append(values.luck(walker.walk(row)))
            report(n, "")
    luck = np.array(found_luck)
    luck = luck.reshape(len(rows), len(SOURCES))
    found = np.array([float(row.won) for row in rows])
    groups: dict[object, list[int]] = {}
    for n, row in enumerate(rows):
        groups.setdefault((tuple(sorted(set(row.agents))), row.noise), []).append(n)
    for group in groups.values():
        own = np.array(group)
        cells = np.array([10 * rows[n].level + rows[n].players for n in group])
        folds = np.array([rows[n].number % _FOLDS for n in group])
        found[own] -= _share(luck[own], found[own], cells, folds)
    return found


def _share(luck: Floats, won: Floats, cells: Integers, folds: Integers) -> Floats:
    """Return what luck gave each game, by what it counted for in games of other seeds."""
    given = np.zeros(len(won))
    for fold in np.unique(folds):
        others = folds != fold
        if not others.any():
            continue
        x, y = luck[others], won[others].copy()
        for cell in np.unique(cells[others]):
            inside = cells[others] == cell
            y[inside] -= y[inside].mean()
        doubt = np.diag(_DOUBT * x.var(axis=0) + 1e-9)
        given[~others] = luck[~others] @ np.linalg.solve(x.T @ x + doubt, x.T @ y)
    return given
