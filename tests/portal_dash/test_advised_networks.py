"""Networks of kind ``plans``: in PyTorch and in NumPy, on the plans of their adviser."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.learn.networks import new_network  # noqa: E402
from tablemates.agents.learn.vec_env import make_training_envs  # noqa: E402
from tablemates.agents.networks import make_network  # noqa: E402
from tablemates.agents.networks.base import NEVER  # noqa: E402
from tablemates.agents.portal_dash.plans.rows import (  # noqa: E402
    CHANCE,
    PlanRows,
)
from tablemates.agents.registry import find_adviser, find_agent  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tests.agents.conftest import random_tensors, write_random_policy  # noqa: E402
from tests.agents.test_networks import scale_in, torch_answers  # noqa: E402
from tests.portal_dash.conftest import ADVISER, plans_spec  # noqa: E402

SETTINGS = Settings(level=[1, 4, 5], players=[1, 2, 4], mask_in_observation=False)


@pytest.fixture(scope="module")
def rows(facts):
    return PlanRows(facts.layout.size)


@pytest.fixture(scope="module")
def envs(facts):
    envs = make_training_envs(SETTINGS, 24, seed=0, adviser=find_adviser(ADVISER, facts))
    rng = np.random.default_rng(0)
    for _ in range(60):
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
    return envs


def test_restored_environments_show_the_same_plans(envs, facts):
    other = make_training_envs(SETTINGS, 24, seed=1, adviser=find_adviser(ADVISER, facts))
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


def test_a_policy_asks_its_adviser(tmp_path, envs, facts):
    write_random_policy(tmp_path / "p", facts, spec=plans_spec(facts))
    agent = find_agent(str(tmp_path / "p"), facts)
    decisions = envs.env.decisions()
    answers = agent.act_batch(decisions)
    logits = agent.policy.network.logits(envs.observations, envs.masks)
    assert np.array_equal(answers, logits.argmax(1))
    assert [agent.act(decisions[n]) for n in range(6)] == answers[:6].tolist()
    assert agent.explain(decisions[0]).candidates[0].action == answers[0]


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
