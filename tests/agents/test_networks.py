"""One network three times: Stable-Baselines3's, ours in PyTorch, ours in NumPy."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from agents.learn.config import PpoConfig  # noqa: E402
from agents.learn.network import ILLEGAL, ActorCritic  # noqa: E402
from agents.learn.sb3 import Sb3MaskablePpo  # noqa: E402
from agents.network import Network, NetworkSpec, input_scale  # noqa: E402
from tests.agents.conftest import random_tensors, write_random_policy  # noqa: E402
from tests.agents.test_policy import load  # noqa: E402
from tests.agents.toy import PPO, Gates, scale_of, small_spec, toy_lanes  # noqa: E402

TOLERANCE = {"rtol": 1e-5, "atol": 1e-5}


def spec_of(facts, activation="tanh", hidden=(32, 16)):
    return NetworkSpec(
        kind="mlp",
        inputs=facts.layout.size,
        hidden=hidden,
        outputs=len(facts.catalogue),
        activation=activation,
    )


def observations_of(facts, count=50):
    rng = np.random.default_rng(1)
    low, high = facts.layout.low.astype(int), facts.layout.high.astype(int)
    return rng.integers(low, high + 1, (count, facts.layout.size)).astype(np.int8)


def torch_answers(network, observations):
    masks = torch.ones(len(observations), network.spec.outputs)
    with torch.no_grad():
        logits, values = network(torch.from_numpy(observations), masks)
    return logits.numpy(), values.numpy()


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("hidden", [(32,), (32, 16), (16, 16, 16)])
def test_numpy_answers_like_pytorch(facts, activation, hidden):
    spec = spec_of(facts, activation, hidden)
    tensors = random_tensors(spec, facts)
    network = ActorCritic(spec, tensors["scale"])
    network.load_tensors(tensors)
    observations = observations_of(facts)
    for ours, theirs in zip(
        Network(spec, tensors)(observations), torch_answers(network, observations), strict=True
    ):
        assert ours.dtype == np.float32
        assert np.std(theirs) > 0.05
        np.testing.assert_allclose(ours, theirs, **TOLERANCE)


def test_a_policy_folder_keeps_the_answers(tmp_path, facts):
    _, tensors = write_random_policy(tmp_path / "p", facts)
    policy, _ = load(tmp_path / "p", facts)
    network = ActorCritic(policy.card.network, tensors["scale"])
    network.load_tensors(policy.tensors)
    observations = observations_of(facts)
    np.testing.assert_allclose(
        policy.network(observations)[0], torch_answers(network, observations)[0], **TOLERANCE
    )


def test_the_specs_names_are_those_of_the_module(facts):
    spec = spec_of(facts)
    network = ActorCritic(spec, input_scale(facts.layout.low, facts.layout.high))
    shapes = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    assert shapes == spec.shapes()
    assert sum(tensor.numel() for tensor in network.state_dict().values()) == spec.parameters()


def test_stable_baselines3_has_our_weights_and_gives_them_back():
    lanes = toy_lanes(Gates, 4)
    spec = small_spec(lanes, hidden=(12, 8))
    torch.manual_seed(1)
    network = ActorCritic(spec, scale_of(lanes))
    # Beginnings are nearly uniform: a swapped or missing layer would not show.
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    learner = Sb3MaskablePpo(network, lanes, PpoConfig(**PPO), steps=10_000)
    policy = learner._model.policy
    rng = np.random.default_rng(0)
    low, high = lanes.observation_space.low, lanes.observation_space.high
    observations = rng.integers(low, high + 1, (30, len(low))).astype(np.int8)
    for _ in range(2):
        ours = learner.network()
        with torch.no_grad():
            theirs = policy.get_distribution(torch.from_numpy(observations)).distribution.logits
            values = policy.predict_values(torch.from_numpy(observations))[:, 0]
        logits, our_values = torch_answers(ours, observations)
        logits = torch.from_numpy(logits).log_softmax(-1)  # a distribution's are normalised
        np.testing.assert_allclose(logits, theirs, **TOLERANCE)
        np.testing.assert_allclose(our_values, values, **TOLERANCE)
        np.testing.assert_allclose(
            Network(spec, ours.tensors())(observations)[1], values, **TOLERANCE
        )
        before = {name: tensor.copy() for name, tensor in ours.tensors().items()}
        learner.update()
    after = learner.network().tensors()
    assert all(np.any(before[name] != after[name]) for name in before if name != "scale")


def test_an_illegal_action_has_no_probability_and_no_gradient(facts):
    spec = spec_of(facts)
    network = ActorCritic(spec, input_scale(facts.layout.low, facts.layout.high))
    observations = torch.from_numpy(observations_of(facts, 4))
    masks = torch.zeros(4, spec.outputs)
    masks[:, [2, 9]] = 1
    logits, _ = network(observations, masks)
    assert (logits[:, 3] == ILLEGAL).all()
    chances = logits.softmax(-1)
    assert torch.equal(chances.sum(0) > 0, masks[0] > 0)
    logits.log_softmax(-1)[:, 2].sum().backward()
    assert (network.actor.bias.grad != 0).nonzero().flatten().tolist() == [2, 9]


def test_observations_are_scaled_into_minus_one_to_one(facts):
    scale = input_scale(facts.layout.low, facts.layout.high)
    for ends in (facts.layout.low, facts.layout.high):
        assert np.abs(ends * scale).max() <= 1
    reach = np.maximum(np.abs(facts.layout.low * scale), np.abs(facts.layout.high * scale))
    assert np.allclose(reach[(facts.layout.low != 0) | (facts.layout.high != 0)], 1)
