"""The parallel view: every agent acts in every step, and those who do not decide wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.core.game.catalogue import WAIT
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Observation
from tablemates.envs.core.views.aec import AgentsView
from tablemates.envs.core.views.illegal_actions import checked_action, ended_mask, loser


class GameParallelEnv(AgentsView, ParallelEnv[str, Any, int]):  # type: ignore[misc]
    """A game as a PettingZoo ``ParallelEnv``.

    One decision is taken a step. Whoever does not decide has one legal action, ``wait``
    (number 0). If anybody plays something illegal, no action counts, and the offenders are
    treated as ``illegal_action`` says.

    Args:
        game: The game object, owned by this view.
    """

    def __init__(self, game: Game) -> None:
        self._waiting_mask = ended_mask(len(game.catalogue))
        super().__init__(game)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game, as ``GameEnv.reset`` does; return observations and infos by agent."""
        self._begin(seed, options)
        return self._seen(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play an action of every agent.

        Args:
            actions: A number of the catalogue by agent; ``wait`` for all but the decider (at
                explicit chance ``chance_0``, whose action is an outcome).

        Returns:
            Observations, rewards, terminations, truncations, infos by agent.

        Raises:
            IllegalActionError: An action is missing, outside the action space, or of nobody
                in the game; or one is illegal and the policy is to raise.
            ResetNeededError: There is no running game.
            TypeError: An action is no integer.
        """
        self._need_agents()
        played = self._checked(actions)
        decider = self._seat
        illegal = {seat: action for seat, action in played.items() if not self._may(seat, action)}
        if illegal:
            answer = self._result.refuse(decider, illegal)
            if self._result.terminated:
                who = loser(decider, illegal)
                past = self._length + who  # see `replay`
                self._actions.append(illegal[who] if who == decider else past)
        else:
            answer = self._settle(self._step(played[decider]), played[decider])
        agents = self.agents
        self._show(answer)
        rewards = dict(zip(self._names, self._result.rewards, strict=False))
        return (
            self._seen(agents),
            {name: rewards.get(name, 0.0) for name in agents},
            dict.fromkeys(agents, self._result.terminated),
            dict.fromkeys(agents, self._result.truncated),
            self._infos(agents),
        )

    # -- inside -----------------------------------------------------------------
    def _checked(self, actions: Mapping[str, int]) -> dict[int, int]:
        if set(actions) != set(self.agents):
            missing = ", ".join(name for name in self.agents if name not in actions) or "nobody"
            others = ", ".join(map(str, sorted(set(actions) - set(self.agents)))) or "nobody"
            raise IllegalActionError(
                f"every agent plays an action, `wait` ({WAIT}) if it does not decide: there is "
                f"none of {missing}, and {others} plays without being in the game"
            )
        played = {}
        for name, action in actions.items():
            try:
                played[self._seat_of(name)] = checked_action(action, self._length)
            except (IllegalActionError, TypeError) as error:
                raise type(error)(f"{name}: {error}") from None
        return played

    def _may(self, seat: int, action: int) -> bool:
        return bool(self._mask[action]) if seat == self._seat else action == WAIT

    def _show(self, answer: int) -> None:
        super()._show(answer)
        self.agents = [] if self._ended else self._everybody()

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {name: self.observe(name) for name in agents}

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        return {name: self._info_of(name) for name in agents}
