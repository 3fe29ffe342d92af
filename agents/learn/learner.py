"""What every learner can do; ``tablemates.agents.learn.training`` runs any of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import torch

from tablemates.agents.learn.config import PpoConfig
from tablemates.agents.learn.lanes import Lanes
from tablemates.agents.learn.networks import ActorCritic
from tablemates.agents.learn.networks.base import check_numbers
from tablemates.envs.core.errors import SettingsError


class Learner(ABC):
    """Learns.

    Between two updates its state is complete: whoever saves it, the random
    generators and the games that it plays then goes on exactly.

    Args:
        network: What learns; its weights are those to begin with.
        steps: Decisions in all, for the learning rate.
        rate: The learning rate at the beginning.
        decay: Whether it falls to 0 in a straight line.

    Attributes:
        steps: Decisions learned from so far.
    """

    steps: int

    def __init__(self, network: ActorCritic, steps: int, rate: float, decay: bool) -> None:
        self.steps = 0
        self._network = network
        self._last_step = steps
        self._rate = rate
        self._decay = decay

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to learn, whatever the number of decisions."""
        return False

    def words(self) -> str:
        """Return how it goes, for those that do not learn from games."""
        return ""

    def summary(self) -> str:
        """Return how it went, lines for the end of a run."""
        return ""

    def take_endings(self) -> list[dict[str, Any]]:
        """Return how the games ended that ended since the last call."""
        return []

    def close(self) -> None:  # noqa: B027 - most have started nothing
        """End what a learner has started beside this process."""

    @abstractmethod
    def update(self) -> dict[str, float]:
        """Learn from the next decisions.

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
        left = 1.0 - self.steps / self._last_step if self._decay else 1.0
        return self._rate * max(left, 0.0)


class GamesLearner(Learner):
    """Learns from games in lanes, ``rollout`` decisions in every lane an update.

    Args:
        network: What learns; its weights are those to begin with.
        lanes: What is played.
        config: How it learns.
        steps: Decisions in all, for the learning rate.
    """

    def __init__(self, network: ActorCritic, lanes: Lanes, config: PpoConfig, steps: int) -> None:
        super().__init__(network, steps, config.learning_rate, config.decay)
        self._lanes = lanes
        self._config = config

    def take_endings(self) -> list[dict[str, Any]]:
        """Return how the games ended that ended since the last call."""
        return self._lanes.take_endings()


def check_finite(network: ActorCritic) -> None:
    """Refuse a network that cannot play.

    Raises:
        DivergedError: It holds what is no number.
    """
    for name, tensor in network.state_dict().items():
        check_numbers(name, tensor)


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
