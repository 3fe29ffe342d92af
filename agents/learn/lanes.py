"""Games side by side as learners need them: arrays in, arrays out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from envs import portal_dash_v0
from envs.core.record import Array8
from envs.core.seeds import seed_for
from envs.portal_dash.settings import Settings


class Lane(Protocol):
    """A masked Gymnasium environment that can be saved between two steps."""

    observation_space: spaces.Space[Any]
    action_space: Any
    np_random: np.random.Generator

    def reset(self, *, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; ``info`` holds ``action_mask``."""

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; ``info`` holds ``action_mask``, at the end how the game ended."""

    def save(self) -> bytes:
        """Return the game as bytes."""

    def restore(self, saved: bytes) -> None:
        """Go on from saved bytes."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """What one decision in every lane led to.

    Attributes:
        rewards: Shape ``(lanes,)``.
        ended: Whether the lane's game is over; the lane shows the next one already.
        cut: By lane, the last observation of each game that was cut short.
    """

    rewards: npt.NDArray[np.float32]
    ended: npt.NDArray[np.bool_]
    cut: Mapping[int, Array8]


class Lanes:
    """Several games, one decision of each at a time; a lane whose game ends begins the next.

    Args:
        lanes: The environments.
        seed: Names the sequence of games; all of them are for training.

    Attributes:
        observations: Of the decisions to be taken, shape ``(lanes, values)``.
        masks: Their legal actions, shape ``(lanes, actions)``.
    """

    def __init__(self, lanes: Sequence[Lane], seed: int) -> None:
        self._lanes = lanes
        self.observation_space = lanes[0].observation_space
        self.action_space: spaces.Discrete[np.int64] = lanes[0].action_space
        values = int(np.prod(self.observation_space.shape or ()))
        self.observations: Array8 = np.zeros((len(lanes), values), np.int8)
        self.masks: Array8 = np.zeros((len(lanes), int(self.action_space.n)), np.int8)
        self._endings: list[dict[str, Any]] = []
        for n, lane in enumerate(lanes):
            # Runs with seeds next to each other shall not share lanes.
            self._show(n, *lane.reset(seed=seed_for("train", seed * 2**16 + n)))

    def __len__(self) -> int:
        return len(self._lanes)

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> Stepped:
        """Take one decision in every lane."""
        rewards = np.zeros(len(self), np.float32)
        ended = np.zeros(len(self), np.bool_)
        cut: dict[int, Array8] = {}
        for n, (lane, action) in enumerate(zip(self._lanes, actions.tolist(), strict=True)):
            observation, rewards[n], terminated, truncated, info = lane.step(action)
            if terminated or truncated:
                ended[n] = True
                self._endings.append(info)
                if not terminated:
                    cut[n] = observation
                observation, info = lane.reset()
            self._show(n, observation, info)
        return Stepped(rewards, ended, cut)

    def _show(self, n: int, observation: Array8, info: Mapping[str, Any]) -> None:
        self.observations[n] = observation
        self.masks[n] = info["action_mask"]

    def take_endings(self) -> list[dict[str, Any]]:
        """Return how the games ended that ended since the last call."""
        endings, self._endings = self._endings, []
        return endings

    def state(self) -> dict[str, Any]:
        """Return the games and the generators of the next ones as text and arrays."""
        return {
            "games": [lane.save().hex() for lane in self._lanes],
            "generators": [json.dumps(lane.np_random.bit_generator.state) for lane in self._lanes],
            "observations": self.observations,
            "masks": self.masks,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from ``state``.

        Raises:
            ValueError: There are other lanes, or the games are damaged or of other rules.
        """
        games = zip(self._lanes, state["games"], state["generators"], strict=True)
        for lane, saved, generator in games:
            lane.restore(bytes.fromhex(saved))
            lane.np_random.bit_generator.state = json.loads(generator)
        self.observations[:] = state["observations"]
        self.masks[:] = state["masks"]


def make_lanes(settings: Settings, count: int, seed: int) -> Lanes:
    """Return games of the Gymnasium view side by side.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return Lanes([portal_dash_v0.gym_env(**values) for _ in range(count)], seed)
