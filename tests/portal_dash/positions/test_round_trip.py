"""A dump makes the same bytes again, whatever a game has come to."""

import numpy as np
import pytest

from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.positions import dump_position, load_position
from tests.portal_dash.games import LEVELS, make_game, states


@pytest.fixture(scope="module")
def components():
    """Return the parts that whole games are played with."""
    return load_components()


@pytest.mark.slow
def test_games_that_were_given_up(components):
    """An illegal action may end a game at any decision, with a block or a mode in between."""
    rng = np.random.default_rng(3)
    for level in LEVELS:
        game = make_game(rng, level, 2, chance="sampled")
        for _ in states(game, rng, 80):
            record = game.save()
            if not game.public.outcome:
                game.forfeit(int(game.public.decider))
            position = dump_position(game, game.record)
            assert position["decision"] == "none"
            assert load_position(game, position).tobytes() == game.save()
            game.restore(record)
