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
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import run
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import LevelName, level_order
from tablemates.agents.evaluation.rows import Row, read_rows
from tablemates.agents.facts import GameFacts
from tablemates.agents.progress import progress
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings

BINS: Final = 10
_RESAMPLES: Final = 1000

Numbers = npt.NDArray[np.float64]


class Bin(NamedTuple):
    """Decisions with similar stated chances.

    Attributes:
        decisions: How many.
        stated: Mean of the stated chances.
        won: Share of them that were won.
    """

    decisions: int
    stated: float
    won: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Stated chances and what came of them; arrays with one entry per decision.

    Attributes:
        stated: Chance of winning that the agent states.
        won: Whether its game was won.
        game: Which game.
        level: Of the game.
    """

    stated: Numbers
    won: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int64]
    level: npt.NDArray[np.object_]

    def at_level(self, level: LevelName) -> Calibration:
        """Return the decisions in games of a level."""
        here = self.level == level
        return Calibration(self.stated[here], self.won[here], self.game[here], self.level[here])

    def levels(self) -> list[LevelName]:
        """Return the levels."""
        return sorted(set(self.level.tolist()), key=level_order)

    def bins(self, weights: npt.NDArray[np.int64] | None = None) -> list[Bin]:
        """Return the bins that are not empty, from low chances to high ones.

        Args:
            weights: How often each decision counts; None: once.
        """
        place = np.minimum((self.stated * BINS).astype(np.int64), BINS - 1)
        often = np.ones(len(place)) if weights is None else weights.astype(np.float64)
        total, chances, wins = (
            np.bincount(place, often * what, BINS) for what in (1.0, self.stated, self.won)
        )
        return [
            Bin(int(total[n]), float(chances[n] / total[n]), float(wins[n] / total[n]))
            for n in np.flatnonzero(total).tolist()
        ]

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the error by a bootstrap over games."""
        rng = np.random.default_rng(0)
        games, of = np.unique(self.game, return_inverse=True)
        errors = []
        for _ in range(_RESAMPLES):
            times = np.bincount(rng.integers(len(games), size=len(games)), minlength=len(games))
            errors.append(calibration_error(self.bins(times[of])))
        low, high = np.quantile(errors, [0.025, 0.975])
        return float(low), float(high)

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"{len(np.unique(self.game)):,} games, {len(self.stated):,} decisions, "
            f"error {calibration_error(self.bins()):.3f} [{low:.3f}, {high:.3f}]"
        )


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error, from 0 to 1."""
    total = sum(one.decisions for one in bins)
    return sum(one.decisions * abs(one.stated - one.won) for one in bins) / total


def rows_of(file: Path, agent: str) -> list[Row]:
    """Return the games that an agent played in all seats.

    Raises:
        FormatError: The file holds no rows, or none of that agent.
        OSError: It cannot be read.
    """
    rows = read_rows(file)
    own = [row for row in rows if set(row.agents) == {agent} and row.forfeit is None]
    if not own:
        names = sorted({name for row in rows for name in row.agents})
        raise FormatError(f"{file}: no games of {agent!r} alone; agents: {', '.join(names)}")
    return own


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
    with progress("calibration", "games", len(rows)) as report:
        for n, row in enumerate(rows):
            game = Game(Settings.of_recipe(row.recipe))
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
    won = np.array([row.won for row in rows])[of]
    levels = np.array([row.level for row in rows], np.object_)[of]
    return Calibration(np.array(stated), won, of, levels)


def write_plot(name: str, found: Calibration, file: Path) -> None:
    """Write the reliability diagram: observed over stated chances, a line for each level."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5, 5.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 100], [0, 100], color="0.7", linestyle="--", label="perfect")
    parts = [(f"level {level}", found.at_level(level)) for level in found.levels()]
    for label, part in [*parts, ("all", found)]:
        bins = part.bins()
        stated, won = ([100 * one[n] for one in bins] for n in (1, 2))
        axes.plot(stated, won, marker="o", label=label, linewidth=1 + (label == "all"))
    axes.set_xlabel("stated chance of winning, %")
    axes.set_ylabel("won, %")
    games = len(np.unique(found.game))
    axes.set_title(f"{name}: {games:,} games, error {calibration_error(found.bins()):.3f}")
    axes.grid(alpha=0.3)
    axes.legend()
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
        rows = rows_of(options.rows, options.agent)
        agent = find_agent(options.agent, GameFacts.of(Settings.of_recipe(rows[0].recipe)))
        try:
            found = measure(rows, agent, options.every)
        finally:
            agent.close()
        for level in found.levels():
            print(f"level {level}: {found.at_level(level)}")
        print(f"all: {found}")
        for one in found.bins():
            print(f"stated {one.stated:6.1%}  won {one.won:6.1%}  decisions {one.decisions:,}")
        if options.plot is not None:
            write_plot(options.agent, found, options.plot)

    return run("calibration", work)


if __name__ == "__main__":
    sys.exit(main())
