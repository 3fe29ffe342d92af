"""Views work in Gymnasium's vectors and in worker processes."""

import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from tablemates.envs import portal_dash_v0
from tests.in_lanes import assert_same, choices


def make_single():
    return portal_dash_v0.gym_env(level=[1, 5], players=[1, 4], max_turns=2)


@pytest.mark.parametrize(
    ("context", "mode"),
    [
        *(("fork", mode) for mode in AutoresetMode),
        pytest.param("spawn", AutoresetMode.NEXT_STEP, marks=pytest.mark.exhaustive),
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
