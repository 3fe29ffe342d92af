"""One seat of Portal Dash with partners at the others."""

from tablemates.envs.portal_dash_v0 import Pool, gym_env, vector_env
from tests.agents import bots
from tests.in_lanes import play_beside

LEVELS = [1, 2, 3, 4, 5]


def test_lanes_answer_as_single_views_do():
    settings = {
        "level": LEVELS,
        "players": [1, 2, 4],
        "seat": "random",
        "partners": Pool(["random", "tests.agents.bots:First"]),
        "shaping": {"progress": 1.0, "hearts": 0.3, "items": 0.2},
        "shaping_discount": 0.9,
        "max_turns": 4,
    }
    vector = vector_env(4, autoreset_mode="SameStep", **settings)
    assert play_beside(lambda: gym_env(**settings), vector, 100, illegal=0.03) > 8


def test_closing_ends_the_partners_that_were_found_by_name(monkeypatch):
    closed = []
    monkeypatch.setattr(bots.First, "close", lambda self: closed.append(self))
    mine = bots.First(None)
    view = gym_env(level=1, players=3, seat=0, partners=[f"{bots.__name__}:First", mine])
    view.reset(seed=1)
    view.close()
    (found,) = closed
    assert found is not mine
