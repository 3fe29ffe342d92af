"""One network three times: Stable-Baselines3's, ours in PyTorch, ours in NumPy."""

from functools import cache

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts

torch = pytest.importorskip("torch")

from tablemates.agents.learn.config import PpoConfig  # noqa: E402
from tablemates.agents.learn.lanes import make_lanes  # noqa: E402
from tablemates.agents.learn.networks import ILLEGAL, MlpActorCritic, new_network  # noqa: E402
from tablemates.agents.learn.sb3 import Sb3MaskablePpo  # noqa: E402
from tablemates.agents.networks import make_network  # noqa: E402
from tablemates.agents.networks.base import input_scale  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tests.agents.conftest import (  # noqa: E402
    mlp_spec,
    random_tensors,
    tokens_spec,
    write_random_policy,
)
from tests.agents.test_policy import load  # noqa: E402
from tests.agents.toy import PPO, Gates, scale_of, small_spec, toy_lanes  # noqa: E402

TOLERANCE = {"rtol": 1e-5, "atol": 1e-5}


def observations_of(facts, count=50):
    rng = np.random.default_rng(1)
    low, high = facts.layout.low.astype(int), facts.layout.high.astype(int)
    return rng.integers(low, high + 1, (count, facts.layout.size)).astype(np.int8)


def scale_in(facts):
    return input_scale(facts.layout.low, facts.layout.high)


def all_legal(network, observations):
    return np.ones((len(observations), network.spec.outputs), np.int8)


def torch_answers(network, observations, masks=None):
    masks = all_legal(network, observations) if masks is None else masks
    with torch.no_grad():
        logits, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
    return logits.numpy(), values.numpy()


def numpy_answers(spec, tensors, observations, masks=None):
    network = make_network(spec, tensors)
    return network(observations, all_legal(network, observations) if masks is None else masks)


@cache  # looked at, never changed
def played(count=40, moves=150):
    """Return observations and masks of games under way."""
    settings = Settings(level=[1, 4, 5], players=[1, 2, 3, 4], mask_in_observation=False)
    lanes = make_lanes(settings, count, seed=0)
    rng = np.random.default_rng(0)
    for _ in range(moves):
        lanes.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks]))
    return lanes.observations.copy(), lanes.masks.copy()


SPECS = [
    *((mlp_spec, {"hidden": hidden, "activation": activation})
      for hidden in [(32,), (32, 16), (16, 16, 16)] for activation in ["tanh", "relu"]),
    (mlp_spec, {"value": "win"}),
    (mlp_spec, {"adviser": "planner-tuned"}),
    (tokens_spec, {}),
    (tokens_spec, {"adviser": "planner-tuned", "value": "return"}),
    (tokens_spec, {"activation": "tanh", "board": (4, 4, 4), "hidden": (24,), "value": "return"}),
]  # fmt: skip


@pytest.mark.parametrize(("make", "sizes"), SPECS)
def test_numpy_answers_like_pytorch(facts, make, sizes):
    spec = make(facts, **sizes)
    tensors = random_tensors(spec, facts)
    network = new_network(spec, scale_in(facts))
    network.load_tensors(tensors)
    observations, masks = played()
    if spec.adviser is not None:
        masks = masks * np.random.default_rng(0).integers(1, 128, masks.shape).astype(np.int8)
    answers = zip(
        numpy_answers(spec, tensors, observations, masks),
        torch_answers(network, observations, masks),
        strict=True,
    )
    for ours, theirs in answers:
        assert ours.dtype == np.float32
        legal = masks > 0 if ours.ndim == 2 else slice(None)
        assert np.std(theirs[legal]) > 0.01
        np.testing.assert_allclose(ours[legal], theirs[legal], **TOLERANCE)
    logits, values = numpy_answers(spec, tensors, observations, masks)
    assert np.isneginf(logits[masks == 0]).all()
    np.testing.assert_allclose(make_network(spec, tensors).values(observations), values, rtol=1e-5)
    with torch.no_grad():
        ours = network.values(torch.from_numpy(observations)).numpy()
    np.testing.assert_allclose(ours, values, **TOLERANCE)
    if spec.value == "win":
        assert 0 < values.min() < values.max() < 1


def test_tokens_of_another_board_are_read_alike():
    facts = GameFacts.of(Settings(board_shape=(7, 25)))
    spec = tokens_spec(facts)
    tensors = random_tensors(spec, facts)
    network = new_network(spec, scale_in(facts))
    network.load_tensors(tensors)
    low, high = facts.layout.low.astype(int), facts.layout.high.astype(int)
    observations = np.random.default_rng(0).integers(low, np.minimum(high, 4) + 1, (9, len(low)))
    first = observations.astype(np.int8)
    first[:, facts.layout["players"].slice] = 1
    for ours, theirs in zip(
        numpy_answers(spec, tensors, first), torch_answers(network, first), strict=True
    ):
        np.testing.assert_allclose(ours, theirs, **TOLERANCE)


def test_every_number_of_the_observation_is_read(facts):
    """Whatever changes on the table can change what a network of tokens thinks."""
    reading = tokens_spec(facts).reading()
    read = np.zeros(facts.layout.size, bool)
    read[reading.raw] = True
    read[reading.board] = True
    for pool in reading.pools:
        read[pool.index[pool.index < len(read)]] = True
        assert pool.index.size == pool.groups * pool.each * pool.numbers
    unread = [block.name for block in facts.layout.blocks if not read[block.slice].all()]
    assert unread == []


def test_where_things_stand_makes_a_difference(facts):
    """Items change seats, a mob goes elsewhere: both are other positions."""
    spec = tokens_spec(facts)
    network = make_network(spec, random_tensors(spec, facts))
    observations, masks = played(8)
    for block, name in (("items", None), ("mobs", None), ("cube", "height")):
        changed = observations.copy()
        places = np.arange(facts.layout.size)[facts.layout[block].slice]
        if name is None:  # the first thing's numbers and the last one's change places
            first = len(places) // facts.layout[block].shape[0]
            changed[:, places[:first]], changed[:, places[-first:]] = 1, 0
        else:
            changed[:, places] = observations[:, places[::-1]]
        assert not np.allclose(network.values(changed), network.values(observations), atol=1e-6)
    logits, _ = network(observations, masks)
    assert all(len(set(row[np.isfinite(row)].round(6))) > 1 for row in logits)


def test_a_policy_folder_keeps_the_answers(tmp_path, facts):
    _, tensors = write_random_policy(tmp_path / "p", facts)
    policy, _ = load(tmp_path / "p", facts)
    network = new_network(policy.card.network, tensors["scale"])
    network.load_tensors(policy.tensors)
    observations = observations_of(facts)
    np.testing.assert_allclose(
        policy.network(observations, all_legal(network, observations))[0],
        torch_answers(network, observations)[0],
        **TOLERANCE,
    )


@pytest.mark.parametrize("make", [mlp_spec, tokens_spec])
def test_the_specs_names_are_those_of_the_module(facts, make):
    spec = make(facts)
    network = new_network(spec, scale_in(facts))
    shapes = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    assert shapes == spec.shapes()
    assert sum(tensor.numel() for tensor in network.state_dict().values()) == spec.parameters()


def test_stable_baselines3_has_our_weights_and_gives_them_back():
    lanes = toy_lanes(Gates, 4)
    spec = small_spec(lanes, hidden=(12, 8))
    torch.manual_seed(1)
    network = MlpActorCritic(spec, scale_of(lanes))
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
            numpy_answers(spec, ours.tensors(), observations)[1], values, **TOLERANCE
        )
        before = {name: tensor.copy() for name, tensor in ours.tensors().items()}
        learner.update()
    after = learner.network().tensors()
    assert all(np.any(before[name] != after[name]) for name in before if name != "scale")


@pytest.mark.parametrize("make", [mlp_spec, tokens_spec])
def test_an_illegal_action_has_no_probability_and_no_gradient(facts, make):
    spec = make(facts)
    network = new_network(spec, scale_in(facts))
    observations = torch.from_numpy(observations_of(facts, 4))
    masks = torch.zeros(4, spec.outputs)
    masks[:, [2, 9]] = 1
    logits, _ = network(observations, masks)
    assert (logits[:, 3] == ILLEGAL).all()
    chances = logits.softmax(-1)
    assert torch.equal(chances.sum(0) > 0, masks[0] > 0)
    logits.log_softmax(-1)[:, 2].sum().backward()
    last = network.actor.bias if make is mlp_spec else network.pointer.action.weight
    moved = last.grad.reshape(spec.outputs, -1).any(1)
    assert moved.nonzero().flatten().tolist() == [2, 9]


def test_observations_are_scaled_into_minus_one_to_one(facts):
    scale = input_scale(facts.layout.low, facts.layout.high)
    for ends in (facts.layout.low, facts.layout.high):
        assert np.abs(ends * scale).max() <= 1
    reach = np.maximum(np.abs(facts.layout.low * scale), np.abs(facts.layout.high * scale))
    assert np.allclose(reach[(facts.layout.low != 0) | (facts.layout.high != 0)], 1)
