"""Luck in rows: what chance was worth, and outcomes with luck taken off.

At every chance node, the value network of the game judges the position after each outcome. Luck is
the value of what came less the mean of all, by their exact probabilities, summed over the game. Its
expected value is 0 for every network, so what is left when it is taken off has the same
mean and varies less (AIVAT, Burch et al. 2018, without the players' own randomness).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import TIMEOUT, Luck, Row
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.agent import shipped, value_agent
from tablemates.agents.value.luck import History, LuckMeter
from tablemates.envs.core.hashing import LENGTH
from tablemates.envs.core.replay import unpack_actions

Floats = npt.NDArray[np.float64]
#: What is counted of a team: whether it has won, or how far it has come.
Measure = Literal["won", "progress"]

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
        self._meter = LuckMeter(facts, agent)
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
    """A number of each seed, with the luck in it; no luck: it was not judged.

    An entry is the number of the seed, a value, and the luck in it for each agent that it depends
    on; those of one seed are averaged, because they share set-up and dice.
    """

    def __init__(self, entries: Iterable[tuple[int, float, tuple[float, ...] | None]]) -> None:
        seeds, values, luck = zip(*entries, strict=True)
        self.numbers, of = np.unique(seeds, return_inverse=True)
        counts = np.bincount(of)
        self.values: Floats = np.bincount(of, values) / counts
        self.adjusted: Floats | None = None
        if None not in luck:
            columns = [np.bincount(of, column) / counts for column in zip(*luck, strict=True)]
            self.adjusted = adjusted(self.values, np.stack(columns, 1), self.numbers)

    @property
    def sharpest(self) -> Floats:
        """The values with luck taken off, where it was judged."""
        return self.values if self.adjusted is None else self.adjusted

    @property
    def factor(self) -> float:
        """How many times less the values vary with luck taken off; ``nan``: they never vary."""
        if self.adjusted is None or not self.values.var():
            return math.nan
        return float(self.values.var() / self.adjusted.var())


def of_team(rows: Iterable[Row], what: Measure = "won") -> Sample:
    """Return the results of a team's games."""
    return Sample((row.number, *_of_team(row, what)) for row in rows)


def of_teams(pairs: Iterable[tuple[Row, Row]], what: Measure = "won") -> Sample:
    """Return the differences of two teams in the games that both have played."""
    return Sample(
        (one.number, *_difference(_of_team(one, what), _of_team(other, what)))
        for one, other in pairs
    )


def of_seats(rows: Iterable[Row], agent: str, least: float) -> Sample:
    """Return the returns of an agent's seats."""
    return Sample(
        (row.number, *_of_seats(row, agent, least)) for row in rows if agent in row.agents
    )


def of_rivals(rows: Iterable[Row], a: str, b: str, least: float) -> Sample:
    """Return the differences of two agents' returns in the games in which they have met."""
    return Sample(
        (row.number, *_difference(*(_of_seats(row, agent, least) for agent in (a, b))))
        for row in rows
        if {a, b} <= set(row.agents)
    )


_Entry: TypeAlias = tuple[float, tuple[float, ...] | None]


def _of_team(row: Row, what: Measure) -> _Entry:
    if what == "won":
        return float(bool(row.won)), None if row.luck is None else row.luck.returns[:1]
    return row.progress, None if row.luck is None else row.luck.progress[:1]


def _of_seats(row: Row, agent: str, least: float) -> _Entry:
    seats = [seat for seat, one in enumerate(row.agents) if one == agent]
    value = float(np.mean([row.returns[seat] for seat in seats]))
    if row.luck is None:
        return value, None
    return value, ((1.0 - least) * float(np.mean([row.luck.returns[seat] for seat in seats])),)


def _difference(one: _Entry, other: _Entry) -> _Entry:
    luck = None if one[1] is None or other[1] is None else (one[1][0], -other[1][0])
    return one[0] - other[0], luck


def adjusted(values: Floats, luck: Floats, numbers: npt.NDArray[np.int64]) -> Floats:
    """Return numbers of seeds with luck, of shape ``(seeds, agents)``, taken off.

    The mean stays the same, the variance is less. How much is taken off is found by least squares,
    for the games of even seeds from those of odd ones and the other way round, so that the mean
    stays what it is. With few games, all of it is.
    """
    columns, halves = luck, numbers % 2
    found: Floats = values - columns.sum(1)
    if min(np.count_nonzero(halves == half) for half in (0, 1)) < _FEWEST:
        return found
    for half in (0, 1):
        own, other = halves == half, halves != half
        centred = columns[other] - columns[other].mean(0)
        square = centred.T @ centred
        square += np.diag(_RIDGE * np.diag(square) + _NOTHING)
        share = np.linalg.solve(square, centred.T @ (values[other] - values[other].mean()))
        found[own] = values[own] - columns[own] @ share
    return found
