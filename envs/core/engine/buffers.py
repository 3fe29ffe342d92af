"""The buffers of one game, and its engine bound to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.entry_points import bound
from tablemates.envs.core.engine import loop
from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.records.layout import Array8, Array16, Bytes, RecordView

_FIRST: Final = np.zeros(1, np.int64)


class GameBuffers:
    """One row of the arrays in which compiled code plays games side by side.

    Args:
        engine: The game's engine.
        box: What is in the box, as bytes of the hooks' ``BOX``.
        scenarios: What may be put on the table, shape ``(scenarios, bytes)``.
        players: The numbers of players that a game may have.
        sizes: Numbers of actions and of values of an observation.
        shaping: See ``tablemates.envs.core.engine.shaping``; empty: the return is the only reward.

    Attributes:
        record: The game's bytes; ``public_record``: those that everybody can see.
        public: The public part by fields.
        scratch: Scratch space; ``work``: the same by fields, with the events of the last move.
        reward: What the last move earned each seat, shape ``(SEATS,)``.
        potential: What shaping takes the present state to be worth, the same shape.
        lane: What the engine keeps beside the record, by fields.
        mask: Legal actions, shape ``(actions,)``.
        observation: Of who decides, shape ``(values,)``.
    """

    engine: Engine

    def __init__(
        self,
        engine: Engine,
        box: Bytes,
        scenarios: Bytes,
        players: npt.NDArray[np.uint8],
        sizes: tuple[int, int],
        shaping: npt.NDArray[np.float64] | None = None,
    ) -> None:
        self.engine = engine
        self.box = box
        self.record: Bytes = np.zeros(engine.state.itemsize, np.uint8)
        self.mask = np.zeros(sizes[0], np.int8)
        self.observation = np.zeros(sizes[1], np.int8)
        self.scratch: Bytes = np.zeros(engine.work.itemsize, np.uint8)
        lanes, self._earned, kept = engine.new_lanes(1, sizes[0])
        self.reward, self.potential = np.split(self._earned[0], 2)
        public = engine.state["public"]
        self.public_record: Bytes = self.record[: public.itemsize]
        self.public: Any = RecordView(self.public_record, public)
        self.work: Any = RecordView(self.scratch, engine.work)
        self.lane: Any = RecordView(lanes[0], loop.LANE)
        self._rest = (
            *(self.record[None], box, scenarios, players, self.scratch, self.mask[None]),
            *(self.observation[None], lanes, self._earned, kept),
            *(np.zeros(0) if shaping is None else shaping, _FIRST),
        )
        self._play: Callable[[int], int] | None = None

    @property
    def has_private(self) -> bool:
        """True if a seat may see something that others do not."""
        return self.engine.has_private

    @property
    def seen_size(self) -> int:
        """Bytes of what ``seen`` returns."""
        return self.engine.seen_size if self.has_private else self.public_record.nbytes

    def seen(self, seat: int) -> Bytes:
        """Return a copy of what a seat sees of the record: the public part, and its private one.

        It is as long for every seat: what is private to others is zeros; -1: all of it is.
        """
        seen = self.record[: self.seen_size].copy()
        if self.has_private:
            self.engine.hide(seen[None], np.array([seat]))
        return seen

    def step(self, answer: int) -> int:
        """Take an action or a number of ``codes``; return who is next."""
        if self._play is None:  # making a game does not load its rules
            self._play = bound(loop.play, self.engine.table, *self._rest)
        return self._play(answer)

    def end(self) -> npt.NDArray[np.float64]:
        """Return the seats' returns and progress, shape ``(2, SEATS)``."""
        out = np.empty((2, 1, self.engine.seats))
        self.engine.endings(self.record[None], self.box, _FIRST, out[0], out[1])
        return out[:, 0]

    @property
    def legal(self) -> list[int]:
        """The legal actions (at a chance node: outcomes), ascending; none when it is over."""
        legal: list[int] = np.flatnonzero(self.mask).tolist()
        return legal

    def to_move(self) -> int:
        """Return who is next, as moves do."""
        return int(self.lane.to_move)

    @property
    def viewer(self) -> int:
        """The seat whose observation is shown: who decides, else whose turn it is."""
        return int(self.lane.seen_by)

    def chance_outcomes(self) -> tuple[Array16, npt.NDArray[np.float64]]:
        """Return the outcomes at a chance node, ascending, and their exact probabilities."""
        values = np.empty(len(self.mask), np.int16)
        chances = np.empty(len(self.mask), np.float64)
        n = self.engine.outcomes(self.record, self.box, values, chances)
        return values[:n], chances[:n]

    def rolls(self) -> dict[tuple[int, ...], float]:
        """Return what a whole roll comes to at a chance node: outcomes, one after the other.

        Of the orders in which dice give the same result, one represents all. In most games each
        outcome represents itself.

        Returns:
            The exact probabilities, which add up to 1.
        """
        values, chances = self.chance_outcomes()
        return {(int(n),): float(p) for n, p in zip(values, chances, strict=True)}

    def observe(self, seat: int, out: Array8) -> None:
        """Write the observation of a seat, which need not decide."""
        self.engine.observe(self.record, self.box, seat, out)

    # -- within a move -----------------------------------------------------------------
    def keep_frames(self) -> None:
        """Keep what the record was at each event of a move, for ``show_frame``."""
        self._frames = np.zeros((len(self.work.events), len(self.record)), np.uint8)
        self.work.frames = self._frames.ctypes.data
        self.work.record = self.record.ctypes.data
        self.work.record_bytes = len(self.record)

    def show_frame(self, event: int) -> None:
        """Show the game as it was at an event of the last move: to be drawn, not to be played.

        Nothing is legal in it; ``restore`` ends it.
        """
        self.record[:] = self._frames[event]
        self.mask[:] = 0
