"""A dump makes the same bytes again, whatever a game has come to."""

import json

import numpy as np
import pytest

from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.positions import dump_position, load_position
from tablemates.envs.portal_dash.positions.schema import Position
from tests.portal_dash.games import LEVELS, choose, make_game, states


@pytest.fixture(scope="module")
def components():
    """Return the parts that whole games are played with."""
    return load_components()


ONLY_IN_LISTS = {"chests", "mobs"}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_dumps_are_complete_and_exact(level, components):
    rng = np.random.default_rng(level)
    for players in (1, 4):
        game = make_game(rng, level, players)
        for _ in states(game, rng, 60):
            position = dump_position(game.record, components)
            assert set(position) == set(Position.model_fields) - ONLY_IN_LISTS
            text = json.dumps(position)
            assert load_position(json.loads(text), components).tobytes() == game.save()


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
            position = dump_position(game.record, components)
            assert position["decision"] == "none"
            assert load_position(position, components).tobytes() == game.save()
            game.restore(record)


@pytest.mark.slow
def test_custom_levels(components):
    level = {
        "tiles": 4,
        "mobs": {"magma cube": 0, "blaze": 2},
        "bosses": [("wildfire", "hard"), ("ancient hoglin", "easy")],
        "start_items": ["iron leggings", "Netherite sword", "bow", "iron pickaxe"],
    }
    rng = np.random.default_rng(4)
    for chance in ("sampled", "explicit"):
        game = make_game(rng, level, 3, chance=chance, board_shape=(8, 30))
        game.new(5)
        for _ in range(150):
            position = dump_position(game.record, components)
            assert position["level"]["tiles"] == 4
            assert load_position(position, components).tobytes() == game.save()
            if game.public.outcome:
                begin_again = int(rng.integers(2**60))
                game.new(begin_again)
            game.step(choose(game, rng))
