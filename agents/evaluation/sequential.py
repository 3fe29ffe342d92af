"""Deciding with as few games as it takes: pairs of agents, looked at as often as one likes.

The interval is an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
2024, "Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics
52(6)): with 95 % probability it holds the true mean at all looks together, so whoever stops when
it leaves 0 is wrong in at most 5 % of all cases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.luck import Sample, of_rivals, of_teams
from tablemates.agents.evaluation.plan import Cell, Plan
from tablemates.agents.evaluation.report.summary import Cells, LineUp, cells_of, common_games
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.statistics import CONFIDENCE, POINT, Estimate
from tablemates.envs.registry import find_game

#: Seeds before the first look, and how many times as many before each next one.
FIRST: Final = 100
GROWTH: Final = 1.25
#: Seeds at which the sequence is narrowest for its confidence.
_NARROWEST: Final = 1_000


class Decided(NamedTuple):
    """What is known of two agents: the difference of win rates or returns, and of progress.

    The verdict is ``differ``, ``alike`` (to less than a point) or ``undecided``. Without
    ``progress`` returns are compared, which say it all.
    """

    a: str
    b: str
    seeds: int
    difference: Estimate
    progress: Estimate | None
    verdict: str


def looks(most: int) -> list[int]:
    """Return the numbers of seeds at which pairs are looked at, up to the most."""
    found = [min(FIRST, most)]
    while found[-1] < most:
        found.append(min(most, math.ceil(found[-1] * GROWTH)))
    return found


def confidence_sequence(values: npt.ArrayLike, error: float = 1.0 - CONFIDENCE) -> Estimate:
    """Return the mean of numbers of seeds with an interval that holds at every look.

    ``error`` is the probability that it ever fails.
    """
    numbers = np.asarray(values, np.float64)
    count, mean = len(numbers), float(np.mean(numbers))
    # One more number, a whole win off the mean: where all are alike, some room is left.
    variance = (float(np.sum((numbers - mean) ** 2)) + 1.0) / count
    tuned = (-2.0 * math.log(error) + math.log(1.0 - 2.0 * math.log(error))) / _NARROWEST
    scale = count * tuned + 1.0
    width = math.sqrt(
        2.0 * scale / (count**2 * tuned) * math.log(math.sqrt(scale) / error) * variance
    )
    return Estimate(mean, mean - width, mean + width)


def decisions(plan: Plan, rows: Sequence[Row], cells: Cells) -> list[Decided]:
    """Return what the games say of every two agents, all of it right with 95 % probability."""
    found: list[tuple[str, str, Sample, Sample | None]]
    if plan.co_operative:
        found = [
            (str(a), str(b), of_teams(games), of_teams(games, "progress"))
            for a, b in combinations(dict.fromkeys(line_up for line_up, _ in cells), 2)
            if (games := common_games(cells, a, b))
        ]
    else:
        least = find_game(plan.game).least_return
        found = [
            (a, b, of_rivals(met, a, b, least), None)
            for a, b in combinations(dict.fromkeys(name for row in rows for name in row.agents), 2)
            if (met := [row for row in rows if {a, b} == set(row.agents)])
        ]
    tests = len(found) * (2 if plan.co_operative else 1)
    return [_decided(*one, (1.0 - CONFIDENCE) / tests) for one in found]


class Undecided:
    """The pairs of a plan that are not decided yet."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._known: list[Decided] = []

    def look(self, rows: Sequence[Row]) -> None:
        """Look at the games that have been played."""
        self._known = decisions(self._plan, rows, cells_of(rows))

    def plays(self, cell: Cell) -> bool:
        """Return whether games of a cell are still wanted: of no pair, or of an undecided one."""
        if self._plan.co_operative:
            own = [one for one in self._known if str(LineUp.of(cell.agents)) in (one.a, one.b)]
        else:
            own = [one for one in self._known if set(cell.agents) == {one.a, one.b}]
        return not own or any(one.verdict == "undecided" for one in own)


def _decided(a: str, b: str, gain: Sample, further: Sample | None, error: float) -> Decided:
    """Wins or returns decide; where wins are alike to less than a point, progress does."""
    difference = confidence_sequence(gain.sharpest, error)
    progress = None if further is None else confidence_sequence(further.sharpest, error)
    verdict = _verdict(difference)
    if verdict == "alike" and progress is not None:
        verdict = _verdict(progress)
    return Decided(a, b, len(gain.numbers), difference, progress, verdict)


def _verdict(one: Estimate) -> str:
    if one.low > 0.0 or one.high < 0.0:
        return "differ"
    return "alike" if max(-one.low, one.high) < POINT else "undecided"
