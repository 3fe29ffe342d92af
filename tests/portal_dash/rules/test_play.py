"""Short random games in which everything is checked at every step, interpreted as well."""

import numpy as np
import pytest

from tests.portal_dash.games import make_game, states
from tests.portal_dash.invariants import Inspector


@pytest.mark.parametrize(
    ("level", "players", "chance"), [(1, 2, "sampled"), (3, 4, "explicit"), (5, 1, "sampled")]
)
def test_everything_holds_in_random_games(level, players, chance):
    rng = np.random.default_rng([level, players])
    game = make_game(rng, level, players, chance=chance)
    inspector = Inspector(game)
    for n, _ in enumerate(states(game, rng, 24)):
        inspector.check(rng, positions=n % 8 == 0)
