"""The views of the game pass the checkers of PettingZoo and Gymnasium; rewards reach each seat."""

import numpy as np
import pytest

from tablemates.envs import builders_biomes_v0
from tablemates.envs.builders_biomes.vocabulary import Source
from tests.builders_biomes.table import Table, columns


def test_every_seat_of_the_parallel_view_gets_its_own_return():
    env = builders_biomes_v0.env(players=3, reward="zero_sum")
    env.load_position(
        {
            "cube": columns(2, *[1] * 15),
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


def test_the_last_step_tells_scores_ranks_and_where_xp_came_from():
    table = Table.at(
        cube=columns(2, *[1] * 15),
        unseen={},
        scored=2,
        actions=1,
        used=2,
        seats=[{"xp": {"fight": 7, "scoring_a": 6}}],
    )
    table.do("block 0", "block 3")
    ending = table.game.ending()
    assert ending["scores"].tolist() == ending["standings"].tolist() == [13, 0, 0, 0]
    assert ending["ranks"].tolist() == [1, 2, 0, 0]
    assert ending["breakdown"][:, Source.FIGHT].tolist() == [7, 0, 0, 0]
    assert table.game.score_unit == "XP"


@pytest.mark.slow
def test_chance_that_ends_the_game_pays_the_seat_whose_fight_it_was():
    env = builders_biomes_v0.gym_env(players=2, reward="zero_sum", chance="explicit")
    rng = np.random.default_rng(0)
    found = set()
    for seed in range(200):
        _, info = env.reset(seed=seed)
        over, mover = False, None
        while not over:
            seat = info["seat"]
            mover = mover if seat < 0 else seat
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, over, _, info = env.step(action)
        if seat < 0:
            assert reward == info["returns"][mover]
            found.add((mover, reward))
        if {(0, 1.0), (1, 1.0), (1, -1.0)} <= found:
            return
    raise AssertionError(found)
