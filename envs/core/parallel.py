"""The parallel view: every agent acts in every step, and those who do not decide wait."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from pettingzoo import ParallelEnv

from tablemates.envs.core.agents_view import AgentsView
from tablemates.envs.core.catalogue import WAIT
from tablemates.envs.core.errors import IllegalActionError, ResetNeededError
from tablemates.envs.core.game import OVER, Game
from tablemates.envs.core.policies import Policies, ended_mask, loser, no_action
from tablemates.envs.core.view import Look, Observation, checked_reset


class GameParallelEnv(AgentsView, ParallelEnv[str, Any, int]):  # type: ignore[misc]
    """A game as a PettingZoo ``ParallelEnv``.

    One decision is taken a step. Whoever does not decide has one legal action,
    ``wait`` (number 0); if anybody plays something illegal, nobody's action
    counts, and those who did are treated as ``illegal_action`` says.

    Args:
        game: The game object, owned by this view from now on.
        policies: Illegal actions and truncation.
        look: What observations look like.
    """

    def __init__(self, game: Game, policies: Policies, look: Look) -> None:
        self._waiting_mask = ended_mask(len(game.catalogue))
        super().__init__(game, policies, look)

    # -- PettingZoo ---------------------------------------------------------------
    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - none are known
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game.

        Args:
            seed: The game's seed, 0 to 2**64 - 1. What the constructor leaves
                open (a level of several) is drawn from it too. Without one,
                the next game of the sequence that the last seed began.
            options: Ignored; PettingZoo's interface has it.

        Returns:
            Observations and infos by agent.
        """
        self._begin(checked_reset(seed))
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
            actions: A number of the catalogue by agent; ``wait`` of all but the one who
                decides (at explicit chance ``chance_0``, whose action is an outcome).

        Returns:
            Observations, rewards, terminations, truncations, infos by agent.

        Raises:
            IllegalActionError: One is not legal and the policy is to raise, one is outside
                the action space or missing, or is of nobody in the game.
            ResetNeededError: There is no running game.
            TypeError: One is no integer.
        """
        self._begun()
        if not self.agents:
            raise ResetNeededError("the game is over and every agent has left: call reset()")
        played = self._checked(actions)
        decider = self._seat
        illegal = {seat: action for seat, action in played.items() if not self._may(seat, action)}
        if illegal:
            answer = self._referee.refuse(decider, illegal)
            if self._referee.terminated:
                who = loser(decider, illegal)
                past = self._length + who  # see `replay`
                self._actions.append(illegal[who] if who == decider else past)
        else:
            answer = self._settle(self._step(played[decider]), played[decider])
        there = self.agents
        self._show(answer)
        referee = self._referee
        rewards = {name: referee.rewards[seat] for seat, name in enumerate(self._names_now())}
        return (
            self._seen(there),
            {name: rewards.get(name, 0.0) for name in there},
            dict.fromkeys(there, referee.terminated),
            dict.fromkeys(there, referee.truncated),
            self._infos(there),
        )

    # -- inside -----------------------------------------------------------------
    def _checked(self, actions: Mapping[str, int]) -> dict[int, int]:
        """Return every agent's action by seat."""
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
                number = index(action)
            except TypeError:
                number = -1
            if not 0 <= number < self._length:
                error = no_action(action, self._length)
                raise type(error)(f"{name}: {error}")
            played[self._seat_of(name)] = number
        return played

    def _may(self, seat: int, action: int) -> bool:
        return bool(self._mask[action]) if seat == self._seat else action == WAIT

    def _names_now(self) -> list[str]:
        return self._names[: self._game.seats]

    def _resume(self, gone: int) -> None:
        del gone  # agents leave together here
        self._show(OVER if self._referee.over else self._game.to_move())

    def _show(self, answer: int) -> None:
        self._seat = answer
        self._ended = answer == OVER
        self.agents = [] if self._ended else self._there()

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {name: self.observe(name) for name in agents}

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        return {name: self._info_of(name) for name in agents}
