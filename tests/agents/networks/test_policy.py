"""Policy folders: what is read back, and what is refused."""

import numpy as np
import pytest
from safetensors.numpy import load_file

from tablemates.agents.errors import PolicyError
from tablemates.agents.networks.network import Network
from tablemates.agents.networks.policy import CARD, WEIGHTS, PolicyAgent, load_policy
from tablemates.agents.registry import find_agent
from tablemates.agents.value.files import read_value
from tablemates.envs.core.views.agent import Batch, Situation
from tests.agents.conftest import change_card, change_tensors, mlp_spec, write_random_policy


def load(folder, race):
    notices = []
    return load_policy(folder, race, notices.append), notices


def refused(folder, race):
    with pytest.raises(PolicyError) as caught:
        load(folder, race)
    sentence = str(caught.value)
    assert str(folder) in sentence
    return sentence


def test_what_was_written_is_read_back(tmp_path, race):
    spec, tensors = write_random_policy(tmp_path / "p", race, steps=7, seeds={"train": 3})
    policy, notices = load(tmp_path / "p", race)
    assert notices == []
    assert policy.card.network == spec
    assert (policy.card.steps, policy.card.seeds) == (7, {"train": 3})
    assert all(np.array_equal(policy.tensors[name], tensor) for name, tensor in tensors.items())
    assert sorted(file.name for file in (tmp_path / "p").iterdir()) == [CARD, WEIGHTS]


def test_another_interface_is_refused(race_policy, race):
    change_card(race_policy, interface="0123456789abcdef")
    sentence = refused(race_policy, race)
    assert "was made for interface 0123456789abcdef" in sentence
    assert race.hashes["interface"] in sentence


def test_a_folder_of_another_kind_is_named(race_policy, race, tmp_path):
    with pytest.raises(PolicyError, match="a policy of another learner than td: a value netw"):
        read_value(race_policy, race, print)
    change_card(race_policy, format="game-value")
    assert "is a value network of the learner td: a policy" in refused(race_policy, race)
    change_card(race_policy, format=[])
    assert "format: " in refused(race_policy, race)
    (tmp_path / "empty").mkdir()
    assert f"is no policy folder: it holds no {CARD}" in refused(tmp_path / "empty", race)


def test_another_ruleset_plays_with_one_notice(race_policy, race):
    change_card(race_policy, ruleset="0123456789abcdef")
    policy, notices = load(race_policy, race)
    assert policy.card.ruleset == "0123456789abcdef"
    assert len(notices) == 1
    assert "0123456789abcdef" in notices[0]
    assert race.hashes["ruleset"] in notices[0]


def test_rules_that_a_network_was_measured_under_need_no_notice(race_policy, race):
    known = ["fedcba9876543210", race.hashes["ruleset"]]
    change_card(race_policy, ruleset="0123456789abcdef", measured_under=known)
    policy, notices = load(race_policy, race)
    assert (policy.card.measured_under, notices) == ((*known,), [])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_weights_that_are_not_finite_are_refused(race_policy, race, bad):
    weight = load_file(race_policy / WEIGHTS)["actor.weight"]
    weight[3, 2] = bad
    change_tensors(race_policy, **{"actor.weight": weight})
    assert "actor.weight has values that are not finite" in refused(race_policy, race)


@pytest.mark.parametrize(
    ("tensors", "sentence"),
    [
        ({"actor.bias": np.zeros(3, np.float32)}, "actor.bias is float32 of shape (3,)"),
        ({"critic.bias": np.zeros(1, np.float64)}, "critic.bias is float64"),
        ({"critic.bias": np.zeros(1, np.int32)}, "critic.bias is int32"),
        ({"extra": np.zeros(1, np.float32)}, "missing: nothing; not of this network: extra"),
    ],
)
def test_other_tensors_than_the_networks_are_refused(race_policy, race, tensors, sentence):
    change_tensors(race_policy, **tensors)
    assert sentence in refused(race_policy, race)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"version": 2}, "version: input should be 1"),
        ({"format": "pickle"}, "format: input should be 'game-policy'"),
        ({"stepps": 1}, "unknown key 'stepps'; did you mean 'steps'?"),
        ({"steps": -1}, "steps: input should be greater than or equal to 0"),
        ({"network": {"kind": "gru"}}, "network"),
    ],
)
def test_a_wrong_card_is_refused_with_its_place(race_policy, race, fields, sentence):
    change_card(race_policy, **fields)
    assert sentence in refused(race_policy, race)


def situation(race, key=1):
    mask = np.zeros(len(race.catalogue), np.int8)
    mask[[2, 3, 4, 6]] = 1
    observation = np.arange(race.layout.size).astype(np.int8) % 7
    return Situation(observation, mask, np.zeros(1, np.uint8), key)


def test_the_likeliest_action_is_played(race_policy, race):
    agent = find_agent(str(race_policy), race)
    assert isinstance(agent, PolicyAgent)
    seen = situation(race)
    logits = agent.logits(seen.alone())[0]
    assert set(np.flatnonzero(np.isfinite(logits))) == {2, 3, 4, 6}
    played = {agent.act(situation(race, key)) for key in range(50)}
    assert played == {int(np.argmax(logits))}


def test_close_calls_do_not_depend_on_rounding(tmp_path, race):
    spec, tensors = write_random_policy(tmp_path / "p", race, spec=mlp_spec(race))
    last = "actor"
    tensors[f"{last}.weight"] *= 1e-6  # logits that are a few roundings apart
    tensors[f"{last}.bias"][:] = 5
    change_tensors(tmp_path / "p", **tensors)
    policy, _ = load(tmp_path / "p", race)
    rng = np.random.default_rng(0)
    observations = rng.integers(0, 3, (60, race.layout.size), np.int8)
    masks = (rng.random((60, len(race.catalogue))) < 0.2).astype(np.int8)
    rounded = policy.network.logits(observations, masks).argmax(axis=1)
    exact = Network(spec, tensors, np.float64).logits(observations, masks).argmax(axis=1)
    assert (rounded != exact).any()
    batch = Batch(observations, masks, np.zeros((60, 1), np.uint8), list(range(60)))
    agent = PolicyAgent("p", policy)
    assert agent.act_batch(batch).tolist() == exact.tolist()
    assert [agent.act(batch[n]) for n in range(60)] == exact.tolist()


def test_it_says_how_likely_its_candidates_are(race_policy, race):
    agent = find_agent(str(race_policy), race)
    seen = situation(race)
    candidates = agent.explain(seen).candidates
    assert {one.action for one in candidates} == {2, 3, 4, 6}
    assert candidates[0].action == agent.act(seen)
    values = [one.value for one in candidates]
    assert values == sorted(values, reverse=True)
    # No probability of play may pass for a chance of winning.
    assert max(values) <= -1
    assert sum(-1 / value for value in values) == pytest.approx(1, abs=1e-6)
    assert f"{-1 / values[0]:.0%}" in candidates[0].reason
