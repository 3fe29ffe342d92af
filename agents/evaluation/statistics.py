"""Estimates with 95 % intervals and comparisons on the same games, by the textbook."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

CONFIDENCE: Final = 0.95
#: Chance that ``Paired.games_to_settle`` games find a difference as large as the one seen.
POWER: Final = 0.8
#: A difference smaller than this counts for nothing.
POINT: Final = 0.01

_RESAMPLES: Final = 10_000
#: The same numbers give the same interval.
_BOOTSTRAP_SEED: Final = 1979
#: Samples of few distinct numbers are resampled by counting them.
_FEW: Final = 16
#: Numbers drawn at once, a few megabytes.
_AT_ONCE: Final = 1_000_000

Floats = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Paired:
    """Two agents compared on the same games.

    Attributes:
        difference: Win rate of the first less that of the second, paired bootstrap.
        p_value: McNemar's exact test, two-sided: how often agents of equal strength
            would differ so much.
        only_a: Games that only the first won.
        only_b: Games that only the second won.
        games_to_settle: About how many games in all would find a difference as large
            as this one (or of one point, if it is smaller) in 4 of 5 tries, if the
            share of games that one alone wins stays what it is. None: it is decided,
            because the test finds a difference or because the interval leaves room for
            less than a point.
    """

    difference: Estimate
    p_value: float
    only_a: int
    only_b: int
    games_to_settle: int | None


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


def paired(a: npt.ArrayLike, b: npt.ArrayLike) -> Paired:
    """Compare two agents that played the same games.

    Args:
        a: Whether the first won each game.
        b: The same of the second, in the same order.

    Raises:
        ValueError: There is no game, or not as many of both.
    """
    won_a, won_b = _same_games(np.asarray(a, bool), np.asarray(b, bool))
    games = len(won_a)
    only_a, only_b = int((won_a & ~won_b).sum()), int((won_b & ~won_a).sum())
    either = only_a + only_b
    p_value = float(stats.binomtest(only_a, either).pvalue) if either else 1.0
    difference = mean_difference(won_a, won_b)
    if not either:
        # Resampled, equal games stay equal; so many of them still leave some room.
        room = win_rate(0, games).high
        difference = Estimate(0.0, -room, room)
    decided = p_value <= 1.0 - CONFIDENCE or max(-difference.low, difference.high) < POINT
    needed = None if decided else max(games, games_needed(difference.value, either / games))
    return Paired(difference, p_value, only_a, only_b, needed)


def mean_difference(a: npt.ArrayLike, b: npt.ArrayLike) -> Estimate:
    """Return the mean of ``a`` less that of ``b`` on the same games, by the paired bootstrap.

    Args:
        a: A number of each game, say its luck-adjusted outcome.
        b: The same of the other agent, in the same order.

    Raises:
        ValueError: There is no game, or not as many of both.
    """
    values_a, values_b = _same_games(np.asarray(a, np.float64), np.asarray(b, np.float64))
    return stratified([values_a - values_b])


def mean_ratio(a: npt.ArrayLike, b: npt.ArrayLike) -> Estimate | None:
    """Return the mean of ``a`` to that of ``b`` on the same games, by the paired bootstrap.

    Args:
        a: A number of each game, at least 0.
        b: The same of what it is measured by, in the same order.

    Returns:
        None where ``b`` is 0 in all games. The interval has no upper end where it may well
        be 0 in as many others.

    Raises:
        ValueError: There is no game, or not as many of both.
    """
    above, below = _same_games(np.asarray(a, np.float64), np.asarray(b, np.float64))
    if not below.any():
        return None
    rng = np.random.default_rng(_BOOTSTRAP_SEED)
    games = len(above)
    distinct, counts = np.unique(np.stack([above, below]), axis=1, return_counts=True)
    ratios = np.empty(_RESAMPLES)
    step = max(1, _AT_ONCE // len(counts))
    for begin in range(0, _RESAMPLES, step):
        some = ratios[begin : begin + step]
        sums = distinct @ rng.multinomial(games, counts / games, len(some)).T
        some[:] = np.divide(sums[0], sums[1], out=np.full(len(some), np.inf), where=sums[1] > 0)
    outside = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(ratios, [outside, 1.0 - outside], method="inverted_cdf")
    return Estimate(float(above.mean() / below.mean()), float(low), float(high))


def games_needed(difference: float, discordant: float) -> int:
    """Return how many games McNemar's test needs for a difference (Connor 1987).

    Assumes that the true difference and the true share of games that one alone
    wins are as given. The games are the same for both agents.

    Args:
        difference: Of the win rates; less than a point counts as one.
        discordant: Share of the games that only one of the two wins.
    """
    size = max(abs(difference), POINT)
    share = max(discordant, size)
    error, power = stats.norm.ppf([1.0 - (1.0 - CONFIDENCE) / 2.0, POWER])
    spread = error * math.sqrt(share) + power * math.sqrt(share - size**2)
    return math.ceil(float(spread / size) ** 2)


def stratified(cells: Sequence[npt.ArrayLike]) -> Estimate:
    """Return the mean over cells that weigh the same, with a stratified bootstrap's interval.

    Games are drawn again within each cell; the interval is the middle 95 % of
    the means (Efron and Tibshirani 1993). A cell whose games are all alike adds no
    width: where all games of all cells are lost, or won, the interval is
    Wilson's for all of them together.

    Args:
        cells: Of each cell a number of each game: whether it was won, its progress,
            its luck-adjusted outcome, or the difference of two agents in it.

    Raises:
        ValueError: There is no cell, or one without games.
    """
    samples = [np.asarray(cell, np.float64) for cell in cells]
    if not samples or any(len(sample) == 0 for sample in samples):
        raise ValueError("a mean over cells needs games in every cell")
    value = float(np.mean([sample.mean() for sample in samples]))
    if value in (0.0, 1.0) and all(np.all(sample == value) for sample in samples):
        games = sum(map(len, samples))
        return win_rate(int(value) * games, games)
    rng = np.random.default_rng(_BOOTSTRAP_SEED)
    means = np.mean([_resampled_means(sample, rng) for sample in samples], axis=0)
    outside = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(means, [outside, 1.0 - outside])
    return Estimate(value, float(low), float(high))


def holm(p_values: npt.ArrayLike) -> Floats:
    """Return p values adjusted for their number (Holm 1979).

    One below 0.05 is then a difference among all those compared, with a chance
    of at most 5 % that any such finding is false.

    Args:
        p_values: Of all comparisons that are looked at together.
    """
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    factors = len(p) - np.arange(len(p))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(p[order] * factors))
    return adjusted


def variance_factor(raw_difference: npt.ArrayLike, adjusted_difference: npt.ArrayLike) -> float:
    """Return how many times less an adjusted difference varies than the raw one.

    Twice means that half the games give an interval of the same width.

    Args:
        raw_difference: Of each game: the outcome of one agent less that of the other.
        adjusted_difference: The same of the luck-adjusted outcomes.

    Returns:
        The ratio of the variances; ``nan`` where neither varies.
    """
    raw = float(np.var(np.asarray(raw_difference, np.float64)))
    adjusted = float(np.var(np.asarray(adjusted_difference, np.float64)))
    if adjusted == 0.0:
        return math.nan if raw == 0.0 else math.inf
    return raw / adjusted


def _same_games(
    a: npt.NDArray[Any], b: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    if a.ndim != 1 or a.shape != b.shape or not len(a):
        raise ValueError(f"games of shapes {a.shape} and {b.shape} cannot be compared in pairs")
    return a, b


def _resampled_means(values: Floats, rng: np.random.Generator) -> Floats:
    """Return the means of samples drawn from the values with replacement."""
    n = len(values)
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= _FEW:
        return np.asarray(rng.multinomial(n, counts / n, _RESAMPLES) @ distinct / n)
    means = np.empty(_RESAMPLES)
    rows = max(1, _AT_ONCE // n)
    for first in range(0, _RESAMPLES, rows):
        chosen = rng.integers(n, size=(min(rows, _RESAMPLES - first), n))
        means[first : first + rows] = values[chosen].mean(axis=1)
    return means
