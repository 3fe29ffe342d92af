"""Who sits where in many games, and the partners' answers, each agent's all at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding

from tablemates.envs.core.agent import Batch
from tablemates.envs.core.batch import GameBatch, Integers
from tablemates.envs.core.errors import FormatError, PartnerError
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.core.partners import LineUp, Partners


class Seating:
    """The line-ups of all lanes.

    Args:
        partners: Who may sit where.
        count: How many lanes.
        seats: The most seats that a game has.

    Attributes:
        focal: The learner's seat, shape ``(lanes,)``.
        line_ups: Who sits where in each lane.
        called: The partners' names in each lane, clockwise from the learner.
        rngs: What line-ups are drawn from in each lane.
    """

    def __init__(self, partners: Partners, count: int, seats: int) -> None:
        self.partners = partners
        self.focal = np.zeros(count, np.int64)
        self.called: npt.NDArray[np.object_] = np.full(count, None, object)
        self.line_ups: list[LineUp] = [LineUp(0, ())] * count
        self.rngs = [seeding.np_random(None)[0] for _ in range(count)]
        self._by_seat = np.zeros((count, seats), np.int64)

    def seed(self, lane: int, seed: int) -> None:
        """Draw a lane's line-ups from a seed from now on."""
        self.rngs[lane] = seeding.np_random(seed)[0]

    def draw(self, lane: int, players: int) -> None:
        """Draw who sits where in a lane's new game."""
        self._seat(lane, self.partners.draw(players, self.rngs[lane]))

    def _seat(self, lane: int, line_up: LineUp) -> None:
        self.line_ups[lane] = line_up
        self._by_seat[lane] = line_up.by_seat(self._by_seat.shape[1])
        self.focal[lane] = line_up.seat
        self.called[lane] = self.partners.called(line_up)

    def ask(self, batch: GameBatch, lanes: Integers) -> Integers:
        """Return what partners answer.

        Args:
            batch: The games.
            lanes: Those in which a partner decides.

        Returns:
            One legal action for each of them.

        Raises:
            PartnerError: An answer is not legal.
        """
        seats = batch.answers[lanes]
        who = self._by_seat[lanes, seats]
        actions = np.zeros(len(lanes), np.int64)
        for number in np.unique(who).tolist():
            asked = who == number
            some = lanes[asked]
            batch_of_some = Batch(
                batch.observations[some],
                batch.masks[some],
                batch.publics[some],
                decision_keys(batch.seeds[some], batch.moves[some]),
            )
            answers = np.asarray(self.partners.agents[number].act_batch(batch_of_some))
            self._check(batch, number, some, answers)
            actions[asked] = answers
        return actions

    def _check(
        self, batch: GameBatch, number: int, lanes: Integers, answers: npt.NDArray[Any]
    ) -> None:
        name = self.partners.names[number]
        if answers.shape != (len(lanes),) or answers.dtype.kind not in "iu":
            raise PartnerError(
                f"the partner {name!r} was asked for {len(lanes)} actions and answered an array "
                f"of {answers.dtype} of shape {answers.shape}"
            )
        known = (answers >= 0) & (answers < batch.masks.shape[1])
        legal = known & (batch.masks[lanes, np.where(known, answers, 0)] == 1)
        if not legal.all():
            n = int(np.argmin(legal))
            raise illegal_answer(name, int(answers[n]), f"in lane {lanes[n]}")

    def to_json(self) -> list[object]:
        """Return plain data of which ``restore`` makes the line-ups again, and the next ones."""
        return [
            [self.partners.to_json(line_up), rng.bit_generator.state]
            for line_up, rng in zip(self.line_ups, self.rngs, strict=True)
        ]

    def read(self, data: Any, players: Sequence[int]) -> list[tuple[LineUp, np.random.Generator]]:
        """Return what ``restore`` takes of plain data.

        Raises:
            FormatError: They are none of these partners.
        """
        if not isinstance(data, list) or len(data) != len(players):
            raise FormatError("the saved games do not say who sits where in every lane")
        read: list[tuple[LineUp, np.random.Generator]] = []
        for one, count in zip(data, players, strict=True):
            try:
                line_up, state = one
                rng, _ = seeding.np_random(0)
                rng.bit_generator.state = state
            except (ValueError, TypeError, LookupError, OverflowError) as error:
                raise FormatError(f"the saved games are damaged: {error}") from error
            read.append((self.partners.from_json(line_up, count), rng))
        return read

    def restore(self, seated: Sequence[tuple[LineUp, np.random.Generator]]) -> None:
        """Seat everybody as they sat."""
        for lane, (line_up, rng) in enumerate(seated):
            self._seat(lane, line_up)
            self.rngs[lane] = rng


def illegal_answer(name: str, action: object, where: str) -> PartnerError:
    """Return the error for a partner's illegal answer."""
    return PartnerError(
        f"the partner {name!r} answered {action!r} {where}, which is not legal there: "
        "an agent takes an action that its mask allows"
    )
