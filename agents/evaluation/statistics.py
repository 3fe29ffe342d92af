"""Estimates with 95 % intervals, by the textbook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from scipy import stats

CONFIDENCE: Final = 0.95


class Estimate(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


def win_rate(won: int, games: int) -> Estimate:
    """Return the share of games won with Wilson's interval (Wilson 1927).

    Args:
        won: Games won.
        games: Games played, at least 1.
    """
    interval = stats.binomtest(won, games).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(won / games, float(interval.low), float(interval.high))


def mean_share(values: Sequence[float]) -> Estimate:
    """Return the mean of numbers from 0 to 1 with Student's interval.

    One number alone says nothing of how far others lie from it: the interval
    is then 0 to 1.
    """
    mean = float(np.mean(values))
    if len(values) < 2:
        return Estimate(mean, 0.0, 1.0)
    error = float(stats.sem(values))
    if error == 0.0:
        return Estimate(mean, mean, mean)
    low, high = stats.t.interval(CONFIDENCE, len(values) - 1, loc=mean, scale=error)
    return Estimate(mean, max(float(low), 0.0), min(float(high), 1.0))
