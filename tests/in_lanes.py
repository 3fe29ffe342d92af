"""Vector views beside single views: the same actions must lead to the same answers."""

from copy import deepcopy

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tablemates.envs.core.views.infos import game_info


def assert_same(one, other, where=""):
    """Compare what two vector environments returned, data types included."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for name in one:
            assert_same(one[name], other[name], f"{where}.{name}")
    elif isinstance(one, tuple):
        for n, (left, right) in enumerate(zip(one, other, strict=True)):
            assert_same(left, right, f"{where}[{n}]")
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        if one.dtype == object:
            for n, (left, right) in enumerate(zip(one, other, strict=True)):
                assert_same(left, right, f"{where}[{n}]")
        else:
            assert np.array_equal(one, other), (where, one, other)
    else:
        assert one == other, (where, one, other)


def choices(masks, rng, illegal=0.0):
    """Return a random legal action a lane, and now and then an illegal one."""
    wrong = rng.random(len(masks)) < illegal
    return np.array(
        [rng.choice(np.flatnonzero(mask != off)) for mask, off in zip(masks, wrong, strict=True)]
    )


def play_beside(make_single, vector, steps, seed=0, illegal=0.03):
    """Play a vector view beside ``SyncVectorEnv`` over single views; return how many games ended.

    Every answer of every step is compared, and the games' records.
    """
    mode = vector.metadata["autoreset_mode"]
    singles = SyncVectorEnv([make_single] * vector.num_envs, autoreset_mode=mode)
    assert vector.observation_space == singles.observation_space
    assert vector.action_space == singles.action_space
    assert_same(singles.reset(seed=seed), vector.reset(seed=seed), "reset")
    rng = np.random.default_rng(seed)
    ended = 0
    for n in range(steps):
        actions = choices(vector.action_masks(), rng, illegal)
        answer = vector.step(actions)
        assert_same(singles.step(actions), answer, f"step {n}")
        for lane, single in enumerate(singles.envs):
            assert vector._batch.record(lane) == single._game.save(), f"step {n}, lane {lane}"
        over = answer[2] | answer[3]
        ended += over.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            options = [{"reset_mask": over.copy()} for _ in range(2)]
            assert_same(singles.reset(options=options[0]), vector.reset(options=options[1]))
    return ended


class OneLane(gymnasium.Env):
    """The only lane of a vector view that does not begin anew by itself, as a single view."""

    def __init__(self, vector):
        assert vector.metadata["autoreset_mode"] is AutoresetMode.DISABLED
        self._vector = vector
        self.observation_space = vector.single_observation_space
        self.action_space = vector.single_action_space

    def reset(self, *, seed=None, options=None):
        observations, info = self._vector.reset(seed=seed)
        return observations[0].copy(), deepcopy(game_info(info, 0))

    def step(self, action):
        observations, rewards, terminated, truncated, info = self._vector.step(np.array([action]))
        return (
            observations[0].copy(),
            float(rewards[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            deepcopy(game_info(info, 0)),
        )
