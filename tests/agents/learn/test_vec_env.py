"""The vector environment of the learners."""

from functools import partial

import numpy as np
import pytest

pytest.importorskip("torch")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.vec_env import make_training_envs
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.seat_options import Pool
from tests.core.dice_race import Settings

SETTINGS = Settings(players=[2, 4], max_turns=6, mask_in_observation=False)


def random_actions(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def test_stable_baselines3_sees_masks_and_finished_episodes():
    env = make_training_envs(SETTINGS, 6, seed=0)
    assert is_masking_supported(env)
    masks = env.env_method("action_masks", indices=[0, 3])
    assert np.array_equal(masks, env.action_masks()[[0, 3]])
    env.reset()
    rng, ends = np.random.default_rng(0), []
    for _ in range(100):
        observations, rewards, dones, infos = env.step(random_actions(get_action_masks(env), rng))
        assert observations.shape == (env.num_envs, *env.observation_space.shape)
        assert rewards.dtype == np.float32
        assert [bool(info) for info in infos] == dones.tolist()
        ends += [info for info in infos if info]
    assert {end["players"] for end in ends} == {2, 4}
    assert {end["TimeLimit.truncated"] for end in ends} == {False, True}
    for end in ends:
        assert end["TimeLimit.truncated"] == (end["cause"] == "none")
        assert env.observation_space.contains(end["terminal_observation"])
    assert sum(end["l"] for end in ends) <= 100 * 6
    assert [end["l"] for end in ends] == [one["l"] for one in env.take_episodes()]
    assert env.take_episodes() == []


def test_maskable_ppo_learns_from_it_with_partners():
    find = partial(find_agent, facts=GameFacts.of(SETTINGS))
    partners = Partners("random", Pool(["random"]), SETTINGS.player_choices, find)
    envs = make_training_envs(SETTINGS, 4, 0, partners)
    model = MaskablePPO("MlpPolicy", envs, n_steps=8, batch_size=16, n_epochs=1)
    model.learn(64)
    assert envs.take_steps().rewards.shape == (16, 4, 1)


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
