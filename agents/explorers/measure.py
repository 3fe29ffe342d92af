"""Measure and tune the scripts: ``python -m tablemates.agents.explorers.measure``.

Prints the share of games that each script wins by level and number of players. Tuning is random
search over the weights of ``rules``; measurements use other tuning seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from tablemates.agents.explorers.agent import RulesAgent, SimpleAgent
from tablemates.agents.explorers.rules import WEIGHTS
from tablemates.envs.core.agent import Agent, Batch
from tablemates.envs.core.answers import OVER, SKIP
from tablemates.envs.core.batch import GameBatch
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import Settings

LEVELS = ("first", "easy", "normal", "hard", "hardcore")
PLAYERS = (1, 2, 3, 4)
#: Games that nothing is tuned on begin with this one of the tuning seeds.
_MEASURED: Final = 10_000_000


def _seeds(first: int, count: int) -> list[int]:
    return [seed_for("tune", first + n) for n in range(count)]


def wins(agent: Agent, game: Explorers, seeds: Sequence[int]) -> float:
    """Return the share of games with some seeds that a team of one agent wins."""
    batch = GameBatch(game, len(seeds))
    lanes = np.arange(len(seeds))
    batch.new(lanes, seeds)
    while (running := np.flatnonzero(batch.answers != OVER)).size:
        actions = np.full(len(seeds), SKIP)
        keys = [0] * len(running)
        decisions = Batch(
            batch.observations[running], batch.masks[running], batch.publics[running], keys
        )
        actions[running] = agent.act_batch(decisions)
        batch.step(actions)
    return float(batch.endings(lanes)["returns"][:, 0].mean())


def table(weights: Mapping[str, float], games: int) -> None:
    """Print the share of games won by level (rows) and number of players (columns)."""
    for name in ("simple", "rules"):
        for level in LEVELS:
            shares = []
            for players in PLAYERS:
                game = Explorers(Settings(level=level, players=players))
                agent = SimpleAgent(game) if name == "simple" else RulesAgent(game, weights)
                shares.append(wins(agent, game, _seeds(_MEASURED, games)))
            print(f"{name:8}{level:10}" + "".join(f"{share:8.3f}" for share in shares), flush=True)


def tune(weights: dict[str, float], rounds: int, games: int) -> dict[str, float]:
    """Return weights that win more: each round changes some of them and keeps what is better."""
    rng = np.random.default_rng(0)
    tables = [
        Explorers(Settings(level=level, players=players))
        for level in ("easy", "normal", "hard")
        for players in (1, 2, 4)
    ]
    names = list(weights)
    for n in range(rounds):
        trial = dict(weights)
        for name in rng.choice(names, rng.integers(1, 5), replace=False):
            trial[name] *= float(np.exp(rng.normal(0.0, 0.35)))
        seeds = _seeds(n * games, games)
        won = [
            np.mean([wins(RulesAgent(game, one), game, seeds) for game in tables])
            for one in (weights, trial)
        ]
        if won[1] > won[0]:
            weights = trial
        print(n, *(f"{share:.3f}" for share in won), flush=True)
    return weights


def main() -> None:
    """Print the table, after tuning if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games a cell")
    parser.add_argument("--rounds", type=int, default=0, help="rounds of tuning before")
    given = parser.parse_args()
    weights = dict(WEIGHTS)
    if given.rounds:
        weights = tune(weights, given.rounds, given.games)
        print({name: round(value, 2) for name, value in weights.items()})
    table(weights, given.games)


if __name__ == "__main__":
    main()
