"""PettingZoo's tests pass for the AEC and the parallel view, and its registry knows them.

What does not fit a game of turns: ``max_cycles_test`` wants a parameter that bounds the steps of
every agent, where ``max_turns`` bounds the game's turns; ``test_save_obs`` wants observations
that are images; ``manual_control_test`` a window and keys; ``bombardment_test`` takes what
``step`` returns for an observation, which in an AEC environment is nothing.
"""

import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from tablemates.envs.portal_dash_v0 import env, parallel_env
from tests.portal_dash.games import LEVELS, PLAYERS

# PettingZoo says so of every environment whose observation holds an action mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_and_number_of_players(level, players, capsys):
    settings = {"level": level, "players": players}
    api_test(env(**settings), num_cycles=200)
    seed_test(lambda: env(**settings), num_cycles=100)
    parallel_api_test(parallel_env(**settings), num_cycles=200)
    penalty = {**settings, "illegal_action": "penalty"}
    state_test(env(**penalty), parallel_env(**penalty))


@pytest.mark.parametrize(
    "settings",
    [
        {"level": LEVELS, "players": PLAYERS},
        {"observation": "dict"},
        {"mask_in_observation": False},
        {"chance": "explicit", "players": 3},
        {"shaping": {"progress": 1.0}, "max_turns": 4},
        {"level": 5, "players": 3, "illegal_action": "end"},
    ],
    ids=str,
)
def test_other_settings(settings, capsys):
    api_test(env(**settings), num_cycles=100)
    seed_test(lambda: env(**settings), num_cycles=100)
    if "chance" in settings:  # chance takes no illegal outcomes; parallel_seed_test draws some
        parallel_api_test(parallel_env(**settings), num_cycles=100)
        return
    penalty = {**settings, "illegal_action": "penalty"}
    parallel_seed_test(lambda: parallel_env(**penalty), num_cycles=100)
    if settings.get("level") != LEVELS:  # the test wants all possible agents in every game
        parallel_api_test(parallel_env(**penalty), num_cycles=100)


@pytest.mark.slow
def test_rendering(capsys):
    render_test(env)
    human = env(render_mode="human")
    human.reset(seed=0)
    capsys.readouterr()
    assert human.render() is None
    printed = capsys.readouterr().out
    text = env(render_mode="ansi")
    text.reset(seed=0)
    assert text.render() == printed.rstrip("\n") + "\n"
    assert max(len(line) for line in printed.splitlines()) <= 100


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_pettingzoo_makes_both_views(kind):
    made = pettingzoo.make(kind, "portal_dash-v0", level=2, illegal_action="raise")
    assert str(made) == "portal_dash_v0"
    assert made.unwrapped is made
