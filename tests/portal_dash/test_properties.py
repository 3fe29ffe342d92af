"""Everything that holds in every state, in random games of every level and player count."""

import numpy as np
import pytest

from tests.portal_dash.games import LEVELS, PLAYERS, make_game, states
from tests.portal_dash.on_the_table import Inspector

TABLES = [(level, players) for level in LEVELS for players in PLAYERS]


def inspect(level, players, decisions, seed, shown_every=10):
    rng = np.random.default_rng([level, players, seed])
    done = 0
    while done < decisions:
        game = make_game(rng, level, players)
        inspector = Inspector(game)
        for _ in states(game, rng, min(500, decisions - done)):
            inspector.check(rng, shown=done % shown_every == 0)
            done += 1


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), TABLES[::3])
def test_every_property_in_some_states(level, players):
    inspect(level, players, 40, seed=0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("piece", range(2))
@pytest.mark.parametrize(("level", "players"), TABLES)
def test_every_property_in_200_000_states(level, players, piece):
    inspect(level, players, 200_000 // len(TABLES) // 2, seed=1 + piece)
