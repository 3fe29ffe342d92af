"""The scaled form of the observation: in every game and view, and with wrappers that rescale."""

import importlib

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import DtypeObservation, RescaleObservation
from gymnasium.wrappers.vector import RescaleObservation as RescaleLanes

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.registry import GAMES

#: Bounds of the type of the space, else Gymnasium warns.
UNIT = np.float32(0.0), np.float32(1.0)


def view_of(key, view, **options):
    """Return a view of a game."""
    return getattr(importlib.import_module(GAMES[key].module), view)(**options)


@pytest.fixture(params=GAMES)
def key(request):
    return request.param


def check(scaled, flat, space, layout):
    """Check that an observation is that of the flat one by the declared bounds."""
    assert space.contains(scaled)
    assert scaled.dtype == np.float32
    reach = np.maximum(np.abs(layout.low.astype(float)), np.abs(layout.high.astype(float)))
    assert scaled == pytest.approx(flat / reach, abs=1e-6)
    assert np.abs(scaled).max() <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"seat": 0, "partners": ["random"]}], ids=str)
def test_single_views(key, options):
    flat = view_of(key, "gym_env", max_turns=2, **options)
    scaled = view_of(key, "gym_env", max_turns=2, observation="scaled", **options)
    rng = np.random.default_rng(0)
    for seed in range(2):
        (seen, info), (plain, _) = scaled.reset(seed=seed), flat.reset(seed=seed)
        over = False
        while not over:
            check(seen, plain, scaled.observation_space, flat.layout)
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            seen, _, terminated, truncated, info = scaled.step(action)
            plain = flat.step(action)[0]
            over = terminated or truncated
        check(seen, plain, scaled.observation_space, flat.layout)
        check(scaled.observe(), plain, scaled.observation_space, flat.layout)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_lanes(key, mode):
    options = {"num_envs": 3, "max_turns": 2, "autoreset_mode": mode}
    flat = view_of(key, "vector_env", **options)
    scaled = view_of(key, "vector_env", observation="scaled", **options)
    assert scaled.single_observation_space.dtype == np.float32
    rng = np.random.default_rng(0)
    seen, plain = scaled.reset(seed=0)[0], flat.reset(seed=0)[0]
    for _ in range(60):
        assert scaled.observation_space.contains(seen)
        assert np.array_equal(seen, flat.layout.normalised(plain))
        masks = scaled.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        (seen, *_, info), (plain, *_, plain_info) = scaled.step(actions), flat.step(actions)
        for lane in np.flatnonzero(info.get("_final_obs", [])):
            expected = flat.layout.normalised(plain_info["final_obs"][lane])
            assert np.array_equal(info["final_obs"][lane], expected)


@pytest.mark.parametrize("view", ["env", "parallel_env"])
def test_agents(key, view):
    flat, scaled = view_of(key, view), view_of(key, view, observation="scaled")
    flat.reset(seed=0)
    scaled.reset(seed=0)
    for agent in scaled.agents:
        seen, space = scaled.observe(agent), scaled.observation_space(agent)
        assert space.contains(seen)
        plain = flat.observe(agent)
        check(seen["observation"], plain["observation"], space["observation"], flat.layout)


def test_integers_refuse_to_be_rescaled_and_the_scaled_form_does_not(key):
    name = GAMES[key].gymnasium_id
    with pytest.raises(SettingsError, match="choose observation='scaled'"):
        RescaleObservation(gymnasium.make(name), *UNIT)
    with pytest.raises(SettingsError, match="choose observation='scaled'"):
        RescaleLanes(view_of(key, "vector_env", num_envs=2), *UNIT)
    flat = gymnasium.make(name)
    plain, _ = flat.reset(seed=0)
    low, high = (getattr(flat.unwrapped.layout, bound).astype(float) for bound in ("low", "high"))
    expected = (plain - low) / (high - low)
    lanes = RescaleLanes(view_of(key, "vector_env", num_envs=2, observation="scaled"), *UNIT)
    for env in (
        RescaleObservation(gymnasium.make(name, observation="scaled"), *UNIT),
        RescaleObservation(DtypeObservation(gymnasium.make(name), np.float32), *UNIT),
        lanes,
    ):
        seen, _ = env.reset(seed=0)
        assert seen.dtype == np.float32
        assert env.observation_space.contains(seen)
        assert np.atleast_2d(seen)[0] == pytest.approx(expected, abs=1e-5)
