"""Learner ``rllib``: RLlib's PPO with the settings, run folder and policies of the others."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from torch.utils._pytree import tree_map

from tablemates.agents.cli.running import under_way
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.learner import Episode, NetworkLearner, device_of
from tablemates.agents.learn.rllib.env import GAME, SEQUENCE, RllibEnv
from tablemates.agents.learn.rllib.module import NETWORK, PREFIX, MaskedActorCritic
from tablemates.agents.learn.settings import TrainConfig
from tablemates.agents.learn.torch_network import ActorCritic
from tablemates.agents.ray_cluster import LOCAL, start_ray
from tablemates.envs.core.game.settings import Settings

#: RLlib's name of the one network that plays every seat.
POLICY: Final = "policy"
_EPISODES: Final = "episodes"

#: Tags of the log, and RLlib's names.
_LOGGED: Final = {
    "train/policy_gradient_loss": "policy_loss",
    "train/value_loss": "vf_loss",
    "train/entropy_loss": "entropy",
    "train/explained_variance": "vf_explained_var",
}


def same_policy(_agent: str, _episode: object, **_more: object) -> str:
    """Map every agent to the one policy."""
    return POLICY


class Episodes(RLlibCallback):  # type: ignore[misc]
    """Adds the finished episodes to RLlib's results."""

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **_more: Any) -> None:
        """Log a finished episode; the info is the same for all of its agents."""
        info = next(iter(episode.get_infos(-1).values()))
        # In a co-operative game every agent's return is the team's.
        returns = max(episode.get_rewards().values(), key=len)
        info = {**info, "r": float(sum(returns)), "l": episode.env_steps()}
        metrics_logger.log_value(_EPISODES, info, reduce="item_series")


class RLlibLearner(NetworkLearner):
    """Proximal policy optimisation by RLlib.

    Every seat is an agent with its own decisions, and one network plays all of them. Ray starts
    with ``begin`` and ends with ``close``. Games and random generators lie in RLlib's
    processes: a resumed run has the weights and the optimiser, and starts new games.
    """

    def __init__(
        self, network: ActorCritic, settings: Settings, facts: GameFacts, config: TrainConfig
    ) -> None:
        super().__init__(network, config.ppo, config.total_timesteps)
        # The parts themselves, because other machines do not have this one's files.
        self._settings = replace(settings, components=facts.components, mask_in_observation=True)
        self._spec = config.network.spec(facts)
        self._config = config
        self._algorithm: Any = None
        self._started_ray = False
        self._optimizer: Any = None
        self._episodes: list[Episode] = []

    def begin(self) -> None:
        """Start Ray and RLlib's processes."""
        self._started()

    def update(self) -> dict[str, float]:
        """Let RLlib collect a rollout and learn from it."""
        algorithm = self._started()
        learning_rate = self.learning_rate()
        with under_way("a rollout, and learning from it", self.tell):
            result = algorithm.train()
        played, learned = result["env_runners"], result["learners"][POLICY]
        self.timesteps += int(played["num_env_steps_sampled"])
        self._episodes += played.get(_EPISODES, ())
        log = {tag: float(learned[theirs]) for tag, theirs in _LOGGED.items()}
        log["train/entropy_loss"] *= -1  # RLlib logs the entropy itself
        return log | {"train/learning_rate": learning_rate}

    def network(self) -> ActorCritic:
        """Return the network with the current weights."""
        if self._algorithm is not None:
            weights = self._algorithm.learner_group.get_weights()[POLICY]
            self._network.load_tensors(
                {name.removeprefix(PREFIX): one for name, one in weights.items()}
            )
        return self._network

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        episodes, self._episodes = self._episodes, []
        return episodes

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser."""
        if self._algorithm is not None:
            part = self._algorithm.learner_group.get_state("learner/optimizer")
            self._optimizer = part["learner"]["optimizer"]
        return {"network": self.network().state_dict(), "optimizer": self._optimizer}

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        self._network.load_state_dict(state["network"])
        self._optimizer = tree_map(_as_array, state["optimizer"])
        self.timesteps = timesteps

    def close(self) -> None:
        """End RLlib's processes."""
        algorithm, self._algorithm = self._algorithm, None
        if algorithm is not None:
            algorithm.stop()
            shutil.rmtree(algorithm.logdir, ignore_errors=True)  # it is empty
        if self._started_ray:
            self._started_ray = False
            ray.shutdown()

    def _started(self) -> Any:
        """Return the algorithm; the first call starts it."""
        if self._algorithm is None:
            rllib = self._config.rllib
            processes = 1 + rllib.num_env_runners + rllib.num_learners
            self._started_ray = start_ray(self._config.ray or LOCAL, processes)
            with under_way("Starting RLlib; its processes load PyTorch and the game"):
                self._algorithm = PPO(config=self.algorithm_config())
            weights = {"rl_module": {POLICY: self._weights()}}
            optimizer = {} if self._optimizer is None else {"optimizer": self._optimizer}
            self._algorithm.learner_group.set_state({"learner": weights | optimizer})
            # `sync_weights` of RLlib leaves out a process that is still busy.
            self._algorithm.env_runner_group.foreach_env_runner(lambda one: one.set_state(weights))
        return self._algorithm

    def _weights(self) -> dict[str, np.ndarray[Any, Any]]:
        return {f"{PREFIX}{name}": one for name, one in self._network.tensors().items()}

    def algorithm_config(self) -> PPOConfig:
        """Return the settings as RLlib's configuration."""
        config, ppo, rllib = self._config, self._config.ppo, self._config.rllib
        num_envs = config.environment.num_envs
        learners = max(rllib.num_learners, 1)
        # A resumed run plays other games than before.
        seed = np.random.SeedSequence([config.seed, self.timesteps]).generate_state(1)
        left = max(config.total_timesteps - self.timesteps, 1)
        learning_rate = self.learning_rate()
        gpus = rllib.num_gpus_per_learner
        if gpus is None:
            gpus = 1 if device_of(config.device).type == "cuda" else 0
        values = {one.name: getattr(self._settings, one.name) for one in fields(self._settings)}
        return (
            PPOConfig()
            .api_stack(enable_rl_module_and_learner=True, enable_env_runner_and_connector_v2=True)
            .environment(
                env=RllibEnv,
                env_config={
                    **values,
                    GAME: self._settings.game,
                    SEQUENCE: (config.seed, self.timesteps),
                },
                disable_env_checking=True,  # the check ignores masks
            )
            .framework("torch")
            .env_runners(
                num_env_runners=rllib.num_env_runners,
                num_envs_per_env_runner=num_envs // max(rllib.num_env_runners, 1),
                rollout_fragment_length=ppo.num_steps,
            )
            .learners(num_learners=rllib.num_learners, num_gpus_per_learner=gpus)
            .training(
                lr=[[0, learning_rate], [left, 0.0]] if ppo.anneal_lr else learning_rate,
                gamma=ppo.gamma,
                lambda_=ppo.gae_lambda,
                clip_param=ppo.clip_range,
                entropy_coeff=ppo.ent_coef,
                vf_loss_coeff=ppo.vf_coef,
                vf_clip_param=float("inf"),
                use_kl_loss=False,
                grad_clip=ppo.max_grad_norm,
                grad_clip_by="global_norm",
                num_epochs=ppo.n_epochs,
                minibatch_size=ppo.batch_size // learners,
                train_batch_size_per_learner=ppo.num_steps * num_envs // learners,
            )
            .multi_agent(policies={POLICY}, policy_mapping_fn=same_policy)
            .rl_module(
                rl_module_spec=MultiRLModuleSpec(
                    rl_module_specs={
                        POLICY: RLModuleSpec(
                            module_class=MaskedActorCritic,
                            model_config={NETWORK: self._spec.model_dump()},
                        )
                    }
                )
            )
            .callbacks(callbacks_class=Episodes)
            .debugging(seed=int(seed[0] % 2**31), log_level="ERROR")
        )


def _as_array(value: Any) -> Any:
    return value.numpy() if isinstance(value, torch.Tensor) else value
