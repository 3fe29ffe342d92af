"""One network three times: Stable-Baselines3's, ours in PyTorch, ours in NumPy."""

from functools import cache

import numpy as np
import pytest

torch = pytest.importorskip("torch")


from tablemates.agents.learn.sb3 import MaskablePPOLearner  # noqa: E402
from tablemates.agents.learn.torch_network import ILLEGAL, ActorCritic  # noqa: E402
from tablemates.agents.learn.vec_env import make_training_envs  # noqa: E402
from tablemates.agents.networks.network import Network, input_scale  # noqa: E402
from tests.agents.conftest import mlp_spec, random_tensors  # noqa: E402
from tests.agents.toy import PPO, Gates, scale_of, small_spec, toy_envs  # noqa: E402
from tests.core import dice_race  # noqa: E402

TOLERANCE = {"rtol": 1e-5, "atol": 1e-5}


def scale_in(facts):
    return input_scale(facts.layout.low, facts.layout.high)


def all_legal(network, observations):
    return np.ones((len(observations), network.spec.outputs), np.int8)


def torch_answers(network, observations, masks=None):
    masks = all_legal(network, observations) if masks is None else masks
    with torch.no_grad():
        logits, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
    return logits.numpy(), values.numpy()


@cache  # looked at, never changed
def played(count=40, moves=30):
    """Return observations and masks of games under way."""
    settings = dice_race.Settings(players=[2, 3, 4], mask_in_observation=False)
    envs = make_training_envs(settings, count, seed=0)
    rng = np.random.default_rng(0)
    for _ in range(moves):
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
    return envs.observations.copy(), envs.masks.copy()


@pytest.mark.parametrize(
    "settings", [{"hidden": (32,), "activation": "relu"}, {"hidden": (16, 16, 16)}]
)
def test_numpy_answers_like_pytorch(race, settings):
    spec = mlp_spec(race, **settings)
    tensors = random_tensors(spec, race)
    network = ActorCritic(spec, scale_in(race))
    network.load_tensors(tensors)
    assert {name: tuple(one.shape) for name, one in tensors.items()} == spec.shapes()
    observations, masks = played()
    logits = Network(spec, tensors).logits(observations, masks)
    their_logits, _ = torch_answers(network, observations, masks)
    legal = masks > 0
    assert np.std(logits[legal]) > 0.01
    np.testing.assert_allclose(logits[legal], their_logits[legal], **TOLERANCE)
    assert np.isneginf(logits[~legal]).all()


def test_stable_baselines3_has_our_weights_and_gives_them_back():
    envs = toy_envs(Gates, 4)
    spec = small_spec(envs, hidden=(12, 8))
    torch.manual_seed(1)
    network = ActorCritic(spec, scale_of(envs))
    # Beginnings are nearly uniform: a swapped or missing layer would not show.
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    learner = MaskablePPOLearner(network, envs, PPO, 10_000)
    policy = learner.model.policy
    rng = np.random.default_rng(0)
    low, high = envs.observation_space.low, envs.observation_space.high
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
        before = {name: tensor.copy() for name, tensor in ours.tensors().items()}
        learner.update()
    after = learner.network().tensors()
    assert all(np.any(before[name] != after[name]) for name in before if name != "scale")


def test_an_illegal_action_has_no_probability_and_no_gradient(race):
    network = ActorCritic(mlp_spec(race), scale_in(race))
    observations = torch.from_numpy(played(4)[0])
    masks = torch.zeros(4, network.spec.outputs)
    masks[:, [2, 5]] = 1
    logits, _ = network(observations, masks)
    assert (logits[:, 3] == ILLEGAL).all()
    assert torch.equal(logits.softmax(-1).sum(0) > 0, masks[0] > 0)
    logits.log_softmax(-1)[:, 2].sum().backward()
    assert network.actor.bias.grad.nonzero().flatten().tolist() == [2, 5]
