"""Maskable PPO of Stable-Baselines3's contrib package, on our lanes and our network's shape."""

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
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from tablemates.agents.learn.config import PpoConfig
from tablemates.agents.learn.lanes import Lanes
from tablemates.agents.learn.learner import GamesLearner
from tablemates.agents.learn.networks import ActorCritic, MlpActorCritic, Trunk
from tablemates.agents.networks import Floats, MlpSpec
from tablemates.envs.core.record import Array8


class LanesVecEnv(VecEnv):
    """Lanes as the library wants them, with masks for ``MaskablePPO``.

    ``MaskablePPO("MlpPolicy", LanesVecEnv(make_lanes(Settings(...), 64, seed=0)))``
    learns from Portal Dash without anything else of ours.

    Args:
        lanes: The games.
    """

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        self._actions: np.ndarray[Any, Any] = np.zeros(len(lanes), np.int64)
        self._fresh = True
        self._begun = 0
        super().__init__(len(lanes), lanes.observation_space, lanes.action_space)

    def reset(self) -> Array8:
        """Begin new games; those that no step was taken in yet stay as they are.

        So a run that is resumed goes on in the games that its lanes were restored to.
        """
        seed = self._seeds[0]
        if seed is not None or not self._fresh:
            self._begun = self._begun + 1 if seed is None else seed
            self.lanes.begin(self._begun)
        self._reset_seeds()
        self._fresh = True
        return self.lanes.observations.copy()

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take one decision in every lane."""
        self._fresh = False
        stepped = self.lanes.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(len(self.lanes))]
        for lane, observation in stepped.last.items():
            infos[lane] = {
                **stepped.endings[lane],
                "terminal_observation": observation,
                "TimeLimit.truncated": bool(stepped.cut[lane]),
            }
        return self.lanes.observations.copy(), stepped.rewards, stepped.ended, infos

    def action_masks(self) -> Array8:
        """Return the legal actions of all lanes."""
        return self.lanes.masks

    def env_method(
        self, method_name: str, *_args: Any, indices: Any = None, **_kwargs: Any
    ) -> list[Any]:
        """Return an answer of each lane; only ``action_masks`` is known."""
        answers = getattr(self, method_name)()
        return [answers[lane] for lane in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Tell whether lanes have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute a lane; there is ``render_mode``, None."""
        if attr_name != "render_mode":
            raise AttributeError(attr_name)
        return [None for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: lanes have no attributes to set."""
        raise AttributeError(f"{attr_name} of lanes {indices} cannot be set to {value!r}")

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Any = None
    ) -> list[bool]:
        """Tell, a lane each, that it is not."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Release nothing: there is nothing to release."""


class ScaledTrunk(BaseFeaturesExtractor):
    """Our trunk as the library's feature extractor: actor and critic are one layer on top.

    Args:
        observation_space: The library's.
        spec: Kind and sizes.
        scale: Factors that bring observations into -1 to 1.
    """

    scale: Tensor

    def __init__(
        self, observation_space: gymnasium.Space[Any], spec: MlpSpec, scale: Floats
    ) -> None:
        super().__init__(observation_space, spec.hidden[-1])
        self.register_buffer("scale", torch.from_numpy(scale.copy()))
        self.trunk = Trunk(spec)

    def forward(self, observations: Tensor) -> Tensor:
        """Return features, shape ``(batch, hidden[-1])``."""
        features: Tensor = self.trunk(observations * self.scale)
        return features


#: Where the library keeps what our network calls otherwise.
_NAMES = {
    "features_extractor.scale": "scale",
    "features_extractor.trunk.": "trunk.",
    "action_net.": "actor.",
    "value_net.": "critic.",
}

#: What we log, and what the library calls it.
_LOGGED = {
    "policy": "policy_gradient_loss",
    "value": "value_loss",
    "entropy": "entropy_loss",
    "kl": "approx_kl",
    "clipped": "clip_fraction",
    "explained_variance": "explained_variance",
}


def copy_from_sb3(policy: MaskableActorCriticPolicy, network: ActorCritic) -> None:
    """Copy the weights of a library's policy that was made with ``ScaledTrunk``."""
    weights = {}
    for name, tensor in policy.state_dict().items():
        for theirs, ours in _NAMES.items():
            if name.startswith(theirs):
                weights[ours + name.removeprefix(theirs)] = tensor
    network.load_state_dict(weights)


def copy_to_sb3(network: ActorCritic, policy: MaskableActorCriticPolicy) -> None:
    """Copy our weights into a library's policy that was made with ``ScaledTrunk``."""
    theirs = policy.state_dict()
    ours = network.state_dict()
    for name in theirs:
        # The extractor stands there three times, as that of the actor and of the critic too.
        plain = name.removeprefix("pi_").removeprefix("vf_")
        for prefix, our in _NAMES.items():
            if plain.startswith(prefix):
                theirs[name] = ours[our + plain.removeprefix(prefix)]
    policy.load_state_dict(theirs)


class Sb3MaskablePpo(GamesLearner):
    """The library's ``MaskablePPO``; see ``Learner``."""

    def __init__(self, network: ActorCritic, lanes: Lanes, config: PpoConfig, steps: int) -> None:
        super().__init__(network, lanes, config, steps)
        assert isinstance(network, MlpActorCritic)  # the settings are checked for it
        self._model = MaskablePPO(
            MaskableActorCriticPolicy,
            LanesVecEnv(lanes),
            learning_rate=lambda _left: self.learning_rate(),
            n_steps=config.rollout,
            batch_size=config.minibatch,
            n_epochs=config.epochs,
            gamma=config.discount,
            gae_lambda=config.trace,
            clip_range=config.clip,
            ent_coef=config.entropy,
            vf_coef=config.value,
            max_grad_norm=config.gradient,
            target_kl=config.target_kl,
            policy_kwargs={
                "features_extractor_class": ScaledTrunk,
                "features_extractor_kwargs": {
                    "spec": network.spec,
                    "scale": network.scale.cpu().numpy(),
                },
                "net_arch": [],
            },
            device=network.device,
        )
        copy_to_sb3(network, self._model.policy)
        self._logger = Logger(folder=None, output_formats=[])
        self._model.set_logger(self._logger)

    def network(self) -> ActorCritic:
        """Return our network with the weights as they are now."""
        copy_from_sb3(self._model.policy, self._network)
        return self._network

    def update(self) -> dict[str, float]:
        """Let the library play one rollout and learn from it."""
        rate = self.learning_rate()
        decisions = self._config.rollout * len(self._lanes)
        self._model.learn(decisions, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        self.steps += decisions
        values = self._logger.name_to_value
        log = {ours: float(values[f"train/{theirs}"]) for ours, theirs in _LOGGED.items()}
        return log | {"learning_rate": rate}

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser."""
        policy = self._model.policy
        return {"network": policy.state_dict(), "optimiser": policy.optimizer.state_dict()}

    def restore(self, state: Mapping[str, Any], steps: int) -> None:
        """Go on from ``state``, after so many decisions."""
        self._model.policy.load_state_dict(state["network"])
        self._model.policy.optimizer.load_state_dict(state["optimiser"])
        self._model.num_timesteps = self.steps = steps
