"""One network three times: Stable-Baselines3's, ours in PyTorch, ours in NumPy."""

from functools import cache

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.networks.plan_rows import CHANCE, FEATURES, NO_PLAN, PLANS  # noqa: E402
from tablemates.agents.networks.plans import NEVER  # noqa: E402
from tablemates.agents.portal_dash.advice import Adviser  # noqa: E402

from tablemates.agents.learn.networks import ILLEGAL, MlpActorCritic, new_network  # noqa: E402
from tablemates.agents.learn.sb3 import MaskablePPOLearner  # noqa: E402
from tablemates.agents.learn.vec_env import make_training_envs  # noqa: E402
from tablemates.agents.networks import PlanRows, input_scale, make_network  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tests.agents.conftest import (  # noqa: E402
    mlp_spec,
    plans_spec,
    random_tensors,
    write_random_policy,
)
from tests.agents.toy import PPO, Gates, scale_of, small_spec, toy_envs  # noqa: E402

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
    masks = all_legal(network, observations) if masks is None else masks
    return network.logits(observations, masks), network.values(observations)


@cache  # looked at, never changed
def played(count=40, moves=150):
    """Return observations and masks of games under way."""
    envs = make_training_envs(Settings(level=[1, 4, 5], players=[1, 2, 3, 4]), count, seed=0)
    rng = np.random.default_rng(0)
    for _ in range(moves):
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
    return envs.observations.copy(), envs.masks.copy()


SPECS = [
    *((mlp_spec, {"hidden": hidden, "activation": activation})
      for hidden in [(32,), (32, 16), (16, 16, 16)] for activation in ["tanh", "relu"]),
    (mlp_spec, {"value": "win"}),
]  # fmt: skip


@pytest.mark.parametrize(("make", "sizes"), SPECS)
def test_numpy_answers_like_pytorch(facts, make, sizes):
    spec = make(facts, **sizes)
    tensors = random_tensors(spec, facts)
    network = new_network(spec, scale_in(facts))
    network.load_tensors(tensors)
    observations, masks = played()
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
    if spec.value == "win":
        assert 0 < values.min() < values.max() < 1


def test_every_number_of_the_observation_is_read(facts):
    """Whatever changes on the table can change what a network of plans thinks."""
    reading = plans_spec(facts).reading()
    read = np.zeros(facts.layout.size, bool)
    read[reading.raw] = True
    read[reading.board] = True
    for pool in reading.pools:
        read[pool.index[pool.index < len(read)]] = True
        assert pool.index.size == pool.groups * pool.each * pool.numbers
    unread = [block.name for block in facts.layout.blocks if not read[block.slice].all()]
    assert unread == []


@pytest.mark.parametrize("make", [mlp_spec, plans_spec])
def test_the_specs_names_are_those_of_the_module(facts, make):
    spec = make(facts)
    network = new_network(spec, scale_in(facts))
    shapes = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    assert shapes == spec.shapes()
    assert sum(tensor.numel() for tensor in network.state_dict().values()) == spec.parameters()


def test_stable_baselines3_has_our_weights_and_gives_them_back():
    envs = toy_envs(Gates, 4)
    spec = small_spec(envs, hidden=(12, 8))
    torch.manual_seed(1)
    network = MlpActorCritic(spec, scale_of(envs))
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
        np.testing.assert_allclose(
            numpy_answers(spec, ours.tensors(), observations)[1], values, **TOLERANCE
        )
        before = {name: tensor.copy() for name, tensor in ours.tensors().items()}
        learner.update()
    after = learner.network().tensors()
    assert all(np.any(before[name] != after[name]) for name in before if name != "scale")


def test_an_illegal_action_has_no_probability_and_no_gradient(facts):
    network = new_network(mlp_spec(facts), scale_in(facts))
    observations = torch.from_numpy(observations_of(facts, 4))
    masks = torch.zeros(4, network.spec.outputs)
    masks[:, [2, 9]] = 1
    logits, _ = network(observations, masks)
    assert (logits[:, 3] == ILLEGAL).all()
    assert torch.equal(logits.softmax(-1).sum(0) > 0, masks[0] > 0)
    logits.log_softmax(-1)[:, 2].sum().backward()
    assert network.actor.bias.grad.nonzero().flatten().tolist() == [2, 9]


def test_observations_are_scaled_into_minus_one_to_one(facts):
    scale = input_scale(facts.layout.low, facts.layout.high)
    for ends in (facts.layout.low, facts.layout.high):
        assert np.abs(ends * scale).max() <= 1
    reach = np.maximum(np.abs(facts.layout.low * scale), np.abs(facts.layout.high * scale))
    assert np.allclose(reach[(facts.layout.low != 0) | (facts.layout.high != 0)], 1)


# -- networks that read plans -------------------------------------------------------------------
ADVISER = "planner-tuned"


@pytest.fixture(scope="module")
def rows(facts):
    return PlanRows(facts.layout.size)


@pytest.fixture(scope="module")
def envs(facts):
    settings = Settings(level=[1, 4, 5], players=[1, 2, 4])
    envs = make_training_envs(settings, 24, seed=0, adviser=Adviser(ADVISER, facts))
    rng = np.random.default_rng(0)
    for _ in range(60):
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
    return envs


def test_rows_hold_what_was_put_into_them(rows, facts):
    row = rows.empty(np.ones((1, facts.layout.size), np.int8))
    assert (rows.actions(row) == NO_PLAN).all()
    rows.put_features(row, np.full((1, PLANS, FEATURES), -1e9))
    assert np.isfinite(rows.features(row)).all()
    assert (rows.seen(row)[0, 0] == 1).all()
    with pytest.raises(ValueError, match="rows of this board_shape have"):
        plans_spec(facts, inputs=facts.layout.size)


def test_restored_environments_show_the_same_plans(envs, facts):
    settings = Settings(level=[1, 4, 5], players=[1, 2, 4])
    other = make_training_envs(settings, 24, seed=1, adviser=Adviser(ADVISER, facts))
    other.restore(envs.state())
    assert np.array_equal(other.observations, envs.observations)


def test_a_new_network_of_plans_plays_as_its_adviser_does(envs, rows, facts):
    torch.manual_seed(0)
    network = new_network(plans_spec(facts), scale_in(facts))
    logits, values = torch_answers(network, envs.observations, envs.masks)
    actions = rows.actions(envs.observations)
    assert np.array_equal(actions[:, 0], find_agent(ADVISER, facts).act_batch(envs.env.decisions()))
    assert np.array_equal(logits.argmax(1), actions[:, 0])
    chances = rows.features(envs.observations)[:, 0, CHANCE]
    np.testing.assert_allclose(values, chances, atol=2e-3)
    for n, row in enumerate(torch.from_numpy(logits).softmax(-1).numpy()):
        assert set(np.flatnonzero(row)) <= set(actions[n].tolist())


def test_numpy_answers_like_pytorch_of_plans(envs, rows, facts):
    spec = plans_spec(facts)
    tensors = random_tensors(spec, facts)
    network = new_network(spec, scale_in(facts))
    network.load_tensors(tensors)
    without = rows.empty(envs.observations[:3, : rows.observed])
    inputs = np.concatenate([envs.observations, without])
    masks = np.concatenate([envs.masks, envs.masks[:3]])
    theirs = torch_answers(network, inputs, masks)
    numpy_network = make_network(spec, tensors)
    logits, values = numpy_network.logits(inputs, masks), numpy_network.values(inputs)
    legal = masks > 0
    assert np.isneginf(logits[~legal]).all()
    assert np.std(logits[logits > NEVER]) > 0.1
    legal &= (rows.actions(inputs) >= 0).sum(1, keepdims=True) != 1
    np.testing.assert_allclose(logits[legal], theirs[0][legal], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(values, theirs[1], rtol=1e-5, atol=1e-5)


def test_a_single_plan_is_played_without_the_network(envs, rows, facts):
    spec = plans_spec(facts)
    single = envs.observations.copy()
    actions = rows.actions(single)
    actions[:, 1:] = NO_PLAN
    rows.put_actions(single, actions)
    logits = make_network(spec, random_tensors(spec, facts)).logits(single, envs.masks)
    assert (logits.argmax(1) == actions[:, 0]).all()


def test_a_policy_asks_its_adviser(tmp_path, envs, facts):
    write_random_policy(tmp_path / "p", facts, spec=plans_spec(facts))
    agent = find_agent(str(tmp_path / "p"), facts)
    decisions = envs.env.decisions()
    answers = agent.act_batch(decisions)
    logits = agent.policy.network.logits(envs.observations, envs.masks)
    assert np.array_equal(answers, logits.argmax(1))
    assert [agent.act(decisions[n]) for n in range(6)] == answers[:6].tolist()
    assert agent.explain(decisions[0]).candidates[0].action == answers[0]
