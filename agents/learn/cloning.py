"""Behaviour cloning: supervised learning of a teacher's decisions and of game outcomes.

An epoch reads every file of the datasets once, some files at a time, shuffled. The policy
learns the teacher's actions, the value the outcomes. Before the first epoch and after each one the
validation games are evaluated; the network with the lowest validation loss is kept.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from tablemates.agents.errors import FolderError
from tablemates.agents.learn.datasets import Array, DataSets, Decisions
from tablemates.agents.learn.learner import NetworkLearner
from tablemates.agents.learn.settings import BCConfig
from tablemates.agents.learn.torch_network import ActorCritic

#: Decisions of an update: few, so that the progress bar and Ctrl-C react within seconds.
_PER_UPDATE: Final = 4096
#: Batch size of the validation.
_VALIDATION_BATCH: Final = 1024


class CloningLearner(NetworkLearner):
    """Behaviour cloning; ``seed`` is that of the order of the decisions."""

    def __init__(
        self,
        network: ActorCritic,
        data: DataSets,
        config: BCConfig,
        total_timesteps: int,
        seed: int,
    ) -> None:
        super().__init__(network, config, total_timesteps)
        self._config = config
        self._data = data
        self._seed = seed
        self._validation = data.validation()
        self._optimizer = torch.optim.AdamW(
            network.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        self._best = copy.deepcopy(network)
        self._best_loss = float("inf")
        #: Epoch, group of files in it, decision in the group, epochs without improvement.
        self._epoch = self._group = self._position = self._stale = 0
        self._validated = False
        self._loaded: tuple[Decisions, Array] | None = None

    def network(self) -> ActorCritic:
        """Return the network with the lowest validation loss."""
        return self._best

    def update(self) -> dict[str, float]:
        """Learn from the next decisions; validate first and after every epoch."""
        if not self._validated:
            self._validated = True
            return self._validate()
        size = self._config.batch_size
        decisions, order = self._loaded or self._load()
        end = min(self._position + max(_PER_UPDATE // size, 1) * size, len(order))
        log = {"train/learning_rate": self.learning_rate()}
        losses = []
        for start in range(self._position, end, size):
            chosen = order[start : min(start + size, end)]
            losses.append(self._learn(decisions[chosen]))
            self.timesteps += len(chosen)
        self._position = end
        if losses:
            log["train/loss"], log["train/value_loss"] = np.mean(losses, axis=0).tolist()
        if self._position >= len(order):
            self._group, self._position, self._loaded = self._group + 1, 0, None
            if self._group * self._config.shuffle_files >= len(self._data.files):
                self._epoch, self._group = self._epoch + 1, 0
                log |= self._validate()
        return log

    def _load(self) -> tuple[Decisions, Array]:
        """Read the next group of files; return its decisions and their shuffled order."""
        files = np.random.default_rng([self._seed, self._epoch]).permutation(len(self._data.files))
        first = self._group * self._config.shuffle_files
        decisions = self._data.training(files[first : first + self._config.shuffle_files].tolist())
        rng = np.random.default_rng([self._seed, self._epoch, 1 + self._group])
        self._loaded = decisions, rng.permutation(len(decisions))
        return self._loaded

    def _learn(self, batch: Decisions) -> tuple[float, float]:
        for group in self._optimizer.param_groups:
            group["lr"] = self.learning_rate()
        _, policy_losses, value_losses = self._losses(batch)
        # An empty batch has no mean: sums of 0 keep the graph.
        policy_loss = policy_losses.sum() / max(len(policy_losses), 1)
        value_loss = value_losses.sum() / max(len(value_losses), 1)
        self._optimizer.zero_grad()
        loss = policy_loss + self._config.vf_coef * value_loss
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._network.parameters(), self._config.max_grad_norm)
        self._optimizer.step()
        return policy_loss.item(), value_loss.item()

    def _losses(self, batch: Decisions) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits and losses of policy and value, the latter where games have been sound."""
        columns = (batch.observations, batch.masks, batch.actions, batch.sound, batch.returns)
        observations, masks, actions, sound, returns = (
            torch.from_numpy(column).to(self._network.device) for column in columns
        )
        logits, values = self._network(observations, masks)
        policy = nn.functional.cross_entropy(logits, actions.long(), reduction="none")
        return logits, policy, self._network.value_losses(values[sound], returns[sound])

    def _validate(self) -> dict[str, float]:
        """Evaluate the network on the validation games, and keep it if it is the best so far."""
        validation, policy, value, choices = self._validation, [], [], []
        with torch.no_grad():
            for start in range(0, len(validation), _VALIDATION_BATCH):
                batch = validation[start : start + _VALIDATION_BATCH]
                logits, policy_losses, value_losses = self._losses(batch)
                policy.append(policy_losses.cpu())
                value.append(value_losses.cpu())
                choices.append(logits.argmax(-1).cpu().numpy())
        value_loss = float(torch.cat(value).mean().nan_to_num())
        loss = float(torch.cat(policy).mean().nan_to_num()) + self._config.vf_coef * value_loss
        chosen = np.concatenate(choices)
        self._stale += 1
        if loss < self._best_loss:
            self._best_loss, self._stale = loss, 0
            self._best.load_state_dict(self._network.state_dict())
        self.finished = self._stale > self._config.patience
        return {
            "validation/loss": loss,
            "validation/value_loss": value_loss,
            "validation/accuracy": float((chosen == validation.actions).mean()),
        }

    def state(self) -> dict[str, Any]:
        """Return weights, optimiser, and the position in the data."""
        return super().state() | {
            "best": self._best.state_dict(),
            "best_loss": self._best_loss,
            "position": [self._epoch, self._group, self._position, self._stale],
            "validated": self._validated,
            "data": self._data.digests,
        }

    def write(self, folder: Path, **card: Any) -> None:
        """Write the policy, with the digests of what it was learned from."""
        super().write(folder, data=tuple(self._data.digests), **card)

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        if state["data"] != self._data.digests:
            raise FolderError(
                "this run has learned from other files than bc.data holds now: start another --run "
                "with --init-from its policy"
            )
        super().restore(state, timesteps)
        self._best.load_state_dict(state["best"])
        self._best_loss = state["best_loss"]
        self._epoch, self._group, self._position, self._stale = state["position"]
        self._validated = state["validated"]
        self.finished = self._stale > self._config.patience
