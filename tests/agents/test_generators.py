"""Random generators: those that a learner draws from go on, and no others are touched."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.learn.generators import random_state, restore_random  # noqa: E402

CPU, GPU = torch.device("cpu"), torch.device("cuda")


@pytest.fixture
def gpu(monkeypatch):
    """GPUs that are noted instead of asked, by what was done."""
    asked = []
    mark = torch.tensor([7], dtype=torch.uint8)
    for name in ("get_rng_state_all", "set_rng_state_all"):
        monkeypatch.setattr(torch.cuda, name, lambda *_: pytest.fail("all GPUs were touched"))
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(
        torch.cuda, "get_rng_state", lambda device: asked.append(("get", device)) or mark
    )
    monkeypatch.setattr(
        torch.cuda,
        "set_rng_state",
        lambda state, device: asked.append(("set", state.item(), device)),
    )
    return asked


def drawn():
    return torch.rand(3).tolist(), np.random.random(3).tolist()  # noqa: NPY002


def test_generators_go_on(gpu):
    state = random_state(CPU)
    before = drawn()
    restore_random(state, CPU)
    assert drawn() == before != drawn()
    assert gpu == []


def test_a_gpu_is_touched_where_the_learner_learns_on_it(gpu):
    state = random_state(GPU)
    restore_random(state, GPU)
    assert gpu == [("get", GPU), ("set", 7, GPU)]
    gpu.clear()
    restore_random(state, CPU)  # it goes on without one,
    restore_random(random_state(CPU), GPU)  # with one that it did not have,
    assert gpu == []
    several = [torch.tensor([n], dtype=torch.uint8) for n in (3, 4)]
    for older, said in ((several, [("set", 3, GPU)]), ([], [])):
        restore_random(state | {"cuda": older}, GPU)  # or with what older runs have noted
        assert gpu == said
        gpu.clear()
