"""Random play with bounds checks (``NUMBA_BOUNDSCHECK=1``); the argument: how many decisions."""

from __future__ import annotations

import sys

import numpy as np

from tablemates.envs.core.compiled import compiled
from tests.portal_dash.games import LEVELS, PLAYERS, make_game, states


@compiled
def element(array, index):
    return array[index]


def main() -> None:
    try:
        element(np.zeros(3, np.int8), 3)
    except IndexError:
        print("checked")
    rng = np.random.default_rng(9)
    decisions = int(sys.argv[1])
    piece = -(-decisions // (len(LEVELS) * len(PLAYERS)))
    done = 0
    for level in LEVELS:
        for players in PLAYERS:
            game = make_game(rng, level, players)
            for _ in states(game, rng, piece):
                done += 1
                if done % 10 == 0:
                    record = game.save()
                    game.resample(done)
                    game.restore(record)
    print(done)


if __name__ == "__main__":
    main()
