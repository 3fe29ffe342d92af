"""The learners learn, and a broken one would be noticed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")


from tablemates.agents.errors import DivergedError  # noqa: E402
from tablemates.agents.learn.torch_network import ActorCritic  # noqa: E402
from tests.agents.conftest import mlp_spec  # noqa: E402
from tests.agents.toy import ENV_LEARNERS, PPO, Endless, scale_of, small_spec, toy_envs  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("learner", ENV_LEARNERS)
def test_a_truncated_episode_bootstraps_from_the_critic(learner):
    envs = toy_envs(Endless, 4)
    network = ActorCritic(small_spec(envs), scale_of(envs))
    torch.nn.init.zeros_(network.critic.weight)
    torch.nn.init.constant_(network.critic.bias, 0.7)
    config = PPO.model_copy(update={"learning_rate": 1e-12, "gamma": 0.5})
    made = ENV_LEARNERS[learner](network, envs, config, 1000)
    made.update()
    found = made.advantages if learner == "ppo" else made.model.rollout_buffer.advantages
    expected = torch.full((PPO.num_steps * 4,), 0.5 * 0.7 - 0.7)
    assert torch.allclose(torch.as_tensor(found).flatten(), expected)


def test_outputs_that_are_not_finite_are_refused(race):
    network = ActorCritic(mlp_spec(race), np.ones(race.layout.size, np.float32))
    with pytest.raises(DivergedError, match=r"\(a value is not finite\): lower the learning rate"):
        network.value_losses(torch.tensor([0.5, torch.nan]), torch.ones(2))
