"""How the agents of a competitive game did: returns, ranks, first places, and pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.stats import rankdata

from tablemates.agents.evaluation.report.summary import Games
from tablemates.agents.evaluation.report.tables import Table, few, percent
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.statistics import Estimate, over_seeds
from tablemates.envs.core.game import Game


class Result(NamedTuple):
    """What one seat got out of one game.

    Attributes:
        agent: Who sat there.
        seat: Which seat.
        games: The scenario.
        number: Of the seed.
        gain: Its return.
        rank: 1 for the highest return; seats with equal ones share their ranks' mean.
        first: Its share of the first place.
        score: Its score, ``nan`` if the game has none.
    """

    agent: str
    seat: int
    games: Games
    number: int
    gain: float
    rank: float
    first: float
    score: float


class Standing(NamedTuple):
    """What an agent got out of its games.

    Attributes:
        agent: The agent.
        seats: Seats that it had in all games.
        gain: Mean return.
        rank: Mean rank.
        first: Share of first places.
        score: Mean score.
    """

    agent: str
    seats: int
    gain: Estimate
    rank: Estimate
    first: Estimate
    score: float


class Meeting(NamedTuple):
    """Two agents that sat in the same games.

    Attributes:
        a: The first.
        b: The second.
        games: Games in which they met.
        share: Share of games in which the first had the higher return; a tie is one half.
    """

    a: str
    b: str
    games: int
    share: Estimate


class Standings:
    """The results of agents by seat.

    Intervals are a bootstrap over seeds: all rotations of a line-up share the seed's luck.

    Args:
        rows: The games.
        game: The class of the game.

    Attributes:
        agents: The agents, by mean rank over all games, the best first.
    """

    def __init__(self, rows: Sequence[Row], game: type[Game]) -> None:
        self._rows = rows
        self._least = game.least_return
        self._unit = game.score_unit
        self._results = [result for row in rows for result in results_of(row)]
        names = dict.fromkeys(one.agent for one in self._results)
        self.agents = sorted(names, key=lambda name: self.of(name).rank.value)

    def of(self, agent: str, games: Games | None = None) -> Standing:
        """Return what an agent got out of its games in a scenario, None: in all of them."""
        own = [
            one
            for one in self._results
            if one.agent == agent and (games is None or one.games == games)
        ]
        most = max(2, *(int(one.games.players) for one in own))
        return Standing(
            agent,
            len(own),
            _mean(own, lambda one: one.gain, self._least, 1.0),
            _mean(own, lambda one: one.rank, 1.0, float(most)),
            _mean(own, lambda one: one.first, 0.0, 1.0),
            float(np.mean([one.score for one in own])),
        )

    def of_scenario(self, games: Games) -> list[Standing]:
        """Return the agents that sat in a scenario's games, in their order."""
        there = {one.agent for one in self._results if one.games == games}
        return [self.of(agent, games) for agent in self.agents if agent in there]

    def first_by_seat(self, agent: str) -> list[float]:
        """Return an agent's share of first places in each seat, ``nan`` where it never sat."""
        found: list[list[float]] = [[] for _ in range(max(one.seat for one in self._results) + 1)]
        for one in self._results:
            if one.agent == agent:
                found[one.seat].append(one.first)
        return [float(np.mean(shares)) if shares else float("nan") for shares in found]

    def meetings(self) -> list[Meeting]:
        """Return every two agents that have met."""
        found = []
        for a, b in combinations(self.agents, 2):
            rows = [row for row in self._rows if {a, b} <= set(row.agents)]
            if rows:
                shares = [_share(row, a, b) for row in rows]
                share = over_seeds(shares, [row.number for row in rows])
                found.append(Meeting(a, b, len(rows), share))
        return found

    def tables(self) -> list[Table]:
        """Return the tables: every scenario, all of them, seats, pairs."""
        every = list(dict.fromkeys(one.games for one in self._results))
        score = [] if self._unit is None else [f"mean score, {self._unit}"]
        heads = ["seats", "mean return", "mean rank", "first, %", *score]
        axes = [axis for axis, _ in every[0].axes]
        by_scenario = Table(
            "Every scenario",
            ["agent", *axes, *heads],
            [
                [one.agent, *games.labels, *self._cells(one)]
                for games in every
                for one in self.of_scenario(games)
            ],
            names=1 + len(axes),
            note="Intervals: bootstrap over seeds, each of which all rotations share.",
        )
        overall = Table(
            "Over all scenarios",
            ["agent", *heads],
            [[agent, *self._cells(self.of(agent))] for agent in self.agents],
        )
        seats = {agent: self.first_by_seat(agent) for agent in self.agents}
        by_seat = Table(
            "First places by seat, %",
            ["agent", *(f"seat {n}" for n in range(len(next(iter(seats.values())))))],
            [[agent, *(few(100 * share) for share in shares)] for agent, shares in seats.items()],
        )
        pairs = Table(
            "In pairs",
            ["agent", "against", "games", "ahead, %"],
            [[one.a, one.b, f"{one.games:,}", percent(one.share)] for one in self.meetings()],
            names=2,
            note="Games in which the first agent had the higher return; a tie is one half.",
        )
        return [
            by_scenario,
            *([overall] if len(every) > 1 else []),
            by_seat,
            *([pairs] if pairs.lines else []),
        ]

    def _cells(self, one: Standing) -> list[str]:
        gain, rank = ("{:.2f} [{:.2f}, {:.2f}]".format(*number) for number in (one.gain, one.rank))
        score = [] if self._unit is None else [few(one.score)]
        return [f"{one.seats:,}", gain, rank, percent(one.first), *score]


def results_of(row: Row) -> list[Result]:
    """Return what each seat got out of a game."""
    ranks = rankdata([-gain for gain in row.returns]).tolist()
    best = max(row.returns)
    first = 1.0 / row.returns.count(best)
    scores = row.scores or [float("nan")] * len(row.returns)
    return [
        Result(
            agent,
            seat,
            Games.of(row),
            row.number,
            row.returns[seat],
            ranks[seat],
            first if row.returns[seat] == best else 0.0,
            scores[seat],
        )
        for seat, agent in enumerate(row.agents)
    ]


def _mean(
    results: Sequence[Result], value: Callable[[Result], float], least: float, most: float
) -> Estimate:
    """Return the mean of numbers in a range."""
    width = most - least
    shares = [(value(one) - least) / width for one in results]
    estimate = over_seeds(shares, [one.number for one in results])
    return Estimate(*(least + width * number for number in estimate))


def _share(row: Row, a: str, b: str) -> float:
    """Return how often a seat of ``a`` is ahead of one of ``b``."""
    gains = {name: [g for g, who in zip(row.returns, row.agents, strict=True) if who == name]
             for name in (a, b)}  # fmt: skip
    ahead = [0.5 + 0.5 * float(np.sign(x - y)) for x in gains[a] for y in gains[b]]
    return float(np.mean(ahead))
