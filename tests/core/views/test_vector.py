"""Many games at once, in a game in which a reward for the wrong seat is noticed."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tablemates.envs.core.errors import ResetNeededError
from tests.core.conftest import lanes, single
from tests.core.dice_race import ROLL
from tests.in_lanes import play_beside


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "settings",
    [
        {"players": [1, 2, 5], "shaped": True},
        {"players": 3, "illegal": "end"},
        {"players": [2, 4], "shaped": True, "max_turns": 6},
    ],
)
def test_lanes_answer_as_single_views_do(mode, settings):
    vector = lanes(4, mode, **settings)
    assert play_beside(lambda: single(**settings), vector, 250, illegal=0.05) > 8


def test_a_lanes_game_is_over_in_a_view_of_its_own_if_it_was_cut_short():
    vector, view = lanes(2, "NextStep", players=2, max_turns=1), single(players=2, max_turns=1)
    vector.reset(seed=0)
    while not (over := vector.step([ROLL, ROLL])[3]).any():
        pass
    for lane in range(2):
        view.restore(vector.game(lane))
        assert (view.legal_actions() == []) == over[lane]
    view.restore(vector.game(int(np.argmax(over))))
    with pytest.raises(ResetNeededError, match="the game is over"):
        view.step(ROLL)
