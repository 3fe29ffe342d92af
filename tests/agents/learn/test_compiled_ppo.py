"""Compiled passes of PPO do what PyTorch does with the same network."""

from copy import deepcopy

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.errors import DivergedError  # noqa: E402
from tablemates.agents.learn.compiled_ppo import CompiledPPOLearner  # noqa: E402
from tablemates.agents.learn.learner import NetworkLearner  # noqa: E402
from tablemates.agents.learn.policy_pass import TOGETHER  # noqa: E402
from tablemates.agents.learn.ppo import PPOLearner, Rollout  # noqa: E402
from tablemates.agents.learn.torch_network import ActorCritic  # noqa: E402
from tablemates.agents.networks.network import NetworkSpec  # noqa: E402
from tests.agents.toy import PPO, Gates, toy_envs  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

INPUTS, ACTIONS, STEPS, ENVS = 75, 11, 9, 4


@pytest.fixture(params=[((32,), "tanh"), ((24, 16), "relu"), ((16, 24, 8), "tanh")], ids=str)
def network(request):
    hidden, activation = request.param
    spec = NetworkSpec(inputs=INPUTS, hidden=hidden, outputs=ACTIONS, activation=activation)
    made = ActorCritic(spec, np.linspace(0.1, 1.0, INPUTS, dtype=np.float32))
    torch.nn.init.normal_(made.actor.weight, std=0.5)  # probabilities that differ
    return made


def learner_of(kind, network, **settings):
    twin = ActorCritic(network.spec, network.scale.numpy())
    twin.load_tensors(network.tensors())
    return kind(twin, toy_envs(Gates, ENVS), PPO.model_copy(update=settings), 10_000)


def rollout_of(network, rng):
    """Return decisions of some games, in which few inputs change from one to the next."""
    seen = np.zeros((STEPS, ENVS, INPUTS), np.int8)
    seen[0] = rng.integers(-3, 4, (ENVS, INPUTS)) * (rng.random((ENVS, INPUTS)) < 0.4)
    for step in range(1, STEPS):
        changed = rng.random((ENVS, INPUTS)) < 0.1
        seen[step] = np.where(changed, rng.integers(-3, 4, (ENVS, INPUTS)), seen[step - 1])
    masks = torch.tensor(rng.random((STEPS * ENVS, ACTIONS)) < 0.4, dtype=torch.int8)
    masks[:, 3] = 1
    flat = torch.from_numpy(seen.reshape(-1, INPUTS))
    with torch.no_grad():
        logits, values = network(flat, masks)
    actions = torch.multinomial(logits.softmax(-1), 1).squeeze(-1)
    log_probs = logits.log_softmax(-1).gather(1, actions[:, None]).squeeze(-1)
    return Rollout(flat, masks, actions, log_probs + 0.3 * torch.randn(len(flat)), values)


@pytest.mark.parametrize("threads", [1, 2])
def test_gradients_and_losses_are_those_of_pytorch(network, threads):
    rollout = rollout_of(network, np.random.default_rng(1))
    indices = torch.randperm(STEPS * ENVS)[: 2 * TOGETHER - 1]
    advantages, returns = torch.randn(2, STEPS * ENVS)
    settings = {"ent_coef": 0.1, "clip_range": 0.15, "vf_coef": 0.7}
    found = []
    for kind in (PPOLearner, CompiledPPOLearner):
        torch.set_num_threads(threads)
        learner = learner_of(kind, network, **settings)
        losses = learner._gradients(rollout, advantages, returns)(indices)
        found.append((losses, dict(learner.network().named_parameters())))
        learner.close()
    (expected, theirs), (losses, ours) = found
    assert 0.0 < expected["clip_fraction"] < 1.0
    assert losses == {name: pytest.approx(one.item(), abs=1e-5) for name, one in expected.items()}
    for name, weight in ours.items():
        assert torch.allclose(weight.grad, theirs[name].grad, atol=1e-5), name


def test_updates_lead_to_the_same_weights(network):
    rollout = rollout_of(network, np.random.default_rng(2))
    advantages, complete = torch.randn(STEPS * ENVS), torch.ones(STEPS * ENVS, dtype=torch.bool)
    after = []
    for kind in (PPOLearner, CompiledPPOLearner):
        torch.manual_seed(3)
        learner = learner_of(kind, network, batch_size=16, n_epochs=2)
        learner._learn(rollout, advantages, complete)
        again = learner_of(kind, network)
        NetworkLearner.restore(again, NetworkLearner.state(learner), 36)
        again._learn(rollout, advantages, complete)  # with the optimiser's averages, too
        after.append(again.network().tensors())
    for name, weight in after[0].items():
        assert np.allclose(weight, after[1][name], atol=2e-4), name


def test_a_run_goes_on_with_the_other_kind(network):
    """Checkpoints of before, or of a GPU, hold weights that lie in memory otherwise."""
    rollout = rollout_of(network, np.random.default_rng(2))
    advantages, complete = torch.randn(STEPS * ENVS), torch.ones(STEPS * ENVS, dtype=torch.bool)
    first = learner_of(PPOLearner, network, batch_size=16)
    first._learn(rollout, advantages, complete)
    after = []
    for kind in (PPOLearner, CompiledPPOLearner):
        torch.manual_seed(4)
        learner = learner_of(kind, network, batch_size=16)
        NetworkLearner.restore(learner, deepcopy(NetworkLearner.state(first)), 36)
        learner._learn(rollout, advantages, complete)
        after.append(learner.network().tensors())
    for name, weight in after[0].items():
        assert np.allclose(weight, after[1][name], atol=2e-4), name


def test_actions_are_drawn_by_their_probabilities_while_observations_change(network):
    count = 20_000
    rng = np.random.default_rng(5)
    learner = learner_of(CompiledPPOLearner, network)
    learner._before = np.zeros((count, INPUTS), np.int8)
    learner._sums = np.tile(network.trunk[0].bias.detach().numpy(), (count, 1))
    for _ in range(3):
        one = rng.integers(-3, 4, INPUTS, np.int8) * (rng.random(INPUTS) < 0.5)
        mask = torch.tensor(rng.random(ACTIONS) < 0.5, dtype=torch.int8)
        mask[2] = 1
        seen = torch.tensor(one, dtype=torch.int8).repeat(count, 1)
        actions, log_probs, values = learner._act(seen, mask.repeat(count, 1))
        with torch.no_grad():
            logits, value = network(seen[:1], mask[None])
        chances = logits.softmax(-1)[0]
        assert torch.allclose(log_probs.exp(), chances[actions], atol=1e-5)
        assert torch.allclose(values, value.expand(count), atol=1e-5)
        shares = torch.bincount(actions, minlength=ACTIONS) / count
        assert (shares[mask == 0] == 0).all()
        assert (shares - chances).abs().max() < 0.02


def test_weights_that_are_not_finite_are_refused(network):
    learner = learner_of(CompiledPPOLearner, network)
    learner.network().critic.bias.data.fill_(torch.nan)
    rollout = rollout_of(network, np.random.default_rng(1))
    with pytest.raises(DivergedError, match="a value is not finite"):
        learner._gradients(rollout, *torch.randn(2, STEPS * ENVS))(torch.arange(8))
    learner.network().actor.bias.data.fill_(torch.nan)
    with pytest.raises(DivergedError, match="a logit is not finite"):
        learner._act(rollout.observations[:ENVS], rollout.masks[:ENVS])
