"""Proximal policy optimisation (Schulman et al. 2017) with masked actions, in one file.

Every update plays ``rollout`` decisions in each lane with the present network,
estimates with its critic how much better than expected each turned out
(generalised advantage estimation, Schulman et al. 2016), and climbs the
clipped surrogate objective on shuffled minibatches for some epochs. Illegal
actions get the same masked logits when playing and when learning, so they have
no probability, no gradient and no share in the entropy (Huang and Ontañón 2022).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from agents.learn.config import PpoConfig
from agents.learn.lanes import Lanes
from agents.learn.learner import GamesLearner
from agents.learn.networks import ActorCritic


@dataclass(slots=True)
class Rollout:
    """What was played before an update; the first axes are ``(decisions, lanes)``.

    Attributes:
        observations: ``int8``, then values.
        masks: ``int8``, then actions.
        actions: What was played.
        log_probs: Its log-probability then.
        values: What the critic expected.
        rewards: What it earned; of a game that was cut short, with the value it stopped at.
        ended: Whether the game was over afterwards.
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    rewards: Tensor
    ended: Tensor

    @classmethod
    def empty(cls, decisions: int, lanes: Lanes, device: torch.device) -> Rollout:
        """Return a rollout to be filled."""
        shape = (decisions, len(lanes))

        def zeros(*more: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, *more, dtype=dtype, device=device)

        return cls(
            observations=zeros(lanes.observations.shape[1], dtype=torch.int8),
            masks=zeros(lanes.masks.shape[1], dtype=torch.int8),
            actions=zeros(dtype=torch.int64),
            log_probs=zeros(),
            values=zeros(),
            rewards=zeros(),
            ended=zeros(),
        )


def advantages_of(rollout: Rollout, last_values: Tensor, config: PpoConfig) -> Tensor:
    """Return how much better than expected each decision turned out (GAE).

    Args:
        rollout: What was played.
        last_values: What the critic expects of the decisions that follow, shape ``(lanes,)``.
        config: Discount and trace.

    Returns:
        Shape ``(decisions, lanes)``.
    """
    advantages = torch.zeros_like(rollout.rewards)
    advantage = torch.zeros_like(last_values)
    following = last_values
    for n in reversed(range(len(advantages))):
        goes_on = 1.0 - rollout.ended[n]
        surprise = rollout.rewards[n] + config.discount * following * goes_on - rollout.values[n]
        advantage = surprise + config.discount * config.trace * goes_on * advantage
        advantages[n] = advantage
        following = rollout.values[n]
    return advantages


@dataclass(slots=True)
class Losses:
    """The parts of the objective on one minibatch, each to be made smaller.

    Attributes:
        policy: Clipped surrogate objective.
        value: The critic's, see ``ActorCritic.value_loss``.
        entropy: Negative mean entropy.
        kl: Estimate of how far the policy has moved (no gradient).
        clipped: Share of decisions whose ratio is outside the clip range (no gradient).
    """

    policy: Tensor
    value: Tensor
    entropy: Tensor
    kl: Tensor
    clipped: Tensor

    def total(self, config: PpoConfig) -> Tensor:
        """Return what the optimiser makes smaller."""
        return self.policy + config.value * self.value + config.entropy * self.entropy


def log_prob_of(log_probs: Tensor, actions: Tensor) -> Tensor:
    """Return the log-probability of one action of each row."""
    return log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def losses_of(
    network: ActorCritic,
    batch: Rollout,
    advantages: Tensor,
    returns: Tensor,
    clip: float,
) -> Losses:
    """Return the parts of the objective on a minibatch.

    Args:
        network: As it is now.
        batch: Decisions, with one first axis.
        advantages: How much better than expected they turned out.
        returns: What the critic should have said.
        clip: How far the ratio of probabilities may move from 1.
    """
    logits, values = network(batch.observations, batch.masks)
    log_probs = logits.log_softmax(-1)
    log_ratio = log_prob_of(log_probs, batch.actions) - batch.log_probs
    ratio = log_ratio.exp()
    # Advantages of a minibatch are brought to one scale; a lone one would become NaN.
    advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
    clipped_ratio = ratio.clamp(1.0 - clip, 1.0 + clip)
    surrogate = torch.minimum(ratio * advantages, clipped_ratio * advantages)
    with torch.no_grad():
        # http://joschu.net/blog/kl-approx.html: unbiased, never negative, little variance.
        kl = (ratio - 1.0 - log_ratio).mean()
        clipped = ((ratio - 1.0).abs() > clip).float().mean()
    return Losses(
        policy=-surrogate.mean(),
        value=network.value_loss(values, returns),
        entropy=(log_probs.exp() * log_probs).sum(-1).mean(),
        kl=kl,
        clipped=clipped,
    )


def _names(record: type[Rollout] | type[Losses]) -> list[str]:
    return [field.name for field in fields(record)]


class Ppo(GamesLearner):
    """Proximal policy optimisation; see ``Learner``."""

    def __init__(self, network: ActorCritic, lanes: Lanes, config: PpoConfig, steps: int) -> None:
        super().__init__(network, lanes, config, steps)
        self._device = network.device
        self._rollout = Rollout.empty(config.rollout, lanes, self._device)
        # Adam's usual 1e-8 lets the first small gradients take full steps.
        self._optimiser = torch.optim.Adam(network.parameters(), lr=config.learning_rate, eps=1e-5)

    def network(self) -> ActorCritic:
        """Return the network as it is now."""
        return self._network

    def update(self) -> dict[str, float]:
        """Play, then learn from what was played."""
        rate = self.learning_rate()
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            self._play()
            last_values = self._network.values(self._tensor(self._lanes.observations))
        advantages = advantages_of(self._rollout, last_values, self._config)
        log = self._learn(advantages, advantages + self._rollout.values)
        self.steps += self._rollout.rewards.numel()
        return log | {"learning_rate": rate}

    def _tensor(self, array: np.ndarray[Any, Any]) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def _play(self) -> None:
        """Fill the rollout with the network's own decisions."""
        rollout, lanes = self._rollout, self._lanes
        for n in range(self._config.rollout):
            rollout.observations[n] = self._tensor(lanes.observations)
            rollout.masks[n] = self._tensor(lanes.masks)
            logits, rollout.values[n] = self._network(rollout.observations[n], rollout.masks[n])
            log_probs = logits.log_softmax(-1)
            actions = torch.multinomial(log_probs.exp(), 1).squeeze(-1)
            rollout.actions[n] = actions
            rollout.log_probs[n] = log_prob_of(log_probs, actions)
            stepped = lanes.step(actions.cpu().numpy())
            rollout.rewards[n] = self._tensor(stepped.rewards)
            rollout.ended[n] = self._tensor(stepped.ended).float()
            if stepped.cut:
                # Nobody won or lost there: what the critic expects stands for the rest.
                places = list(stepped.cut)
                expected = self._network.values(self._tensor(np.stack([*stepped.cut.values()])))
                rollout.rewards[n, places] += self._config.discount * expected

    def _learn(self, advantages: Tensor, returns: Tensor) -> dict[str, float]:
        """Climb the objective for some epochs; return means for the log."""
        config = self._config
        rollout = {name: getattr(self._rollout, name).flatten(0, 1) for name in _names(Rollout)}
        advantages, returns = advantages.flatten(), returns.flatten()
        logged: list[list[float]] = []
        for _ in range(config.epochs):
            order = torch.randperm(len(returns), device=self._device)
            for first in range(0, len(order), config.minibatch):
                chosen = order[first : first + config.minibatch]
                batch = Rollout(**{name: values[chosen] for name, values in rollout.items()})
                losses = losses_of(
                    self._network, batch, advantages[chosen], returns[chosen], config.clip
                )
                logged.append([getattr(losses, name).item() for name in _names(Losses)])
                if config.target_kl is not None and losses.kl > 1.5 * config.target_kl:
                    break
                self._optimiser.zero_grad()
                losses.total(config).backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self._network.parameters(), config.gradient)
                self._optimiser.step()
            else:
                continue
            break
        means = np.mean(logged, axis=0)
        log = dict(zip(_names(Losses), means.tolist(), strict=True))
        spread = returns.var()
        unexplained = (returns - rollout["values"]).var() / spread if spread > 0 else torch.nan
        return log | {"explained_variance": 1.0 - float(unexplained)}

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser."""
        return {
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
        }

    def restore(self, state: Mapping[str, Any], steps: int) -> None:
        """Go on from ``state``, after so many decisions."""
        self._network.load_state_dict(state["network"])
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps = steps
