"""The views of the game pass the checkers of PettingZoo and Gymnasium; rewards reach each seat."""

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tablemates.envs import builders_biomes_v0
from tests.builders_biomes.table import Table

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal"),
]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo(players, capsys):
    api_test(builders_biomes_v0.env(players=players), num_cycles=200)
    seed_test(lambda: builders_biomes_v0.env(players=players), num_cycles=100)
    parallel_api_test(builders_biomes_v0.parallel_env(players=players), num_cycles=200)
    made = pettingzoo.make("parallel", "builders_biomes-v0")
    assert made.possible_agents == ["player_0", "player_1"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings", [{}, {"observation": "candidates"}, {"players": 4, "reward": "zero_sum"}], ids=str
)
def test_gymnasium(settings):
    check_env(gymnasium.make("BuildersBiomes-v0", **settings).unwrapped)


def test_every_seat_of_the_parallel_view_gets_its_own_return():
    env = builders_biomes_v0.env(players=3, reward="zero_sum")
    env.load_position(
        {
            "cube": [["wood"] * 2, *[["wood"]] * 15],
            "unseen": {},
            "scored": 2,
            "actions": 1,
            "used": 2,
            "seats": [{}, {"xp": {"fight": 30}}, {"xp": {"fight": 40}}],
        }
    )
    env.step(2)
    env.step(5)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards == {"player_0": -0.5, "player_1": -0.5, "player_2": 1.0}


def test_a_seat_against_partners():
    env = builders_biomes_v0.gym_env(
        players=3,
        seat="random",
        partners=["rules", "random"],
    )
    _, info = env.reset(seed=3)
    seats = set()
    for seed in range(4):
        _, info = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            action = int(np.flatnonzero(info["action_mask"])[0])
            _, reward, over, _, info = env.step(action)
            total += reward
        seats.add(info["seat"])
        assert total in (0.0, 0.5, 1.0)
    assert len(seats) > 1


def test_the_last_step_tells_scores_ranks_and_where_xp_came_from():
    table = Table.at(
        cube=[["wood"] * 2, *[["wood"]] * 15],
        unseen={},
        scored=2,
        actions=1,
        used=2,
        seats=[{"xp": {"fight": 7, "scoring_a": 6}}],
    )
    table.do("block 0", "block 3")
    ending = table.game.ending()
    assert (ending["scores"].tolist(), ending["ranks"]) == ([13, 0, 0, 0], [1, 2])
    assert ending["breakdown"][0]["fight"] == 7
    assert table.game.score_unit == "XP"
