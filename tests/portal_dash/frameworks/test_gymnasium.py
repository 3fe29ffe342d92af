"""Gymnasium's checks pass, and views work in its vectors and in worker processes."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from tablemates.envs import portal_dash_v0
from tests.in_lanes import assert_same, choices

# -- vectors and worker processes ----------------------------------------------------------


def make_single():
    return portal_dash_v0.gym_env(level=[1, 5], players=[1, 4], max_turns=2)


@pytest.mark.parametrize(
    ("context", "mode"),
    [
        *(("fork", mode) for mode in AutoresetMode),
        pytest.param("spawn", AutoresetMode.NEXT_STEP, marks=pytest.mark.slow),
    ],
)
def test_asynchronous_and_synchronous_vectors_agree(context, mode):
    workers = AsyncVectorEnv([make_single] * 2, context=context, autoreset_mode=mode)
    here = SyncVectorEnv([make_single] * 2, autoreset_mode=mode)
    try:
        answers = here.reset(seed=3)
        assert_same(workers.reset(seed=3), answers, "reset")
        rng, ended = np.random.default_rng(0), 0
        for n in range(60):
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
        assert ended > 0
    finally:
        workers.close()
        here.close()


@pytest.mark.parametrize(
    "view",
    [
        lambda: portal_dash_v0.parallel_env(level=3, observation="dict"),
        lambda: portal_dash_v0.gym_env(seat=0, partners=["random"], observation="candidates"),
        lambda: portal_dash_v0.vector_env(3, level=[1, 5], autoreset_mode="SameStep"),
    ],
    ids=["parallel", "one seat", "vector"],
)
def test_a_pickled_or_copied_view_has_the_same_games(view):
    view = view()
    view.reset(seed=8)
    for other in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
        assert other.save() == view.save()
