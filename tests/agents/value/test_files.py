"""Folders of value networks: what is written is read, and what is wrong is said."""

import json

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, PolicyError
from tablemates.agents.evaluation.agent_digests import policy_digest
from tablemates.agents.networks.weight_files import CARD
from tablemates.agents.registry import find_agent
from tablemates.agents.value.files import WEIGHTS, network_in, read_value, write_value
from tablemates.agents.value.network import Shape, cells_of, new_weights
from tablemates.envs.core.hashing import LENGTH, hash_of


def written(folder, weights, **changes):
    card = {
        "game": "dice_race_v0",
        "interface": "i" * 16,
        "ruleset": "r" * 16,
        "engine": "e" * 16,
        "scenarios": ("players-2",),
        "progress_weight": 0.0,
        "learner": "td",
        "config": {},
        "seeds": {"train": 0},
        "steps": 10,
        "hardware": {},
        "parent": None,
        "precision": "float16",
        **changes,
    }
    write_value(folder, weights, **card)
    return folder


@pytest.fixture
def folder(tmp_path, weights):
    return written(tmp_path / "policy", weights)


def test_what_is_written_is_read_in_half_the_precision(folder, weights, facts):
    card, read = read_value(folder, facts, pytest.fail)
    assert card.steps == 10
    for mine, theirs in zip(weights, read, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=2e-3)
        assert theirs.dtype == np.float32


def test_rows_that_were_never_trained_take_no_space(tmp_path, weights, facts):
    sparse = weights._replace(
        first=weights.first * (np.arange(len(weights.first)) % 4 == 0)[:, None]
    )
    whole, small = written(tmp_path / "whole", weights), written(tmp_path / "small", sparse)
    assert (small / WEIGHTS).stat().st_size < (whole / WEIGHTS).stat().st_size / 2
    _, read = read_value(small, facts, pytest.fail)
    np.testing.assert_allclose(sparse.first, read.first, atol=2e-3)


def test_the_registry_knows_which_kind_of_folder_it_is(folder, facts):
    agent = find_agent(str(folder), facts, pytest.fail)
    assert type(agent).__name__ == "ValueAgent"
    with pytest.raises(AgentError, match="no probabilities to sample from"):
        find_agent(f"{folder}:sample", facts)


def test_weights_that_are_not_finite_are_not_written(tmp_path, weights):
    broken = weights.copy()
    broken.second[0, 0] = 1e30  # too large for float16
    with pytest.raises(PolicyError, match="second has values that are not finite"):
        written(tmp_path / "policy", broken)
    assert not (tmp_path / "policy").exists()


def test_networks_of_another_interface_are_refused(tmp_path, weights, facts):
    folder = written(tmp_path, weights, interface="x" * 16)
    with pytest.raises(PolicyError, match=r"made for interface xxxx.* train it anew"):
        read_value(folder, facts, pytest.fail)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"width": 17}, "first is float16 of shape .* its network needs float16 of shape .*17"),
        ({"width": 10**9}, "width"),
        ({"weights": "0" * 64}, "is damaged or was changed"),
        ({"precision": "float32"}, "needs float32"),
        ({"rows": 1}, "first is float16 of shape"),
        ({"steps": -1}, "steps"),
        ({"format": "game-policy"}, "is a policy of another learner"),
    ],
)
def test_cards_that_do_not_fit_are_refused(folder, facts, change, words):
    card = json.loads((folder / CARD).read_text())
    (folder / CARD).write_text(json.dumps(card | change))
    with pytest.raises(PolicyError, match=words) as caught:
        read_value(folder, facts, pytest.fail)
    assert "\n" not in str(caught.value)


def test_a_network_of_shared_returns_knows_nothing_of_others(tmp_path, player, facts):
    shared = new_weights(Shape(player.rows, 16, 16, 2), np.random.default_rng(1))
    _, read = read_value(written(tmp_path / "shared", shared), facts, pytest.fail)
    seats = player.pairs
    assert seats > 1
    np.testing.assert_allclose(read.third[:, [0, seats]], shared.third, atol=2e-3)
    np.testing.assert_allclose(read.third_bias[[0, seats]], shared.third_bias, atol=2e-3)
    others = [n for n in range(2 * seats) if n % seats]
    assert not read.third[:, others].any()
    assert not read.third_bias[others].any()


def test_the_network_that_sees_most_of_a_game_plays_it(tmp_path, weights, facts):
    fewer = facts.layout.beginning(len(facts.layout.blocks) - 1)
    older = hash_of([facts.catalogue.digest, fewer.digest])
    part = weights._replace(first=weights.first[: cells_of(fewer)[1]])
    folder = written(tmp_path / "value", part, interface=older)
    assert network_in(folder, facts) == folder
    assert find_agent(str(folder), facts, lambda _: None).card.interface == older
    more = written(folder / "more", weights, interface=facts.hashes["interface"])
    written(folder / "else", weights, interface="x" * 16)
    assert network_in(folder, facts) == more
    agent = find_agent(str(folder), facts, lambda _: None)
    assert agent.card.interface == facts.hashes["interface"]
    digests = [policy_digest(str(folder), facts.game, one) for one in (None, facts)]
    assert digests[0] != digests[1] == agent.card.weights[:LENGTH]
