"""PPO of a network with memory: it remembers the earlier decisions of a seat in a game.

Minibatches are the rollouts of some environments: the network goes through each from what it
remembered at its beginning (backpropagation through time, cut there), and forgets where an episode
ends. Each seat remembers its own decisions alone, as an agent at play does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import Tensor

from tablemates.agents.learn.ppo import PPOLearner, Rollout
from tablemates.agents.learn.settings import PPOConfig
from tablemates.agents.learn.torch_network import ActorCritic, Columns
from tablemates.agents.learn.vec_env import TrainingEnvs


class RecurrentPPOLearner(PPOLearner):
    """Proximal policy optimisation of a recurrent network; see ``PPOLearner``."""

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, envs, config, total_timesteps)
        sizes = envs.num_envs, envs.seats, network.spec.memory or 0
        self._states = torch.zeros(sizes, device=self._device)
        # Of the rollout: states before it, who decided, and where episodes ended.
        self._before = self._states
        self._deciders: list[Tensor] = []
        self._ended: list[Tensor] = []

    def state(self) -> dict[str, Any]:
        """Return weights, optimiser, games, and what is remembered of these."""
        return super().state() | {"states": self._states}

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        super().restore(state, timesteps)
        self._states = state["states"].to(self._device)

    def _seats(self) -> Tensor:
        return torch.as_tensor(self._envs.deciders(), device=self._device)

    def _collect(self) -> Rollout:
        self._before, self._deciders, self._ended = self._states, [], []
        return super()._collect()

    def _decide(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        self._deciders.append(self._seats())
        seen = observations, masks, self._states, self._deciders[-1]
        logits, values, self._states = self._network.remember(*seen)
        return logits, values

    def _outlook(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        found = self._network.remember(observations, masks, self._states, self._seats())
        return found[0], found[1]

    def _forget(self, ended: Tensor) -> None:
        self._ended.append(ended)
        self._states = self._states.masked_fill(ended[:, None, None], 0.0)

    def _minibatches(self, known: Tensor) -> Iterable[Tensor]:
        count = self._envs.num_envs
        order = torch.randperm(count, device=self._device)
        for envs in torch.split(order, max(1, self._config.batch_size // self._config.num_steps)):
            indices = known[torch.isin(known % count, envs)]
            if len(indices):
                yield indices

    def _outputs(
        self, rollout: Rollout, indices: Tensor, columns: Columns
    ) -> tuple[Tensor, Tensor]:
        count = self._envs.num_envs
        envs, places = torch.unique(indices % count, return_inverse=True)
        states, logits, values = self._before[envs], [], []
        for n, (deciders, ended) in enumerate(zip(self._deciders, self._ended, strict=True)):
            here = n * count + envs
            seen = rollout.observations[here], rollout.masks[here], states, deciders[envs]
            some, theirs, states = self._network.remember(*seen, columns)
            states = states.masked_fill(ended[envs][:, None, None], 0.0)
            logits.append(some)
            values.append(theirs)
        chosen = indices // count, places
        return torch.stack(logits)[chosen], torch.stack(values)[chosen]
