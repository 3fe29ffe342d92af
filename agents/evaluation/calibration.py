"""Calibration of stated win chances: ``python -m tablemates.agents.evaluation.calibration ROWS``.

Agents that explain their decisions by chances of winning are asked again at some decisions of
their games. Of all decisions with a stated 70 %, about 70 % should be won. The expected
calibration error is the mean distance between stated and observed over ten equal bins, weighted
by decisions (Naeini, Cooper and Hauskrecht 2015).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import progress, run
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.rows import Row, cached_games, read_rows
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.settings import Settings

BINS: Final = 10
_RESAMPLES: Final = 1000

Numbers = npt.NDArray[np.float64]


class Calibration(NamedTuple):
    """Stated chances and what came of them; arrays with one entry per decision.

    Attributes:
        stated: Chance of winning that the agent states.
        won: Whether its game was won.
        game: Which game.
    """

    stated: Numbers
    won: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int64]

    def bins(self, weights: Numbers | None = None) -> tuple[Numbers, Numbers, Numbers]:
        """Return decisions, mean stated chance and share won of each bin that is not empty.

        Args:
            weights: How often each decision counts; None: once.
        """
        place = np.minimum((self.stated * BINS).astype(np.int64), BINS - 1)
        often = np.ones(len(place)) if weights is None else weights
        total = np.bincount(place, often, BINS).astype(np.float64)
        chances = np.bincount(place, often * self.stated, BINS)
        wins = np.bincount(place, often * self.won, BINS)
        used = total > 0
        return total[used], chances[used] / total[used], wins[used] / total[used]

    def error(self, weights: Numbers | None = None) -> float:
        """Return the expected calibration error, from 0 to 1."""
        decisions, stated, won = self.bins(weights)
        return float(np.average(np.abs(stated - won), weights=decisions))

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the error by a bootstrap over games."""
        rng = np.random.default_rng(0)
        games, of = np.unique(self.game, return_inverse=True)
        draws = rng.integers(len(games), size=(_RESAMPLES, len(games)))
        times = [np.bincount(one, minlength=len(games)).astype(np.float64) for one in draws]
        errors = [self.error(one[of]) for one in times]
        low, high = np.quantile(errors, [0.025, 0.975])
        return float(low), float(high)


def measure(rows: Sequence[Row], agent: Agent, every: int) -> Calibration:
    """Ask an agent for its chances at every n-th decision of its games.

    Args:
        rows: Its games.
        agent: Who played them.
        every: The n.

    Raises:
        AgentError: It does not state chances.
        GameError: A row cannot be played again.
    """
    stated: list[float] = []
    games: list[int] = []
    game_of = cached_games()
    with progress("calibration", "games", len(rows)) as report:
        for n, row in enumerate(rows):
            game = game_of(row)
            for number, seat in enumerate(row.replay().play(game)):
                # Games start alike: each begins at another decision.
                if seat >= 0 and number % every == n % every:
                    key = decision_key(row.seed, number)
                    situation = Situation(game.observation, game.mask, game.public_record, key)
                    candidates = agent.explain(situation).candidates
                    if not candidates or not 0.0 <= candidates[0].value <= 1.0:
                        raise AgentError(f"{agent.name} states no chances of winning")
                    stated.append(candidates[0].value)
                    games.append(n)
            report(n + 1, "")
    of = np.array(games, np.int64)
    return Calibration(np.array(stated), np.array([row.won for row in rows])[of], of)


def write_plot(found: Calibration, file: Path) -> None:
    """Write the reliability diagram: observed over stated chances."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5, 5.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color="0.7", linestyle="--")
    axes.plot(*found.bins()[1:], marker="o")
    axes.set(xlabel="stated chance of winning", ylabel="share won")
    figure.savefig(file, dpi=100)


def main(argv: Sequence[str] | None = None) -> int:
    """Ask the agent, print the bins and the error, and write the plot."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.evaluation.calibration",
        description="Compare the chances of winning that an agent states with what happened.",
    )
    parser.add_argument("rows", type=Path, help="rows.jsonl of an evaluation")
    parser.add_argument("--agent", required=True, help="an agent of those rows")
    parser.add_argument("--every", type=int, default=10, help="ask at every n-th decision")
    parser.add_argument("--plot", type=Path, help="image file of the reliability diagram")
    options = parser.parse_args(argv)
    if options.every < 1:
        parser.error("--every: take 1 or more")

    def work() -> None:
        rows = read_rows(options.rows)
        own = [row for row in rows if {*row.agents} == {options.agent} and row.forfeit is None]
        if not own:
            names = ", ".join(sorted({name for row in rows for name in row.agents}))
            raise FormatError(
                f"{options.rows}: no games of {options.agent!r} alone; agents: {names}"
            )
        agent = find_agent(options.agent, GameFacts.of(Settings.of_recipe(own[0].recipe)))
        try:
            found = measure(own, agent, options.every)
        finally:
            agent.close()
        low, high = found.interval()
        print(f"{len(own):,} games, {len(found.stated):,} decisions, error {found.error():.3f} "
              f"[{low:.3f}, {high:.3f}]")  # fmt: skip
        for decisions, stated, won in zip(*found.bins(), strict=True):
            print(f"stated {stated:6.1%}  won {won:6.1%}  decisions {decisions:,.0f}")
        if options.plot is not None:
            write_plot(found, options.plot)

    return run("calibration", work)


if __name__ == "__main__":
    sys.exit(main())
