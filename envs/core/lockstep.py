"""Games in lockstep: the policies at the edge and the partners' rounds, for all lanes at once.

This is to many games what ``policies.Referee`` is to one, with the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from envs.core.batch import SKIP, Floats, GameBatch, Integers
from envs.core.errors import SettingsError
from envs.core.game import ILLEGAL, OVER
from envs.core.policies import PATIENCE, PENALTY, Policies
from envs.core.seating import Seating
from envs.core.seeds import drawn_seed

Booleans: TypeAlias = npt.NDArray[np.bool_]
#: Games that may end one after the other before their learner was asked anything.
ATTEMPTS: Final = 100


@dataclass(frozen=True, slots=True)
class Moved:
    """What a decision in every lane led to, each of shape ``(lanes,)``.

    Attributes:
        rewards: Of the controller for the seat that moved; of a focal seat, the sum
            up to its next decision.
        terminated: The game is over by its rules.
        truncated: The game was cut short.
        refused: The action was not legal.
    """

    rewards: Floats
    terminated: Booleans
    truncated: Booleans
    refused: Booleans


class Lockstep:
    """Plays a batch from one decision of the learner's to the next.

    Args:
        batch: The games.
        policies: Illegal actions and truncation.
        seating: Who sits where; ``None``: the learner decides for every seat.

    Attributes:
        seats: Who decides in each lane, ``OVER`` where the game has ended.
        ended: Whether it has, in one way or the other.
        illegal_in_a_row: How many actions in a row were refused.
        rngs: What each lane draws its games from.
    """

    def __init__(self, batch: GameBatch, policies: Policies, seating: Seating | None) -> None:
        count = len(batch)
        self.batch = batch
        self.seating = seating
        self.policies = policies
        self.seats: Integers = np.full(count, OVER)
        self.ended: Booleans = np.ones(count, np.bool_)
        self.illegal_in_a_row: Integers = np.zeros(count, np.int64)
        self.rngs: list[np.random.Generator] = []
        self._rows = np.arange(count)

    def begin(self, lanes: Integers, seeds: Sequence[int | None]) -> None:
        """Begin games and go on to the learner's first decision in each.

        Args:
            lanes: Where.
            seeds: Of each of them; ``None``: drawn.

        Raises:
            SettingsError: In one game after the other the learner is never asked.
        """
        batch, draw = self.batch, self.batch.game.draw
        for _ in range(ATTEMPTS):
            rngs = [self.rngs[lane] for lane in lanes.tolist()]
            pairs = zip(seeds, rngs, strict=True)
            numbers = [drawn_seed(rng) if seed is None else seed for seed, rng in pairs]
            batch.new(lanes.tolist(), numbers, [draw(rng) for rng in rngs])
            self.illegal_in_a_row[lanes] = 0
            self.ended[lanes] = False
            self.seats[lanes] = batch.answers[lanes]
            if self.seating is not None:
                players = batch.seats[lanes].tolist()
                for lane, count, rng in zip(lanes.tolist(), players, rngs, strict=True):
                    self.seating.draw(lane, count, rng)
                self._ask_partners(lanes, np.zeros(len(self._rows)))
            lanes = lanes[self.ended[lanes] | (self.seats[lanes] == OVER)]
            if len(lanes) == 0:
                return
            seeds = [None] * len(lanes)
        raise SettingsError(f"{ATTEMPTS} games in a row ended before their learner was asked")

    def play(self, actions: Integers) -> Moved:
        """Take an action in every lane but those with ``SKIP``, and let partners answer.

        Args:
            actions: Numbers of the catalogue, shape ``(lanes,)``.
        """
        batch, idle = self.batch, self.ended
        movers = np.maximum(self.seats, 0)
        batch.step(actions)
        self.seats = batch.answers.astype(np.int64)
        rewards = batch.rewards[self._rows, movers]
        refused = self.seats == ILLEGAL
        if idle.any():
            self.seats[idle], rewards[idle], refused[idle] = OVER, 0.0, False
        self.ended = idle.copy()
        self._cut_long_games()
        if refused.any():
            self._refuse(np.flatnonzero(refused), movers, rewards)
        else:
            self.illegal_in_a_row[:] = 0
        if self.seating is not None:
            self._ask_partners(np.flatnonzero(~idle), rewards)
        terminated = self.seats == OVER
        terminated &= ~idle
        truncated = self.ended & ~terminated & ~idle
        self.ended |= terminated
        self.seats[truncated] = OVER
        return Moved(rewards, terminated, truncated, refused)

    def _refuse(self, lanes: Integers, movers: Integers, rewards: Floats) -> None:
        """Do what the policy says about illegal actions; the games have not changed.

        Args:
            lanes: Where.
            movers: Who decided, in every lane.
            rewards: Written.
        """
        before = self.illegal_in_a_row[lanes]
        self.illegal_in_a_row[:] = 0
        self.illegal_in_a_row[lanes] = before + 1
        if self.policies.illegal_action == "end":
            self.batch.forfeit(lanes)
            self.seats[lanes] = OVER
            rewards[lanes] = self.batch.rewards[lanes, movers[lanes]]
        else:
            self.seats[lanes] = movers[lanes]
            rewards[lanes] = PENALTY
            self.ended |= self.illegal_in_a_row >= PATIENCE

    def _cut_long_games(self) -> None:
        """Cut games short whose turns are used up."""
        limit = self.policies.max_turns
        if limit is not None:
            self.ended |= self.batch.turns > limit

    def _ask_partners(self, lanes: Integers, rewards: Floats) -> None:
        """Let partners answer, round by round, until the learner is asked or the game is over.

        Args:
            lanes: Those that have moved.
            rewards: Of the learner so far; what partners earn is added.
        """
        batch, seating = self.batch, self.seating
        assert seating is not None
        actions = np.full(len(self._rows), SKIP)
        while True:
            seats = self.seats[lanes]
            others = (seats != OVER) & ~self.ended[lanes] & (seats != seating.focal[lanes])
            lanes = lanes[others]
            if len(lanes) == 0:
                return
            actions[lanes] = seating.ask(batch, lanes)
            batch.step(actions)
            actions[lanes] = SKIP
            self.seats[lanes] = batch.answers[lanes]
            rewards[lanes] += batch.rewards[lanes, seating.focal[lanes]]
            self._cut_long_games()
