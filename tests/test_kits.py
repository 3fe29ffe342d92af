"""The kits of PettingZoo and Gymnasium accept the views, in every form that they have."""

import inspect
import subprocess
import sys
from dataclasses import fields

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.settings import Settings

LEVELS = [1, 2, 3, 4, 5]
PLAYERS = [1, 2, 3, 4]
# PettingZoo says so of every environment whose observation holds an action mask.
MASK_INSIDE = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
]
mask_inside = [pytest.mark.filterwarnings(line) for line in MASK_INSIDE]


def with_marks(marks):
    def decorate(test):
        for mark in marks:
            test = mark(test)
        return test

    return decorate


@pytest.mark.slow
@with_marks(mask_inside)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("level", LEVELS)
def test_the_kits_accept_every_level_and_number_of_players(level, players, capsys):
    api_test(portal_dash_v0.env(level=level, players=players), num_cycles=200)
    seed_test(lambda: portal_dash_v0.env(level=level, players=players), num_cycles=100)
    parallel_api_test(portal_dash_v0.parallel_env(level=level, players=players), num_cycles=200)
    made = gymnasium.make("PortalDash-v0", level=level, players=players)
    check_env(made.unwrapped)


@pytest.mark.slow
@with_marks(mask_inside)
def test_the_kits_accept_the_other_forms(capsys):
    api_test(portal_dash_v0.env(level=LEVELS, players=PLAYERS), num_cycles=200)
    api_test(portal_dash_v0.env(observation="dict"), num_cycles=100)
    api_test(portal_dash_v0.env(mask_in_observation=False), num_cycles=100)
    api_test(portal_dash_v0.env(chance="explicit", players=3), num_cycles=200)
    api_test(portal_dash_v0.env(shaping={"progress": 1.0}, max_turns=4), num_cycles=200)
    parallel = portal_dash_v0.parallel_env
    parallel_seed_test(lambda: parallel(illegal_action="penalty"), num_cycles=100)
    parallel_api_test(parallel(observation="dict"), num_cycles=100)
    parallel_api_test(parallel(chance="explicit", players=3), num_cycles=100)
    parallel_api_test(parallel(shaping={"progress": 1.0}, max_turns=4), num_cycles=200)
    for changes in ({"observation": "dict"}, {"mask_in_observation": True}, {"chance": "explicit"}):
        check_env(gymnasium.make("PortalDash-v0", **changes).unwrapped)


@pytest.mark.slow
def test_rendering(capsys):
    render_test(portal_dash_v0.env)
    env = portal_dash_v0.env(render_mode="human")
    env.reset(seed=0)
    capsys.readouterr()
    assert env.render() is None
    printed = capsys.readouterr().out
    env = portal_dash_v0.env(render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == printed.rstrip("\n") + "\n"
    assert max(len(line) for line in printed.splitlines()) <= 100


@pytest.mark.slow
def test_the_ids_work_without_importing_envs():
    program = (
        "import gymnasium, pettingzoo, sys\n"
        "gym = gymnasium.make('PortalDash-v0', level=3)\n"
        "gym.reset(seed=1)\n"
        "aec = pettingzoo.make('aec', 'portal_dash-v0', level=3)\n"
        "aec.reset(seed=1)\n"
        "assert aec.save() == gym.unwrapped.save() != b''\n"
        "aec.step(0)\n"
        "assert aec.infos[aec.agent_selection]['illegal'], 'registered ids do not raise'\n"
        "parallel = pettingzoo.make('parallel', 'portal_dash-v0', level=3)\n"
        "parallel.reset(seed=1)\n"
        "assert parallel.save() == gym.unwrapped.save()\n"
        "assert parallel.step(dict.fromkeys(parallel.agents, 1))[4]['player_0']['illegal']\n"
        "lanes = gymnasium.make_vec('PortalDash-v0', 2, 'vector_entry_point', level=3)\n"
        "lanes.reset(seed=1)\n"
        "assert lanes.unwrapped.game(0) == gym.unwrapped.save()\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_every_setting_is_in_every_signature_with_its_default():
    settings = {field.name: field.default for field in fields(Settings)}
    single = {"illegal_action": "penalty", "mask_in_observation": False}
    seat = {"seat": None, "partners": None}
    lanes = {
        "num_envs": inspect.Parameter.empty,
        "threads": 1,
        "autoreset_mode": "NextStep",
        "buffers": None,
    }
    for view, changes in (
        (portal_dash_v0.env, {}),
        (portal_dash_v0.raw_env, {}),
        (portal_dash_v0.parallel_env, {}),
        (portal_dash_v0.gym_env, single | seat),
        (portal_dash_v0.vector_env, single | seat | lanes),
    ):
        signature = inspect.signature(view).parameters
        assert {name: p.default for name, p in signature.items()} == settings | changes
        assert view.__doc__


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_pettingzoo_makes_both_views(kind):
    env = pettingzoo.make(kind, "portal_dash-v0", level=2, illegal_action="raise")
    assert str(env) == "portal_dash_v0"
    assert env.unwrapped is env
