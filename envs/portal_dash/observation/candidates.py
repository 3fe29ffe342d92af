"""The candidate table: a row of numbers for each legal choice, for pointer heads.

Each action of the catalogue points at something: a space, a player, a slot, a
column of the cube. Its row holds the numbers of that thing as the flat
observation has them. Most of it is a fixed table; what depends on the position
(where a step leads, which mob stands there, which block lies on top) is looked
up in the observation too. So rows need the observation and the mask and nothing
else, and a learner may keep those alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.record import Array8, Array16
from tablemates.envs.portal_dash.actions import id_ranges
from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.observation.candidate_rows import (
    Indices,
    Lookup,
    Part,
    fixed_places,
    make_parts,
    other_places,
)
from tablemates.envs.portal_dash.observation.gathers import Places, Sources, scale_of
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.rules import limits as L

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1
#: More than any decision offers that is not about spaces, the outcomes of a draw included.
_MOST_OTHERS: Final = L.DRAWABLE_TILES


class Candidates(NamedTuple):
    """The legal choices of one observation or of a batch, ascending, then padding.

    Attributes:
        ids: Actions, 0 in the padding; shape ``(..., most)``.
        rows: Their numbers, 0 in the padding; shape ``(..., most, width)``.
        present: 1 where there is a choice; shape ``(..., most)``.
    """

    ids: Array16
    rows: Array8
    present: Array8


@dataclass(frozen=True, eq=False)
class CandidateLayout:
    """What stands in the row of each action.

    Attributes:
        board_shape: Rows and columns of the board's capacity.
        parts: The columns, in order.
        index: Place of every number in an extended observation (see
            ``tablemates.envs.portal_dash.observation.gathers``) as far as it is the same in
            every position, shape ``(actions, width)``; elsewhere that of a 0.
        low: Least value of each column.
        high: Greatest value of each column.
        most: Choices that no decision exceeds.
    """

    board_shape: tuple[int, int]
    parts: tuple[Part, ...]
    index: Places
    low: Array8
    high: Array8
    most: int

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(self.index.shape[1])

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        return tuple(name for part in self.parts for name in part.columns)

    @cached_property
    def scale(self) -> npt.NDArray[np.float32]:
        """Factors that bring every column to -1 to 1, shape ``(width,)``."""
        return scale_of(self.low, self.high)

    @cached_property
    def digest(self) -> str:
        """Hash of everything that a policy relies on."""
        return hash_of([VERSION, self.board_shape, self.parts, self.index.tolist()])

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(Sources(make_layout(self.board_shape)), self.index, self.columns)

    def rows(self, observations: Array8, lanes: Indices, ids: Indices) -> Array8:
        """Return rows one below the other, without padding.

        At a chance decision, whose outcomes are no actions, they are 0.

        Args:
            observations: Shape ``(n, size)``.
            lanes: Which observation each row is for, ``(rows,)``.
            ids: Which action each row is for, ``(rows,)``.

        Returns:
            Shape ``(rows, width)``.
        """
        return self._lookup.rows(observations, lanes, ids)

    def candidates(self, observation: Array8, mask: Array8, most: int | None = None) -> Candidates:
        """Return the legal choices with their rows.

        Args:
            observation: A flat observation or a batch, shape ``(..., size)``.
            mask: Their masks, shape ``(..., actions)``.
            most: Choices to make room for; None: ``self.most``, which is enough for
                every decision.

        Raises:
            ValueError: The arrays have other lengths, or some mask has more choices
                than ``most``.
        """
        lead = observation.shape[:-1]
        if mask.shape != (*lead, len(self.index)):
            raise ValueError(
                f"observations of shape {observation.shape} go with masks of shape "
                f"{(*lead, len(self.index))}, not {mask.shape}"
            )
        flat = observation.reshape(-1, observation.shape[-1])
        lanes, ids = np.nonzero(mask.reshape(len(flat), -1))
        counts = np.bincount(lanes, minlength=len(flat))
        room = self.most if most is None else most
        if counts.max(initial=0) > room:
            raise ValueError(f"{counts.max()} choices do not fit most={room}")
        places = np.arange(len(ids)) - (np.cumsum(counts) - counts)[lanes]
        rows = np.zeros((len(flat), room, self.width), np.int8)
        rows[lanes, places] = self.rows(flat, lanes, ids)
        chosen = np.zeros((len(flat), room), np.int16)
        chosen[lanes, places] = ids
        present = (np.arange(room) < counts[:, None]).view(np.int8)
        return Candidates(
            chosen.reshape(*lead, room),
            rows.reshape(*lead, room, self.width),
            present.reshape(*lead, room),
        )

    def space(self) -> dict[str, spaces.Space[Any]]:
        """Return the spaces of ``as_dict`` by name."""
        low = np.broadcast_to(self.low, (self.most, self.width))
        high = np.broadcast_to(self.high, (self.most, self.width))
        return {
            "candidates": spaces.Box(low, high, dtype=np.int8),
            "candidate_ids": spaces.Box(0, len(self.index) - 1, (self.most,), np.int16),
            "candidate_present": spaces.Box(0, 1, (self.most,), np.int8),
        }

    def as_dict(self, observation: Array8, mask: Array8) -> dict[str, Array8 | Array16]:
        """Return the legal choices by the names that they have in an observation."""
        ids, rows, present = self.candidates(observation, mask)
        return {"candidates": rows, "candidate_ids": ids, "candidate_present": present}


@cache
def candidate_layout(board_shape: tuple[int, int] = BOARD_SHAPE) -> CandidateLayout:
    """Return what stands in the row of each action, for one capacity of the board.

    Args:
        board_shape: Rows and columns of the capacity.

    Raises:
        ValueError: The capacity is not within what is compiled in.
    """
    sources = Sources(make_layout(board_shape))
    parts = make_parts(sources)
    columns = [name for part in parts for name in part.columns]
    ids = id_ranges(board_shape)
    index = np.full((ids["space"].stop, len(columns)), sources.zero, np.int32)
    for group, names, places in fixed_places(sources):
        where = [columns.index(name) for name in names]
        index[ids[group].start : ids[group].stop, where] = places
    low, high = sources.low[index].min(0), sources.high[index].max(0)
    for name, places in other_places(sources):
        column = columns.index(name)
        low[column] = min(low[column], sources.low[places].min())
        high[column] = max(high[column], sources.high[places].max())
    most = max(board_shape[0] * board_shape[1], _MOST_OTHERS)
    return CandidateLayout(board_shape, parts, index, low, high, most)
