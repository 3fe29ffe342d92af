"""Sequential halving with common random numbers (Karnin, Koren and Somekh 2013).

The budget is shared out among rounds; in each, all remaining candidates play the same futures, and
the worse half is dropped. Differences are taken future by future and combined with a prior. Where
the budget is a time, candidates that cannot overtake the leader any more are dropped at once, and
the search ends when one is left (racing; Maron and Moore 1994).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError

Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

#: Plays candidates (given by index) in further futures; returns shape (candidates, futures).
Play = Callable[[Integers, int], Numbers]

_PATTERN: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>s|ms|)")
_SECONDS: Final = {"s": 1.0, "ms": 0.001}
#: Simulations of each candidate between two looks at the clock: at first, and at the most.
_CHUNK: Final = 2
_LARGEST_CHUNK: Final = 32
#: Standard deviation of the difference of two candidates in one future, roughly.
_ORDINARY: Final = 0.2
#: A difference in win probability not worth waiting for, and standard errors that settle it.
_TRIFLE: Final = 0.003
_SURE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Budget:
    """The cost limit of one decision; exactly one of the two is set.

    Attributes:
        simulations: Number of simulations; gives the same answer on every machine.
        seconds: Or a time limit; a faster machine searches more.
    """

    simulations: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str, default: Budget) -> Budget:
        """Return the budget that a user writes, such as ``64``, ``1s`` or ``200ms``.

        ``default`` is that of an agent that is named without one.
        """
        if not text:
            return default
        found = _PATTERN.fullmatch(text)
        number = float(found["number"]) if found else 0.0
        if found is None or number <= 0 or (not found["unit"] and not number.is_integer()):
            raise AgentError(
                f"{text!r} is not a search budget: write a number of simulations such as 64, "
                "or a time per decision such as 1s or 200ms"
            )
        if not found["unit"]:
            return cls(simulations=int(number))
        return cls(seconds=number * _SECONDS[found["unit"]])

    def __str__(self) -> str:
        return str(self.simulations) if self.seconds is None else f"{self.seconds:g}s"

    def spend(self, simulate: Callable[[int], int], made: int = 0) -> None:
        """Make simulations until the budget is spent.

        ``simulate`` makes some and returns how many it made, fewer than wanted to end the search;
        ``made`` were made before.
        """
        if self.simulations is not None:
            simulate(self.simulations - made)
            return
        assert self.seconds is not None
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end and simulate(_LARGEST_CHUNK) == _LARGEST_CHUNK:
            pass

    def most(self, candidates: int) -> int:
        """Return of how many candidates each can meet a future in every round, two at least."""
        if self.simulations is None:
            return candidates
        shared = (n for n in range(candidates, 2, -1) if n * _rounds(n) <= self.simulations)
        return next(shared, min(candidates, 2))

    def rounds(self, count: int, rounds: int) -> Iterator[tuple[int, Iterator[int]]]:
        """Share the budget for ``count`` candidates out among rounds of sequential halving.

        Yields:
            The number of candidates in the round, and simulations for each of them, in chunks.
        """
        started = time.perf_counter()
        left = count
        for number in range(rounds):
            if self.simulations is not None:
                yield left, iter([max(1, self.simulations // rounds // left)])
            else:
                assert self.seconds is not None
                yield left, _chunks_until(started + self.seconds * (number + 1) / rounds)
            left = max(2, (left + 1) // 2)


def _rounds(count: int) -> int:
    return max(1, (count - 1).bit_length())


def _chunks_until(end: float) -> Iterator[int]:
    chunk = _CHUNK
    yield chunk
    while time.perf_counter() < end:
        yield chunk
        chunk = min(2 * chunk, _LARGEST_CHUNK)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search over candidates.

    Attributes:
        order: Indices of the candidates, best first: those kept longest before those dropped.
        chance: Mean win probability of each candidate over all its futures.
        futures: Number of futures of each.
    """

    order: Integers
    chance: Numbers
    futures: Integers


def halve(prior: Numbers, trust: float, budget: Budget, play: Play) -> SearchResult:
    """Find the best candidate.

    ``prior`` are win probabilities, best first, of which the differences count; ``trust`` is the
    standard deviation of the error of these.
    """
    count = len(prior)
    rounds = _rounds(count)
    values = np.zeros((count, 0))
    alive = np.arange(count)
    score = prior - prior[0]
    dropped: list[Integers] = []
    for left, chunks in budget.rounds(count, rounds):
        dropped.append(alive[left:][::-1])
        alive = alive[:left]
        alive.sort()
        for futures in chunks:
            more = np.full((count, futures), np.nan)
            more[alive] = play(alive, futures)
            values = np.concatenate([values, more], axis=1)
            if budget.seconds is not None:
                stay = in_the_race(values[alive], prior[alive], trust)
                score[alive] = posterior(values[alive], prior[alive], trust)
                out = alive[~stay]
                dropped.append(out[np.argsort(score[out], kind="stable")])
                alive = alive[stay]
                if len(alive) == 1:
                    break
        score[alive] = posterior(values[alive], prior[alive], trust)
        alive = alive[np.argsort(-score[alive], kind="stable")]
        if len(alive) == 1:
            break
    dropped.append(alive[::-1])
    order = np.concatenate(dropped)[::-1]
    return SearchResult(order, np.nanmean(values, axis=1), (~np.isnan(values)).sum(axis=1))


def posterior(values: Numbers, prior: Numbers, trust: float) -> Numbers:
    """Return the candidates' posterior mean win probabilities relative to the first one's.

    A normal prior and normal errors: the mean difference over all futures, of ``values`` of shape
    ``(candidates, futures)``, and the prior difference, weighted by their precisions; ``trust`` is
    the standard deviation of the errors of the latter.
    """
    return _compared(values, prior, trust, 0)[0]


def in_the_race(values: Numbers, prior: Numbers, trust: float) -> npt.NDArray[np.bool_]:
    """Return which candidates may yet turn out better than the leader by more than a trifle."""
    leader = int(np.argmax(posterior(values, prior, trust)))
    ahead, variance = _compared(values, prior, trust, leader)
    stay = ahead + _SURE * np.sqrt(variance) > _TRIFLE
    stay[leader] = True
    return stay


def _compared(values: Numbers, prior: Numbers, trust: float, place: int) -> tuple[Numbers, Numbers]:
    """Return mean and variance of the candidates' advantage over the one at ``place``."""
    futures = values.shape[1]
    difference = values - values[place]
    before = prior - prior[place]
    # One more future of ordinary spread: agreement of a few is not certainty.
    spread = (np.var(difference, axis=1) * futures + _ORDINARY**2) / (futures + 1)
    error = spread / futures
    sure = trust**2
    weighted = (difference.mean(axis=1) * sure + before * error) / (sure + error)
    weighted[place] = 0.0
    return weighted, sure * error / (sure + error)
