"""The views of the game: PettingZoo's and Gymnasium's checkers, saving, agents as partners."""

import pytest

from tablemates.agents.explorers.script_agents import RulesAgent
from tablemates.envs import explorers_v0
from tablemates.envs.core.errors import ComponentsError, SettingsError


def test_a_win_rewards_every_seat_and_shaping_adds_up():
    weights = {"progress": 1.0, "pile": 0.5, "calm": 0.25}
    env = explorers_v0.env(level="first", players=2, shaping=weights)
    agent = RulesAgent(env._game)
    env.reset(seed=5)
    first, total = env._game.potential[0], 0.0
    while not all(env.terminations.values()):
        env.step(agent.act(env.situation()))
        total += env.rewards["player_0"]
        assert env.rewards["player_0"] == env.rewards["player_1"]
    assert total == pytest.approx(env._game.returns()[0] - first)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": "esay"}, "did you mean 'easy'"),
        ({"level": [1, 99]}, "no chest 99"),
        ({"players": 5}, "1 to 4 players"),
        ({"components": 7}, "no folder or file of parts"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises((SettingsError, ComponentsError), match=message):
        explorers_v0.env(**settings)
