"""Proximal policy optimisation (Schulman et al. 2017) with masked actions, in one file.

Every update plays ``rollout`` decisions in each lane with the present network,
estimates with its critic how much better than expected each turned out
(generalised advantage estimation, Schulman et al. 2016), and climbs the
clipped surrogate objective on shuffled minibatches for some epochs. Illegal
actions get the same masked logits when playing and when learning, so they have
no probability, no gradient and no share in the entropy (Huang and Ontañón 2022).

Two things can be added. A *reference*, such as a clone of a good script: leaving it
costs, less and less, so that what it knows of late positions is not forgotten while
early ones are learned. And a *privileged critic*: a network of its own that also sees
what is hidden, for better advantages in training; it is thrown away, and the policy's
own value learns from the same returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tablemates.agents.learn.config import PpoConfig
from tablemates.agents.learn.honesty import Honesty
from tablemates.agents.learn.lanes import Lanes
from tablemates.agents.learn.learner import GamesLearner
from tablemates.agents.learn.networks import ActorCritic
from tablemates.agents.learn.networks.base import check_play


@dataclass(slots=True)
class Rollout:
    """What was played before an update; the first axes are ``(decisions, lanes)``.

    Attributes:
        observations: ``int8``, then values.
        masks: ``int8``, then actions.
        actions: What was played.
        log_probs: Its log-probability then.
        values: What the critic expected.
        rewards: What it earned; of a game that was cut short, with what was expected of the rest.
        ended: Whether the game was over afterwards.
        states: What the privileged critic sees, ``int8``; no values without one.
        reference: The reference's log-probabilities; no actions without one.
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    rewards: Tensor
    ended: Tensor
    states: Tensor
    reference: Tensor

    @classmethod
    def empty(
        cls, decisions: int, lanes: Lanes, device: torch.device, states: int, reference: int
    ) -> Rollout:
        """Return a rollout to be filled, with so many values and actions in the last two."""
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
            states=zeros(states, dtype=torch.int8),
            reference=zeros(reference),
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
        critic: The privileged critic's; 0 without one.
        entropy: Negative mean entropy.
        reference: Divergence from the reference; 0 without one.
        kl: Estimate of how far the policy has moved (no gradient).
        clipped: Share of decisions whose ratio is outside the clip range (no gradient).
    """

    policy: Tensor
    value: Tensor
    critic: Tensor
    entropy: Tensor
    reference: Tensor
    kl: Tensor
    clipped: Tensor

    def total(self, config: PpoConfig, leaving: float) -> Tensor:
        """Return what the optimiser makes smaller.

        Args:
            config: Weights of the parts.
            leaving: What leaving the reference costs, a nat.
        """
        return (
            self.policy
            + config.value * (self.value + self.critic)
            + config.entropy * self.entropy
            + leaving * self.reference
        )


def log_prob_of(log_probs: Tensor, actions: Tensor) -> Tensor:
    """Return the log-probability of one action of each row."""
    return log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def losses_of(
    network: ActorCritic,
    batch: Rollout,
    advantages: Tensor,
    returns: Tensor,
    clip: float,
    critic: ActorCritic | None = None,
) -> Losses:
    """Return the parts of the objective on a minibatch.

    Args:
        network: As it is now.
        batch: Decisions, with one first axis.
        advantages: How much better than expected they turned out.
        returns: What the critic should have said.
        clip: How far the ratio of probabilities may move from 1.
        critic: The privileged one.
    """
    none = torch.zeros((), device=returns.device)
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
        critic=none if critic is None else critic.value_loss(critic.values(batch.states), returns),
        entropy=(log_probs.exp() * log_probs).sum(-1).mean(),
        reference=divergence(log_probs, batch.reference) if batch.reference.shape[-1] else none,
        kl=kl,
        clipped=clipped,
    )


def divergence(log_probs: Tensor, reference: Tensor) -> Tensor:
    """Return the Kullback-Leibler divergence of a policy from its reference, the mean of a batch.

    Args:
        log_probs: Of the policy; illegal actions have no probability in either.
        reference: Of the reference, in the same shape.
    """
    return (log_probs.exp() * (log_probs - reference)).sum(-1).mean()


def _names(record: type[Rollout] | type[Losses]) -> list[str]:
    return [field.name for field in fields(record)]


class Ppo(GamesLearner):
    """Proximal policy optimisation; see ``GamesLearner``.

    Args:
        network: What learns.
        lanes: What is played.
        config: How it learns.
        steps: Decisions in all.
        reference: What leaving costs; stays as it is.
        critic: Sees ``Lanes.privileged``; None: the network's own value is the critic.
    """

    def __init__(
        self,
        network: ActorCritic,
        lanes: Lanes,
        config: PpoConfig,
        steps: int,
        *,
        reference: ActorCritic | None = None,
        critic: ActorCritic | None = None,
    ) -> None:
        super().__init__(network, lanes, config, steps)
        self._device = network.device
        self._reference = reference
        self._critic = critic
        self._honesty = Honesty(len(lanes)) if network.states_chances else None
        self._rollout = Rollout.empty(
            config.rollout,
            lanes,
            self._device,
            states=0 if critic is None else lanes.privileged().shape[1],
            reference=0 if reference is None else lanes.masks.shape[1],
        )
        self._learning = [network] if critic is None else [network, critic]
        parameters = [one for learns in self._learning for one in learns.parameters()]
        # Adam's usual 1e-8 lets the first small gradients take full steps.
        self._optimiser = torch.optim.Adam(parameters, lr=config.learning_rate, eps=1e-5)

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
            if self._critic is None:
                last_values = self._network.values(self._tensor(self._lanes.observations))
            else:
                last_values = self._critic.values(self._tensor(self._lanes.privileged()))
        advantages = advantages_of(self._rollout, last_values, self._config)
        log = self._learn(advantages, advantages + self._rollout.values)
        self.steps += self._rollout.rewards.numel()
        honest = {} if self._honesty is None else self._honesty.errors()
        return log | honest | {"learning_rate": rate}

    def leaving(self) -> float:
        """Return what leaving the reference costs in the next update."""
        if self._reference is None:
            return 0.0
        return self._config.kl * max(
            0.0, 1.0 - self.steps / (self._config.kl_until * self._last_step)
        )

    def _tensor(self, array: np.ndarray[Any, Any]) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def _play(self) -> None:
        """Fill the rollout with the network's own decisions."""
        rollout, lanes = self._rollout, self._lanes
        for n in range(self._config.rollout):
            rollout.observations[n] = self._tensor(lanes.observations)
            rollout.masks[n] = self._tensor(lanes.masks)
            logits, rollout.values[n] = self._network(rollout.observations[n], rollout.masks[n])
            if self._honesty is not None:
                self._honesty.note(rollout.values[n].cpu().numpy())
            log_probs = logits.log_softmax(-1)
            # Weights may still be numbers when what they add up to is none.
            check_play(log_probs, rollout.masks[n])
            if self._critic is not None:
                rollout.states[n] = self._tensor(lanes.privileged())
                rollout.values[n] = self._critic.values(rollout.states[n])
            if self._reference is not None:
                likely, _ = self._reference(rollout.observations[n], rollout.masks[n])
                rollout.reference[n] = likely.log_softmax(-1)
            actions = torch.multinomial(log_probs.exp(), 1).squeeze(-1)
            rollout.actions[n] = actions
            rollout.log_probs[n] = log_prob_of(log_probs, actions)
            stepped = lanes.step(actions.cpu().numpy())
            if self._honesty is not None:
                self._honesty.end(stepped.endings)
            rollout.rewards[n] = self._tensor(stepped.rewards)
            rollout.ended[n] = self._tensor(stepped.ended).float()
            # Nobody won or lost a game that was cut short: what the critic expects stands for the
            # rest (Pardo et al. 2018). Nobody decides in its last position, so that an adviser
            # tells nothing there and what is hidden is gone. But the critic has just valued the
            # one before, and by its own equation, V(s) = E[r + discount V(s')], the two
            # differ by little where single decisions earn little.
            cut = self._tensor(stepped.cut)
            rollout.rewards[n] += self._config.discount * rollout.values[n] * cut

    def _learn(self, advantages: Tensor, returns: Tensor) -> dict[str, float]:
        """Climb the objective for some epochs; return means for the log."""
        config, leaving = self._config, self.leaving()
        rollout = {name: getattr(self._rollout, name).flatten(0, 1) for name in _names(Rollout)}
        advantages, returns = advantages.flatten(), returns.flatten()
        logged: list[list[float]] = []
        for _ in range(config.epochs):
            order = torch.randperm(len(returns), device=self._device)
            for first in range(0, len(order), config.minibatch):
                chosen = order[first : first + config.minibatch]
                batch = Rollout(**{name: values[chosen] for name, values in rollout.items()})
                losses = losses_of(
                    self._network,
                    batch,
                    advantages[chosen],
                    returns[chosen],
                    config.clip,
                    self._critic,
                )
                logged.append([getattr(losses, name).item() for name in _names(Losses)])
                if config.target_kl is not None and losses.kl > 1.5 * config.target_kl:
                    break
                self._optimiser.zero_grad()
                losses.total(config, leaving).backward()  # type: ignore[no-untyped-call]
                for learns in self._learning:
                    nn.utils.clip_grad_norm_(learns.parameters(), config.gradient)
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
            "networks": [learns.state_dict() for learns in self._learning],
            "optimiser": self._optimiser.state_dict(),
        }

    def restore(self, state: Mapping[str, Any], steps: int) -> None:
        """Go on from ``state``, after so many decisions."""
        for learns, weights in zip(self._learning, state["networks"], strict=True):
            learns.load_state_dict(weights)
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps = steps
