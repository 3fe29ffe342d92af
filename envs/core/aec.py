"""The AEC view: one agent at a time, as PettingZoo's turn-based environments are stepped.

Order and bounds are checked here, so that no wrapper is needed: PettingZoo's
own three limit any environment to a fraction of the speed of this one.
"""

from __future__ import annotations

from operator import index
from typing import Any

from pettingzoo import AECEnv

from tablemates.envs.core.agents_view import CHANCE_AGENT, AgentsView
from tablemates.envs.core.errors import ResetNeededError
from tablemates.envs.core.game import CHANCE, OVER, Game
from tablemates.envs.core.policies import Policies, no_action, waiting_mask
from tablemates.envs.core.view import Look, Observation, checked_reset


class GameAECEnv(AgentsView, AECEnv[str, Any, int]):  # type: ignore[misc]
    """A game as a PettingZoo ``AECEnv``.

    Where chance is explicit, the actions of ``chance_0`` are outcomes, its mask
    marks the possible ones and its ``info`` holds their probabilities. The mask
    of an agent that waits is all zeros.

    Args:
        game: The game object, owned by this view from now on.
        policies: Illegal actions and truncation.
        look: What observations look like.
    """

    def __init__(self, game: Game, policies: Policies, look: Look) -> None:
        self._waiting_mask = waiting_mask(len(game.catalogue))
        # Made when somebody asks; `_info` is what `last` gave out for this decision.
        self._infos: dict[str, dict[str, Any]] | None = None
        self._info: dict[str, Any] | None = None
        self._plain = look.observation == "flat" and look.mask_in_observation
        super().__init__(game, policies, look)
        self.metadata["is_parallelizable"] = False  # not by PettingZoo's converter

    # -- PettingZoo ---------------------------------------------------------------
    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - none are known
    ) -> None:
        """Begin a new game.

        Args:
            seed: The game's seed, 0 to 2**64 - 1. What the constructor leaves
                open (a level of several) is drawn from it too. Without one,
                the next game of the sequence that the last seed began.
            options: Ignored; PettingZoo's interface has it.
        """
        self._begin(checked_reset(seed))

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is.

        Args:
            action: A number of the catalogue; ``None`` for an agent whose game is over.

        Raises:
            IllegalActionError: It is not legal and the policy is to raise, or it is
                outside the action space.
            ResetNeededError: There is no game.
            TypeError: It is no integer.
        """
        if self._ended:
            self._step_dead(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if not 0 <= number < self._length:
            raise no_action(action, self._length)
        answer = self._step(number)
        if answer >= 0 and not self._referee.watching:
            self._actions.append(number)
            self._seat = answer
            self.agent_selection = self._names[answer]
            self._info = self._infos = None
            return
        answer = self._settle(answer, number)
        self._show(answer)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return what the agent whose turn it is needs.

        Returns:
            Observation (``None`` if not asked for), reward since its last
            action, terminated, truncated, info. The arrays are the caller's own.
        """
        if self._ended or self._seat < 0 or self._referee.watching:
            return self._last(observe)
        mask = self._mask.copy()
        info = {"action_mask": mask}
        self._info, self._infos = info, None
        if not observe:
            return None, 0.0, False, False, info
        if self._plain:
            seen: Observation = {"observation": self._observation.copy(), "action_mask": mask}
        else:
            seen = self._look.dress(self._game, self._observation.copy(), mask)
        return seen, 0.0, False, False, info

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """Further information by agent: ``action_mask``, and how the game ended."""
        if self._infos is None:
            self._infos = {name: self._info_of(name) for name in self.agents}
            if self._info is not None:
                self._infos[self.agent_selection] = self._info
        return self._infos

    # -- inside -----------------------------------------------------------------
    def _resume(self, gone: int) -> None:
        self.agents = [name for n, name in enumerate(self._there()) if not gone >> n & 1]
        self._show(OVER if self._referee.over else self._game.to_move())

    def _gone(self) -> int:
        return sum(1 << n for n, name in enumerate(self._there()) if name not in self.agents)

    def _show(self, answer: int) -> None:
        """Bring PettingZoo's dictionaries up to what the referee says."""
        referee = self._referee
        self._seat = answer
        self._ended = answer == OVER
        self._info = self._infos = None
        self._skip_agent_selection = None
        seats = range(self._game.seats)
        rewards = {self._names[seat]: referee.rewards[seat] for seat in seats}
        pending = {self._names[seat]: referee.pending[seat] for seat in seats}
        self.rewards = {name: rewards.get(name, 0.0) for name in self.agents}
        self._cumulative_rewards = {name: pending.get(name, 0.0) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, referee.terminated)
        self.truncations = dict.fromkeys(self.agents, referee.truncated)
        if answer == CHANCE:
            self.agent_selection = CHANCE_AGENT
        elif answer != OVER:
            self.agent_selection = self._names[answer]
        elif self.agents:
            self.agent_selection = self.agents[0]

    def _step_dead(self, action: Any) -> None:
        """Let an agent whose game is over leave, as PettingZoo demands."""
        self._begun()
        if not self.agents:
            raise ResetNeededError("the game is over and every agent has left: call reset()")
        if action is not None:
            raise ResetNeededError(
                f"the game is over: {self.agent_selection} can only play None, not {action!r}"
            )
        self._infos = self.infos
        self._info = None
        self._was_dead_step(None)
        self._referee.rewards = [0.0] * self._game.seats

    def _last(self, observe: bool) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Answer ``last`` where there is a reward, an end or chance."""
        self._begun()
        if not self.agents:
            raise ResetNeededError("the game is over and every agent has left: call reset()")
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )
