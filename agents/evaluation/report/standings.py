"""Standings of the agents of a competitive game: returns, ranks, first places, and pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from scipy.stats import rankdata

from tablemates.agents.evaluation.report.tables import Table, few, percent, plain
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import Estimate, over_seeds
from tablemates.agents.evaluation.stats.ratings import ratings
from tablemates.agents.evaluation.stats.summary import Games
from tablemates.envs.core.game.game import Game

_RATED: Final = (
    "Plackett-Luce strengths of finishing orders, 0 on average; of two agents, one with 400 points "
    "more finishes ahead ten times as often as not. Intervals: bootstrap over seeds."
)


class Result(NamedTuple):
    """Result of one seat in one game: its return, rank and share of the first place.

    Seats with equal returns share their ranks' mean; the score is ``nan`` if the game has none.
    """

    games: Games
    seat: int
    number: int
    gain: float
    rank: float
    first: float
    score: float


class Standing(NamedTuple):
    """Standing of an agent after its games: the number of its seats, and means over them."""

    agent: str
    seats: int
    gain: Estimate
    rank: Estimate
    first: Estimate
    score: float


class Meeting(NamedTuple):
    """Two agents in the same games, and how often ``a`` had the higher return (a tie: half)."""

    a: str
    b: str
    rows: Sequence[Row]
    share: Estimate


class Standings:
    """The results of agents by seat.

    Intervals are a bootstrap over seeds: all rotations of a line-up share the seed's luck.
    """

    def __init__(self, rows: Sequence[Row], game: type[Game], least: float) -> None:
        self._rows = rows
        self._least = least
        self._unit = game.score_unit
        self._results: dict[str, list[Result]] = {}
        for row in rows:
            for agent, result in zip(row.agents, results_of(row), strict=True):
                self._results.setdefault(agent, []).append(result)
        self.scenarios = list(dict.fromkeys(map(Games.of, rows)))
        self.agents = [one.agent for one in self.standings()]

    def standings(self, games: Games | None = None) -> list[Standing]:
        """Return the agents in a scenario, None: in all of them; the best mean rank first."""
        found = []
        for agent, every in self._results.items():
            if own := [one for one in every if games in (None, one.games)]:
                most = max(2, *(int(one.games.players) for one in own))
                mean = partial(_mean, [one.number for one in own])
                gain = mean([one.gain for one in own], self._least, 1.0)
                rank = mean([one.rank for one in own], 1.0, float(most))
                first = mean([one.first for one in own], 0.0, 1.0)
                score = float(np.mean([one.score for one in own]))
                found.append(Standing(agent, len(own), gain, rank, first, score))
        return sorted(found, key=lambda one: one.rank.value)

    def first_by_seat(self, agent: str) -> list[float]:
        """Return an agent's share of first places in each seat, ``nan`` where it never sat."""
        found: list[list[float]] = [[] for _ in range(max(len(row.agents) for row in self._rows))]
        for one in self._results[agent]:
            found[one.seat].append(one.first)
        return [float(np.mean(shares)) if shares else float("nan") for shares in found]

    def meetings(self) -> list[Meeting]:
        """Return every two agents that have met."""
        found = []
        for a, b in combinations(self.agents, 2):
            if rows := [row for row in self._rows if {a, b} <= set(row.agents)]:
                shares = [_share(row, a, b) for row in rows]
                share = over_seeds(shares, [row.number for row in rows])
                found.append(Meeting(a, b, rows, share))
        return found

    def tables(self) -> list[Table]:
        """Return the tables: every scenario, all of them, ratings, seats, pairs."""
        score = [] if self._unit is None else [f"mean score, {self._unit}"]
        heads = ["seats", "mean return", "mean rank", "first, %", *score]
        axes = [axis for axis, _ in self.scenarios[0].axes]
        by_scenario = [
            [one.agent, *games.labels, *self._cells(one)]
            for games in self.scenarios
            for one in self.standings(games)
        ]
        overall = [[one.agent, *self._cells(one)] for one in self.standings()]
        by_seat = [
            [agent, *(few(100 * share) for share in self.first_by_seat(agent))]
            for agent in self.agents
        ]
        meetings = self.meetings()
        pairs = [[one.a, one.b, f"{len(one.rows):,}", percent(one.share)] for one in meetings]
        ahead_of = {(one.a, one.b): one.share.value for one in meetings}
        ahead_of |= {(b, a): 1.0 - share for (a, b), share in ahead_of.items()}
        matrix = [
            [a, *(few(100 * ahead_of.get((a, b), float("nan"))) for b in self.agents)]
            for a in self.agents
        ]
        rated = [[agent, plain(one, digits=0)] for agent, one in ratings(self._rows).items()]
        note = "Intervals: bootstrap over seeds, each of which all rotations share."
        ahead = "Games in which the first agent had the higher return; a tie is one half."
        seats = ["agent", *(f"seat {n}" for n in range(len(by_seat[0]) - 1))]
        tables = [
            Table("Every scenario", ["agent", *axes, *heads], by_scenario, 1 + len(axes), note),
            Table("Over all scenarios", ["agent", *heads], overall),
            Table("Ratings", ["agent", "points"], rated, note=_RATED),
            Table("First places by seat, %", seats, by_seat),
            Table("In pairs", ["agent", "against", "games", "ahead, %"], pairs, 2, ahead),
            Table("Ahead of each other, %", ["agent", *self.agents], matrix),
        ]
        several = len(self.agents) > 1
        shown = (True, len(self.scenarios) > 1, several, True, bool(pairs), len(self.agents) > 2)
        return [table for table, wanted in zip(tables, shown, strict=True) if wanted]

    def _cells(self, one: Standing) -> list[str]:
        gain, rank = (plain(number, digits=2) for number in (one.gain, one.rank))
        score = [] if self._unit is None else [few(one.score)]
        return [f"{one.seats:,}", gain, rank, percent(one.first), *score]


def results_of(row: Row) -> list[Result]:
    """Return what each seat got out of a game."""
    games, best = Games.of(row), max(row.returns)
    ranks = rankdata([-gain for gain in row.returns]).tolist()
    scores = row.scores or [float("nan")] * len(row.returns)
    return [
        Result(games, seat, row.number, gain, rank, (gain == best) / row.returns.count(best), score)
        for seat, (gain, rank, score) in enumerate(zip(row.returns, ranks, scores, strict=True))
    ]


def _mean(numbers: Sequence[int], values: Sequence[float], least: float, most: float) -> Estimate:
    """Return the mean of values in a range, over seeds of these numbers."""
    width = most - least
    estimate = over_seeds([(value - least) / width for value in values], numbers)
    return Estimate(*(least + width * number for number in estimate))


def _share(row: Row, a: str, b: str) -> float:
    """Return how often a seat of ``a`` is ahead of one of ``b``."""
    by_seat = list(zip(row.agents, row.returns, strict=True))
    ahead = [
        0.5 + 0.5 * float(np.sign(x - y))
        for one, x in by_seat
        for other, y in by_seat
        if (one, other) == (a, b)
    ]
    return float(np.mean(ahead))
