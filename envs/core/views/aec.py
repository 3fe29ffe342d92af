"""The AEC view: one agent at a time, and what it shares with the parallel view.

Order and bounds of actions are checked here instead of in PettingZoo's wrappers, which limit
any environment to a fraction of this one's speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tablemates.envs.core.display.raster import render_modes
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import ResetNeededError, SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Observation
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.common import View
from tablemates.envs.core.views.illegal_actions import checked_action
from tablemates.envs.core.views.infos import RunningInfo

#: Agent that answers for chance when chance is explicit.
CHANCE_AGENT = "chance_0"


class AgentsView(View):
    """Agents ``player_0``, ``player_1``, ... by seat, and ``chance_0`` where chance is explicit.

    A game of fewer seats than ``possible_agents`` has fewer ``agents``.
    """

    #: Mask of an agent that waits.
    _waiting_mask: Array8

    def __init__(self, game: Game) -> None:
        self.metadata: dict[str, Any] = {
            "name": game.name,
            "render_modes": render_modes(),
            "render_fps": 2,
        }
        self._names = [f"player_{seat}" for seat in range(game.max_seats)]
        self.possible_agents = list(self._names)
        if game.explicit_chance:
            self.possible_agents.append(CHANCE_AGENT)
        self.agents: list[str] = []
        self.observation_spaces = {name: game.shown_space() for name in self.possible_agents}
        self.action_spaces = {
            name: spaces.Discrete(len(game.catalogue)) for name in self.possible_agents
        }
        super().__init__(game)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent: all numbers of the catalogue."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return an agent's present observation."""
        game = self._started()
        seat = self._seat_of(agent)
        if seat in (self._seat, CHANCE):
            out = self._observation.copy()
        else:
            out = np.empty_like(self._observation)
            game.observe(seat, out)
        return game.show(out, self._mask_of(agent))

    @property
    def state_space(self) -> spaces.Box:
        """Space of ``state()``."""
        return self._game.observation_space

    def state(self) -> Array8:
        """Return the public state, as the first player sees it."""
        return self._started().state()

    # -- inside -----------------------------------------------------------------
    def _everybody(self) -> list[str]:
        """Return the agents of this game, whether they have left or not."""
        players = self._names[: self._game.seats]
        return [*players, CHANCE_AGENT] if self._game.explicit_chance else players

    def _need_agents(self) -> None:
        self._started()
        if not self.agents:
            raise ResetNeededError("the game is over and every agent has left: call reset()")

    def _seat_of(self, agent: str) -> int:
        names = self._everybody()
        if agent not in names:
            raise SettingsError(f"no agent of this game is called {agent!r}: {', '.join(names)}")
        return CHANCE if agent == CHANCE_AGENT else names.index(agent)

    def _mask_of(self, agent: str) -> Array8:
        if self._ended:
            return self._ended_mask.copy()
        decides = self._seat_of(agent) == self._seat
        return self._mask.copy() if decides else self._waiting_mask.copy()

    def _info_of(self, agent: str) -> dict[str, Any]:
        seat = self._seat_of(agent)
        info = self._running_info(self._mask_of(agent), seat)
        info["illegal"] = seat in self._result.offenders
        if self._seat == CHANCE and agent == CHANCE_AGENT:
            info |= self._chance_info()
        return info | self._ending

    def _resume(self, edge: Mapping[str, Any] | None = None) -> None:
        self._running_info = RunningInfo(self._game, own=False)
        super()._resume(edge)

    def _show(self, answer: int) -> None:
        super()._show(answer)
        self._ending = self._game.ending() if self._ended else {}


class GameAECEnv(AgentsView, AECEnv[str, Any, int]):  # type: ignore[misc]
    """A game as a PettingZoo ``AECEnv``.

    Where chance is explicit, the actions of ``chance_0`` are outcomes, its mask marks the
    possible ones and its ``info`` holds their probabilities. The mask of an agent that waits
    is all zeros.

    Args:
        game: The game object, owned by this view.
    """

    def __init__(self, game: Game) -> None:
        self._waiting_mask = np.zeros(len(game.catalogue), np.int8)
        # Made on demand; `_info` is what `last` returned for this decision.
        self._infos: dict[str, dict[str, Any]] | None = None
        self._info: dict[str, Any] | None = None
        settings = game.settings
        self._plain = settings.observation == "flat" and settings.mask_in_observation
        super().__init__(game)
        self.metadata["is_parallelizable"] = False  # not by PettingZoo's converter

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; ``seed`` and ``options`` are as for ``GameEnv.reset``."""
        self._begin(seed, options)

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent.

        Args:
            action: A number of the catalogue; ``None`` for an agent whose game is over.

        Raises:
            IllegalActionError: It is outside the action space, or illegal and the policy is
                to raise.
            ResetNeededError: There is no game.
            TypeError: It is no integer.
        """
        if self._ended:
            self._step_dead(action)
            return
        number = action if type(action) is int else -1  # the usual case, without a call
        if not 0 <= number < self._length:
            number = checked_action(action, self._length)
        answer = self._step(number)
        if answer >= 0 and not self._result.watching:
            self._actions.append(number)
            self._seat = answer
            self.agent_selection = self._names[answer]
            self._info = self._infos = None
            return
        self._show(self._settle(answer, number))

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the selected agent.

        Args:
            observe: Whether to return the observation, which is ``None`` otherwise.
        """
        if self._ended or self._seat < 0 or self._result.watching:
            self._need_agents()
            agent = self.agent_selection
            return (
                self.observe(agent) if observe else None,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )
        mask = self._mask.copy()
        info = self._running_info(mask, self._seat)
        self._info, self._infos = info, None
        if not observe:
            return None, 0.0, False, False, info
        if self._plain:
            seen: Observation = {"observation": self._observation.copy(), "action_mask": mask}
        else:
            seen = self._game.show(self._observation.copy(), mask)
        return seen, 0.0, False, False, info

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """Infos by agent, which always have the same entries (``infos``)."""
        if self._infos is None:
            self._infos = {name: self._info_of(name) for name in self.agents}
            if self._info is not None:
                self._infos[self.agent_selection] = self._info
        return self._infos

    # -- inside -----------------------------------------------------------------
    def _edge(self) -> dict[str, Any]:
        left = {} if self.agents == self._everybody() else {"agents": self.agents}
        return {**super()._edge(), **left}

    def _resume(self, edge: Mapping[str, Any] | None = None) -> None:
        self.agents = list((edge or {}).get("agents", self._everybody()))
        super()._resume(edge)

    def _show(self, answer: int) -> None:
        """Update PettingZoo's attributes."""
        result = self._result
        super()._show(answer)
        self._info = self._infos = None
        self._skip_agent_selection = None
        rewards = dict(zip(self._names, result.rewards, strict=False))
        pending = dict(zip(self._names, result.pending, strict=False))
        self.rewards = {name: rewards.get(name, 0.0) for name in self.agents}
        self._cumulative_rewards = {name: pending.get(name, 0.0) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, result.terminated)
        self.truncations = dict.fromkeys(self.agents, result.truncated)
        if answer == CHANCE:
            self.agent_selection = CHANCE_AGENT
        elif answer != OVER:
            self.agent_selection = self._names[answer]
        elif self.agents:
            self.agent_selection = self.agents[0]

    def _step_dead(self, action: Any) -> None:
        """Let an agent whose game is over leave, as PettingZoo demands."""
        self._need_agents()
        if action is not None:
            raise ResetNeededError(
                f"the game is over: {self.agent_selection} can only play None, not {action!r}"
            )
        self._infos = self.infos
        self._info = None
        self._was_dead_step(None)
        self._result.rewards = [0.0] * self._game.seats
