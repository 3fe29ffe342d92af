"""A game's facts, and small policies for it."""

import hashlib
import json

import numpy as np
import pytest
from safetensors.numpy import load_file, save

from tablemates.agents.evaluation import runner
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.network import NetworkSpec, input_scale
from tablemates.agents.networks.policy import CARD, WEIGHTS, write_policy
from tablemates.envs.registry import find_game
from tests.core import dice_race


@pytest.fixture(scope="session", autouse=True)
def same_secret():
    """Let every run have the same secret, so that the games of agents from outside repeat."""
    with pytest.MonkeyPatch.context() as context:
        context.setattr(runner, "new_secret", lambda: bytes(32))
        yield bytes(32)


@pytest.fixture(scope="session")
def race():
    """Facts of the dice race, for what holds for every game."""
    return GameFacts.of(dice_race.Settings())


@pytest.fixture(scope="module")
def one_thread():
    """Threads wait for each other longer than small networks take."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def random_tensors(spec, facts, seed=0):
    rng = np.random.default_rng(seed)
    tensors = {
        name: (rng.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)
        for name, shape in spec.shapes().items()
    }
    if "scale" in tensors:
        tensors["scale"] = input_scale(facts.layout.low, facts.layout.high)
    return tensors


def mlp_spec(facts, hidden=(16, 8), **settings):
    return NetworkSpec.of(facts, hidden=hidden, **{"activation": "tanh"} | settings)


def write_random_policy(folder, facts, seed=0, spec=None, **card):
    """Write a policy with random weights, and return its spec and tensors."""
    spec = spec or mlp_spec(facts)
    tensors = random_tensors(spec, facts, seed)
    fields = {
        "game": find_game(facts.game).name,
        **facts.hashes,
        "network": spec,
        "learner": "none",
        "config": {},
        "seeds": {},
        "steps": 0,
        "hardware": {},
        "parent": None,
    }
    write_policy(folder, tensors, **(fields | card))
    return spec, tensors


@pytest.fixture
def race_policy(tmp_path, race):
    write_random_policy(tmp_path / "policy", race)
    return tmp_path / "policy"


def change_card(folder, **fields):
    """Change fields of a card behind the writer's back."""
    card = json.loads((folder / CARD).read_text())
    (folder / CARD).write_text(json.dumps(card | fields))


def change_tensors(folder, **tensors):
    """Change weights as somebody would who knows that the card names their digest."""
    data = save(load_file(folder / WEIGHTS) | tensors)
    (folder / WEIGHTS).write_bytes(data)
    change_card(folder, weights=hashlib.sha256(data).hexdigest())
