"""SuperSuit's wrappers around the views.

``black_death_v3`` has nothing to do (a team ends together), those that repeat actions ask the
wrong question twice, those for pixels want pixels. ``agent_indicator_v0`` writes a mark outside
of the space that it declares where values have different bounds, as ours have; an observation
tells the seat anyway.
"""

import warnings

import numpy as np
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own, about Gymnasium's future
    supersuit = pytest.importorskip("supersuit", reason="pip install supersuit")

from pettingzoo.test import api_test, parallel_api_test

from tablemates.envs import portal_dash_v0

FLAT = {"mask_in_observation": False, "illegal_action": "penalty", "players": 3}
WRAPPERS = {
    "pad_observations": supersuit.pad_observations_v0,
    "pad_action_space": supersuit.pad_action_space_v0,
    "normalize_obs": lambda env: supersuit.normalize_obs_v0(supersuit.dtype_v0(env, np.float32)),
    "frame_stack": lambda env: supersuit.frame_stack_v1(env, 3),
    "delay_observations": lambda env: supersuit.delay_observations_v0(env, 2),
    "clip_reward": supersuit.clip_reward_v0,
    "action_lambda": lambda env: supersuit.action_lambda_v1(
        env, lambda action, space: action, lambda space: space
    ),
}
# PettingZoo says so of observations that are all zeros, as delayed ones are at first, and of
# wrappers, which are not named as it wants.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("name", WRAPPERS)
def test_wrapped_views_pass_pettingzoos_tests(name, capsys):
    wrap = WRAPPERS[name]
    api_test(wrap(portal_dash_v0.env(**FLAT)), num_cycles=60)
    parallel_api_test(wrap(portal_dash_v0.parallel_env(**FLAT)), num_cycles=60)


def test_a_learner_takes_the_parallel_view_through_it():
    learner = pytest.importorskip("stable_baselines3", reason="pip install 'tablemates[train]'")
    lanes = supersuit.pettingzoo_env_to_vec_env_v1(portal_dash_v0.parallel_env(**FLAT))
    lanes = supersuit.concat_vec_envs_v1(lanes, 1, base_class="stable_baselines3")
    model = learner.PPO("MlpPolicy", lanes, n_steps=32, batch_size=32, n_epochs=1)
    model.learn(96)
    assert model.num_timesteps == 96
