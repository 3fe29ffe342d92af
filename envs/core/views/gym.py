"""The single-controller view: one Gymnasium agent decides for every seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tablemates.envs.core.display.raster import render_modes
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.errors import ResetNeededError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Observation
from tablemates.envs.core.game.seeds import checked_seed
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.common import View
from tablemates.envs.core.views.illegal_actions import checked_action
from tablemates.envs.core.views.infos import RunningInfo


class GameEnv(View, gymnasium.Env[Any, Any]):
    """A game as a ``gymnasium.Env`` for one controller of all seats.

    ``info`` always has the same entries (``infos``). The reward is that of the seat that moved;
    what explicit chance brings belongs to the seat that decided last.

    Args:
        game: The game object, owned by this view.
    """

    metadata = {"render_modes": render_modes(), "render_fps": 2}  # noqa: RUF012

    def __init__(self, game: Game) -> None:
        self.observation_space = game.shown_space()
        self.action_space: spaces.Discrete[np.int64] = spaces.Discrete(len(game.catalogue))
        settings = game.settings
        self._flat = settings.observation == "flat" and not settings.mask_in_observation
        # Whose reward a step of chance is: before the first decision of whose turn it is.
        self._mover = 0
        super().__init__(game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: The game's seed, 0 to 2**64 - 1; a level or number of players that the
                constructor leaves open is drawn from it too. None: the next game of the
                sequence that the last seed began.
            options: ``{"start": ...}``: begin at a position (as ``dump_position`` returns it)
                or where ``save`` was called; what is hidden is drawn anew from the seed.

        Returns:
            Observation and info.
        """
        number = None if seed is None else checked_seed(seed)
        super().reset(seed=number)
        self._begin(number, options)
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat that decides.

        Args:
            action: A number of the catalogue (at explicit chance: an outcome).

        Returns:
            Observation, reward, terminated, truncated, info.

        Raises:
            IllegalActionError: It is outside the action space, or illegal and the policy is
                to raise.
            ResetNeededError: There is no running game.
            TypeError: It is no integer.
        """
        number = self._checked(action)
        answer = self._step(number)
        if answer >= 0 and not self._result.watching:
            self._actions.append(number)
            self._seat = answer
            info = self._running_info(self._mask.copy(), answer)
            if self._flat:
                return self._observation.copy(), 0.0, False, False, info
            return self._seen(), 0.0, False, False, info
        if self._seat != CHANCE:
            self._mover = self._seat
        self._show(self._settle(answer, number))
        result = self._result
        reward = result.rewards[self._mover]
        return self._seen(), reward, result.terminated, result.truncated, self._info()

    def observe(self) -> Observation:
        """Return the present observation, as ``step`` returned it."""
        self._started()
        return self._seen()

    def action_masks(self) -> Array8:
        """Return the present mask, as sb3-contrib asks for it."""
        self._started()
        return self._ended_mask.copy() if self._ended else self._mask.copy()

    # -- inside -----------------------------------------------------------------
    def _checked(self, action: Any) -> int:
        """Return the number of an action of the running game."""
        if self._ended:
            self._started()
            raise ResetNeededError("the game is over: call reset()")
        if type(action) is int and 0 <= action < self._length:  # the usual case
            return action
        return checked_action(action, self._length)

    def _resume(self, edge: Mapping[str, Any] | None = None) -> None:
        self._running_info = RunningInfo(self._game, own=True)
        self._mover = (edge or {}).get("mover", self._game.viewer)
        super()._resume(edge)

    def _edge(self) -> dict[str, Any]:
        return {**super()._edge(), "mover": self._mover}

    def _seen(self) -> Observation:
        return self._game.show(self._observation.copy(), self.action_masks())

    def _info(self) -> dict[str, Any]:
        info = self._running_info(self.action_masks(), self._seat)
        info["illegal"] = self._result.illegal
        if self._seat == CHANCE:
            info |= self._chance_info()
        if self._ended:
            info |= self._game.ending()
        return info
