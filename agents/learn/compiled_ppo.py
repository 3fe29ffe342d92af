"""PPO on a CPU: as in ``ppo``, with passes of the network in machine code."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch import Tensor

from tablemates.agents.learn.policy_gradients import Batch, Coefficients, add_gradients
from tablemates.agents.learn.policy_pass import Net, Work, draw_actions
from tablemates.agents.learn.ppo import PPOLearner, Rollout, normalised, total_of
from tablemates.agents.learn.settings import PPOConfig
from tablemates.agents.learn.torch_network import ActorCritic, check_finite
from tablemates.agents.learn.vec_env import TrainingEnvs
from tablemates.agents.networks.network import Floats


class CompiledPPOLearner(PPOLearner):
    """Proximal policy optimisation of a network without memory; see ``PPOLearner``.

    Weights and gradients lie in one array each, which PyTorch's optimiser sees as its parameters.
    Each of PyTorch's threads takes a part of the decisions; the parts' gradients are added up in
    the same order, so that a run repeats.
    """

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, envs, config, total_timesteps)
        spec, size = network.spec, sum(one.numel() for one in network.parameters())
        self._threads = torch.get_num_threads()
        torch.set_num_threads(1)  # its own threads wait busily, where these have work
        self._pool = ThreadPoolExecutor(self._threads)
        weights = np.zeros(size, np.float32)
        self._parts = np.zeros((self._threads, size), np.float32)
        _move(network, weights, self._parts[0])
        widths = np.array([spec.inputs, *spec.hidden, spec.outputs], np.int64)
        scale = network.scale.numpy()
        self._net = Net(weights, widths, scale, int(spec.activation == "relu"))
        self._works = [Work.of(self._net) for _ in range(self._threads)]
        # Latest observations of a rollout, and sums of the first layer.
        self._before = np.zeros((envs.num_envs, spec.inputs), np.int8)
        self._sums = np.zeros((envs.num_envs, spec.hidden[0]), np.float32)
        self._coefficients = Coefficients(config.clip_range, config.vf_coef, config.ent_coef)

    def _collect(self) -> Rollout:
        first = self._network.trunk[0]
        self._before.fill(0)
        self._sums[:] = first.get_parameter("bias").detach().numpy()
        return super()._collect()

    def _act(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        count = len(observations)
        points = torch.rand(count)
        actions = torch.zeros(count, dtype=torch.int64)
        log_probs, values = torch.zeros(count), torch.zeros(count)
        given = observations.numpy(), masks.numpy(), self._before, self._sums, points.numpy()
        drawn = actions.numpy(), log_probs.numpy(), values.numpy()
        draw_actions(self._net, self._works[0], *given, *drawn)
        check_finite("a logit", log_probs)
        return actions, log_probs, values

    def _gradients(
        self, rollout: Rollout, advantages: Tensor, returns: Tensor
    ) -> Callable[[Tensor], dict[str, Tensor]]:
        scaled = torch.zeros_like(advantages)
        given = *rollout[:4], scaled, returns
        batch = Batch(*(one.numpy() for one in given))
        net, works, coefficients, parts = self._net, self._works, self._coefficients, self._parts

        def gradients(indices: Tensor) -> dict[str, Tensor]:
            scaled[indices] = normalised(advantages[indices])
            # Decisions of a game that follow each other are alike.
            order = indices.numpy()
            order = order[np.lexsort((order, order % self._envs.num_envs))]
            sums = np.zeros((self._threads, 5))
            parts.fill(0.0)

            def add(n: int, start: int, stop: int) -> None:
                add_gradients(
                    net, works[n], batch, coefficients, order, start, stop, parts[n], sums[n]
                )

            self._split(len(order), add)
            for part in parts[1:]:
                parts[0] += part
            names = "policy_gradient_loss", "value_loss", "entropy_loss", "approx_kl"
            means = torch.from_numpy(sums.sum(0) / len(order))
            losses = dict(zip((*names, "clip_fraction"), means, strict=True))
            check_finite("a value", losses["value_loss"])
            return losses | {"loss": total_of(losses, self._config)}

        return gradients

    def _split(self, count: int, work: Callable[[int, int, int], None]) -> None:
        """Let each thread do a part of some decisions, called with its number, start and end."""
        ends = [count * n // self._threads for n in range(self._threads + 1)]
        parts = range(self._threads)
        if self._threads == 1:
            work(0, 0, count)
        else:
            list(self._pool.map(work, parts, ends, ends[1:]))

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


def _move(network: ActorCritic, weights: Floats, gradients: Floats) -> None:
    """Let the network's parameters lie in an array, and their gradients in another.

    Weights of hidden layers have shape ``(inputs, units)`` there, so that what belongs to an input
    lies side by side.
    """
    place = 0
    turned = [layer.weight for layer in network.trunk]
    for one in network.parameters():
        for array, gradient in ((weights, False), (gradients, True)):
            part = torch.from_numpy(array[place : place + one.numel()])
            flip = any(one is weight for weight in turned)
            part = part.view(one.shape[::-1]).t() if flip else part.view(one.shape)
            if gradient:
                one.grad = part
            else:
                part.copy_(one.data)
                one.data = part
        place += one.numel()
