"""Ratings of opponents from finishing orders: the Plackett-Luce model (Plackett 1975)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import CONFIDENCE, Estimate

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_RESAMPLES: Final = 200
_SEED: Final = 1975
_ROUNDS: Final = 500
#: Ratings are found when the logarithms of strengths change by less.
_CLOSE: Final = 1e-4
#: Points of a factor 10 in strength.
_ELO: Final = 400.0
#: Games that every agent has won and lost beside its own, against one of strength 1: whoever
#: always wins has a finite rating too.
_PRIOR: Final = 0.5


def ratings(rows: Sequence[Row]) -> dict[str, Estimate]:
    """Return the rating of each agent, the best first, with an interval.

    In the model, whoever is first of those still in the game is drawn in proportion to
    strength. Ratings are 400 times its decimal logarithm, 0 on average, so that 400 points more
    are first ten times as often as not (of two: Elo's scale). The fit is by minorisation and
    maximisation (Hunter 2004); a tie counts half in either order; intervals are a
    bootstrap over seeds, because all rotations of a line-up share the seed's luck.
    """
    names = sorted({name for row in rows for name in row.agents})
    orders, weights, numbers = _orders(rows, names)
    found = _fitted(orders, weights, np.ones(len(names)))
    rng = np.random.default_rng(_SEED)
    _, of = np.unique(numbers, return_inverse=True)
    seeds = int(of.max()) + 1
    drawn = np.empty((_RESAMPLES, len(names)))
    for n in range(_RESAMPLES):
        times = np.bincount(rng.integers(seeds, size=seeds), minlength=seeds)
        drawn[n] = _points(_fitted(orders, weights * times[of], found))
    outside = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(drawn, [outside, 1.0 - outside], axis=0)
    every = zip(
        names, map(Estimate, *(map(float, x) for x in (_points(found), low, high))), strict=True
    )
    return dict(sorted(every, key=lambda one: -one[1].value))


def _points(strengths: Floats) -> Floats:
    logs = np.log10(strengths)
    points: Floats = _ELO * (logs - logs.mean())
    return points


def _orders(rows: Sequence[Row], names: Sequence[str]) -> tuple[Integers, Floats, Integers]:
    """Return who was first, second and so on (-1: nobody), two orders of each game."""
    place = {name: n for n, name in enumerate(names)}
    most = max(len(row.agents) for row in rows)
    orders = np.full((2 * len(rows), most), -1, np.int64)
    for n, row in enumerate(rows):
        seats = range(len(row.agents))
        for way in (1, -1):  # seats with equal returns stand in either order
            order = sorted(seats, key=lambda seat: (-row.returns[seat], way * seat))
            orders[2 * n + (way < 0), : len(order)] = [place[row.agents[seat]] for seat in order]
    numbers = np.repeat([row.number for row in rows], 2)
    return orders, np.full(len(orders), 0.5), numbers


def _fitted(orders: Integers, weights: Floats, start: Floats) -> Floats:
    """Return the strengths of the agents, by weighted orders."""
    # The package choix fits the same, but one order after the other and without weights: a
    # minute and more for the bootstrap's 200 fits of 4,000 games instead of seconds.
    agents, strengths = len(start), start
    seated = orders >= 0
    stages = seated[:, 1:]  # at the last one nobody is left to be first of
    heavy = weights[:, None] * stages
    wins = np.bincount(orders[:, :-1][stages], heavy[stages], agents) + _PRIOR
    for _ in range(_ROUNDS):
        own = np.where(seated, strengths[orders], 0.0)
        left = np.cumsum(own[:, ::-1], axis=1)[:, ::-1][:, :-1]
        parts = np.divide(heavy, left, out=np.zeros_like(heavy), where=stages)
        # An agent is a candidate in every stage up to its own place.
        sums = np.cumsum(parts, axis=1)
        sums = np.concatenate([sums, sums[:, -1:]], axis=1)
        candidates = np.bincount(orders[seated], sums[seated], agents)
        new = wins / (candidates + 2.0 * _PRIOR / (strengths + 1.0))
        new /= math.exp(float(np.log(new).mean()))
        if np.abs(np.log(new / strengths)).max() < _CLOSE:
            return new
        strengths = new
    return strengths
