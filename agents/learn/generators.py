"""The state of the random generators that learners draw from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch


def random_state(device: torch.device) -> dict[str, Any]:
    """Return the state of all generators that a learner draws from, as tensors and plain data.

    Args:
        device: Where it learns; what others do on other devices is not its business.
    """
    _, keys, place, *_ = np.random.get_state()  # noqa: NPY002 - Stable-Baselines3 shuffles with it
    return {
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state(device) if device.type == "cuda" else None,
        "numpy": (torch.from_numpy(np.asarray(keys, np.int64)), int(place)),
    }


def restore_random(state: Mapping[str, Any], device: torch.device) -> None:
    """Set the generators as they were when ``random_state`` was called.

    Args:
        state: What it returned, perhaps for another device.
        device: Where the learner goes on.
    """
    torch.set_rng_state(state["torch"])
    cuda = state["cuda"]
    if isinstance(cuda, list):  # of older runs: one of every GPU that there was
        cuda = cuda[0] if cuda else None
    if device.type == "cuda" and cuda is not None:
        torch.cuda.set_rng_state(cuda, device)
    keys, place = state["numpy"]
    words = keys.numpy().astype(np.uint32)
    np.random.set_state(("MT19937", words, place, 0, 0.0))  # noqa: NPY002
