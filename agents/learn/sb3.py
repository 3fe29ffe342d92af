"""Learner ``maskable_ppo``: sb3-contrib's MaskablePPO with this project's network and games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from tablemates.agents.learn.config import PPOConfig
from tablemates.agents.learn.learner import EnvLearner
from tablemates.agents.learn.networks import ActorCritic, MlpActorCritic, new_network
from tablemates.agents.learn.vec_env import TrainingEnvs
from tablemates.agents.networks import Floats, MlpSpec
from tablemates.envs.core.record import Array8


class SB3VecEnv(VecEnv):
    """``TrainingEnvs`` as a ``VecEnv`` of Stable-Baselines3, with masks for ``MaskablePPO``.

    ``MaskablePPO("MlpPolicy", SB3VecEnv(make_training_envs(Settings(...), 64, seed=0)))``
    trains on Portal Dash.

    Args:
        envs: The environments.
    """

    def __init__(self, envs: TrainingEnvs) -> None:
        self.envs = envs
        self._actions: np.ndarray[Any, Any] = np.zeros(envs.num_envs, np.int64)
        self._fresh = True
        self._seed = 0
        super().__init__(envs.num_envs, envs.observation_space, envs.action_space)

    def reset(self) -> Array8:
        """Start new games; games without a step so far stay.

        So a resumed run continues in the games that ``TrainingEnvs`` restored.
        """
        seed = self._seeds[0]
        if seed is not None or not self._fresh:
            self._seed = self._seed + 1 if seed is None else seed
            self.envs.reset(self._seed)
        self._reset_seeds()
        self._fresh = True
        return self.envs.observations.copy()

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take one action in every environment."""
        self._fresh = False
        result = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for n, observation in result.final_observations.items():
            episode = result.episodes[n]
            infos[n] = {
                **episode,
                "episode": {name: episode[name] for name in ("r", "l")},
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

    def has_attr(self, attr_name: str) -> bool:
        """Return whether environments have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return each environment's attribute; there is ``render_mode`` only, None."""
        if attr_name != "render_mode":
            raise AttributeError(attr_name)
        return [None for _ in self._get_indices(indices)]

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


class NetworkTrunk(BaseFeaturesExtractor):
    """The trunk of an ``mlp`` network as SB3's features extractor.

    Args:
        observation_space: SB3's.
        spec: Architecture.
        scale: Factors that scale observations into -1 to 1.
    """

    def __init__(
        self, observation_space: gymnasium.Space[Any], spec: MlpSpec, scale: Floats
    ) -> None:
        super().__init__(observation_space, spec.hidden[-1])
        network = new_network(spec, scale)
        assert isinstance(network, MlpActorCritic)
        self.register_buffer("scale", network.scale)
        self.trunk = network.trunk
        self._activation = network.activation

    def forward(self, observations: Tensor) -> Tensor:
        """Return features, shape ``(batch, hidden[-1])``."""
        features = observations * self.get_buffer("scale")
        for layer in self.trunk:
            features = self._activation(layer(features))
        return features


#: Prefixes of parameters: SB3's and this project's.
_NAMES = {
    "features_extractor.scale": "scale",
    "features_extractor.trunk.": "trunk.",
    "action_net.": "actor.",
    "value_net.": "critic.",
}


def copy_from_sb3(policy: MaskableActorCriticPolicy, network: ActorCritic) -> None:
    """Copy the weights of an SB3 policy with a ``NetworkTrunk`` into a network."""
    weights = {}
    for name, tensor in policy.state_dict().items():
        for theirs, ours in _NAMES.items():
            if name.startswith(theirs):
                weights[ours + name.removeprefix(theirs)] = tensor
    network.load_state_dict(weights)


def copy_to_sb3(network: ActorCritic, policy: MaskableActorCriticPolicy) -> None:
    """Copy a network's weights into an SB3 policy with a ``NetworkTrunk``."""
    theirs, ours = policy.state_dict(), network.state_dict()
    for name in theirs:
        # The extractor is there three times: as such, as the actor's and as the critic's.
        plain = name.removeprefix("pi_").removeprefix("vf_")
        for prefix, our_prefix in _NAMES.items():
            if plain.startswith(prefix):
                theirs[name] = ours[our_prefix + plain.removeprefix(prefix)]
    policy.load_state_dict(theirs)


class MaskablePPOLearner(EnvLearner):
    """sb3-contrib's MaskablePPO; see ``EnvLearner``."""

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, envs, config, total_timesteps)
        assert isinstance(network, MlpActorCritic)
        self.model = MaskablePPO(
            MaskableActorCriticPolicy,
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
            target_kl=config.target_kl,
            policy_kwargs={
                "features_extractor_class": NetworkTrunk,
                "features_extractor_kwargs": {
                    "spec": network.spec,
                    "scale": network.scale.cpu().numpy(),
                },
                "net_arch": [],
            },
            device=network.device,
        )
        copy_to_sb3(network, self.model.policy)
        self._logger = Logger(folder=None, output_formats=[])
        self.model.set_logger(self._logger)

    def network(self) -> ActorCritic:
        """Return the network with the current weights."""
        copy_from_sb3(self.model.policy, self._network)
        return self._network

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

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser."""
        policy = self.model.policy
        return {"network": policy.state_dict(), "optimizer": policy.optimizer.state_dict()}

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        self.model.policy.load_state_dict(state["network"])
        self.model.policy.optimizer.load_state_dict(state["optimizer"])
        self.model.num_timesteps = self.timesteps = timesteps
