"""Sequential halving with common random numbers (Karnin, Koren and Somekh 2013).

The budget is shared out among rounds; in each, all candidates that are left
meet the same futures, and after it the worse half goes. Differences are taken
future by future, and drawn towards what was thought of the candidates before:
with few futures luck would choose. Where the budget is a time, candidates that
cannot win over the leader any more go at once, and the search ends when one is
left (racing; Maron and Moore 1994): nobody waits for what is settled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.search.budget import Budget

Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

#: Plays candidates (their places) on in further futures: shape (candidates, futures).
Play = Callable[[Integers, int], Numbers]


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a search.

    Attributes:
        order: The candidates, best first: those left longest before those dropped earlier.
        chance: Mean of what was found for each candidate, over all its futures.
        futures: How many those were.
        score: What the candidates were ordered by: chances relative to the first one's.
    """

    order: Integers
    chance: Numbers
    futures: Integers
    score: Numbers


def halve(prior: Numbers, trust: float, budget: Budget, play: Play) -> Found:
    """Find the best candidate.

    Args:
        prior: Chances that the candidates were given before, best first; only their
            differences count.
        trust: Standard deviation of the error of those differences.
        budget: What it may cost.
        play: Plays candidates on; the futures of a call are the same for all of them.
    """
    count = len(prior)
    rounds = max(1, math.ceil(math.log2(count)))
    values = np.zeros((count, 0))
    alive = np.arange(count)
    score = prior - prior[0]
    gone: list[Integers] = []
    for left, pieces in budget.rounds(count, rounds):
        gone.append(alive[left:][::-1])
        alive = alive[:left]
        alive.sort()
        for futures in pieces:
            more = np.full((count, futures), np.nan)
            more[alive] = play(alive, futures)
            values = np.concatenate([values, more], axis=1)
            if budget.seconds is not None:
                stay = in_the_race(values[alive], prior[alive], trust)
                score[alive] = posterior(values[alive], prior[alive], trust)
                out = alive[~stay]
                gone.append(out[np.argsort(score[out], kind="stable")])
                alive = alive[stay]
                if len(alive) == 1:
                    break
        score[alive] = posterior(values[alive], prior[alive], trust)
        alive = alive[np.argsort(-score[alive], kind="stable")]
        if len(alive) == 1:
            break
    gone.append(alive[::-1])
    order = np.concatenate(gone)[::-1]
    return Found(order, np.nanmean(values, axis=1), (~np.isnan(values)).sum(axis=1), score)


def posterior(values: Numbers, prior: Numbers, trust: float) -> Numbers:
    """Return the candidates' expected chances relative to the first one's.

    A normal prior and normal errors: the mean difference of all futures and what
    was thought before, weighted by how sure each is.

    Args:
        values: Shape ``(candidates, futures)``; the first candidate is compared with.
        prior: What was thought before, chances.
        trust: Standard deviation of the errors of its differences.
    """
    return _compared(values, prior, trust, 0)[0]


def in_the_race(values: Numbers, prior: Numbers, trust: float) -> Flags:
    """Return which candidates may yet turn out better than the leader by more than a trifle.

    Args:
        values: Shape ``(candidates, futures)``.
        prior: What was thought before, chances.
        trust: Standard deviation of the errors of its differences.

    Returns:
        Shape ``(candidates,)``; the leader is always in it.
    """
    leader = int(np.argmax(posterior(values, prior, trust)))
    ahead, variance = _compared(values, prior, trust, leader)
    stay = ahead + _SURE * np.sqrt(variance) > _TRIFLE
    stay[leader] = True
    return stay


def _compared(values: Numbers, prior: Numbers, trust: float, place: int) -> tuple[Numbers, Numbers]:
    """Return how far candidates are ahead of the one at ``place``, and the variance of that."""
    futures = values.shape[1]
    difference = values - values[place]
    before = prior - prior[place]
    # One future more, of ordinary spread: a few that happen to agree are not sure.
    spread = (np.var(difference, axis=1) * futures + _ORDINARY**2) / (futures + 1)
    error = spread / futures
    sure = trust**2
    weighted = (difference.mean(axis=1) * sure + before * error) / (sure + error)
    weighted[place] = 0.0
    return weighted, sure * error / (sure + error)


#: Standard deviation of the difference of two candidates in one future, roughly.
_ORDINARY: Final = 0.2
#: A chance of winning that is not worth waiting for, and standard errors that settle it.
_TRIFLE: Final = 0.003
_SURE: Final = 3.0
