"""Agents in anybody's loop: an action for an observation and its mask, from every view."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.envs.core.agent import Agent, Batch
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.record import Array8
from tablemates.envs.core.vector import GameVectorEnv
from tablemates.envs.core.view import View


class LoadedAgent:
    """An ``agent`` and its ``name``, bound to an environment; ``load_agent`` returns it."""

    def __init__(self, agent: Agent, view: View | GameVectorEnv | None) -> None:
        if view is None and not agent.observation_only:
            raise AgentError(
                f"{agent.name} needs more than the observation: load_agent({agent.name!r}, env)"
            )
        self.agent = agent
        self.name = agent.name
        self._view = view

    def act(self, observation: Any, mask: Array8 | None = None) -> Any:
        """Return a legal action for the present decision.

        Args:
            observation: What the environment returned: a flat array, or a dict with
                ``observation`` and ``action_mask``; of a vector environment, a batch.
            mask: Legal actions, ``info["action_mask"]``; None: that of the observation.

        Returns:
            An action; for a batch an array of shape ``(n,)``. An agent that waits and a
            lane whose game is over get *wait*.

        Raises:
            AgentError: There is no mask, or chance decides.
        """
        if isinstance(observation, Mapping) and "action_mask" in observation:
            mask = observation["action_mask"] if mask is None else mask
            observation = observation["observation"]
        if mask is None:
            raise AgentError('act() needs the mask: agent.act(observation, info["action_mask"])')
        masks = np.atleast_2d(np.asarray(mask, np.int8))
        actions = masks.argmax(axis=1)
        asked = np.flatnonzero(masks.sum(axis=1) > 1)
        if self._view is None:
            shown = np.atleast_2d(np.asarray(observation, np.int8))
            keys = [secrets.randbits(64) for _ in asked]
            nothing = np.zeros((len(asked), 0), np.uint8)
            decisions = Batch(shown[asked], masks[asked], nothing, keys)
        elif isinstance(self._view, GameVectorEnv):
            decisions = self._view.decisions().part(asked)
        elif len(asked):
            try:
                decisions = self._view.situation().alone()
            except SettingsError as error:
                raise AgentError(str(error)) from error
        if len(asked):
            actions[asked] = self.agent.act_batch(decisions)
        return actions if np.ndim(mask) > 1 else int(actions[0])

    def close(self) -> None:
        """Release the agent's resources, such as a subprocess."""
        self.agent.close()
