"""One game of Crazy Eights at the table, as text and in both views of PettingZoo, side by side."""

import numpy as np
import pytest

from docs.examples.crazy_eights import CrazyEights
from tablemates.envs.core.text.asking import position_of
from tablemates.envs.core.views.constructors import views_of
from tablemates.table.session.game import TableGame
from tablemates.text import TextGame

VIEWS = views_of(CrazyEights)
SETTINGS = CrazyEights.settings_type


@pytest.mark.slow
def test_table_text_and_pettingzoo_show_every_seat_the_same():
    table = TableGame.begin(SETTINGS(players=3), seed=5)
    text = TextGame(SETTINGS.game, {"players": 3}, seed=5)
    env, parallel = VIEWS.env(players=3), VIEWS.parallel_env(players=3)
    env.reset(seed=5)
    both = parallel.reset(seed=5)
    game, rng, told = table.game, np.random.default_rng(0), []
    while not text.over:
        for seat, agent in enumerate(env.possible_agents):
            seen, (others, infos) = env.observe(agent), both[:1] + both[-1:]
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            hand = game.layout.as_dict(seen["observation"])["cards"][:, 0]
            with game.seen_as(seat):
                snapshot, position = game.snapshot(), position_of(game)
            read = text.observation_json(seat)
            assert np.array_equal(others[agent]["observation"], seen["observation"])
            for mask in (others[agent]["action_mask"], infos[agent]["action_mask"]):
                assert np.flatnonzero(mask).tolist() == (legal or [0])  # who waits, waits
            choices = [one["action"] for one in snapshot.pop("choices")]
            assert read["position"] == snapshot
            assert snapshot["own"]["hand"] == hand.tolist()
            assert position in text.observation(seat)
            assert choices == legal
            assert [one.id for one in text.legal(seat)] == legal
        told += game.told()
        action = int(rng.choice(table.legal))
        assert env.agent_selection == env.possible_agents[text.to_move]
        decider = env.agent_selection
        table.take(action)
        assert text.step(f'{{"action": {action}}}').accepted
        env.step(action)
        both = parallel.step({one: action if one == decider else 0 for one in parallel.agents})
    assert told
    assert table.over
    returns = game.returns()
    assert list(text.result.returns) == list(returns)
    assert [env.rewards[one] for one in env.possible_agents] == list(returns)
    assert [both[1][one] for one in env.possible_agents] == list(returns)
