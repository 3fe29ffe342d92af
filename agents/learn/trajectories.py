"""Trajectories of a rollout: one for each seat, or one that the seats of a team share.

In a co-operative game every decision earns the team's reward, so the seat that decides next
continues the trajectory. Otherwise a seat's decision earns what the seat gets until its own next
decision, whose value it bootstraps from, or until the game ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Steps:
    """Answers of environments to the decisions of a rollout.

    Attributes:
        seats: Whose trajectory each decision belongs to, shape ``(num_steps, num_envs)``.
        rewards: What it earned each trajectory, shape ``(num_steps, num_envs, trajectories)``.
        dones: Whether it ended the episode, shape ``(num_steps, num_envs)``.
        truncated: Whether it did so by a limit, the same shape.
        last_seats: Whose the decisions after the rollout are, shape ``(num_envs,)``.
    """

    seats: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    dones: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    last_seats: npt.NDArray[np.int64]


def advantages_of(
    steps: Steps, values: Tensor, last_values: Tensor, gamma: float, gae_lambda: float
) -> tuple[Tensor, Tensor]:
    """Return advantages (GAE) along each trajectory, and which decisions have one.

    A trajectory that a limit has cut bootstraps from the critic (Pardo et al. 2018). Nobody
    decides in the final position; the value of the trajectory's last decision stands for it:
    by V(s) = E[r + gamma V(s')] the two differ by little.

    ``values`` are the critic's, shape ``(num_steps, num_envs)`` as of both results, ``last_values``
    those of the decisions after the rollout; ``gamma`` discounts from one decision of a trajectory
    to its next. A decision has no advantage where the rollout stops before that one.
    """

    def tensor(array: npt.NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(values.device)

    seats, rewards = tensor(steps.seats), tensor(steps.rewards)
    dones, truncated = tensor(steps.dones).unsqueeze(-1), tensor(steps.truncated).unsqueeze(-1)
    advantages, complete = torch.zeros_like(values), torch.zeros_like(values, dtype=torch.bool)
    # Of each trajectory, what follows the step: its next decision's value and advantage, what it
    # earns until then, whether that decision or the end is known, and whether a limit cuts it.
    next_values, next_advantages, earned = (torch.zeros_like(rewards[0]) for _ in range(3))
    known, cut = (torch.zeros_like(rewards[0], dtype=torch.bool) for _ in range(2))
    envs = torch.arange(len(last_values), device=values.device)
    place = envs, tensor(steps.last_seats)
    next_values[place], known[place] = last_values, True
    for n in reversed(range(len(values))):
        over, value = dones[n], values[n]
        next_values, next_advantages, earned = (
            one.masked_fill(over, 0.0) for one in (next_values, next_advantages, earned)
        )
        known, cut = known | over, torch.where(over, truncated[n], cut)
        earned = rewards[n] + earned
        place = envs, seats[n]
        following = torch.where(cut[place], value, next_values[place])
        delta = earned[place] + gamma * following - value
        advantages[n] = delta + gamma * gae_lambda * next_advantages[place]
        complete[n] = known[place]
        next_values[place], earned[place] = value, 0.0
        next_advantages[place] = advantages[n] * complete[n]
        known[place], cut[place] = True, False
    return advantages, complete
