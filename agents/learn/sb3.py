"""Learner ``maskable_ppo``: sb3-contrib's MaskablePPO with this project's network and games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from tablemates.agents.learn.config import PPOConfig
from tablemates.agents.learn.learner import EnvLearner
from tablemates.agents.learn.networks import ActorCritic, MlpActorCritic
from tablemates.agents.learn.vec_env import TrainingEnvs
from tablemates.envs.core.record import Array8


class SB3VecEnv(VecEnv):
    """``TrainingEnvs`` as a ``VecEnv`` of Stable-Baselines3, with masks for ``MaskablePPO``.

    Args:
        envs: The environments.
    """

    def __init__(self, envs: TrainingEnvs) -> None:
        self.envs = envs
        self._actions: np.ndarray[Any, Any] = np.zeros(envs.num_envs, np.int64)
        super().__init__(envs.num_envs, envs.observation_space, envs.action_space)

    def reset(self) -> Array8:
        """Return the observations of the games under way, which restart by themselves."""
        return self.envs.observations.copy()

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take one action in every environment."""
        result = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for n, observation in result.final_observations.items():
            infos[n] = {
                **result.episodes[n],
                "terminal_observation": observation,
                "TimeLimit.truncated": bool(result.truncated[n]),
            }
        return self.envs.observations.copy(), result.rewards, result.dones, infos

    def action_masks(self) -> Array8:
        """Return the legal actions of all environments."""
        return self.envs.masks

    def env_method(
        self, method_name: str, *_args: Any, indices: Any = None, **_kwargs: Any
    ) -> list[Any]:
        """Return each environment's result of a method; there is ``action_masks`` only."""
        results = getattr(self, method_name)()
        return [results[n] for n in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return each environment's attribute."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the environments have no attributes to set."""
        raise AttributeError(f"{attr_name} of environments {indices} cannot be set to {value!r}")

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Any = None
    ) -> list[bool]:
        """Return False for each environment."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the environments."""
        self.envs.env.close()


class NetworkFeatures(BaseFeaturesExtractor):
    """The trunk of an ``mlp`` network as SB3's features extractor."""

    def __init__(self, observation_space: gymnasium.Space[Any], network: MlpActorCritic) -> None:
        super().__init__(observation_space, network.spec.hidden[-1])
        self.network = network

    def forward(self, observations: Tensor) -> Tensor:
        """Return features, shape ``(batch, hidden[-1])``."""
        return self.network.features(observations)


class NetworkPolicy(MaskableActorCriticPolicy):
    """SB3's policy with the layers of an ``mlp`` network instead of its own."""

    def __init__(
        self,
        observation_space: gymnasium.Space[Any],
        action_space: gymnasium.Space[Any],
        lr_schedule: Schedule,
        network: MlpActorCritic,
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
        self.optimizer = torch.optim.Adam(network.parameters(), lr=lr_schedule(1.0), eps=1e-5)


class MaskablePPOLearner(EnvLearner):
    """sb3-contrib's MaskablePPO; see ``EnvLearner``."""

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, envs, config, total_timesteps)
        assert isinstance(network, MlpActorCritic)
        self.model = MaskablePPO(
            NetworkPolicy,
            SB3VecEnv(envs),
            learning_rate=lambda _progress: self.learning_rate(),
            n_steps=config.num_steps,
            batch_size=config.batch_size,
            n_epochs=config.n_epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip_range,
            ent_coef=config.ent_coef,
            vf_coef=config.vf_coef,
            max_grad_norm=config.max_grad_norm,
            policy_kwargs={"network": network},
            device=network.device,
        )
        self._optimizer = self.model.policy.optimizer
        self._logger = Logger(folder=None, output_formats=[])
        self.model.set_logger(self._logger)

    def update(self) -> dict[str, float]:
        """Let SB3 collect a rollout and learn from it."""
        decisions = self._config.num_steps * self._envs.num_envs
        self.model.learn(decisions, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
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
