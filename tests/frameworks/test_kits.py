"""The rest of PettingZoo's kit and of Gymnasium's, beside tests/test_kits.py.

What does not fit a game of turns: ``max_cycles_test`` wants a parameter that bounds the
steps of every agent, where ``max_turns`` bounds the game's turns (its truncation is
tested in tests/test_views.py); ``test_save_obs`` wants observations that are images;
``manual_control_test`` a window and keys; ``bombardment_test`` takes what ``step``
returns for an observation, which in an AEC environment is nothing.
"""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from pettingzoo.test import parallel_seed_test, performance_benchmark, seed_test, state_test

from tablemates.envs import portal_dash_v0
from tests.games import LEVELS, PLAYERS
from tests.in_lanes import assert_same, choices

SETTINGS = [
    {"level": LEVELS, "players": PLAYERS},
    {"level": 5, "players": 3, "illegal_action": "end"},
    {"chance": "explicit"},
    {"max_turns": 2, "shaping": {"progress": 1.0}},
    {"observation": "tokens", "mask_in_observation": True},
]
# PettingZoo says so of every environment whose observation holds an action mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
by_first = {"ids": lambda one: next(iter(one))}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("level", LEVELS)
def test_states_lie_in_their_space(level, players):
    views = (portal_dash_v0.env, portal_dash_v0.parallel_env)
    state_test(*(view(level=level, players=players, illegal_action="penalty") for view in views))


@pytest.mark.parametrize("settings", SETTINGS[1:4], **by_first)
def test_seeds_of_other_settings(settings, capsys):
    penalty = {**settings, "illegal_action": "penalty"}
    seed_test(lambda: portal_dash_v0.env(**settings), num_cycles=100)
    if "chance" not in settings:  # chance has no illegal outcomes, and this one samples freely
        parallel_seed_test(lambda: portal_dash_v0.parallel_env(**penalty), num_cycles=100)


@pytest.mark.slow
def test_the_benchmark_of_the_kit_runs(capsys):
    performance_benchmark(portal_dash_v0.env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("settings", [SETTINGS[0], *SETTINGS[3:]], **by_first)
def test_two_instances_are_the_same_environment(settings):
    make = portal_dash_v0.gym_env
    check_environments_match(make(**settings), make(**settings), num_steps=200, seed=5)


def test_gymnasiums_passive_checker_sees_whole_games_through():
    env = gymnasium.make("PortalDash-v0", level=3, players=3)
    rng = np.random.default_rng(0)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
    env.close()


def make_single():
    return portal_dash_v0.gym_env(level=[1, 5], players=[1, 4], max_turns=2)


def beside(context, mode, steps):
    """Play lanes in worker processes beside lanes in this one; return how many games ended."""
    workers = AsyncVectorEnv([make_single] * 2, context=context, autoreset_mode=mode)
    here = SyncVectorEnv([make_single] * 2, autoreset_mode=mode)
    try:
        answers = here.reset(seed=3)
        assert_same(workers.reset(seed=3), answers, "reset")
        rng, ended = np.random.default_rng(0), 0
        for n in range(steps):
            masks = np.stack([env.action_masks() for env in here.envs])
            actions = choices(masks, rng, illegal=0.05)
            answers = here.step(actions)
            assert_same(workers.step(actions), answers, f"step {n}")
            over = answers[2] | answers[3]
            ended += over.sum()
            if mode is AutoresetMode.DISABLED and over.any():
                one, two = ({"reset_mask": over.copy()} for _ in range(2))
                answers = here.reset(options=one)
                assert_same(workers.reset(options=two), answers, "reset again")
        return ended
    finally:
        workers.close()
        here.close()


@pytest.mark.parametrize("mode", AutoresetMode)
def test_forked_workers_are_in_step(mode):
    assert beside("fork", mode, 60) > 0


@pytest.mark.slow
def test_spawned_workers_are_in_step():
    assert beside("spawn", AutoresetMode.NEXT_STEP, 60) > 0
