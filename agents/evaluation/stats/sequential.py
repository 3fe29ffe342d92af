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

from tablemates.agents.evaluation.plan import Cell, Plan
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import CONFIDENCE, Estimate
from tablemates.agents.evaluation.stats.luck_adjustment import Sample, gain_of, progress, won
from tablemates.agents.evaluation.stats.summary import LineUp, cells_of, common_games, line_ups_of

#: Seeds before the first look, and how many times as many before each next one.
FIRST: Final = 100
GROWTH: Final = 1.25
#: Seeds at which the sequence is narrowest for its confidence.
_NARROWEST: Final = 1_000


class Decided(NamedTuple):
    """Comparison of two agents so far: the differences of win rates and progress, or of returns.

    The verdict is ``differ``, ``alike`` (to less than a point) or ``undecided``. Where wins are
    alike, progress decides; returns say it all.
    """

    a: str
    b: str
    seeds: int
    differences: list[Estimate]
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
    # The package confseq has no asymptotic sequence, and compiles C++ to be installed.
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


def decisions(plan: Plan, rows: Sequence[Row]) -> list[Decided]:
    """Return what the games say of every two agents, all of it right with 95 % probability."""
    found: list[tuple[str, str, list[Sample]]]
    if plan.co_operative:
        cells = cells_of(rows)
        found = [
            (str(a), str(b), [Sample(games, won, won), Sample(games, progress, progress)])
            for a, b in combinations(line_ups_of(cells), 2)
            if (games := common_games(cells, a, b))
        ]
    else:
        least = plan.least_return
        found = [
            (a, b, [Sample(met, gain_of(a, least), gain_of(b, least))])
            for a, b in combinations(dict.fromkeys(name for row in rows for name in row.agents), 2)
            if (met := [(row, row) for row in rows if {a, b} == set(row.agents)])
        ]
    tests = sum(len(samples) for *_, samples in found)
    return [_decided(*one, (1.0 - CONFIDENCE) / tests) for one in found]


def wanted(plan: Plan, cell: Cell, known: Sequence[Decided]) -> bool:
    """Return whether games of a cell are still wanted: of no pair, or of an undecided one."""
    if plan.co_operative:
        own = [one for one in known if str(LineUp.of(cell.agents)) in (one.a, one.b)]
    else:
        own = [one for one in known if {*cell.agents} == {one.a, one.b}]
    return not own or any(one.verdict == "undecided" for one in own)


def _decided(a: str, b: str, samples: Sequence[Sample], error: float) -> Decided:
    differences = [confidence_sequence(one.sharpest, error) for one in samples]
    verdicts = map(_verdict, differences)
    verdict = next((one for one in verdicts if one != "alike"), "alike")
    return Decided(a, b, len(samples[0].numbers), differences, verdict)


def _verdict(one: Estimate) -> str:
    if one.low > 0.0 or one.high < 0.0:
        return "differ"
    return "alike" if one.alike else "undecided"
