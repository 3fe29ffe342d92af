"""Proximal policy optimisation (Schulman et al. 2017) with action masks, in one file.

Every update collects ``num_steps`` decisions in each environment with the current network,
estimates their advantages (generalised advantage estimation, Schulman et al. 2016), and
maximises the clipped surrogate objective on shuffled minibatches for some epochs. Illegal
actions get the same masked logits in rollouts and in updates, so they have no probability,
no gradient and no share in the entropy (Huang and Ontañón 2022).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import torch
from torch import Tensor, nn

from tablemates.agents.learn.settings import PPOConfig
from tablemates.agents.learn.torch_network import ActorCritic, Columns, check_finite
from tablemates.agents.learn.trajectories import advantages_of
from tablemates.agents.learn.vec_env import EnvLearner, TrainingEnvs


class Rollout(NamedTuple):
    """Decisions of a rollout; all shapes begin with ``(num_steps, num_envs)``.

    Observations and masks are ``int8``; then come the actions taken, their log-probabilities, and
    the critic's values.
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor

    def flat(self) -> Rollout:
        """Return the decisions with a single batch axis."""
        return Rollout(*(one.flatten(0, 1) for one in self))

    def narrowed(self) -> tuple[Rollout, Columns]:
        """Return a flat rollout with the columns that matter, and which these are.

        Most inputs are 0 in all decisions of a rollout, and most actions never legal: learning
        without them is the same but for the rounding of sums, and takes half the time.
        """
        columns = Columns(  # as bytes: ``any`` takes six times as long
            *(one.view(torch.uint8).amax(0).nonzero().squeeze(-1) for one in self[:2])
        )
        observations, masks = (
            one.index_select(1, places) for one, places in zip(self[:2], columns, strict=True)
        )
        actions = torch.searchsorted(columns.outputs, self.actions)
        return Rollout(observations, masks, actions, self.log_probs, self.values), columns


def log_prob_of(log_probs: Tensor, actions: Tensor) -> Tensor:
    """Return the log-probability of one action of each row."""
    return log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def draw(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Draw an action of each row from its logits; return actions and their log-probabilities."""
    log_probs = logits.log_softmax(-1)
    check_finite("a logit", log_probs)
    chances = logits.softmax(-1)
    sums = chances.cumsum(-1).masked_fill(chances == 0.0, 0.0)  # no point lies below an illegal one
    total = sums.amax(-1, keepdim=True)
    points = torch.rand(len(logits), 1, device=logits.device) * total
    points = torch.minimum(points, torch.nextafter(total, torch.zeros_like(total)))
    actions = (sums > points).int().argmax(-1)  # the first one
    return actions, log_prob_of(log_probs, actions)


def losses_of(
    network: ActorCritic,
    outputs: tuple[Tensor, Tensor],
    actions: Tensor,
    old_log_probs: Tensor,
    advantages: Tensor,
    returns: Tensor,
    clip_range: float,
) -> dict[str, Tensor]:
    """Return the losses of a minibatch, and diagnostics without gradient, by SB3's names.

    ``outputs`` are the network's logits and values.
    """
    logits, values = outputs
    log_probs = logits.log_softmax(-1)
    log_ratio = log_prob_of(log_probs, actions) - old_log_probs
    ratio = log_ratio.exp()
    advantages = normalised(advantages)
    clipped = ratio.clamp(1.0 - clip_range, 1.0 + clip_range)
    with torch.no_grad():
        # http://joschu.net/blog/kl-approx.html: unbiased, never negative, low variance.
        approx_kl = (ratio - 1.0 - log_ratio).mean()
        clip_fraction = ((ratio - 1.0).abs() > clip_range).float().mean()
    return {
        "policy_gradient_loss": -torch.minimum(ratio * advantages, clipped * advantages).mean(),
        "value_loss": network.value_losses(values, returns).mean(),
        # ``softmax``, as ``exp`` is slow where its result is 0.
        "entropy_loss": (logits.softmax(-1) * log_probs).sum(-1).mean(),
        "approx_kl": approx_kl,
        "clip_fraction": clip_fraction,
    }


def total_of(losses: Mapping[str, Tensor], config: PPOConfig) -> Tensor:
    """Return what is minimised."""
    return (
        losses["policy_gradient_loss"]
        + config.vf_coef * losses["value_loss"]
        + config.ent_coef * losses["entropy_loss"]
    )


def normalised(advantages: Tensor) -> Tensor:
    """Return the advantages of a minibatch with mean 0 and deviation 1."""
    # correction=0: the deviation of a single decision would be NaN.
    return (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)


class PPOLearner(EnvLearner):
    """Proximal policy optimisation; see ``EnvLearner``."""

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, envs, config, total_timesteps)
        self._device = network.device
        # Adam's usual 1e-8 lets the first small gradients take full steps.
        self._optimizer = torch.optim.Adam(
            network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True
        )

    def update(self) -> dict[str, float]:
        """Collect a rollout and learn from it."""
        learning_rate = self.learning_rate()
        for group in self._optimizer.param_groups:
            group["lr"] = learning_rate
        with torch.no_grad():
            rollout = self._collect()
            _, last_values = self._outlook(*self._pending())
        steps, config = self._envs.take_steps(), self._config
        self.advantages, complete = advantages_of(
            steps, rollout.values, last_values, config.gamma, config.gae_lambda
        )
        log = self._learn(rollout.flat(), self.advantages.flatten(), complete.flatten())
        self.timesteps += complete.numel()
        log["learning_rate"] = learning_rate
        return {f"train/{name}": value for name, value in log.items()}

    # -- what compiled passes do otherwise ----------------------------------------------------
    def _act(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions of the pending decisions, their log-probabilities, and values."""
        logits, values = self._decide(observations, masks)
        return *draw(logits), values

    def _gradients(
        self, rollout: Rollout, advantages: Tensor, returns: Tensor
    ) -> Callable[[Tensor], dict[str, Tensor]]:
        """Return what writes the gradients of a minibatch, by its indices, and returns losses."""
        rollout, columns = rollout.narrowed()
        config = self._config

        def gradients(indices: Tensor) -> dict[str, Tensor]:
            losses = losses_of(
                self._network,
                self._outputs(rollout, indices, columns),
                rollout.actions[indices],
                rollout.log_probs[indices],
                advantages[indices],
                returns[indices],
                config.clip_range,
            )
            losses["loss"] = total_of(losses, config)
            self._optimizer.zero_grad()
            losses["loss"].backward()  # type: ignore[no-untyped-call]
            return {name: value.detach() for name, value in losses.items()}

        return gradients

    # -- what a network with memory does otherwise --------------------------------------------
    def _decide(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values of the pending decisions, which are taken now."""
        return self._outlook(observations, masks)

    def _outlook(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values of the pending decisions."""
        outputs: tuple[Tensor, Tensor] = self._network(observations, masks)
        return outputs

    def _forget(self, ended: Tensor) -> None:
        """Note in which environments an episode has ended."""

    def _minibatches(self, known: Tensor) -> Iterable[Tensor]:
        """Return indices of the decisions of each minibatch of an epoch, of those ``known``."""
        order = known[torch.randperm(len(known), device=self._device)]
        return torch.split(order, self._config.batch_size)

    def _outputs(
        self, rollout: Rollout, indices: Tensor, columns: Columns
    ) -> tuple[Tensor, Tensor]:
        """Return logits and values of some decisions of a narrow rollout, as the network is now."""
        observations, masks = (one.index_select(0, indices) for one in rollout[:2])
        outputs: tuple[Tensor, Tensor] = self._network(observations, masks, columns)
        return outputs

    def _pending(self) -> tuple[Tensor, Tensor]:
        """Return copies of the pending decisions: environments reuse their arrays."""
        shown = self._envs.observations, self._envs.masks
        observations, masks = (torch.tensor(array, device=self._device) for array in shown)
        return observations, masks

    def _collect(self) -> Rollout:
        """Return decisions of the current policy."""
        decisions = []
        for _ in range(self._config.num_steps):
            observations, masks = self._pending()
            actions, log_probs, values = self._act(observations, masks)
            _, _, ended, _ = self._envs.step(actions.cpu().numpy())
            self._forget(torch.as_tensor(ended, device=self._device))
            decisions.append((observations, masks, actions, log_probs, values))
        return Rollout(*map(torch.stack, zip(*decisions, strict=True)))

    def _learn(self, rollout: Rollout, advantages: Tensor, complete: Tensor) -> dict[str, float]:
        """Optimise for some epochs; return the means of losses and diagnostics.

        The decisions have a single batch axis; those that are ``complete`` are learned from.
        """
        returns = advantages + rollout.values
        gradients = self._gradients(rollout, advantages, returns)
        known = complete.nonzero().squeeze(-1)
        logged: defaultdict[str, list[Tensor]] = defaultdict(list)
        for _ in range(self._config.n_epochs):
            for indices in self._minibatches(known):
                for name, value in gradients(indices).items():
                    logged[name].append(value)
                nn.utils.clip_grad_norm_(self._network.parameters(), self._config.max_grad_norm)
                self._optimizer.step()
        log = {name: torch.stack(values).mean().item() for name, values in logged.items()}
        variance = returns[known].var()
        unexplained = advantages[known].var() / variance if variance > 0 else torch.nan
        return log | {"explained_variance": 1.0 - float(unexplained)}
