"""The vector environment that learners step: a ``VecEnv`` of Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from stable_baselines3.common.vec_env import VecEnv

from tablemates.agents.portal_dash.advice import Adviser
from tablemates.envs import portal_dash_v0
from tablemates.envs.core.record import Array8
from tablemates.envs.core.seat_settings import PartnerSpec, Pool, SeatChoice
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.settings import Settings

#: Info of a finished game, with its return ``r`` and length ``l`` as ``Monitor`` of SB3 names them,
#: ``TimeLimit.truncated`` and ``terminal_observation``.
Episode = Mapping[str, Any]


class TrainingEnvs(VecEnv):
    """A vector environment as Stable-Baselines3 takes it, with masks for ``MaskablePPO``.

    Episodes that end are followed by new ones. The info of an episode's last step is its
    ``Episode``; other infos are empty.

    Args:
        env: A vector environment with flat observations and ``autoreset_mode="SameStep"``.
        seed: Names the sequence of games; all of them are for training.
        adviser: Encodes decisions with its plans, for networks that read them.

    Attributes:
        num_envs: Number of environments.
        observations: Inputs of the pending decisions, shape ``(num_envs, inputs)``; the next
            step may overwrite them.
        masks: Legal actions, shape ``(num_envs, actions)``; overwritten likewise.
    """

    observations: Array8
    masks: Array8

    def __init__(
        self, env: VectorEnv[Any, Any, Any], seed: int, adviser: Adviser | None = None
    ) -> None:
        self.env = env
        self._adviser = adviser
        self._episodes: list[Episode] = []
        self._returns = np.zeros(env.num_envs)
        self._lengths = np.zeros(env.num_envs, np.int64)
        self._actions: npt.NDArray[Any] = np.zeros(env.num_envs, np.int64)
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        # Runs with neighbouring seeds must not share games.
        observations, info = env.reset(seed=seed_for("train", seed * 2**16))
        self._show(observations, info["action_mask"])

    def reset(self) -> Array8:
        """Return the observations of the games under way, which restart by themselves."""
        return self.observations.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Array8, npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        """Take one action in every environment; return observations, rewards, dones and infos."""
        observations, rewards, terminated, truncated, info = self.env.step(self._actions)
        dones = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for n in np.flatnonzero(dones).tolist():
            infos[n] = _info_of(info["final_info"], n) | {
                "r": float(self._returns[n]),
                "l": int(self._lengths[n]),
                "terminal_observation": info["final_obs"][n],
                "TimeLimit.truncated": bool(truncated[n] and not terminated[n]),
            }
            self._episodes.append(infos[n])
        self._returns[dones] = self._lengths[dones] = 0
        self._show(observations, info["action_mask"])
        return self.observations.copy(), rewards.astype(np.float32), dones, infos

    def _show(self, observations: Array8, masks: Array8) -> None:
        self.observations, self.masks = observations, masks
        if self._adviser is not None:
            self.observations = self._adviser.encode(self.env.decisions())  # type: ignore[attr-defined]

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
