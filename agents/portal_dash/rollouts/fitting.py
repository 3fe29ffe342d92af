"""Fits the chances of winning to games of the script.

``python -m tablemates.agents.portal_dash.rollouts.fitting``: to be repeated when the
planner's weights or the parts have changed. It plays
training seeds, levels 1 to 5 with 1 to 4 players in turn, and stops each game
every few turns to note the features of where it stands; the network is fitted
to who won (cross-entropy, L-BFGS), a part of the games kept aside to say how
well it foretells games that it was not fitted to.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save
from scipy.optimize import minimize

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts.chances import FEATURES, FILE, HIDDEN, SIZE
from tablemates.agents.portal_dash.rollouts.rollouts import Rollouts
from tablemates.agents.portal_dash.rollouts.script import SCRIPT, script_weights
from tablemates.agents.progress import progress
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings

#: Games played side by side, and turns between two looks at one.
_BATCH: Final = 400
_TURNS: Final = (2, 6)
#: First number of the training seeds that are played.
_SEEDS: Final = 2**40
#: Levels times numbers of players.
_CELLS: Final = 20
#: Share of the games that are kept aside.
_ASIDE: Final = 0.2
#: Smallest spread of a feature that says something.
_CONSTANT: Final = 1e-3
#: Pull towards zero of the network's weights, and the most steps of the fit.
_DECAY: Final = 1e-4
_STEPS: Final = 400


@dataclass(frozen=True)
class Looks:
    """Positions of games and how those ended; arrays with a row a look.

    Attributes:
        features: See ``chances.write_features``.
        won: Whether the game was won later.
        game: Which game it was.
    """

    features: Numbers
    won: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int64]


def look(games: int) -> Looks:
    """Let the script play games and return what was seen on the way."""
    facts = GameFacts.of(Settings())
    rollouts = Rollouts(facts, {SCRIPT: script_weights()}, model=np.zeros(SIZE))
    cells = [Game(Settings(level=level, players=n)) for n in (1, 2, 3, 4) for level in range(1, 6)]
    features, won, game = [], [], []
    with progress("playing", "games", games) as report:
        for first in range(0, games, _BATCH):
            numbers = np.arange(first, min(first + _BATCH, games))
            seeds = np.array([seed_for("train", _SEEDS + int(n)) for n in numbers], np.uint64)
            records = np.stack(
                [_begun(cells[n % len(cells)], int(seeds[n - first])) for n in numbers]
            )
            rng = np.random.default_rng(first)
            taken = np.zeros(len(numbers), np.int64)
            left = np.arange(len(numbers))
            seen: list[npt.NDArray[np.int64]] = []
            ended = np.zeros(len(numbers), np.bool_)
            turns = -1
            while len(left):
                some = records[left]
                endings = rollouts.play_out(
                    some, SCRIPT, seeds[left], taken=taken[left], max_turns=turns, judge=SCRIPT
                )
                records[left] = some
                taken[left] += endings.decisions
                ended[left] = endings.won
                goes_on = endings.outcome == Outcome.RUNNING
                left = left[goes_on]
                features.append(endings.features[goes_on])
                seen.append(left)
                turns = int(rng.integers(*_TURNS))
            of = np.concatenate(seen)
            won.append(ended[of])
            game.append(of + first)
            report(int(numbers[-1]) + 1, "")
    return Looks(np.concatenate(features), np.concatenate(won), np.concatenate(game))


def _begun(game: Game, seed: int) -> npt.NDArray[np.uint8]:
    game.new(seed)
    return game.record.copy()


def fit(looks: Looks, steps: int = _STEPS) -> Numbers:
    """Return the network's numbers for which the games' ends are likeliest."""
    mean = looks.features.mean(axis=0)
    scale = looks.features.std(axis=0)
    scale[scale < _CONSTANT] = np.inf  # what was always the same says nothing
    x = np.clip((looks.features - mean) / scale, -6.0, 6.0)
    y = looks.won.astype(np.float64)
    n = len(y)
    layer = FEATURES * HIDDEN

    def loss(numbers: Numbers) -> tuple[float, Numbers]:
        weights = numbers[:layer].reshape(FEATURES, HIDDEN)
        bias, out, last = np.split(numbers[layer:], [HIDDEN, 2 * HIDDEN])
        inner = np.tanh(x @ weights + bias)
        total = inner @ out + last
        error = (1.0 / (1.0 + np.exp(-total)) - y) / n
        back = np.outer(error, out) * (1.0 - inner**2)
        slopes = (x.T @ back).ravel(), back.sum(axis=0), inner.T @ error, error.sum()
        value = np.mean(np.logaddexp(0.0, total) - y * total) + _DECAY * numbers @ numbers
        return float(value), np.concatenate(
            [np.ravel(one) for one in slopes]
        ) + 2 * _DECAY * numbers

    start = np.random.default_rng(0).normal(0.0, 0.2, layer + 2 * HIDDEN + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": steps})
    return np.concatenate([mean, scale, found.x])


def foretold(model: Numbers, features: Numbers) -> Numbers:
    """Return the chances of many positions, as ``chances.chance_of`` does for one."""
    mean, scale, weights, bias, out, last = np.split(
        model, np.cumsum([FEATURES, FEATURES, FEATURES * HIDDEN, HIDDEN, HIDDEN])
    )
    x = np.clip((features - mean) / scale, -6.0, 6.0)
    total = np.tanh(x @ weights.reshape(FEATURES, HIDDEN) + bias) @ out + last
    return np.asarray(1.0 / (1.0 + np.exp(-total)))


def cross_entropy(chances: Numbers, won: npt.NDArray[np.bool_]) -> float:
    """Return the mean of ``-log`` of the chance that was given to what happened."""
    return float(-np.mean(np.log(np.clip(np.where(won, chances, 1.0 - chances), 1e-9, 1.0))))


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, say how well it foretells, write the file."""
    parser = argparse.ArgumentParser(prog="fitting", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args(argv)
    looks = look(options.games)
    # Whole rounds of levels and players: a part of every cell is kept aside.
    aside = looks.game // _CELLS % round(1 / _ASIDE) == 0
    tried = fit(Looks(looks.features[~aside], looks.won[~aside], looks.game[~aside]))
    given = foretold(tried, looks.features[aside])
    won = looks.won[aside]
    mean = np.full(len(won), won.mean())
    print(
        f"{options.games} games, {len(looks.won)} positions; cross-entropy of the {len(won)} kept "
        f"aside {cross_entropy(given, won):.4f}, of their mean {cross_entropy(mean, won):.4f}"
    )
    model = fit(looks)
    options.out.write_bytes(save({"model": model}, {"games": str(options.games)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
