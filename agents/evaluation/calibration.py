"""Calibration of the chances of winning that agents state when they explain decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.rows import Row, cached_games
from tablemates.envs.core.agent import Agent, Situation

BINS: Final = 10

Floats = npt.NDArray[np.float64]


class Bins(NamedTuple):
    """Decisions with about the same stated chance; arrays with one entry per bin in use.

    Attributes:
        decisions: How many there are.
        stated: Mean chance that the agent states.
        won: Share that belongs to games won.
    """

    decisions: Floats
    stated: Floats
    won: Floats

    @property
    def error(self) -> float:
        """Expected calibration error, from 0 to 1 (Naeini, Cooper and Hauskrecht 2015)."""
        return float(np.average(np.abs(self.stated - self.won), weights=self.decisions))


def calibration(rows: Sequence[Row], agent: Agent, every: int = 10) -> Bins:
    """Ask an agent again for its chances and compare them with how its games ended.

    Args:
        rows: Its games.
        agent: Who played them.
        every: It is asked at every n-th decision.

    Raises:
        AgentError: It does not state chances.
        GameError: A row cannot be played again.
    """
    stated: list[float] = []
    won: list[bool] = []
    game_of = cached_games()
    for n, row in enumerate(rows):
        game = game_of(row)
        for number, seat in enumerate(row.replay().play(game)):
            # Games start alike: each begins at another decision.
            if seat >= 0 and number % every == n % every:
                situation = Situation.of(game, row.seed, number)
                candidates = agent.explain(situation).candidates
                if not candidates or not 0.0 <= candidates[0].value <= 1.0:
                    raise AgentError(f"{agent.name} states no chances of winning")
                stated.append(candidates[0].value)
                won.append(row.won)
    return binned(np.array(stated), np.array(won))


def binned(stated: Floats, won: npt.NDArray[np.bool_]) -> Bins:
    """Return decisions in equal bins of their stated chance, shape ``(decisions,)`` each."""
    place = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    sums = [np.bincount(place, weights, BINS) for weights in (None, stated, won)]
    decisions, chances, wins = (one[sums[0] > 0].astype(np.float64) for one in sums)
    return Bins(decisions, chances / decisions, wins / decisions)
