"""PettingZoo and Gymnasium accept every game's views, and both registries know them.

What does not fit a game of turns: ``max_cycles_test`` wants a parameter that bounds the steps of
every agent, where ``max_turns`` bounds the game's turns; ``test_save_obs`` wants observations
that are images; ``manual_control_test`` a window and keys; ``bombardment_test`` takes what
``step`` returns for an observation, which in an AEC environment is nothing.
"""

import importlib
import inspect
from dataclasses import fields

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from tablemates.envs.registry import GAMES, find_game

SETTINGS = [
    {"players": "least"},
    {"players": "most", "illegal_action": "end"},
    {"players": "all", "observation": "dict", "max_turns": 4},
    {"observation": "candidates", "mask_in_observation": False},
    {"chance": "explicit"},
]
# PettingZoo says the first two of every environment whose observation holds an action mask; rows
# of tokens have columns that only other kinds of rows use; some games have fewer agents.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{words}")
    for words in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        ".*maximum and minimum values are equal",
        ".*Not able to test alternative render modes",
        "No agents present but not all possible_agents",
    )
]


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


def views(game):
    return importlib.import_module(GAMES[game].module)


@pytest.mark.slow
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_checkers_accept_the_views(game, settings, capsys):
    made, seats = views(game), find_game(game).settings_type.seats
    players = {"least": seats[0], "most": seats[-1], "all": [*seats]}
    given = settings | {"players": players[settings.get("players", "least")]}
    api_test(made.env(**given), num_cycles=100)
    seed_test(lambda: made.env(**given), num_cycles=60)
    if "chance" in given:  # takes no illegal outcomes; the other tests draw some
        parallel_api_test(made.parallel_env(**given), num_cycles=60)
        return
    check_env(made.gym_env(**given))
    check_environments_match(made.gym_env(**given), made.gym_env(**given), num_steps=60, seed=5)
    penalty = given | {"illegal_action": "penalty"}
    parallel_seed_test(lambda: made.parallel_env(**penalty), num_cycles=60)
    if not isinstance(given["players"], list):  # they want all possible agents in every game
        parallel_api_test(made.parallel_env(**penalty), num_cycles=60)
        state_test(made.env(**penalty), made.parallel_env(**penalty))


@pytest.mark.slow
def test_rendering(game, capsys):
    render_test(views(game).env)
    human, text = (views(game).env(render_mode=mode) for mode in ("human", "ansi"))
    for env in (human, text):
        env.reset(seed=0)
    capsys.readouterr()
    assert human.render() is None
    printed = capsys.readouterr().out
    assert text.render().rstrip("\n") == printed.rstrip("\n")
    assert max(map(len, printed.splitlines())) <= 100


def test_both_registries_make_the_game(game):
    registered, name = GAMES[game], find_game(game).name
    assert str(pettingzoo.make("aec", registered.pettingzoo_id)) == name
    assert str(pettingzoo.make("parallel", registered.pettingzoo_id)) == name
    single = gymnasium.make(registered.gymnasium_id).unwrapped
    lanes = gymnasium.make_vec(registered.gymnasium_id, 3)
    assert lanes.num_envs == 3
    assert lanes.single_observation_space == single.observation_space


def test_every_setting_is_in_every_signature_with_its_default(game):
    made = views(game)
    settings = {field.name: field.default for field in fields(find_game(game).settings_type)}
    single = {"illegal_action": "penalty", "mask_in_observation": False}
    seat = {"seat": None, "partners": None}
    needed = inspect.Parameter.empty
    lanes = {"num_envs": needed, "threads": 1, "autoreset_mode": "NextStep", "copy": True}
    for view, changes in (
        (made.env, {}),
        (made.parallel_env, {}),
        (made.gym_env, single | seat),
        (made.vector_env, single | seat | lanes),
    ):
        signature = inspect.signature(view).parameters
        assert {name: p.default for name, p in signature.items()} == settings | changes
        assert view.__doc__
