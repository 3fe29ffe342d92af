"""Are the chances that an agent states true? ``python -m agents.portal_dash.search.calibration``.

An agent plays, and at each of its decisions states the chance to win of what it
does. Over many games, of all decisions with a stated 70 % about 70 % should be
won. The expected calibration error is the mean distance between what was stated
and what happened over ten equal bins, weighted by decisions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.commands import run
from agents.errors import AgentError
from agents.facts import GameFacts
from agents.progress import progress
from agents.registry import find_agent
from envs.core.agent import Agent, Situation
from envs.core.keys import decision_key
from envs.core.seeds import PURPOSES, Purpose, seed_for
from envs.portal_dash.game import Game
from envs.portal_dash.rules.vocabulary import Outcome
from envs.portal_dash.settings import Settings

BINS: Final = 10

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


def bins_of(stated: Numbers, won: Flags, count: int = BINS) -> list[Bin]:
    """Return the bins that are not empty, from low chances to high ones.

    Args:
        stated: Chances, one a decision.
        won: Whether its game was won.
        count: How many bins of equal width.
    """
    place = np.minimum((stated * count).astype(np.int64), count - 1)
    return [
        Bin(int(in_it.sum()), float(stated[in_it].mean()), float(won[in_it].mean()))
        for in_it in (place == n for n in range(count))
        if in_it.any()
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error, from 0 to 1 (Naeini, Cooper and Hauskrecht 2015)."""
    total = sum(one.decisions for one in bins)
    return sum(one.decisions * abs(one.stated - one.won) for one in bins) / total


def stated_chances(agent: Agent, game: Game, seed: int) -> tuple[Numbers, bool]:
    """Let an agent play a game; return what it stated at each decision, and whether it won.

    Raises:
        AgentError: The agent does not say why it does what it does.
    """
    decider = game.new(seed)
    stated: list[float] = []
    while decider >= 0:
        key = decision_key(seed, len(stated))
        situation = Situation(game.observation, game.mask, game.public_record, key)
        candidates = agent.explain(situation).candidates
        if not candidates:
            raise AgentError(f"{agent.name} states no chances")
        stated.append(candidates[0].value)
        decider = game.step(candidates[0].action)
    return np.array(stated), bool(game.public.outcome == Outcome.WON)


def write_plot(bins: Sequence[Bin], title: str, file: Path) -> None:
    """Write the reliability plot: what happened over what was stated."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.plot([0, 100], [0, 100], color="0.7", linestyle="--", label="true chances")
    largest = max(one.decisions for one in bins)
    axes.plot([100 * one.stated for one in bins], [100 * one.won for one in bins], color="C0")
    axes.scatter(
        [100 * one.stated for one in bins],
        [100 * one.won for one in bins],
        [20 + 180 * one.decisions / largest for one in bins],
        label="decisions (area: how many)",
    )
    axes.set_xlabel("chance to win that was stated, %")
    axes.set_ylabel("won, %")
    axes.set_title(title)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(file, dpi=120)


def measure(
    name: str, levels: Sequence[int], players: int, games: int, purpose: Purpose
) -> tuple[list[Bin], int]:
    """Play games; return the bins and how many games were won.

    Raises:
        GameError: There is no such agent, level or number of players.
    """
    agent = find_agent(name, GameFacts.of(Settings(level=levels[0], players=players)))
    stated: list[Numbers] = []
    won: list[Flags] = []
    wins = 0
    with progress("playing", "games", games * len(levels)) as report:
        for level in levels:
            game = Game(Settings(level=level, players=players))
            for number in range(games):
                chances, victory = stated_chances(agent, game, seed_for(purpose, number))
                stated.append(chances)
                won.append(np.full(len(chances), victory))
                wins += victory
                report(len(stated), "")
    return bins_of(np.concatenate(stated), np.concatenate(won)), wins


def main(argv: Sequence[str] | None = None) -> int:
    """Play, print the bins and the error, write the plot."""
    parser = argparse.ArgumentParser(prog="calibration", description=(__doc__ or "").split("?")[0])
    parser.add_argument("--agent", default="rollout", help="an agent that states chances")
    parser.add_argument("--levels", nargs="+", type=int, default=[1, 3, 5])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100, help="of each level")
    parser.add_argument("--seeds", choices=PURPOSES, default="tune")
    parser.add_argument("--out", type=Path, help="PNG file of the reliability plot")
    options = parser.parse_args(argv)

    def work() -> None:
        bins, wins = measure(
            options.agent, options.levels, options.players, options.games, options.seeds
        )
        decisions = sum(one.decisions for one in bins)
        games = options.games * len(options.levels)
        error = calibration_error(bins)
        title = f"{options.agent}: {games} games, {decisions:,} decisions, error {error:.3f}"
        print(f"{title}; {wins} won")
        for one in bins:
            print(f"stated {one.stated:6.1%}  won {one.won:6.1%}  decisions {one.decisions:,}")
        if options.out is not None:
            write_plot(bins, title, options.out)

    return run("calibration", work)


if __name__ == "__main__":
    sys.exit(main())
