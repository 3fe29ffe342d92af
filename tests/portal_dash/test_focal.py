"""One seat of Portal Dash with partners at the others."""

import pytest
from gymnasium.vector import AutoresetMode

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.portal_dash_v0 import Pool, gym_env, vector_env
from tests.agents import bots
from tests.in_lanes import play_beside

LEVELS = [1, 2, 3, 4, 5]


@pytest.mark.parametrize("mode", AutoresetMode)
def test_lanes_answer_as_single_views_do(mode):
    settings = {
        "level": LEVELS,
        "players": [1, 2, 4],
        "seat": "random",
        "partners": Pool(["random", "tests.agents.bots:First"]),
        "shaping": {"progress": 1.0, "hearts": 0.3, "items": 0.2},
        "shaping_discount": 0.9,
        "max_turns": 4,
    }
    vector = vector_env(4, autoreset_mode=mode, **settings)
    assert play_beside(lambda: gym_env(**settings), vector, 100, illegal=0.03) > 8


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seat": 0}, "no partners are given for a game of 2 players"),
        ({"partners": ["random"]}, "seat=0 or 'random'"),
        ({"seat": 0, "partners": ["random"], "players": [2, 3]}, r"1 partner is given .* Pool"),
        ({"seat": 0, "partners": ["random"], "chance": "explicit"}, "do not go together"),
    ],
)
@pytest.mark.parametrize("make", [gym_env, lambda **settings: vector_env(2, **settings)])
def test_wrong_seats_and_partners_get_a_sentence(make, settings, sentence):
    with pytest.raises(SettingsError, match=sentence):
        make(**settings)


def test_closing_ends_the_partners_that_were_found_by_name(monkeypatch):
    closed = []
    monkeypatch.setattr(bots.First, "close", lambda self: closed.append(self))
    mine = bots.First(None)
    view = gym_env(level=1, players=3, seat=0, partners=[f"{bots.__name__}:First", mine])
    view.reset(seed=1)
    view.close()
    (found,) = closed
    assert found is not mine
