"""Fits how much likelier a searching team wins: ``python -m tablemates.agents.portal_dash.search.fitting``.

The agent plays tuning seeds, levels 1 to 5 with 1 to 4 players, and states its
chance at its decisions; a logistic line over the logits of what planners would
have is fitted to who won. To be repeated when the chances of planners
(``tablemates.agents.portal_dash.rollouts.fitting``) or the search have changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.search.stated import FILE, logit, read_line
from tablemates.agents.progress import progress
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings

#: The first tuning seed.
_FIRST: Final = 5_000_000
LEVELS: Final = (1, 2, 3, 4, 5)
PLAYERS: Final = (1, 2, 3, 4)

Flags = npt.NDArray[np.bool_]


def play(agent: Agent, games: int) -> tuple[Numbers, Flags]:
    """Let an agent play games of every level and number of players.

    Args:
        agent: A search agent.
        games: Of each level with each number of players.

    Returns:
        The logits of what planners' chances would be at each decision, and whether
        its game was won.
    """
    slope, lift = read_line()
    logits: list[Numbers] = []
    won: list[Flags] = []
    cells = [
        Game(Settings(level=level, players=players)) for level in LEVELS for players in PLAYERS
    ]
    with progress("playing", "games", games * len(cells)) as report:
        for n in range(games * len(cells)):
            stated, victory = _stated(agent, cells[n % len(cells)], seed_for("tune", _FIRST + n))
            logits.append((logit(stated) - lift) / slope)
            won.append(np.full(len(stated), victory))
            report(n + 1, "")
    return np.concatenate(logits), np.concatenate(won)


def _stated(agent: Agent, game: Game, seed: int) -> tuple[Numbers, bool]:
    """Play a game; return what the agent stated at each decision, and whether it won."""
    decider = game.new(seed)
    chances: list[float] = []
    while decider >= 0:
        key = decision_key(seed, len(chances))
        situation = Situation(game.observation, game.mask, game.public_record, key)
        best = agent.explain(situation).candidates[0]
        chances.append(best.value)
        decider = game.step(best.action)
    return np.array(chances), bool(game.public.outcome == Outcome.WON)


def fit(logits: Numbers, won: Flags) -> tuple[float, float]:
    """Return slope and value at 0 of the likeliest line."""

    def loss(line: npt.NDArray[Any]) -> float:
        total = line[0] * logits + line[1]
        return float(np.mean(np.logaddexp(0.0, total) - won * total))

    slope, lift = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return float(slope), float(lift)


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, write the file."""
    parser = argparse.ArgumentParser(prog="fitting", description=(__doc__ or "").split(":")[0])
    parser.add_argument("--agent", default="rollout:16", help="a search agent")
    parser.add_argument("--games", type=int, default=15, help="of every level and player count")
    options = parser.parse_args(argv)
    agent = find_agent(options.agent, GameFacts.of(Settings()))
    logits, won = play(agent, options.games)
    slope, lift = fit(logits, won)
    games = options.games * len(LEVELS) * len(PLAYERS)
    FILE.write_text(
        "# Logits of a searching team's chances over those of planners; written by\n"
        "# python -m tablemates.agents.portal_dash.search.fitting\n"
        f"# from {games} games of {options.agent}, {len(won):,} decisions.\n"
        f"slope: {slope:.3f}\nlift: {lift:.3f}\n",
        encoding="utf-8",
    )
    print(f"{games} games, {len(won):,} decisions: slope {slope:.3f}, lift {lift:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
