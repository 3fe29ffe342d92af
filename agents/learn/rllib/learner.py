"""RLlib's PPO as one of our learners: the same settings, run folder and policies."""

from __future__ import annotations

import os
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

from tablemates.agents.errors import LibraryError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.learner import Learner, device_of
from tablemates.agents.learn.networks import ActorCritic
from tablemates.agents.learn.rllib.env import SEQUENCE, RllibEnv
from tablemates.agents.learn.rllib.module import NETWORK, PREFIX, MaskedActorCritic
from tablemates.envs.portal_dash.settings import Settings

#: RLlib's name of the one network that plays every seat.
POLICY: Final = "policy"
_ENDINGS: Final = "endings"
#: For what processes on one machine hand each other: bytes; what is more goes to the disk.
_STORE: Final = 200_000_000

#: What we log, and what RLlib calls it.
_LOGGED: Final = {
    "policy": "policy_loss",
    "value": "vf_loss",
    "entropy": "entropy",
    "explained_variance": "vf_explained_var",
}


def same_policy(_agent: str, _episode: object, **_more: object) -> str:
    """Return who plays for an agent: the one policy."""
    return POLICY


def start_ray(address: str | None, cores: int, store: int = _STORE) -> bool:
    """Start Ray on this machine, or join a cluster, unless somebody has done so already.

    Args:
        address: Of the cluster; None: this machine alone.
        cores: Processes that are to run on it at a time.
        store: Bytes for what they hand each other; more goes to the disk.

    Returns:
        Whether it was started here, and is to be ended here.

    Raises:
        LibraryError: It does not start, or there is no cluster.
    """
    if ray.is_initialized():
        return False
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    given: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        given |= {"num_cpus": cores, "include_dashboard": False, "object_store_memory": store}
    try:
        ray.init(address=address or "local", **given)
    except Exception as error:  # what it raises depends on what it waits for in vain
        raise LibraryError(
            f"Ray does not start or cannot be reached ({error}); rllib.address is "
            f"{address or 'null: this machine alone'}"
        ) from error
    return True


class Endings(RLlibCallback):  # type: ignore[misc]
    """Lets RLlib's results tell how games ended."""

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **_more: Any) -> None:
        """Note how a game ended; all its agents are told the same."""
        ending = next(iter(episode.get_infos(-1).values()))
        metrics_logger.log_value(_ENDINGS, ending, reduce="item_series")


class RllibPpo(Learner):
    """Proximal policy optimisation by RLlib; see ``Learner``.

    Every seat is an agent with its own decisions and rewards, and one network plays all of them.
    Ray starts with the first update and ends with ``close``. Games and generators lie in RLlib's
    processes: a run that goes on has the weights and the optimiser of the one that was
    stopped, and begins new games.

    Args:
        network: What learns; its weights are those to begin with.
        settings: What is played.
        facts: Of these games.
        config: How it learns.
    """

    def __init__(
        self, network: ActorCritic, settings: Settings, facts: GameFacts, config: TrainConfig
    ) -> None:
        super().__init__(network, config.steps, config.ppo.learning_rate, config.ppo.decay)
        # Whatever machine plays, it needs no file of this one.
        self._settings = replace(settings, components=facts.components, mask_in_observation=True)
        self._spec = config.network.spec(facts)
        self._config = config
        self._algorithm: Any = None
        self._own_ray = False
        self._optimiser: Any = None
        self._endings: list[dict[str, Any]] = []

    # -- what every learner does -----------------------------------------------------
    def update(self) -> dict[str, float]:
        """Let RLlib play one rollout in all lanes and learn from it."""
        algorithm = self._begun()
        rate = self.learning_rate()
        result = algorithm.train()
        played, learned = result["env_runners"], result["learners"][POLICY]
        self.steps += int(played["num_env_steps_sampled"])
        self._endings += played.get(_ENDINGS, ())
        log = {ours: float(learned[theirs]) for ours, theirs in _LOGGED.items()}
        log["entropy"] = -log["entropy"]  # as the other learners log it: a loss
        return log | {"learning_rate": rate}

    def network(self) -> ActorCritic:
        """Return our network with the weights as they are now."""
        if self._algorithm is not None:
            weights = self._algorithm.learner_group.get_weights()[POLICY]
            self._network.load_tensors(
                {name.removeprefix(PREFIX): one for name, one in weights.items()}
            )
        return self._network

    def take_endings(self) -> list[dict[str, Any]]:
        """Return how the games ended that ended since the last call."""
        endings, self._endings = self._endings, []
        return endings

    def state(self) -> dict[str, Any]:
        """Return weights and optimiser."""
        if self._algorithm is not None:
            part = self._algorithm.learner_group.get_state("learner/optimizer")
            self._optimiser = part["learner"]["optimizer"]
        return {
            "network": self.network().state_dict(),
            "optimiser": tree_map(_as_plain, self._optimiser),
        }

    def restore(self, state: Mapping[str, Any], steps: int) -> None:
        """Go on from ``state``, after so many decisions."""
        self._network.load_state_dict(state["network"])
        self._optimiser = tree_map(_as_array, state["optimiser"])
        self.steps = steps

    def close(self) -> None:
        """End RLlib's processes."""
        algorithm, self._algorithm = self._algorithm, None
        if algorithm is not None:
            algorithm.stop()
            shutil.rmtree(algorithm.logdir, ignore_errors=True)  # there is nothing in it
        if self._own_ray:
            self._own_ray = False
            ray.shutdown()

    # -- RLlib ------------------------------------------------------------------------
    def _begun(self) -> Any:
        """Return the algorithm; the first call starts it."""
        if self._algorithm is None:
            rllib = self._config.rllib
            self._own_ray = start_ray(rllib.address, 1 + rllib.runners + rllib.learners)
            self._algorithm = PPO(config=self.algorithm_config())
            weights = {"rl_module": {POLICY: self._weights()}}
            optimiser = {} if self._optimiser is None else {"optimizer": self._optimiser}
            self._algorithm.learner_group.set_state({"learner": weights | optimiser})
            # RLlib's own way, `sync_weights`, leaves out a process that is still busy with the
            # weights before these.
            self._algorithm.env_runner_group.foreach_env_runner(lambda one: one.set_state(weights))
        return self._algorithm

    def _weights(self) -> dict[str, np.ndarray[Any, Any]]:
        return {f"{PREFIX}{name}": one for name, one in self._network.tensors().items()}

    def algorithm_config(self) -> PPOConfig:
        """Return the settings in RLlib's words."""
        config, ppo, rllib = self._config, self._config.ppo, self._config.rllib
        lanes = config.environment.lanes
        decisions = ppo.rollout * lanes
        learners = max(rllib.learners, 1)
        # A run that goes on plays other games than it has played.
        drawn = np.random.SeedSequence([config.seed, self.steps]).generate_state(1)
        left = max(config.steps - self.steps, 1)
        rate = self.learning_rate()
        values = {one.name: getattr(self._settings, one.name) for one in fields(Settings)}
        return (
            PPOConfig()
            .api_stack(enable_rl_module_and_learner=True, enable_env_runner_and_connector_v2=True)
            .environment(
                env=RllibEnv,
                env_config={**values, SEQUENCE: (config.seed, self.steps)},
                disable_env_checking=True,  # it plays without looking at masks
            )
            .framework("torch")
            .env_runners(
                num_env_runners=rllib.runners,
                num_envs_per_env_runner=lanes // max(rllib.runners, 1),
                rollout_fragment_length=ppo.rollout,
            )
            .learners(num_learners=rllib.learners, num_gpus_per_learner=self._gpus())
            .training(
                lr=[[0, rate], [left, 0.0]] if ppo.decay else rate,
                gamma=ppo.discount,
                lambda_=ppo.trace,
                clip_param=ppo.clip,
                entropy_coeff=ppo.entropy,
                vf_loss_coeff=ppo.value,
                vf_clip_param=float("inf"),
                use_kl_loss=False,
                grad_clip=ppo.gradient,
                grad_clip_by="global_norm",
                num_epochs=ppo.epochs,
                minibatch_size=ppo.minibatch // learners,
                train_batch_size_per_learner=decisions // learners,
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
            .callbacks(callbacks_class=Endings)
            .debugging(seed=int(drawn[0] % 2**31), log_level="ERROR")
        )

    def _gpus(self) -> float:
        """Return how many GPUs each learner takes."""
        if self._config.rllib.gpus is not None:
            return self._config.rllib.gpus
        return 1.0 if device_of(self._config.device).type == "cuda" else 0.0


def _as_plain(value: Any) -> Any:
    """Return what a checkpoint may hold for what NumPy has: tensors and numbers."""
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value.copy())
    return value.item() if isinstance(value, np.generic) else value


def _as_array(value: Any) -> Any:
    return value.numpy() if isinstance(value, torch.Tensor) else value
