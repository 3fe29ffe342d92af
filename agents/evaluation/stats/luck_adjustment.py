"""Luck in rows: what chance was worth, and outcomes with luck taken off.

At every chance node, the value network of the game judges the position after each outcome. Luck is
the value of what came less the mean of all, by their exact probabilities, summed over the game. Its
expected value is 0 for every network, so what is left when it is taken off has the same
mean and varies less (AIVAT, Burch et al. 2018, without the players' own randomness).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.result_rows import TIMEOUT, Luck, Row
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.agent import shipped, value_agent
from tablemates.agents.value.luck_meter import History, LuckMeter
from tablemates.envs.core.hashing import LENGTH
from tablemates.envs.core.history.replay import unpack_actions

Floats = npt.NDArray[np.float64]
#: What is read of a row: a number, and the luck in it; ``nan``: it was not judged.
Side: TypeAlias = Callable[[Row], tuple[float, float]]

#: With fewer seeds in either half, luck is taken off whole.
_FEWEST: Final = 50
#: Too small to matter.
_NOTHING: Final = 1e-12
#: Of the variance of a measure of luck, added to it when coefficients are fitted.
_RIDGE: Final = 0.01


class Judge:
    """Measures luck with the network that comes with a game."""

    def __init__(self, plan: Plan, notify: Callable[[str], None]) -> None:
        facts = GameFacts.of(plan.settings())
        agent = value_agent("value", shipped(facts.game), facts, notify)
        self.digest = agent.card.weights[:LENGTH]
        self._meter = LuckMeter(agent)
        self._choices = {name: one.choice for name, one in plan.scenarios.items()}

    def measured(self, rows: Sequence[Row]) -> list[Row]:
        """Return rows of the plan with their luck."""
        luck, ends = self._meter.measure(
            [
                History(row.seed, self._choices[row.scenario], len(row.agents), _taken(row))
                for row in rows
            ]
        )
        found = []
        for row, own, end in zip(rows, luck, ends, strict=True):
            seats = len(row.agents)
            same = tuple(end[0, :seats].tolist()) == row.returns
            if not same and row.forfeit is None and row.cause != TIMEOUT:
                raise AgentError(
                    f"the game of seed {row.seed} comes out otherwise with explicit chance: the "
                    f"hook hidden_outcome of {row.game} does not tell what take draws"
                )
            returns, progress = (tuple(own[n, :seats].tolist()) for n in (0, 1))
            judged = Luck(network=self.digest, returns=returns, progress=progress)
            found.append(row.model_copy(update={"luck": judged}))
        return found


def _taken(row: Row) -> Sequence[int]:
    """Return the actions that the game took: not the illegal one that forfeited it."""
    actions = unpack_actions(row.actions)
    return actions if row.forfeit is None else actions[:-1]


class Sample:
    """A number of each seed, with the luck in it; those of its games share set-up and dice.

    Args:
        games: One row of each game, or two of games on the same seed.
        sides: What is read of each row; of two, the first less the second.

    Attributes:
        numbers: Of the seeds.
        values: Means over the games of a seed.
        adjusted: The values with luck taken off; None: it was not judged.
    """

    def __init__(self, games: Sequence[Sequence[Row]], *sides: Side) -> None:
        read = [[side(row) for side, row in zip(sides, rows, strict=True)] for rows in games]
        parts = np.array(read, np.float64)
        parts[:, 1:] *= -1.0
        self.numbers, of = np.unique([rows[0].number for rows in games], return_inverse=True)
        columns = [parts[:, :, 0].sum(1), *parts[:, :, 1].T]
        self.values, *luck = (np.bincount(of, column) / np.bincount(of) for column in columns)
        self.adjusted: Floats | None = None
        if not np.isnan(luck).any():
            self.adjusted = adjusted(self.values, np.stack(luck, 1), self.numbers)

    @property
    def sharpest(self) -> Floats:
        """The values with luck taken off, where it was judged."""
        return self.values if self.adjusted is None else self.adjusted

    @property
    def factor(self) -> float:
        """Reduction of variance by taking luck off, as a factor; ``nan``: no variance at all."""
        if self.adjusted is None or not self.values.var():
            return math.nan
        return float(self.values.var() / self.adjusted.var())


def won(row: Row) -> tuple[float, float]:
    """Return whether a team has won, and the luck in it."""
    return float(bool(row.won)), math.nan if row.luck is None else row.luck.returns[0]


def progress(row: Row) -> tuple[float, float]:
    """Return how far a team has come, and the luck in it."""
    return row.progress, math.nan if row.luck is None else row.luck.progress[0]


def gain_of(agent: str, least: float) -> Side:
    """Return what reads the mean return of an agent's seats, and the luck in it."""

    def gain(row: Row) -> tuple[float, float]:
        own = np.array(row.agents) == agent
        value = float(np.array(row.returns)[own].mean())
        if row.luck is None:
            return value, math.nan
        return value, (1.0 - least) * float(np.array(row.luck.returns)[own].mean())

    return gain


def adjusted(values: Floats, luck: Floats, numbers: npt.NDArray[np.int64]) -> Floats:
    """Return numbers of seeds with luck, of shape ``(seeds, agents)``, taken off.

    The mean stays the same, the variance is less. How much is taken off is found by least squares,
    for the games of even seeds from those of odd ones and the other way round, so that the mean
    stays what it is. With few games, all of it is.
    """
    halves = numbers % 2
    found: Floats = values - luck.sum(1)
    if min(np.count_nonzero(halves == half) for half in (0, 1)) < _FEWEST:
        return found
    for half in (0, 1):
        own, other = halves == half, halves != half
        centred = luck[other] - luck[other].mean(0)
        square = centred.T @ centred
        square += np.diag(_RIDGE * np.diag(square) + _NOTHING)
        share = np.linalg.solve(square, centred.T @ (values[other] - values[other].mean()))
        found[own] = values[own] - luck[own] @ share
    return found
