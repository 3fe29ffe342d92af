"""Games in lockstep: illegal actions, truncation and partners for all lanes at once.

The counterpart of ``policies.MoveResult``, with the same rules, for many games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.codes import ILLEGAL, NEXT, OVER, SKIP
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.batch import Floats, GameBatch, Integers
from tablemates.envs.core.views.illegal_actions import PATIENCE, PENALTY
from tablemates.envs.core.views.partners import Seating
from tablemates.envs.core.views.past import History, Past, Recorder

Booleans: TypeAlias = npt.NDArray[np.bool_]
#: Games that may end one after the other before their learner was asked anything.
ATTEMPTS: Final = 100


class Lockstep:
    """Plays a batch from one decision of the learner's to the next.

    Args:
        batch: The games.
        seating: Who sits where; ``None``: the learner decides for every seat.
    """

    def __init__(self, batch: GameBatch, seating: Seating | None) -> None:
        count = len(batch)
        self.batch = batch
        self.seating = seating
        # Who decides in each lane, ``OVER`` where the game has ended.
        self.seats: Integers = np.full(count, OVER)
        self.ended: Booleans = np.ones(count, np.bool_)  # whether it has, in one way or the other
        # How many actions in a row were refused.
        self.illegal_in_a_row: Integers = np.zeros(count, np.int64)
        self._rows = np.arange(count)
        self._turns: Integers = np.zeros(count, np.int64)  # which one it was before the move
        self._all_seats = np.arange(batch.game.max_seats)
        # What the last step earned each seat, shape ``(lanes, seats)``; of a competitive game of
        # which the learner decides for every seat, else ``None``.
        self.seat_rewards: Floats | None = None
        if seating is None and not batch.game.co_operative:
            self.seat_rewards = np.zeros((count, batch.game.max_seats))
        wanted = seating is not None and seating.partners.want_history
        # The decisions of each lane's game; None: nobody asks.
        self.recorders: list[Recorder] | None = None
        if wanted or batch.game.settings.history:
            self.recorders = [self._recorder() for _ in range(count)]

    def begin(self, lanes: Integers, seeds: Sequence[int]) -> None:
        """Begin sequences of games and go on to the learner's first decision in each."""
        self.batch.new(lanes, seeds)
        self._start(lanes)

    def begin_next(self, lanes: Integers) -> None:
        """Begin the next game of each lane's sequence; the rest is as for ``begin``."""
        self._next(lanes)
        self._start(lanes)

    def play(self, actions: Integers) -> tuple[Floats, Booleans, Booleans, Booleans]:
        """Take an action in every lane, and let partners answer.

        Args:
            actions: Numbers of the catalogue, shape ``(lanes,)``; ``NEXT`` wherever a game
                has ended. A lane that begins the next game has reward 0.

        Returns:
            Rewards (of the controller for the seat that moved; of a focal seat, the sum up to
            its next decision); whether games have terminated, whether they were truncated, and
            whether actions were refused; each of shape ``(lanes,)``.
        """
        batch, (started,) = self.batch, self.ended.nonzero()
        movers = np.maximum(self.seats, 0)
        self._step(actions)
        self.seats = batch.answers.astype(np.int64)
        rewards = batch.earned(movers)
        refused = self.seats == ILLEGAL
        self.ended = np.zeros(len(self._rows), np.bool_)
        self._turns[started] = batch.turns[started]
        self._cut_long_games()
        if np.count_nonzero(refused):
            self._refuse(np.flatnonzero(refused), movers, rewards)
        else:
            self.illegal_in_a_row[:] = 0
        if self.seat_rewards is not None:
            self.seat_rewards = batch.earned(self._all_seats, self._rows[:, None])
            self.seat_rewards[self._rows, movers] = rewards
        if len(started):
            self._start_counting(started)
        if self.seating is not None:
            self._ask_partners(self._rows, rewards)
        if len(started):
            rewards[started] = 0.0
            if len(over := self._over(started)):
                self.begin_next(over)
        terminated = self.seats == OVER
        truncated = self.ended & ~terminated
        self.ended |= terminated
        self.seats[truncated] = OVER
        return rewards, terminated, truncated, refused

    def _start_counting(self, lanes: Integers) -> None:
        """Reset the state of lanes whose game has just begun, and assign the seats."""
        self.illegal_in_a_row[lanes] = 0
        self._turns[lanes] = self.batch.turns[lanes]
        self.ended[lanes] = False
        self.seats[lanes] = self.batch.answers[lanes]
        if self.recorders is not None:
            for lane in lanes.tolist():
                self.recorders[lane] = self._recorder()
        if self.seating is not None:
            players = self.batch.seats[lanes].tolist()
            for lane, count in zip(lanes.tolist(), players, strict=True):
                self.seating.draw(lane, count)

    def _next(self, lanes: Integers) -> None:
        actions = np.full(len(self._rows), SKIP)
        actions[lanes] = NEXT
        self.batch.step(actions)

    def _start(self, lanes: Integers) -> None:
        """Go on to the learner's first decision, in the next game where one ends before it."""
        for _ in range(ATTEMPTS):
            self._start_counting(lanes)
            if self.seating is not None:
                self._ask_partners(lanes, np.zeros(len(self._rows)))
            lanes = self._over(lanes)
            if len(lanes) == 0:
                return
            self._next(lanes)
        raise SettingsError(f"{ATTEMPTS} games in a row ended before their learner was asked")

    def _over(self, lanes: Integers) -> Integers:
        over: Integers = lanes[self.ended[lanes] | (self.seats[lanes] == OVER)]
        return over

    def _refuse(self, lanes: Integers, movers: Integers, rewards: Floats) -> None:
        """Do what the policy says about illegal actions, and write what they earn."""
        before = self.illegal_in_a_row[lanes]
        self.illegal_in_a_row[:] = 0
        self.illegal_in_a_row[lanes] = before + 1
        if self.batch.game.settings.illegal_action == "end":
            self.batch.forfeit(lanes)
            self.seats[lanes] = self.batch.answers[lanes]
            rewards[lanes] = self.batch.earned(movers[lanes], lanes)
        else:
            self.seats[lanes] = movers[lanes]
            rewards[lanes] = PENALTY
            self.ended |= self.illegal_in_a_row >= PATIENCE

    def histories(self, lanes: Integers) -> list[History | None] | None:
        """Return the history of the present decision in some lanes; None: it is not kept."""
        if self.recorders is None:
            return None
        seats: list[int] = self.seats[lanes].tolist()
        return [
            History(seat, self.recorders[lane].past())
            for lane, seat in zip(lanes.tolist(), seats, strict=True)
        ]

    def _recorder(self, before: Past | None = None) -> Recorder:
        return Recorder(self.batch.game, before)

    def _step(self, actions: Integers) -> None:
        """Take an action in every lane, and note it."""
        batch = self.batch
        if self.recorders is None:
            batch.step(actions)
            return
        before, seats = batch.publics.copy(), self.seats.copy()
        batch.step(actions)
        for lane in np.flatnonzero((actions >= 0) & (batch.answers != ILLEGAL)).tolist():
            self.recorders[lane].note(int(seats[lane]), int(actions[lane]), before[lane])

    def resume(
        self, ended: Booleans, illegal_in_a_row: Integers, pasts: Sequence[Past | None]
    ) -> None:
        """Go on with games that were restored, after these decisions."""
        if self.recorders is not None:
            self.recorders = [self._recorder(past) for past in pasts]
        self.ended, self.illegal_in_a_row = ended, illegal_in_a_row
        self.seats = np.where(ended, OVER, self.batch.answers)
        self._turns[:] = self.batch.turns

    def _cut_long_games(self) -> None:
        """End games in which a turn has ended that was the last one, or a later one."""
        limit = self.batch.game.settings.turn_limit
        if limit is not None:
            self.ended |= self.batch.turns > np.maximum(limit, self._turns)
            self._turns[:] = self.batch.turns

    def _ask_partners(self, lanes: Integers, rewards: Floats) -> None:
        """Let partners answer, round by round, until the learner is asked or the game is over.

        What they earn is added to the learner's rewards.
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
            actions[lanes] = seating.ask(batch, lanes, self.histories(lanes))
            self._step(actions)
            actions[lanes] = SKIP
            self.seats[lanes] = batch.answers[lanes]
            rewards[lanes] += batch.earned(seating.focal[lanes], lanes)
            self._cut_long_games()
