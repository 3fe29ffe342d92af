"""The game whose decisions and events are told."""

import pytest

from tablemates.envs.portal_dash.rules.vocabulary import Colour
from tests.played import PlayedGame
from tests.strings.board import clear_board


@pytest.fixture
def game():
    """Return a game in whose first turn Pink acts, on a board without obstacles and mobs."""
    game = PlayedGame(seed=3).started()
    clear_board(game.p)
    game.p.height[:] = 4
    game.p.cube[:] = Colour.GRAY
    game.p.hearts[:2] = 6
    for seat in range(2):
        game.p.item_active[seat, :5] = 1
        game.p.item_hearts[seat, 2] = 1
    return game
