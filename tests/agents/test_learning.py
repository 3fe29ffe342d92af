"""Both learners learn, and a broken one would be noticed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer  # noqa: E402

from tablemates.agents.learn import ppo  # noqa: E402
from tablemates.agents.learn.config import PpoConfig  # noqa: E402
from tablemates.agents.learn.lanes import Lanes  # noqa: E402
from tablemates.agents.learn.networks import MlpActorCritic  # noqa: E402
from tablemates.agents.learn.training import LEARNERS  # noqa: E402
from tests.agents.toy import PPO, Duel, Endless, Gates, scale_of, small_spec, toy_lanes  # noqa: E402

UPDATES = 15
LANES = 8


@pytest.fixture(autouse=True)
def one_thread():
    """Threads wait for each other longer than such small networks take."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def win_rate_after_learning(learner, game=Duel):
    torch.manual_seed(0)
    lanes = toy_lanes(game, LANES)
    network = MlpActorCritic(small_spec(lanes), scale_of(lanes))
    steps = UPDATES * LANES * PPO["rollout"]
    made = LEARNERS[learner](network, lanes, PpoConfig(**PPO), steps)
    while made.steps < steps:
        made.update()
    last = lanes.take_endings()[-200:]
    return sum(one["outcome"] == "won" for one in last) / len(last)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Duel, Gates])
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_finds_the_one_way_to_win(learner, game):
    assert win_rate_after_learning(learner, game) > 0.9


def without_mask(monkeypatch):
    show = Lanes._show

    def shown(self, observations, info):
        show(self, observations, info)
        self.masks = np.ones_like(self.masks)

    monkeypatch.setattr(Lanes, "_show", shown)


def reward_upside_down(monkeypatch):
    monkeypatch.setattr(Duel, "reward", -1.0)


def advantage_upside_down(monkeypatch):
    advantages_of = ppo.advantages_of
    monkeypatch.setattr(ppo, "advantages_of", lambda *args: -advantages_of(*args))
    compute = MaskableRolloutBuffer.compute_returns_and_advantage

    def computed(self, *args, **kwargs):
        compute(self, *args, **kwargs)
        self.advantages *= -1

    monkeypatch.setattr(MaskableRolloutBuffer, "compute_returns_and_advantage", computed)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("fault", [without_mask, reward_upside_down, advantage_upside_down])
def test_a_broken_learner_is_noticed(monkeypatch, learner, fault):
    fault(monkeypatch)
    assert win_rate_after_learning(learner) < 0.5


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_game_that_is_cut_short_is_worth_what_the_critic_expects_there(learner):
    lanes = toy_lanes(Endless, 4)
    network = MlpActorCritic(small_spec(lanes), scale_of(lanes))
    torch.nn.init.zeros_(network.critic.weight)
    torch.nn.init.constant_(network.critic.bias, 0.7)
    config = PpoConfig(**PPO | {"learning_rate": 1e-12, "discount": 0.5})
    made = LEARNERS[learner](network, lanes, config, 1000)
    made.update()
    rollout = made._rollout if learner == "ppo" else made._model.rollout_buffer
    rewards = torch.as_tensor(rollout.rewards)
    assert rewards.shape == (PPO["rollout"], 4)
    assert torch.allclose(rewards, torch.tensor(0.35))
