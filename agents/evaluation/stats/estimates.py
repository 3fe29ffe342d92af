"""Estimates with 95 % confidence intervals, and comparisons on paired seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

CONFIDENCE: Final = 0.95
#: Differences below this are treated as equal.
POINT: Final = 0.01

_RESAMPLES: Final = 10_000
#: Tolerance for equal numbers.
_NOTHING: Final = 1e-12
#: Fixed, so that intervals are reproducible.
_BOOTSTRAP_SEED: Final = 1979
#: Samples with at most this many distinct values are resampled by multinomial counts.
_FEW: Final = 16
#: With fewer clusters the percentile interval is too narrow and is widened.
_ENOUGH: Final = 50
#: Values resampled at once, a few megabytes.
_AT_ONCE: Final = 1_000_000

Floats = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float

    @property
    def alike(self) -> bool:
        """True if the difference is less than a point wherever in its interval it is."""
        return max(-self.low, self.high) < POINT


@dataclass(frozen=True, slots=True)
class Paired:
    """Two agents compared on the same games: difference of win rates, see ``over_seeds``.

    The p value is McNemar's exact test, two-sided: how often agents of equal strength would differ
    so much.
    """

    difference: Estimate
    p_value: float
    only_a: int
    only_b: int
    games: int


def win_rate(won: int, games: int) -> Estimate:
    """Return the share of games won with Wilson's interval (Wilson 1927)."""
    interval = stats.binomtest(won, games).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(won / games, float(interval.low), float(interval.high))


def mean_share(values: Sequence[float]) -> Estimate:
    """Return the mean of numbers from 0 to 1 with Student's interval.

    The interval of a single number is 0 to 1, that of equal numbers as wide as their count allows.
    """
    mean = float(np.mean(values))
    if len(values) < 2:
        return Estimate(mean, 0.0, 1.0)
    error = float(stats.sem(values))
    if error <= _NOTHING:
        return _with_room(mean, len(values), 0.0)
    low, high = stats.t.interval(CONFIDENCE, len(values) - 1, loc=mean, scale=error)
    return Estimate(mean, max(float(low), 0.0), min(float(high), 1.0))


def paired(a: npt.ArrayLike, b: npt.ArrayLike, seeds: npt.ArrayLike | None = None) -> Paired:
    """Compare two agents by whether they won the same games; see ``over_seeds`` for seeds."""
    won_a, won_b = np.asarray(a, bool), np.asarray(b, bool)
    games = len(won_a)
    only_a, only_b = int((won_a & ~won_b).sum()), int((won_b & ~won_a).sum())
    either = only_a + only_b
    p_value = float(stats.binomtest(only_a, either).pvalue) if either else 1.0
    apart = won_a.astype(np.float64) - won_b
    difference = over_seeds(apart, np.arange(games) if seeds is None else seeds, least=-1.0)
    return Paired(difference, p_value, only_a, only_b, games)


def over_seeds(
    values: npt.ArrayLike,
    seeds: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    least: float = 0.0,
) -> Estimate:
    """Return a mean over games of several cells, with a bootstrap's interval.

    Games of one seed share setup and dice, on whichever level and with whichever number of
    players: they are drawn again together (a cluster bootstrap; Field and Welsh 2007). Were they
    drawn one by one, the interval of a mean over cells would be too narrow. It is the middle
    95 % of the means (Efron and Tibshirani 1993), with few seeds widened as Student's t asks
    (Hesterberg 2015). Where all seeds give the same, the interval is as wide as their
    count allows.

    Args:
        values: A number of each game: whether it was won, its progress, its luck-adjusted
            outcome, or the difference of two agents in it.
        seeds: Of each game.
        weights: Of each game, such as one by the games of its cell where cells weigh the same.
            None: games do.
        least: What a mean can be at least: 0 for a share, -1 for a difference of two.
    """
    numbers = np.asarray(values, np.float64)
    heavy = np.ones_like(numbers) if weights is None else np.asarray(weights, np.float64)
    _, of = np.unique(seeds, return_inverse=True)
    above, below = (np.bincount(of, what).astype(np.float64) for what in (numbers * heavy, heavy))
    value = float(above.sum() / below.sum())
    if np.allclose(above, value * below, rtol=0.0, atol=_NOTHING):
        return _with_room(value, len(above), least)
    return _bootstrapped(value, above, below, least, 1.0)


def mean_ratio(a: npt.ArrayLike, b: npt.ArrayLike) -> Estimate | None:
    """Return the mean of ``a`` to that of ``b`` on the same games, by the paired bootstrap.

    None where ``b`` is 0 in all games. The interval has no upper end where ``b`` is 0 in some
    resamples. Where the ratio is the same in all games, it is as wide as their count allows.
    """
    above, below = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if not below.any():
        return None
    value = float(above.mean() / below.mean())
    if np.allclose(above, value * below, rtol=0.0, atol=_NOTHING):
        one, other = (_with_room(float(n.mean()), len(n), 0.0) for n in (above, below))
        return Estimate(
            value, one.low / other.high, one.high / other.low if other.low > 0.0 else math.inf
        )
    return _bootstrapped(value, above, below, 0.0, math.inf)


def holm(p_values: npt.ArrayLike) -> Floats:
    """Return p values adjusted for their number (Holm 1979).

    One below 0.05 is then a difference among all those compared, with a chance
    of at most 5 % that any such finding is false.
    """
    # SciPy has no Holm, and statsmodels, which has, brings pandas.
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    factors = len(p) - np.arange(len(p))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(p[order] * factors))
    return adjusted


def _with_room(value: float, count: int, least: float) -> Estimate:
    """Return the interval of equal values: as wide as Wilson's for as many losses."""
    room = win_rate(0, count).high
    return Estimate(value, max(value - room, least), min(value + room, 1.0))


def _bootstrapped(
    value: float, above: Floats, below: Floats, least: float, most: float
) -> Estimate:
    """Return a ratio of sums with its bootstrap interval, widened for few clusters."""
    outside = (1.0 - CONFIDENCE) / 2.0
    ends = np.quantile(
        _resampled_ratios(above, below), [outside, 1.0 - outside], method="inverted_cdf"
    )
    low, high = map(float, ends)  # which may be infinite
    count = len(above)
    if count < _ENOUGH:
        wider = stats.t.isf(outside, count - 1) / stats.norm.isf(outside)
        wider *= math.sqrt(count / (count - 1))
        low = max(value - wider * (value - low), min(low, least))
        high = min(value + wider * (high - value), max(high, most))
    return Estimate(value, low, high)


def _resampled_ratios(above: Floats, below: Floats) -> Floats:
    """Return the ratios of sums of bootstrap samples of the pairs."""
    # scipy.stats.bootstrap draws the same, but wins a hundred times slower, and has no infinite
    # ratios.
    rng = np.random.default_rng(_BOOTSTRAP_SEED)
    count = len(above)
    distinct, times = np.unique(np.stack([above, below]), axis=1, return_counts=True)
    few = len(times) <= _FEW
    ratios = np.empty(_RESAMPLES)
    rows = max(1, _AT_ONCE // (len(times) if few else count))
    for first in range(0, _RESAMPLES, rows):
        some = ratios[first : first + rows]
        if few:
            sums = distinct @ rng.multinomial(count, times / count, len(some)).T
        else:
            chosen = rng.integers(count, size=(len(some), count))
            sums = np.stack([above[chosen].sum(axis=1), below[chosen].sum(axis=1)])
        some[:] = np.divide(sums[0], sums[1], out=np.full(len(some), np.inf), where=sums[1] > 0)
    return ratios
