"""Learner ``maskable_ppo``: sb3-contrib's MaskablePPO with this project's network and games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor

from tablemates.agents.learn.settings import PPOConfig
from tablemates.agents.learn.torch_network import ActorCritic
from tablemates.agents.learn.trajectories import advantages_of
from tablemates.agents.learn.vec_env import EnvLearner, TrainingEnvs


class NetworkFeatures(BaseFeaturesExtractor):
    """The trunk of a network as SB3's features extractor."""

    def __init__(self, observation_space: gymnasium.Space[Any], network: ActorCritic) -> None:
        super().__init__(observation_space, network.spec.hidden[-1])
        self.network = network

    def forward(self, observations: Tensor) -> Tensor:
        """Return features, shape ``(batch, hidden[-1])``."""
        # Inputs that are 0 in every row add nothing.  ``any`` takes five times as long.
        inputs = observations.abs().amax(0).nonzero().squeeze(-1)
        return self.network.features(observations.index_select(1, inputs), inputs)


class NetworkPolicy(MaskableActorCriticPolicy):
    """SB3's policy with the layers of a network instead of its own."""

    def __init__(
        self,
        observation_space: gymnasium.Space[Any],
        action_space: gymnasium.Space[Any],
        lr_schedule: Schedule,
        network: ActorCritic,
    ) -> None:
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            net_arch=[],
            ortho_init=False,  # the network is initialised already
            features_extractor_class=NetworkFeatures,
            features_extractor_kwargs={"network": network},
        )
        self.action_net, self.value_net = network.actor, network.critic
        self.optimizer = torch.optim.Adam(
            network.parameters(), lr=lr_schedule(1.0), eps=1e-5, fused=True
        )


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """SB3's buffer with the advantages of each seat's own trajectory; ``envs`` knows the seats."""

    def __init__(self, *sizes: Any, envs: TrainingEnvs, **options: Any) -> None:
        super().__init__(*sizes, **options)
        self._envs = envs

    def compute_returns_and_advantage(self, last_values: Tensor, dones: Any) -> None:
        """Replace SB3's estimate, for which all decisions of a game are one trajectory."""
        del dones
        values = torch.from_numpy(self.values)
        advantages, complete = advantages_of(
            self._envs.take_steps(),
            values,
            last_values.cpu().flatten(),
            self.gamma,
            self.gae_lambda,
        )
        self.advantages, self.returns = advantages.numpy(), (advantages + values).numpy()
        self._complete = complete.T.flatten().numpy()  # in the order of SB3's minibatches

    def _get_samples(self, batch_inds: Any, env: Any = None) -> Any:
        return super()._get_samples(batch_inds[self._complete[batch_inds]], env)


class MaskablePPOLearner(EnvLearner):
    """sb3-contrib's MaskablePPO; see ``EnvLearner``."""

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, envs, config, total_timesteps)
        # Its parameters have the names of our settings, but for these.
        others = {"learning_rate", "anneal_lr", "num_steps"}
        by_seat = envs.trajectories > 1
        self.model = MaskablePPO(
            NetworkPolicy,
            envs,
            learning_rate=lambda _progress: self.learning_rate(),
            n_steps=config.num_steps,
            policy_kwargs={"network": network},
            rollout_buffer_class=SeatRolloutBuffer if by_seat else None,
            rollout_buffer_kwargs={"envs": envs} if by_seat else None,
            device=network.device,
            **config.model_dump(exclude=others),
        )
        self._optimizer = self.model.policy.optimizer
        self._logger = Logger(folder=None, output_formats=[])
        self.model.set_logger(self._logger)

    def update(self) -> dict[str, float]:
        """Let SB3 collect a rollout and learn from it."""
        decisions = self._config.num_steps * self._envs.num_envs
        self.model.learn(decisions, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        if self._envs.trajectories == 1:
            self._envs.take_steps()  # SB3 has recorded them itself
        self.timesteps += decisions
        logged = self._logger.name_to_value
        return {
            name: float(value)
            for name, value in logged.items()
            if name.startswith("train/") and name not in ("train/n_updates", "train/clip_range")
        }

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        super().restore(state, timesteps)
        self.model.num_timesteps = timesteps
