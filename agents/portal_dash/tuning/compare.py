"""Compares sets of weights on fresh seeds: ``python -m tablemates.agents.portal_dash.tuning.compare``.

Whoever tunes judges by this; published tables are played by ``evaluate.py`` on evaluation seeds.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from scipy.stats import binomtest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.files import named_weights
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.portal_dash.tuning.starts import starts
from tablemates.agents.progress import progress
from tablemates.envs.portal_dash.settings import Settings

#: The first tuning seed: what is tuned and fitted plays smaller ones.
FIRST: Final = 9_000_000


def main(argv: Sequence[str] | None = None) -> int:
    """Play both sets on the same games, print how they differ, and write a CSV file if asked."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.portal_dash.tuning.compare", description=__doc__
    )
    names = list(named_weights())
    parser.add_argument("--names", nargs=2, default=names[:2], choices=names, metavar="NAME")
    parser.add_argument("--games", type=int, default=400, help="of each level and players")
    parser.add_argument("--players", nargs="+", type=int, default=[1, 2, 4], metavar="N")
    parser.add_argument("--csv", type=Path, help="file to write games won to")
    options = parser.parse_args(argv)
    rollouts = Rollouts(GameFacts.of(Settings()), named_weights())
    cells = [(level, players) for level in range(1, 6) for players in options.players]
    rows: list[list[str]] = []
    gains = []
    with progress("playing", "games", 2 * options.games * len(cells)) as report:
        for cell, (level, players) in enumerate(cells):
            # Other seeds in every cell: one seed's dice and tiles help or harm on each level.
            first = FIRST + cell * options.games
            games, seeds = starts(level, players, range(first, first + options.games))
            won = [
                rollouts.play_out(games.copy(), name, seeds).won.astype(float)
                for name in options.names
            ]
            gains.append(won[1] - won[0])
            shares = [f"{one.mean():.4f}" for one in won]
            rows.append([str(level), str(players), str(options.games), *shares])
            words = f"level {level}, {players} players: {shares[0]}, {shares[1]}"
            report(2 * options.games * len(rows), words)
    if options.csv is not None:
        with options.csv.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerows([["level", "players", "games", *options.names], *rows])
    print("\n".join("  ".join(row) for row in rows))
    print(in_words(gains, float(np.mean([1.0 - float(row[3]) for row in rows]))))
    return 0


def in_words(gains: Sequence[Numbers], lost: float) -> str:
    """Return how two sets of weights differ, a sentence.

    Args:
        gains: Of each cell: 1 where only the second won a game, -1 where only the first did.
        lost: Share of games that the first lost, mean over the cells.
    """
    gain = float(np.mean([one.mean() for one in gains]))
    error = float(np.sqrt(np.sum([one.var() / len(one) for one in gains]))) / len(gains)
    better, worse = (int(sum((one == side).sum() for one in gains)) for side in (1, -1))
    p = binomtest(better, better + worse).pvalue if better + worse else 1.0
    removed = f"{100 * gain / lost:.1f} % of the lost games removed" if lost else "none was lost"
    return (
        f"mean difference {100 * gain:+.2f} +- {100 * error:.2f} points (standard error); "
        f"{removed}; only the second won {better}, "
        f"only the first {worse}, p = {p:.2g}"
    )


if __name__ == "__main__":
    sys.exit(main())
