"""The vector environment of the learners."""

import numpy as np
import pytest

from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash_v0 import Pool

pytest.importorskip("torch")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from tablemates.agents.learn.vec_env import make_training_envs

SETTINGS = Settings(level=[1, 4], max_turns=2)


def random_actions(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def played(env, steps):
    """Play random legal actions; return the infos of finished episodes."""
    rng, ends = np.random.default_rng(0), []
    for _ in range(steps):
        observations, rewards, dones, infos = env.step(random_actions(get_action_masks(env), rng))
        assert observations.shape == (env.num_envs, *env.observation_space.shape)
        assert rewards.dtype == np.float32
        ends += [info for info, over in zip(infos, dones, strict=True) if over]
        assert not any(info for info, over in zip(infos, dones, strict=True) if not over)
    return ends


def test_stable_baselines3_sees_masks_and_finished_episodes():
    env = make_training_envs(SETTINGS, 6, seed=0)
    assert is_masking_supported(env)
    assert np.array_equal(get_action_masks(env), env.env.action_masks())
    masks = env.env_method("action_masks", indices=[0, 3])
    assert np.array_equal(masks, env.action_masks()[[0, 3]])
    env.reset()
    ends = played(env, 60)
    assert {end["level"] for end in ends} == {1, 4}
    assert {end["TimeLimit.truncated"] for end in ends} == {False, True}
    for end in ends:
        assert end["TimeLimit.truncated"] == (end["outcome"] == "running")
        assert env.observation_space.contains(end["terminal_observation"])
    assert sum(end["l"] for end in ends) <= 60 * 6
    assert [end["progress"] for end in ends] == [one["progress"] for one in env.take_episodes()]
    assert env.take_episodes() == []


def test_maskable_ppo_learns_from_it_with_partners():
    partners = Pool(["random"])
    envs = make_training_envs(Settings(), 4, 0, seat="random", partners=partners)
    model = MaskablePPO("MlpPolicy", envs, n_steps=8, batch_size=16, n_epochs=1)
    model.learn(64)
    assert model.num_timesteps == 64


def test_restored_environments_continue_exactly():
    one, two = (make_training_envs(SETTINGS, 3, seed) for seed in (0, 1))
    rng = np.random.default_rng(0)
    for _ in range(10):
        one.step(random_actions(one.masks, rng))
    two.restore(one.state())
    for _ in range(30):
        assert np.array_equal(one.observations, two.observations)
        assert np.array_equal(one.masks, two.masks)
        actions = random_actions(one.masks, rng)
        here, there = one.step(actions), two.step(actions)
        for ours, theirs in zip(here[:3], there[:3], strict=True):
            assert np.array_equal(ours, theirs)
    assert one.state() == two.state()
