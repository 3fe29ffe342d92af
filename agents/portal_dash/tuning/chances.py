"""Fits what the planner's values mean: ``python -m tablemates.agents.portal_dash.tuning.chances``.

Every set of weights plays games on tuning seeds; at the first decision of each
turn its value of its best choice is noted, and in the end whether it won.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import yaml

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import PlannerAgent
from tablemates.agents.portal_dash.planner.chances import FILE, Feature, chances_of, features_of
from tablemates.agents.portal_dash.planner.files import named_weights
from tablemates.agents.portal_dash.planner.value import LOST
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.portal_dash.tuning.starts import starts
from tablemates.agents.progress import progress
from tablemates.envs.core.documents import read_document
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings

#: The first tuning seed; those after the games fitted on are judged on.
FIRST: Final = 3_000_000
_MOST_TURNS: Final = 500
#: How far apart the seeds of two levels or numbers of players lie.
_APART: Final = 10_000
#: Values below mean that the game is lost.
_DECIDED: Final = LOST / 2.0
#: How strongly coefficients are drawn to zero, in decisions.
_RIDGE: Final = 1.0
_BINS: Final = 10
_PUBLIC: Final = STATE["public"]

Flags = npt.NDArray[np.bool_]


def fit(features: Numbers, won: Flags) -> Numbers:
    """Return the coefficients of the logistic curve of the highest likelihood.

    Args:
        features: Shape ``(decisions, features)``.
        won: Whether the game was won, shape ``(decisions,)``.
    """
    curve = np.zeros(features.shape[1])
    for _ in range(30):
        chances = chances_of(curve, features)
        slope = features.T @ (won - chances) - _RIDGE * curve
        bend = (features * (chances * (1.0 - chances))[:, None]).T @ features
        step = np.linalg.solve(bend + _RIDGE * np.eye(len(curve)), slope)
        curve += step
        if np.abs(step).max() < 1e-6:
            break
    return curve


def calibration_error(chances: Numbers, won: Flags) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    bins = np.minimum((chances * _BINS).astype(int), _BINS - 1)
    gaps = [
        (bins == b).mean() * abs(chances[bins == b].mean() - won[bins == b].mean())
        for b in range(_BINS)
        if (bins == b).any()
    ]
    return float(sum(gaps))


def observe(
    facts: GameFacts, rollouts: Rollouts, name: str, weights: Numbers, numbers: Sequence[int]
) -> tuple[Numbers, Flags]:
    """Play games of every level and number of players; return features and outcomes.

    Args:
        facts: The game.
        rollouts: Which know the weights by the name.
        name: Of the set of weights.
        weights: Shape ``(players, weights)``.
        numbers: Of the tuning seeds of each level and number of players.
    """
    agent = PlannerAgent(facts, weights)
    rows: list[Numbers] = []
    outcomes: list[Flags] = []
    for level in range(1, 6):
        for players in range(1, 5):
            # Other seeds in every cell: one seed's dice and tiles help or harm on each level.
            cell = _APART * (4 * (level - 1) + players - 1)
            games, seeds = starts(level, players, [cell + number for number in numbers])
            taken = np.zeros(len(games), np.int64)
            public = games.view(STATE)[:, 0]["public"]
            seen: list[tuple[int, Numbers]] = []
            for _ in range(_MOST_TURNS):
                running = np.flatnonzero(public["outcome"] == Outcome.RUNNING)
                if not len(running):
                    break
                for i in running:
                    record = games[i, : _PUBLIC.itemsize]
                    values = agent.values(record, int(seeds[i] + taken[i]))
                    best = np.array([values.max()])
                    if best[0] < _DECIDED:
                        continue  # lost whatever is done: it would bend the whole curve
                    seen.append((int(i), features_of(RecordView(record, _PUBLIC), best)[0]))  # type: ignore[arg-type]
                taken += rollouts.play_out(games, name, seeds, taken=taken, max_turns=1).decisions
            won = public["outcome"] == Outcome.WON
            rows.append(np.stack([row for _, row in seen]))
            outcomes.append(np.array([won[i] for i, _ in seen]))
    return np.concatenate(rows), np.concatenate(outcomes)


def main(argv: Sequence[str] | None = None) -> int:
    """Fit the curves of all sets of weights and write them to the planner's folder."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.portal_dash.tuning.chances", description=__doc__
    )
    parser.add_argument("--games", type=int, default=30, help="of each level and number of players")
    sets = named_weights()
    parser.add_argument("--names", nargs="+", choices=list(sets), default=list(sets))
    options = parser.parse_args(argv)
    games: int = options.games
    facts = GameFacts.of(Settings())
    rollouts = Rollouts(facts, sets)
    curves: dict[str | int, Any] = read_document(FILE).values if FILE.exists() else {}
    with progress("playing", "sets of weights", len(options.names)) as report:
        for done, name in enumerate(options.names, 1):
            weights = sets[name]
            ours = range(FIRST, FIRST + games)
            curve = fit(*observe(facts, rollouts, name, weights, ours))
            fresh = range(FIRST + games, FIRST + games + max(1, games // 2))
            features, won = observe(facts, rollouts, name, weights, fresh)
            error = calibration_error(chances_of(curve, features), won)
            curves[name] = {
                "games": games,
                "error": round(error, 4),
                "decisions": len(won),
                "curve": {one.name.lower(): round(float(curve[one]), 4) for one in Feature},
            }
            report(done, f"{name}: {100 * error:.1f} % off in {len(won):,} decisions")
    head = [
        "# Chances to win: coefficients of logistic curves, see `chances.py`; written by",
        "# `python -m tablemates.agents.portal_dash.tuning.chances`. games: of each level and number of",
        "# players. error: expected calibration error in so many decisions of other games.",
    ]
    FILE.write_text("\n".join(head) + "\n" + yaml.safe_dump(curves, sort_keys=False), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
