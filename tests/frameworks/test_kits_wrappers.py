"""SuperSuit's wrappers around the views: those that users apply, and why others do not fit.

``black_death_v3`` has nothing to do (a team ends together; it would also wait for an end
that is termination and truncation at once), those that repeat actions ask the wrong
question twice, those for pixels want pixels. ``agent_indicator_v0`` writes a mark that
lies outside the space it declares where values have different bounds, as ours have;
an observation tells the seat anyway.
"""

import warnings

import numpy as np
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own, about Gymnasium's future
    supersuit = pytest.importorskip("supersuit", reason="pip install 'tablemates[judge]'")

from pettingzoo.test import api_test, parallel_api_test

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.policies import PENALTY

FLAT = {"mask_in_observation": False, "illegal_action": "penalty", "players": 3}
SIZE = portal_dash_v0.layout().size
WRAPPERS = {
    "pad_observations": supersuit.pad_observations_v0,
    "pad_action_space": supersuit.pad_action_space_v0,
    "dtype": lambda env: supersuit.dtype_v0(env, np.float32),
    "normalize_obs": lambda env: supersuit.normalize_obs_v0(supersuit.dtype_v0(env, np.float32)),
    "frame_stack": lambda env: supersuit.frame_stack_v1(env, 3),
    "delay_observations": lambda env: supersuit.delay_observations_v0(env, 2),
    "clip_reward": supersuit.clip_reward_v0,
    "reward_lambda": lambda env: supersuit.reward_lambda_v0(env, lambda reward: 2 * reward),
    "observation_lambda": lambda env: supersuit.observation_lambda_v0(
        env, lambda seen, space: seen, lambda space: space
    ),
    "action_lambda": lambda env: supersuit.action_lambda_v1(
        env, lambda action, space: action, lambda space: space
    ),
}
# The kit says so of observations that are all zeros, as delayed ones are at first, and
# of wrappers, which are not named as it wants.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("name", WRAPPERS)
def test_wrapped_views_pass_pettingzoos_tests(name, capsys):
    wrap = WRAPPERS[name]
    api_test(wrap(portal_dash_v0.env(**FLAT)), num_cycles=60)
    parallel_api_test(wrap(portal_dash_v0.parallel_env(**FLAT)), num_cycles=60)


def test_what_wrappers_show_is_what_the_view_shows():
    plain = portal_dash_v0.env(**FLAT)
    stacked = supersuit.frame_stack_v1(portal_dash_v0.env(**FLAT), 3)
    rng = np.random.default_rng(0)
    plain.reset(seed=1)
    stacked.reset(seed=1)
    before = {agent: [] for agent in plain.agents}
    for _ in range(60):
        if any(plain.terminations.values()):
            break
        agent, info = plain.agent_selection, plain.last()[4]
        assert stacked.agent_selection == agent
        assert np.array_equal(stacked.last()[4]["action_mask"], info["action_mask"])
        assert np.array_equal(stacked.last()[0].reshape(3, SIZE)[-1], plain.last()[0])
        before[agent].append(plain.last()[0])
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        plain.step(action)
        stacked.step(action)
    assert max(len(seen) for seen in before.values()) > 3


def test_the_parallel_view_as_vectors():
    def vectors(count, processes):
        lanes = supersuit.pettingzoo_env_to_vec_env_v1(portal_dash_v0.parallel_env(**FLAT))
        return supersuit.concat_vec_envs_v1(lanes, count, num_cpus=processes)

    rng = np.random.default_rng(0)
    lanes = vectors(2, 1)
    observations, _ = lanes.reset(seed=1)
    assert observations.shape == (6, SIZE)
    for _ in range(150):
        observations, rewards, *_, infos = lanes.step(rng.integers(0, lanes.action_space.n, 6))
        assert observations.shape == (6, SIZE)
        assert set(np.round(rewards, 4)) <= {0.0, np.float32(PENALTY)}
        assert len(infos) == 6


@pytest.mark.slow
def test_vectors_in_processes():
    lanes = supersuit.pettingzoo_env_to_vec_env_v1(portal_dash_v0.parallel_env(**FLAT))
    lanes = supersuit.concat_vec_envs_v1(lanes, 2, num_cpus=2)
    try:
        observations, _ = lanes.reset(seed=1)
        assert observations.shape == (6, SIZE)
        observations, *_ = lanes.step(np.zeros(6, np.int64))
        assert observations.shape == (6, SIZE)
    finally:
        lanes.close()


@pytest.mark.filterwarnings("ignore:agent_selector is deprecated")  # it calls PettingZoo's old one
def test_copies_of_the_aec_and_of_the_single_view_as_vectors():
    turns = supersuit.vectorize_aec_env_v0(portal_dash_v0.env(**FLAT), 2)
    turns.reset(seed=1)
    for agent in turns.agent_iter(20):
        assert agent in turns.possible_agents
        observations, *_ = turns.last()
        assert observations.shape == (2, SIZE)
        turns.step(np.zeros(2, np.int64))
    single = supersuit.gym_vec_env_v0(portal_dash_v0.gym_env(), 2)
    observations, _ = single.reset(seed=1)
    assert observations.shape == (2, SIZE)


def test_a_learner_takes_the_parallel_view_through_it():
    learner = pytest.importorskip("stable_baselines3", reason="pip install 'tablemates[train]'")
    lanes = supersuit.pettingzoo_env_to_vec_env_v1(portal_dash_v0.parallel_env(**FLAT))
    lanes = supersuit.concat_vec_envs_v1(lanes, 1, base_class="stable_baselines3")
    model = learner.PPO("MlpPolicy", lanes, n_steps=32, batch_size=32, n_epochs=1)
    model.learn(96)
    assert model.num_timesteps == 96
