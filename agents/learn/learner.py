"""Interface of the learners, which ``tablemates.agents.learn.training_run`` runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import BCConfig, PPOConfig
from tablemates.agents.learn.torch_network import ActorCritic, check_finite
from tablemates.agents.networks.policy import load_policy, write_policy
from tablemates.agents.registry import print_notice
from tablemates.envs.core.errors import SettingsError

#: Info of a finished game, with its return ``r`` and length ``l`` as ``Monitor`` of SB3 names them,
#: ``TimeLimit.truncated`` and ``terminal_observation``.
Episode = Mapping[str, Any]


class Learner(ABC):
    """Learns to play: ``timesteps`` decisions so far, ``finished`` if it has stopped early.

    ``tell`` is called with what an update is doing, where one may take minutes.

    Between two updates its state, with the random generators and the games, is complete:
    a run that is restored from them continues exactly.
    """

    timesteps = 0
    finished = False
    tell: Callable[[str], None] = staticmethod(lambda _sentence: None)

    @abstractmethod
    def start_from(self, folder: Path, facts: GameFacts) -> str:
        """Begin with the network of a folder instead of a random one; return its digest."""

    def begin(self) -> None:  # noqa: B027 - most need nothing
        """Start what updates need, such as processes; settings are known to be valid.

        Raises:
            LibraryError: That cannot be done.
        """

    @abstractmethod
    def update(self) -> dict[str, float]:
        """Learn from the next decisions; return numbers for the log, by tag."""

    def finish(self) -> dict[str, float]:
        """Learn from what was played but not learned from yet, before a checkpoint."""
        return {}

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        return []

    def check(self) -> None:  # noqa: B027 - optional
        """Raise ``DivergedError`` if a weight is not finite."""

    @abstractmethod
    def write(self, folder: Path, **card: Any) -> None:
        """Write the network as it is now; ``card`` has what cards of all kinds hold."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return what ``restore`` needs as tensors, arrays and plain data."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``, with ``KeyError`` and others if it is of another network."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """End processes that the learner has started."""


class NetworkLearner(Learner):
    """Trains a policy network in PyTorch; its weights are the initial ones."""

    _optimizer: torch.optim.Optimizer

    def __init__(
        self, network: ActorCritic, config: PPOConfig | BCConfig, total_timesteps: int
    ) -> None:
        self._network = network
        self._total_timesteps = total_timesteps
        self._initial_lr = config.learning_rate
        self._anneal_lr = config.anneal_lr

    def start_from(self, folder: Path, facts: GameFacts) -> str:
        """Begin with the weights of a policy of the same architecture."""
        policy = load_policy(folder, facts, print_notice)
        theirs, ours = policy.card.network.model_dump(), self._network.spec.model_dump()
        for name, one in theirs.items():
            if one != ours[name]:
                raise PolicyError(
                    f"init_from={folder}: its network differs from the settings in network."
                    f"{name} ({one}, not {ours[name]})"
                )
        self._network.load_tensors(policy.tensors)
        return policy.card.weights

    def network(self) -> ActorCritic:
        """Return the network as it is now."""
        return self._network

    def check(self) -> None:
        """Raise ``DivergedError`` if a weight is not finite."""
        for name, tensor in self.network().state_dict().items():
            check_finite(name, tensor)

    def write(self, folder: Path, **card: Any) -> None:
        """Write the policy as it is now."""
        network = self.network()
        write_policy(folder, network.tensors(), network=network.spec, **card)

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser."""
        return {"network": self._network.state_dict(), "optimizer": self._optimizer.state_dict()}

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        self._network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        # They lie in memory as the weights do, whichever learner has saved them.
        for weight, numbers in self._optimizer.state.items():
            for name, one in numbers.items():
                if one.shape == weight.shape:
                    numbers[name] = torch.empty_like(weight).copy_(one)
        self.timesteps = timesteps

    def learning_rate(self) -> float:
        """Return the learning rate of the next update."""
        left = 1.0 - self.timesteps / self._total_timesteps if self._anneal_lr else 1.0
        return self._initial_lr * max(left, 0.0)


def device_of(name: str) -> torch.device:
    """Return the device of a name; ``auto``: a GPU if there is one."""
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise SettingsError("device=cuda: PyTorch finds no GPU here; choose --device auto or cpu")
    return torch.device("cpu" if name == "cpu" or not found else "cuda")
