"""What every learner can do; ``agents.learn.training`` runs any of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import torch

from agents.learn.config import PpoConfig
from agents.learn.lanes import Lanes
from agents.learn.networks import ActorCritic
from envs.core.errors import SettingsError


class Learner(ABC):
    """Learns from games in lanes.

    Between two updates its state is complete: whoever saves it, the random
    generators and the lanes then goes on exactly.

    Args:
        network: What learns; its weights are those to begin with.
        lanes: What is played.
        config: How it learns.
        steps: Decisions in all, for the learning rate.

    Attributes:
        steps: Decisions learned from so far.
    """

    steps: int

    def __init__(self, network: ActorCritic, lanes: Lanes, config: PpoConfig, steps: int) -> None:
        self.steps = 0
        self._network = network
        self._lanes = lanes
        self._config = config
        self._last_step = steps

    @abstractmethod
    def update(self) -> dict[str, float]:
        """Play ``rollout`` decisions in every lane and learn from them.

        Returns:
            Numbers for the log, by name.
        """

    @abstractmethod
    def network(self) -> ActorCritic:
        """Return the network as it is now."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return weights and optimiser as tensors and plain data."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any], steps: int) -> None:
        """Go on from ``state``, after so many decisions.

        Raises:
            KeyError, ValueError, RuntimeError: It is the state of another network.
        """

    def learning_rate(self) -> float:
        """Return the learning rate of the next update."""
        left = 1.0 - self.steps / self._last_step if self._config.decay else 1.0
        return self._config.learning_rate * max(left, 0.0)


def device_of(name: str) -> torch.device:
    """Return the device that a user names; ``auto``: a GPU if there is one.

    Raises:
        SettingsError: There is no GPU, or PyTorch cannot use it.
    """
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise SettingsError(
            "device=cuda: PyTorch finds no GPU here; device=auto takes what there is"
        )
    return torch.device("cpu" if name == "cpu" or not found else "cuda")
