"""Interface of the learners, which ``tablemates.agents.learn.training`` runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import torch

from tablemates.agents.learn.config import BCConfig, PPOConfig
from tablemates.agents.learn.networks import ActorCritic
from tablemates.agents.learn.vec_env import Episode, TrainingEnvs
from tablemates.envs.core.errors import SettingsError


class Learner(ABC):
    """Trains a network.

    Between two updates its state, with the random generators and the games, is complete:
    a run that is restored from them continues exactly.

    Args:
        network: What is trained; its weights are the initial ones.
        config: Hyperparameters.
        total_timesteps: Decisions in all, for the learning rate.

    Attributes:
        timesteps: Decisions learned from so far.
    """

    _optimizer: torch.optim.Optimizer

    def __init__(
        self, network: ActorCritic, config: PPOConfig | BCConfig, total_timesteps: int
    ) -> None:
        self.timesteps = 0
        self._network = network
        self._total_timesteps = total_timesteps
        self._initial_lr = config.learning_rate
        self._anneal_lr = config.anneal_lr

    @property
    def finished(self) -> bool:
        """Whether training has stopped early."""
        return False

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        return []

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """End processes that the learner has started."""

    @abstractmethod
    def update(self) -> dict[str, float]:
        """Learn from the next decisions.

        Returns:
            Numbers for the log, by tag.
        """

    def network(self) -> ActorCritic:
        """Return the network as it is now."""
        return self._network

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser as tensors and plain data."""
        return {
            "network": self._network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
        }

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``.

        Raises:
            KeyError, ValueError, RuntimeError: It is the state of another network.
        """
        self._network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.timesteps = timesteps

    def learning_rate(self) -> float:
        """Return the learning rate of the next update."""
        left = 1.0 - self.timesteps / self._total_timesteps if self._anneal_lr else 1.0
        return self._initial_lr * max(left, 0.0)


class EnvLearner(Learner):
    """A learner that steps ``TrainingEnvs``, ``num_steps`` in every environment an update.

    Args:
        network: What is trained.
        envs: The environments.
        config: Hyperparameters.
        total_timesteps: Decisions in all, for the learning rate.
    """

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, config, total_timesteps)
        self._envs = envs
        self._config = config

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        return self._envs.take_episodes()


def device_of(name: str) -> torch.device:
    """Return the device of a name; ``auto``: a GPU if there is one.

    Raises:
        SettingsError: PyTorch finds no GPU.
    """
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise SettingsError("device=cuda: PyTorch finds no GPU here; choose --device auto or cpu")
    return torch.device("cpu" if name == "cpu" or not found else "cuda")
