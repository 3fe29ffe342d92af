"""The views of the game: PettingZoo's and Gymnasium's checkers, saving, agents as partners."""

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test, state_test

from tablemates.agents.explorers.agent import RulesAgent, SimpleAgent
from tablemates.envs import explorers_v0
from tablemates.envs.core.errors import ComponentsError, FormatError, SettingsError
from tablemates.envs.core.replay import Replay
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import Settings
from tests.explorers.table import LEVELS

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal"),
    pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {"level": "first", "players": 1},
        {"level": [*LEVELS, [5, 6, 7]], "players": [1, 2, 3, 4]},
        {"level": "hardcore", "players": 4, "observation": "candidates"},
        {"chance": "explicit", "players": 3},
        {"shaping": {"progress": 1.0, "calm": 0.2}, "max_turns": 4},
    ],
    ids=str,
)
def test_the_checkers_accept_the_views(settings, capsys):
    api_test(explorers_v0.env(**settings), num_cycles=100)
    seed_test(lambda: explorers_v0.env(**settings), num_cycles=60)
    check_env(explorers_v0.gym_env(**settings))
    if "chance" not in settings:
        penalty = {**settings, "illegal_action": "penalty"}
        state_test(explorers_v0.env(**penalty), explorers_v0.parallel_env(**penalty))
        if not isinstance(settings.get("players"), list):
            parallel_api_test(explorers_v0.parallel_env(**penalty), num_cycles=100)


def test_both_registries_make_the_game():
    env = gymnasium.make("Explorers-v0", level="easy", players=2)
    _, info = env.reset(seed=3)
    assert (info["level"], info["players"]) == (1, 2)
    assert str(pettingzoo.make("aec", "explorers-v0")) == "explorers_v0"
    assert gymnasium.make_vec("Explorers-v0", 3, players=2).num_envs == 3


def test_a_game_is_saved_restored_and_replayed():
    env = explorers_v0.env(level="normal", players=2)
    agent = RulesAgent(env._game)
    env.reset(seed=5)
    for _ in range(30):
        env.step(agent.act(env.situation()))
    saved, seen = env.save(), env.snapshot()
    other = explorers_v0.env(level="normal", players=2)
    other.restore(saved)
    assert other.snapshot() == seen
    replay = Replay.from_json(env.replay().to_json())
    game = Explorers(Settings.of_recipe(replay.recipe))
    assert len(list(replay.play(game))) == 31
    assert game.save() == env._game.save()
    with pytest.raises(FormatError, match="players=2"):
        explorers_v0.env(level="normal", players=1).restore(saved)


def test_an_agent_plays_the_other_seats():
    made = Explorers(Settings())
    env = explorers_v0.gym_env(level="easy", players=3, seat=1, partners=[SimpleAgent(made)] * 2)
    _, info = env.reset(seed=1)
    while True:
        assert info["seat"] == 1
        _, _, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if terminated:
            break
    assert info["returns"].tolist() == [0.0, 0.0, 0.0]


def test_a_win_rewards_every_seat_and_shaping_adds_up():
    weights = {"progress": 1.0, "pile": 0.5, "calm": 0.25}
    env = explorers_v0.env(level="first", players=2, shaping=weights)
    agent = RulesAgent(env._game)
    env.reset(seed=5)
    first, total = env._game.lane.potential[0], 0.0
    while not all(env.terminations.values()):
        env.step(agent.act(env.situation()))
        total += env.rewards["player_0"]
        assert env.rewards["player_0"] == env.rewards["player_1"]
    assert total == pytest.approx(env._game.returns()[0] - first)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": "esay"}, "did you mean 'easy'"),
        ({"level": []}, "must not be empty"),
        ({"level": [1, 99]}, "no chest 99"),
        ({"level": 3}, "no level's name"),
        ({"players": 5}, "1 to 4 players"),
        ({"shaping": {"progres": 1}}, "did you mean 'progress'"),
        ({"components": 7}, "no file of parts"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises((SettingsError, ComponentsError), match=message):
        explorers_v0.env(**settings)


def test_the_simple_script_is_weaker_than_the_rules():
    wins = {}
    for agent in (SimpleAgent, RulesAgent):
        won = 0
        for seed in range(30):
            game = Explorers(Settings(level="easy", players=1))
            env = explorers_v0.env(level="easy", players=1)
            env.reset(seed=seed)
            player = agent(game)
            while not all(env.terminations.values()):
                env.step(player.act(env.situation()))
            won += env._game.returns()[0]
        wins[agent] = won
    assert wins[RulesAgent] > wins[SimpleAgent] > 0
