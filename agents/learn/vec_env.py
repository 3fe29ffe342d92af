"""The vector environment that learners step: arrays in, arrays out, finished episodes noted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from tablemates.agents.portal_dash.advice import Adviser
from tablemates.envs import portal_dash_v0
from tablemates.envs.core.partners import PartnerSpec, Pool, SeatChoice
from tablemates.envs.core.record import Array8
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.settings import Settings

#: Info of a finished game, with its return ``r`` and length ``l`` as ``Monitor`` of SB3 names them.
Episode = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StepResult:
    """Result of a step.

    Attributes:
        rewards: Shape ``(num_envs,)``.
        dones: Whether the episode is over; the next one has begun already.
        truncated: Whether it was truncated; shape ``(num_envs,)``.
        final_observations: Last observation of each finished episode, by environment.
        episodes: Finished episodes, by environment.
    """

    rewards: npt.NDArray[np.float32]
    dones: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    final_observations: Mapping[int, Array8]
    episodes: Mapping[int, Episode]


class TrainingEnvs:
    """A vector environment with automatic resets, as learners use it.

    Args:
        env: A vector environment with flat observations and ``autoreset_mode="SameStep"``.
        seed: Names the sequence of games; all of them are for training.
        adviser: Encodes decisions with its plans, for networks that read them.

    Attributes:
        num_envs: Number of environments.
        observations: Inputs of the pending decisions, shape ``(num_envs, inputs)``.
        masks: Legal actions, shape ``(num_envs, actions)``.
    """

    observations: Array8
    masks: Array8

    def __init__(
        self, env: VectorEnv[Any, Any, Any], seed: int, adviser: Adviser | None = None
    ) -> None:
        self.env = env
        self.observation_space: gymnasium.Space[Any] = env.single_observation_space
        self.action_space = cast("spaces.Discrete[np.int64]", env.single_action_space)
        self._adviser = adviser
        self._episodes: list[Episode] = []
        self.num_envs = env.num_envs
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)
        # Runs with neighbouring seeds must not share games.
        observations, info = env.reset(seed=seed_for("train", seed * 2**16))
        self._show(observations, info["action_mask"])

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> StepResult:
        """Take one action in every environment."""
        observations, rewards, terminated, truncated, info = self.env.step(actions)
        dones = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        final: dict[int, Array8] = {}
        episodes: dict[int, Episode] = {}
        for n in np.flatnonzero(dones).tolist():
            final[n] = info["final_obs"][n]
            length = {"r": float(self._returns[n]), "l": int(self._lengths[n])}
            episodes[n] = _info_of(info["final_info"], n) | length
        self._returns[dones] = self._lengths[dones] = 0
        self._episodes += episodes.values()
        self._show(observations, info["action_mask"])
        cut = truncated & ~terminated
        return StepResult(rewards.astype(np.float32), dones, cut, final, episodes)

    def _show(self, observations: Array8, masks: Array8) -> None:
        self.observations, self.masks = observations, masks
        if self._adviser is not None:
            self.observations = self._adviser.encode(self.env.decisions())  # type: ignore[attr-defined]

    def take_episodes(self) -> list[Episode]:
        """Return the episodes that have finished since the last call."""
        episodes, self._episodes = self._episodes, []
        return episodes

    def state(self) -> dict[str, Any]:
        """Return the state of all games as plain data."""
        return {
            "games": self.env.save().hex(),  # type: ignore[attr-defined]
            "returns": self._returns.tolist(),
            "lengths": self._lengths.tolist(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from ``state``.

        Raises:
            ValueError: The number of environments or the rules differ, or it is damaged.
        """
        self.env.restore(bytes.fromhex(state["games"]))  # type: ignore[attr-defined]
        decisions = self.env.decisions()  # type: ignore[attr-defined]
        self._returns[:] = state["returns"]
        self._lengths[:] = state["lengths"]
        self._show(decisions.observations, decisions.masks)


def _info_of(info: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return one environment's part of a vector environment's info, without its mask."""
    names = [name for name in info if not name.startswith("_") and name != "action_mask"]
    values = {name: info[name][n] for name in names if info[f"_{name}"][n]}
    return {
        name: value.item() if isinstance(value, np.generic) else value
        for name, value in values.items()
    }


def make_training_envs(
    settings: Settings,
    num_envs: int,
    seed: int,
    seat: SeatChoice | None = None,
    partners: Sequence[PartnerSpec] | Pool | None = None,
    adviser: Adviser | None = None,
) -> TrainingEnvs:
    """Return games of the vector view for a learner.

    Args:
        settings: Of each game, with flat observations.
        num_envs: Number of environments.
        seed: As of ``TrainingEnvs``.
        seat: The learner's in each game, ``None`` for all of them; see ``vector_env``.
        partners: Agents of the other seats.
        adviser: As of ``TrainingEnvs``.

    Raises:
        SettingsError, ComponentsError: There are no such games.
    """
    settings = replace(settings, mask_in_observation=False)
    env = portal_dash_v0.vector_env(
        num_envs,
        **{field.name: getattr(settings, field.name) for field in fields(Settings)},
        seat=seat,
        partners=partners,
        autoreset_mode=AutoresetMode.SAME_STEP,
        copy=False,
    )
    return TrainingEnvs(env, seed, adviser)
