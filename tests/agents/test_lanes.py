"""Lanes over the vector view, for our learners and for Stable-Baselines3's."""

import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.seeds import purpose_of
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash_v0 import Pool, vector_env

torch = pytest.importorskip("torch")

from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402

from tablemates.agents.learn.lanes import Lanes, make_lanes  # noqa: E402
from tablemates.agents.learn.sb3 import LanesVecEnv  # noqa: E402

SETTINGS = Settings(level=[1, 4], max_turns=2, mask_in_observation=False)


def played(env, steps, rng):
    """Play random legal actions; return the infos of the lanes that ended."""
    ends = []
    for _ in range(steps):
        masks = get_action_masks(env)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        observations, rewards, ended, infos = env.step(actions)
        assert observations.shape == (env.num_envs, *env.observation_space.shape)
        assert rewards.dtype == np.float32
        ends += [info for info, over in zip(infos, ended, strict=True) if over]
        assert not any(info for info, over in zip(infos, ended, strict=True) if not over)
    return ends


def test_the_library_takes_its_masks_from_the_batch():
    lanes = make_lanes(SETTINGS, 6, seed=0)
    env = LanesVecEnv(lanes)
    assert is_masking_supported(env)
    assert env.action_masks() is lanes.games.action_masks()
    assert np.array_equal(get_action_masks(env), lanes.games.action_masks())
    env.reset()
    ends = played(env, 60, np.random.default_rng(0))
    assert {end["level"] for end in ends} == {1, 4}
    assert {end["TimeLimit.truncated"] for end in ends} == {False, True}
    for end in ends:
        assert end["TimeLimit.truncated"] == (end["outcome"] == "running")
        assert env.observation_space.contains(end["terminal_observation"])
    assert [end["progress"] for end in ends] == [one["progress"] for one in lanes.take_endings()]
    with pytest.raises(AttributeError):
        env.set_attr("level", 3)


def test_reset_begins_new_games_but_for_those_that_were_not_played():
    env = LanesVecEnv(make_lanes(SETTINGS, 2, seed=5))
    first = env.lanes.games.seeds
    assert {purpose_of(seed) for seed in first} == {"train"}
    begun = env.reset()
    assert env.lanes.games.seeds == first
    played(env, 1, np.random.default_rng(0))
    env.reset()
    assert not set(env.lanes.games.seeds) & set(first)
    env.seed(5)
    assert np.array_equal(env.reset(), begun)
    assert env.lanes.games.seeds == first


def test_the_librarys_learner_learns_from_it():
    partners = Pool(["random"])
    lanes = make_lanes(Settings(mask_in_observation=False), 4, 0, seat="random", partners=partners)
    model = MaskablePPO("MlpPolicy", LanesVecEnv(lanes), n_steps=8, batch_size=16, n_epochs=1)
    model.learn(64)
    assert model.num_timesteps == 64


def test_lanes_have_to_begin_anew_by_themselves():
    with pytest.raises(ValueError, match="choose autoreset_mode='SameStep'"):
        Lanes(vector_env(2), seed=0)


def test_lanes_go_on_exactly_from_their_state():
    lanes, other = (make_lanes(SETTINGS, 3, seed) for seed in (0, 1))
    rng = np.random.default_rng(0)
    played(LanesVecEnv(lanes), 10, rng)
    other.restore(lanes.state())
    assert np.array_equal(lanes.observations, other.observations)
    assert np.array_equal(lanes.masks, other.masks)
    for _ in range(30):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks])
        one, two = lanes.step(actions), other.step(actions)
        assert np.array_equal(one.rewards, two.rewards)
        assert one.endings == two.endings
        assert np.array_equal(lanes.observations, other.observations)
        assert np.array_equal(lanes.masks, other.masks)
    assert lanes.state()["games"] == other.state()["games"]


def test_lanes_of_the_usual_settings_hand_out_what_was_seen():
    env = LanesVecEnv(make_lanes(Settings(level=1, players=2), 3, seed=0))
    seen = env.reset()
    before = seen.copy()
    played(env, 5, np.random.default_rng(0))
    assert np.array_equal(seen, before)
    assert not np.array_equal(env.lanes.observations, before)
    with pytest.raises(SettingsError, match="flat observations, not observation='dict'"):
        make_lanes(Settings(observation="dict"), 3, seed=0)


def test_masks_are_those_of_the_lanes_that_are_asked_for():
    env = LanesVecEnv(make_lanes(SETTINGS, 5, seed=0))
    masks = env.env_method("action_masks", indices=[0, 3])
    assert np.array_equal(masks, env.action_masks()[[0, 3]])
