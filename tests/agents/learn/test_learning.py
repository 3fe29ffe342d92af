"""The learners learn, and a broken one would be noticed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")


from tablemates.agents.errors import DivergedError  # noqa: E402
from tablemates.agents.learn.ppo import Rollout, draw  # noqa: E402
from tablemates.agents.learn.torch_network import ILLEGAL, ActorCritic  # noqa: E402
from tests.agents.conftest import mlp_spec  # noqa: E402
from tests.agents.toy import ENV_LEARNERS, PPO, Endless, scale_of, small_spec, toy_envs  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.slow
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


@pytest.mark.parametrize("memory", [None, 5])
def test_columns_that_are_nothing_in_a_whole_rollout_change_nothing(race, memory):
    rng, count = np.random.default_rng(1), 40
    spec = mlp_spec(race).model_copy(update={"kind": "gru" if memory else "mlp", "memory": memory})
    network = ActorCritic(spec, rng.uniform(0.5, 1.0, spec.inputs).astype(np.float32))
    seen = torch.tensor(rng.integers(-2, 3, (count, spec.inputs)), dtype=torch.int8)
    masks = torch.tensor(rng.integers(0, 2, (count, spec.outputs)), dtype=torch.int8)
    seen[:, ::2], masks[:, ::2], masks[:, 1] = 0, 0, 1
    nothing = torch.zeros(count)
    actions = torch.ones(count, dtype=torch.int64)
    narrow, columns = Rollout(seen, masks, actions, nothing, nothing).narrowed()
    assert narrow.observations.shape[1] < spec.inputs
    assert narrow.masks.shape[1] < spec.outputs
    assert (columns.outputs[narrow.actions] == actions).all()

    def play(observations, masks, columns, chosen):
        network.zero_grad()
        if memory:
            states = torch.zeros(count, 1, memory), torch.zeros(count, dtype=torch.int64)
            logits, values, _ = network.remember(observations, masks, *states, columns)
        else:
            logits, values = network(observations, masks, columns)
        (logits.log_softmax(-1)[torch.arange(count), chosen].sum() + values.sum()).backward()
        gradients = [one.grad.clone() for one in network.parameters() if one.grad is not None]
        return logits, values, gradients

    logits, values, gradients = play(narrow.observations, narrow.masks, columns, narrow.actions)
    all_logits, all_values, all_gradients = play(seen, masks, None, actions)
    assert torch.allclose(logits, all_logits[:, columns.outputs], atol=1e-5)
    assert torch.allclose(values, all_values, atol=1e-5)
    assert all(map(torch.allclose, gradients, all_gradients))


def test_actions_are_drawn_as_their_logits_say_and_never_illegal():
    logits = torch.tensor([0.0, 1.0, ILLEGAL, 2.0, ILLEGAL]).expand(20_000, -1)
    torch.manual_seed(0)
    actions, log_probs = draw(logits)
    shares = actions.bincount(minlength=5) / len(actions)
    assert torch.allclose(shares, logits[0].softmax(-1), atol=0.015)
    assert shares[2] == shares[4] == 0
    assert torch.allclose(log_probs, logits.log_softmax(-1)[0, actions])


@pytest.mark.parametrize(("point", "action"), [(0.0, 1), (1.0, 3)])
def test_the_least_and_the_greatest_random_number_draw_legal_actions(monkeypatch, point, action):
    monkeypatch.setattr(torch, "rand", lambda *shape, **_options: torch.full(shape, point))
    actions, _ = draw(torch.tensor([[ILLEGAL, 0.0, ILLEGAL, 1.0, ILLEGAL]]))
    assert actions.tolist() == [action]
