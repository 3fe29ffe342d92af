"""The learners learn, and a broken one would be noticed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer  # noqa: E402

from tablemates.agents.errors import DivergedError  # noqa: E402
from tablemates.agents.learn import ppo  # noqa: E402
from tablemates.agents.learn.networks import ActorCritic  # noqa: E402
from tablemates.agents.learn.training import ENV_LEARNERS  # noqa: E402
from tablemates.agents.learn.vec_env import TrainingEnvs  # noqa: E402
from tests.agents.conftest import mlp_spec  # noqa: E402
from tests.agents.toy import PPO, Endless, Gates, scale_of, small_spec, toy_envs  # noqa: E402

UPDATES = 15
NUM_ENVS = 8


@pytest.fixture(autouse=True)
def one_thread():
    """Threads wait for each other longer than such small networks take."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def win_rate_after_learning(learner):
    torch.manual_seed(0)
    envs = toy_envs(Gates, NUM_ENVS)
    network = ActorCritic(small_spec(envs), scale_of(envs))
    total = UPDATES * NUM_ENVS * PPO.num_steps
    made = ENV_LEARNERS[learner](network, envs, PPO, total)
    while made.timesteps < total:
        made.update()
    last = envs.take_episodes()[-200:]
    return sum(one["returns"][0] for one in last) / len(last)


@pytest.mark.slow
@pytest.mark.parametrize("learner", ENV_LEARNERS)
def test_a_learner_finds_the_one_way_to_win(learner):
    assert win_rate_after_learning(learner) > 0.9


def without_mask(monkeypatch):
    show = TrainingEnvs._show
    monkeypatch.setattr(TrainingEnvs, "_show", lambda *args: show(*args[:2], np.ones_like(args[2])))


def reward_upside_down(monkeypatch):
    monkeypatch.setattr(Gates, "reward", -1.0)


def advantage_upside_down(monkeypatch):
    advantages_of = ppo.advantages_of

    def upside_down(*args):
        advantages, complete = advantages_of(*args)
        return -advantages, complete

    monkeypatch.setattr(ppo, "advantages_of", upside_down)
    compute = MaskableRolloutBuffer.compute_returns_and_advantage

    def computed(self, *args, **kwargs):
        compute(self, *args, **kwargs)
        self.advantages *= -1

    monkeypatch.setattr(MaskableRolloutBuffer, "compute_returns_and_advantage", computed)


@pytest.mark.slow
@pytest.mark.parametrize("learner", ENV_LEARNERS)
@pytest.mark.parametrize("fault", [without_mask, reward_upside_down, advantage_upside_down])
def test_a_broken_learner_is_noticed(monkeypatch, learner, fault):
    fault(monkeypatch)
    assert win_rate_after_learning(learner) < 0.5


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


def test_learners_log_by_the_names_of_stable_baselines3():
    tags = []
    for learner in ENV_LEARNERS.values():
        envs = toy_envs(Gates, 4)
        network = ActorCritic(small_spec(envs), scale_of(envs))
        tags.append(set(learner(network, envs, PPO, 1000).update()))
    assert tags[0] == tags[1]
    assert {"train/approx_kl", "train/entropy_loss", "train/explained_variance"} < tags[0]


def test_outputs_that_are_not_finite_are_refused(race):
    network = ActorCritic(mlp_spec(race), np.ones(race.layout.size, np.float32))
    with pytest.raises(DivergedError, match=r"\(a value is not finite\): lower the learning rate"):
        network.value_losses(torch.tensor([0.5, torch.nan]), torch.ones(2))
