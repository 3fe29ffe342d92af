"""What the views with an agent for every seat share: names, spaces, who sees what."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import CHANCE, Game
from tablemates.envs.core.policies import Policies
from tablemates.envs.core.record import Array8
from tablemates.envs.core.view import RENDER_MODES, Look, Observation, View

#: Agent that answers for chance when chance is explicit.
CHANCE_AGENT = "chance_0"


class AgentsView(View):
    """Agents ``player_0``, ``player_1``, ... by seat, and ``chance_0`` where chance is explicit.

    A game of fewer seats than ``possible_agents`` has fewer ``agents``.

    Args:
        game: The game object, owned by this view from now on.
        policies: Illegal actions and truncation.
        look: What observations look like.
    """

    #: What the mask of an agent that waits looks like.
    _waiting_mask: Array8

    def __init__(self, game: Game, policies: Policies, look: Look) -> None:
        self.metadata: dict[str, Any] = {
            "name": game.name,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
        }
        self._names = [f"player_{seat}" for seat in range(game.max_seats)]
        self.possible_agents = list(self._names)
        if game.explicit_chance:
            self.possible_agents.append(CHANCE_AGENT)
        self.agents: list[str] = []
        self.observation_spaces = {name: look.space(game) for name in self.possible_agents}
        self.action_spaces = {
            name: spaces.Discrete(len(game.catalogue)) for name in self.possible_agents
        }
        self._ended = True
        super().__init__(game, policies, look)

    # -- PettingZoo ---------------------------------------------------------------
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent: all numbers of the catalogue."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, with its mask where observations hold one."""
        game = self._begun()
        seat = self._seat_of(agent)
        if seat in (self._seat, CHANCE):
            out = self._observation.copy()
        else:
            out = np.empty_like(self._observation)
            game.observe(seat, out)
        return self._look.dress(self._game, out, self._mask_of(agent))

    @property
    def state_space(self) -> spaces.Box:
        """Space of ``state()``."""
        return self._game.state_space(privileged=False)

    def state(self, privileged: bool = False) -> Array8:
        """Return the public state, as the first player sees it.

        Args:
            privileged: Append what nobody knows, for a critic in training.
        """
        return self._begun().state(privileged)

    # -- inside -----------------------------------------------------------------
    def _there(self) -> list[str]:
        """Return the agents of this game, whether they have left or not."""
        players = self._names[: self._game.seats]
        return [*players, CHANCE_AGENT] if self._game.explicit_chance else players

    def _seat_of(self, agent: str) -> int:
        there = self._there()
        if agent not in there:
            raise SettingsError(f"no agent of this game is called {agent!r}: {', '.join(there)}")
        return CHANCE if agent == CHANCE_AGENT else there.index(agent)

    def _mask_of(self, agent: str) -> Array8:
        if self._ended:
            return self._ended_mask.copy()
        decides = self._seat_of(agent) == self._seat
        return self._mask.copy() if decides else self._waiting_mask.copy()

    def _info_of(self, agent: str) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask_of(agent)}
        if self._referee.illegal and self._seat_of(agent) in self._referee.offenders:
            info["illegal"] = True
        if self._seat == CHANCE and agent == CHANCE_AGENT:
            info |= self._chance_info()
        if self._ended:
            info |= self._game.ending()
        return info
