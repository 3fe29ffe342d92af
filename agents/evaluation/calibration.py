"""Are the chances that agents state true? ``python -m tablemates.agents.evaluation.calibration ROWS``.

The agents of played games are asked again at some of their decisions, and state
the chance to win of what they do there. Over many games, of all decisions with
a stated 70 % about 70 % should be won. The expected calibration error is the
mean distance between what was stated and what happened over ten equal bins,
weighted by decisions (Naeini, Cooper and Hauskrecht 2015).
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import run
from tablemates.agents.errors import AgentError
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
#: Games drawn anew for an interval, how often.
_DRAWS: Final = 1000
COLUMNS: Final = (
    "agent", "level", "games", "decisions", "error", "error_low", "error_high", "bin",
    "bin_decisions", "stated", "won",
)  # fmt: skip

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class Bin(NamedTuple):
    """Decisions whose stated chances are alike.

    Attributes:
        decisions: How many.
        stated: The mean of the chances stated.
        won: The share of them that were won.
    """

    decisions: int
    stated: float
    won: float


@dataclass(frozen=True, slots=True)
class Stated:
    """What an agent stated in games; arrays with a place a decision.

    Attributes:
        chance: The chance to win of what it does.
        won: Whether its game was won.
        game: Which game.
        level: Of the game.
    """

    chance: Numbers
    won: Flags
    game: npt.NDArray[np.int64]
    level: npt.NDArray[np.int64]

    def at_level(self, level: int) -> Stated:
        """Return what was stated in the games of a level."""
        here = self.level == level
        return Stated(self.chance[here], self.won[here], self.game[here], self.level[here])

    def bins(self) -> list[Bin]:
        """Return the bins that are not empty."""
        return bins_of(self.chance, self.won)

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the calibration error, games drawn anew (percentiles)."""
        rng = np.random.default_rng(0)
        names, of = np.unique(self.game, return_inverse=True)
        errors = []
        for _ in range(_DRAWS):
            times = np.bincount(rng.integers(len(names), size=len(names)), minlength=len(names))
            errors.append(calibration_error(bins_of(self.chance, self.won, weights=times[of])))
        low, high = np.quantile(errors, [0.025, 0.975])
        return float(low), float(high)


def bins_of(
    stated: Numbers,
    won: Flags,
    count: int = BINS,
    weights: npt.NDArray[np.int64] | None = None,
) -> list[Bin]:
    """Return the bins that are not empty, from low chances to high ones.

    Args:
        stated: Chances, one a decision.
        won: Whether its game was won.
        count: How many bins of equal width.
        weights: How often each decision counts; None: once.
    """
    place = np.minimum((stated * count).astype(np.int64), count - 1)
    often = np.ones(len(stated)) if weights is None else weights.astype(np.float64)
    total, chances, wins = (
        np.bincount(place, weights=often * what, minlength=count) for what in (1.0, stated, won)
    )
    return [
        Bin(int(total[n]), float(chances[n] / total[n]), float(wins[n] / total[n]))
        for n in np.flatnonzero(total).tolist()
    ]


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
    mine = [row for row in rows if set(row.agents) == {agent} and row.forfeit is None]
    if not mine:
        names = sorted({name for row in rows for name in row.agents})
        raise FormatError(f"{file}: {agent!r} plays in none of its rows; {', '.join(names)} do")
    return mine


def measure(rows: Sequence[Row], agent: Agent, every: int) -> Stated:
    """Ask an agent again at every so many decisions of its games.

    Args:
        rows: Its games.
        agent: Who played them.
        every: Decisions between two that it is asked about.

    Raises:
        AgentError: It does not say why it does what it does.
        GameError: A row does not hold.
    """
    chances: list[float] = []
    games: list[int] = []
    with progress("asking", "games", len(rows)) as report:
        for n, row in enumerate(rows):
            # Games begin in step: another decision of each, so that all kinds are met.
            for situation in _decisions(row, every, n % every):
                candidates = agent.explain(situation).candidates
                if not candidates or not 0.0 <= candidates[0].value <= 1.0:
                    raise AgentError(f"{agent.name} states no chances")
                chances.append(candidates[0].value)
                games.append(n)
            report(n + 1, "")
    of = np.array(games, np.int64)
    won = np.array([row.won for row in rows])[of]
    return Stated(np.array(chances), won, of, np.array([row.level for row in rows])[of])


def _decisions(row: Row, every: int, first: int) -> Iterator[Situation]:
    """Yield some decisions of a game as the agent saw them."""
    game = Game(Settings.of_recipe(row.recipe))
    for number, seat in enumerate(row.replay().play(game)):
        if seat >= 0 and number % every == first:
            key = decision_key(row.seed, number)
            yield Situation(game.observation, game.mask, game.public_record, key)


def write_csv(name: str, stated: Stated, file: Path) -> None:
    """Write the bins of all games together and of each level."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for level in (0, *np.unique(stated.level).tolist()):
            part = stated if level == 0 else stated.at_level(level)
            bins = part.bins()
            error = [calibration_error(bins), *part.interval()]
            head = [name, level or "all", len(np.unique(part.game)), len(part.chance)]
            for n, one in enumerate(bins):
                rest = (*error, one.stated, one.won)
                low = [f"{number:.4f}" for number in rest]
                writer.writerow([*head, *low[:3], n, one.decisions, *low[3:]])


def write_plot(name: str, stated: Stated, file: Path) -> None:
    """Write the reliability plot: what happened over what was stated, each level a line."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.plot([0, 100], [0, 100], color="0.7", linestyle="--", label="true chances")
    bins = stated.bins()
    for n, level in enumerate(np.unique(stated.level).tolist(), start=1):
        own = stated.at_level(level).bins()
        axes.plot(
            *_line(own), color=f"C{n}", alpha=0.6, linewidth=1, marker=".", label=f"level {level}"
        )
    largest = max(one.decisions for one in bins)
    axes.plot(*_line(bins), color="C0")
    axes.scatter(
        *_line(bins),
        [20 + 180 * one.decisions / largest for one in bins],
        color="C0",
        label="all (area: how many decisions)",
    )
    axes.set_xlabel("chance to win that was stated, %")
    axes.set_ylabel("won, %")
    games = len(np.unique(stated.game))
    axes.set_title(f"{name}: {games:,} games, error {calibration_error(bins):.3f}")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(file, dpi=100)


def _line(bins: Sequence[Bin]) -> tuple[list[float], list[float]]:
    return [100 * one.stated for one in bins], [100 * one.won for one in bins]


def main(argv: Sequence[str] | None = None) -> int:
    """Ask, print the bins and the error, write table and plot."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.evaluation.calibration",
        description=(__doc__ or "").split("?")[0],
    )
    parser.add_argument("rows", type=Path, help="rows.jsonl of an evaluation")
    parser.add_argument("--agent", required=True, help="who is asked: an agent of those rows")
    parser.add_argument("--every", type=int, default=10, help="decisions from one to the next")
    parser.add_argument("--plot", type=Path, help="PNG file of the reliability plot")
    parser.add_argument("--csv", type=Path, help="CSV file of the bins")
    options = parser.parse_args(argv)
    if options.every < 1:
        parser.error("--every: take 1 or more")

    def work() -> None:
        rows = rows_of(options.rows, options.agent)
        agent = find_agent(options.agent, GameFacts.of(Settings.of_recipe(rows[0].recipe)))
        try:
            stated = measure(rows, agent, options.every)
        finally:
            agent.close()
        for level in np.unique(stated.level).tolist():
            part = stated.at_level(level)
            print(f"level {level}: {_words(part)}")
        print(f"all: {_words(stated)}")
        for one in stated.bins():
            print(f"stated {one.stated:6.1%}  won {one.won:6.1%}  decisions {one.decisions:,}")
        if options.csv is not None:
            write_csv(options.agent, stated, options.csv)
        if options.plot is not None:
            write_plot(options.agent, stated, options.plot)

    return run("calibration", work)


def _words(stated: Stated) -> str:
    low, high = stated.interval()
    return (
        f"{len(np.unique(stated.game)):,} games, {len(stated.chance):,} decisions, "
        f"error {calibration_error(stated.bins()):.3f} [{low:.3f}, {high:.3f}]"
    )


if __name__ == "__main__":
    sys.exit(main())
