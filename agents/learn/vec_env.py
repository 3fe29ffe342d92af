"""The vector environment that learners step: a ``VecEnv`` of Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from stable_baselines3.common.vec_env import VecEnv

from tablemates.agents.learn.learner import Episode, NetworkLearner
from tablemates.agents.learn.settings import PPOConfig
from tablemates.agents.learn.torch_network import ActorCritic
from tablemates.agents.learn.trajectories import Steps
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.game.starts import StartSource
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.infos import game_info
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.vector import GameVectorEnv
from tablemates.envs.registry import new_game


class TrainingEnvs(VecEnv):
    """A vector environment as Stable-Baselines3 takes it, with masks for ``MaskablePPO``.

    Episodes that end are followed by new ones. The info of an episode's last step is its
    ``Episode``; other infos are empty. The environment has flat observations and
    ``autoreset_mode="SameStep"``; ``seed`` names the sequence of games, all of them for training.

    Attributes:
        num_envs: Number of environments.
        seats: Most seats of a game that the learner plays, one where games have no seats.
        trajectories: Of each game: one for each seat of a ``GameVectorEnv`` with
            ``seat_rewards``, or 1 for all decisions.
        observations: Observations of the pending decisions, shape ``(num_envs, values)``; the next
            step may overwrite them.
        masks: Legal actions, shape ``(num_envs, actions)``; overwritten likewise.
    """

    observations: Array8
    masks: Array8

    def __init__(
        self,
        env: VectorEnv[Any, Any, Any],
        seed: int,
        trajectories: int = 1,
        starts: StartSource | None = None,
        seats: int = 1,
    ) -> None:
        self.env: Any = env
        self.seats = seats
        self._starts = starts
        self.trajectories = trajectories
        self._episodes: list[Episode] = []
        self._steps: list[tuple[npt.NDArray[Any], ...]] = []
        self._returns = np.zeros((env.num_envs, trajectories))
        self._lengths = np.zeros(env.num_envs, np.int64)
        self._actions: npt.NDArray[Any] = np.zeros(env.num_envs, np.int64)
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        # Runs with neighbouring seeds must not share games.
        observations, info = env.reset(seed=seed_for("train", seed * 2**16))
        self.observations, self.masks = observations, info["action_mask"]

    def reset(self) -> Array8:
        """Return the observations of the games under way, which restart by themselves."""
        return self.observations.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Array8, npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        """Take one action in every environment; return observations, rewards, dones and infos."""
        seats = self._seats()
        observations, rewards, terminated, truncated, info = self.env.step(self._actions)
        by_seat = rewards[:, None] if self.trajectories == 1 else self.env.seat_rewards
        dones, cut = terminated | truncated, truncated & ~terminated
        self._steps.append((seats, by_seat.astype(np.float32), dones, cut))
        self._returns += by_seat
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for n in np.flatnonzero(dones).tolist():
            ending = game_info(info["final_info"], n)
            del ending["action_mask"]
            infos[n] = ending | {
                "r": float(self._returns[n].mean()),
                "l": int(self._lengths[n]),
                "terminal_observation": info["final_obs"][n],
                "TimeLimit.truncated": bool(cut[n]),
            }
            self._episodes.append(infos[n])
        self._returns[dones] = self._lengths[dones] = 0
        self.observations, self.masks = observations, info["action_mask"]
        return self.observations.copy(), rewards.astype(np.float32), dones, infos

    def _seats(self) -> npt.NDArray[np.int64]:
        """Return whose trajectory the pending decisions belong to."""
        if self.trajectories == 1:
            return np.zeros(self.num_envs, np.int64)
        return self.deciders()

    def deciders(self) -> npt.NDArray[np.int64]:
        """Return the seat of each pending decision."""
        if self.seats == 1:
            return np.zeros(self.num_envs, np.int64)
        return np.array(self.env.seats, np.int64)

    def take_steps(self) -> Steps:
        """Return the steps since the last call."""
        seats, rewards, dones, truncated = map(np.stack, zip(*self._steps, strict=True))
        self._steps = []
        return Steps(seats, rewards, dones, truncated, self._seats())

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        episodes, self._episodes = self._episodes, []
        return episodes

    # -- Stable-Baselines3 ------------------------------------------------------------------
    def action_masks(self) -> Array8:
        """Return the legal actions of all environments."""
        return self.masks

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

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each environment."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the environments."""
        self.env.close()

    # -- as a value -----------------------------------------------------------------------
    def state(self) -> dict[str, Any]:
        """Return the state of all games as plain data."""
        return {
            "games": self.env.save().hex(),
            "returns": self._returns.tolist(),
            "lengths": self._lengths.tolist(),
            "starts": None if self._starts is None else self._starts.state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from ``state``."""
        self.env.restore(bytes.fromhex(state["games"]))
        decisions = self.env.decisions()
        self._returns[:] = state["returns"]
        self._lengths[:] = state["lengths"]
        if self._starts is not None:
            self._starts.restore(state["starts"])
        self.observations, self.masks = decisions.observations, decisions.masks


def make_training_envs(
    settings: Settings, num_envs: int, seed: int, partners: Partners | None = None
) -> TrainingEnvs:
    """Return games of the vector view for a learner.

    The settings have flat observations without masks; ``seed`` is as of ``TrainingEnvs``.
    ``partners`` have all seats but the learner's; None: the learner plays every seat, with a
    trajectory for each in a competitive game.
    """
    game = new_game(settings)
    trajectories = 1 if partners is not None or game.co_operative else game.max_seats
    env = GameVectorEnv(GameBatch(game, num_envs), AutoresetMode.SAME_STEP, partners, copy=False)
    return TrainingEnvs(env, seed, trajectories, game.starts, game.max_seats)


class EnvLearner(NetworkLearner):
    """A learner that steps ``TrainingEnvs``, ``num_steps`` in every environment an update."""

    def __init__(
        self, network: ActorCritic, envs: TrainingEnvs, config: PPOConfig, total_timesteps: int
    ) -> None:
        super().__init__(network, config, total_timesteps)
        self._envs = envs
        self._config = config

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        return self._envs.take_episodes()

    def state(self) -> dict[str, Any]:
        """Return weights, optimiser and games."""
        return super().state() | {"envs": self._envs.state()}

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        self._envs.restore(state["envs"])
        super().restore(state, timesteps)
