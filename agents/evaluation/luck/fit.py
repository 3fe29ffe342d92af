"""Fits the value model: ``python -m tablemates.agents.evaluation.luck.fit``, some ten minutes of one core.

Planner games of tuning seeds are played again for their luck. First a network learns
to tell from positions of these games whether they were won; then ridge regression finds
what its signals are to count for so that the luck in them explains most of the outcome.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.lockstep import Hall
from tablemates.agents.evaluation.luck.model import FILE, SOURCES, Model
from tablemates.agents.evaluation.luck.players import Floats
from tablemates.agents.evaluation.luck.position import SIZE, Floats32
from tablemates.agents.evaluation.luck.walker import Walker
from tablemates.agents.evaluation.plan import Plan, Task
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.runner import find_agents
from tablemates.agents.registry import print_notice
from tablemates.envs.core.seeds import seed_for

#: Games of every level with every number of players.
GAMES: Final = 500

HIDDEN: Final = 32
#: Positions of a game that the network learns from.
POSITIONS: Final = 48
_EPOCHS: Final = 3
_BATCH: Final = 1024
_RATE: Final = 2e-3
_DECAY: Final = 1e-2
_FOLDS: Final = 10
_RIDGES: Final = (10.0, 100.0, 300.0, 1_000.0, 3_000.0, 10_000.0)


def centred(values: Floats, rows: Sequence[Row]) -> Floats:
    """Return values less their mean over the games of the same level and players."""
    cells = np.array([10 * row.level + row.players for row in rows])
    found = values.copy()
    for cell in np.unique(cells):
        found[cells == cell] -= values[cells == cell].mean()
    return found


def network(positions: Floats32, won: Floats32, rng: np.random.Generator) -> Model:
    """Return a network that has learned to tell won games, by Adam (Kingma and Ba 2015)."""
    mean, scale = positions.mean(axis=0), positions.std(axis=0) + np.float32(1e-3)
    x = np.clip((positions - mean) / scale, -6.0, 6.0)
    parts = [
        rng.normal(0.0, np.sqrt(2.0 / SIZE), (SIZE, HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        np.append(rng.normal(0.0, np.sqrt(1.0 / HIDDEN), HIDDEN), 0.0).astype(np.float32),
    ]
    means = [np.zeros_like(part) for part in parts]
    squares = [np.zeros_like(part) for part in parts]
    steps = _EPOCHS * (len(x) // _BATCH)
    order = np.empty(0, np.int64)
    for step in range(1, steps + 1):
        if len(order) < _BATCH:
            order = rng.permutation(len(x))
        batch, order = order[:_BATCH], order[_BATCH:]
        weights, bias, out = parts
        hidden = np.maximum(x[batch] @ weights + bias, 0.0)
        chance = 1.0 / (1.0 + np.exp(-(hidden @ out[:-1] + out[-1])))
        error = (chance - won[batch]) / _BATCH
        back = np.outer(error, out[:-1]) * (hidden > 0.0)
        slopes = [x[batch].T @ back, back.sum(axis=0), np.append(error @ hidden, error.sum())]
        rate = _RATE * (1.0 - step / steps)
        for part, slope, m, v in zip(parts, slopes, means, squares, strict=True):
            m += 0.1 * (slope - m)
            v += 0.001 * (slope**2 - v)
            part -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
            part *= 1.0 - rate * _DECAY
    signals = SIZE + HIDDEN + 3
    worth = np.zeros((len(SOURCES), signals), np.float32)
    worth[:, -3] = worth[:, -1] = 1.0
    weights, bias, out = parts
    return Model(mean, scale, weights, bias, out, worth)


def ridge(luck: Floats, won: Floats, folds: npt.NDArray[np.int64]) -> tuple[Floats, float]:
    """Return what luck counts for, and by how much it lowers the variance of other games.

    Args:
        luck: Of each game, shape ``(games, signals)``.
        won: Outcomes, centred.
        folds: Which part of the games each one is of, for cross-validation.
    """
    scale = luck.std(axis=0)
    used = scale > 1e-6
    x = luck[:, used] / scale[used]
    best = (0.0, _RIDGES[0])
    for strength in _RIDGES:
        rest = np.empty_like(won)
        for fold in np.unique(folds):
            own = folds == fold
            rest[own] = won[own] - x[own] @ _solved(x[~own], won[~own], strength)
        best = max(best, (float(won.var() / rest.var()), strength))
        print(f"  ridge {strength:g}: variance factor {won.var() / rest.var():.3f}", flush=True)
    factor, strength = best
    worth = np.zeros(luck.shape[1])
    worth[used] = _solved(x, won, strength) / scale[used]
    return worth, factor


def _solved(x: Floats, y: Floats, strength: float) -> Floats:
    return np.asarray(np.linalg.solve(x.T @ x + strength * np.eye(x.shape[1]), x.T @ y))


def fit(rows: Sequence[Row], walker: Walker, seed: int = 0) -> tuple[Model, float]:
    """Return a model fitted on games, and its variance factor on games left out.

    The factor is that of single games of one level and number of players.
    """
    rng = np.random.default_rng(seed)
    positions, won = _positions(rows, walker, rng)
    model = network(positions, won, rng)
    luck = np.stack([model.signal_luck(walker.walk(row)).ravel() for row in rows])
    outcomes = centred(np.array([float(row.won) for row in rows]), rows)
    folds = np.array([row.number % _FOLDS for row in rows])
    worth, factor = ridge(luck, outcomes, folds)
    shaped = worth.reshape(len(SOURCES), -1).astype(np.float32)
    return replace(model, worth=shaped), factor


def _positions(
    rows: Iterable[Row], walker: Walker, rng: np.random.Generator
) -> tuple[Floats32, Floats32]:
    """Return positions that games came through, and whether they were won."""
    positions, won = [], []
    for row in rows:
        walked = walker.walk(row)
        met = walked.happened[walked.standing[walked.happened] == 0]
        if len(met) > POSITIONS:
            met = rng.choice(met, POSITIONS, replace=False)
        positions.append(walked.positions[met])
        won.append(np.full(len(met), row.won, np.float32))
    return np.concatenate(positions), np.concatenate(won)


def play(games: int, agent: str = "planner") -> list[Row]:
    """Return games of tuning seeds, of every level with every number of players."""
    options = {"agents": [agent], "players": [1, 2, 3, 4], "games": games}
    plan = read_config(Plan, Path("configs/eval/base.yaml"), options=options)
    tasks = deque(
        Task(cell, number, seed_for("tune", number))
        for number in range(games)
        for cell in plan.cells()
    )

    def supply(live: int) -> list[Task]:
        return [tasks.popleft() for _ in range(min(plan.lanes - live, len(tasks)))]

    hall = Hall(plan, find_agents(plan, print_notice), {agent: policy_digest(agent)})
    return [row for rows in hall.play(supply) for row in rows]


def main() -> int:
    """Fit the model and write it where the program reads it."""
    rows = play(GAMES)
    print(f"{len(rows):,} games played", flush=True)
    model, factor = fit(rows, Walker())
    model.write(FILE)
    print(f"{FILE}: variance of single games {factor:.2f} times less")
    return 0


if __name__ == "__main__":
    sys.exit(main())
