"""The layout of the observation: which number stands where, what it means, its range.

One flat ``int8`` array of named blocks. All blocks but the board's planes have
the same place for every capacity of the board; the planes come last, and after
them, in the privileged layout alone, what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Final

import numpy as np

from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.observation import features as F
from tablemates.envs.portal_dash.observation.blocks import BOARD, FIXED, HIDDEN, Number
from tablemates.envs.portal_dash.rules import limits as L

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1


@dataclass(frozen=True)
class Block:
    """A named part of the observation.

    Attributes:
        name: Its name, unique in the layout.
        start: Index of its first value in the flat array.
        shape: Its shape as an array.
        axes: What each axis counts.
        axis: The axis along which ``numbers`` are laid out.
        numbers: What stands along that axis.
        meaning: What it shows, in one sentence.
        hidden: Whether only the privileged layout has it.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    axis: int
    numbers: tuple[Number, ...]
    meaning: str
    hidden: bool

    @property
    def size(self) -> int:
        """Return how many values it has."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """Return its place in the flat array."""
        return slice(self.start, self.start + self.size)

    @property
    def low(self) -> Array8:
        """Return the least values, in the block's shape."""
        return self._spread([number.low for number in self.numbers])

    @property
    def high(self) -> Array8:
        """Return the greatest values, in the block's shape."""
        return self._spread([number.high for number in self.numbers])

    def index(self, name: str) -> int:
        """Return the place along ``axis`` of a number by its name.

        Raises:
            KeyError: The block has no such number.
        """
        for i, number in enumerate(self.numbers):
            if number.name == name:
                return i
        known = ", ".join(number.name for number in self.numbers)
        raise KeyError(f"block {self.name!r} has no number {name!r}; it has {known}")

    def _spread(self, values: Sequence[int]) -> Array8:
        shape = [1] * len(self.shape)
        shape[self.axis] = len(values)
        row = np.array(values, np.int8).reshape(shape)
        return np.ascontiguousarray(np.broadcast_to(row, self.shape))


@dataclass(frozen=True)
class Layout:
    """All blocks of an observation, in order, for one capacity of the board.

    Attributes:
        board_shape: Rows and columns of the capacity.
        privileged: Whether it shows what is hidden.
        blocks: The blocks; each begins where the one before ends.
    """

    board_shape: tuple[int, int]
    privileged: bool
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        """Return the length of the flat array."""
        return self.blocks[-1].start + self.blocks[-1].size

    @property
    def low(self) -> Array8:
        """Return the least values, shape ``(size,)``."""
        return np.concatenate([block.low.ravel() for block in self.blocks])

    @property
    def high(self) -> Array8:
        """Return the greatest values, shape ``(size,)``."""
        return np.concatenate([block.high.ravel() for block in self.blocks])

    @property
    def digest(self) -> str:
        """Return a hash of everything a policy relies on: places, shapes, names, ranges."""
        facts = [
            VERSION,
            self.board_shape,
            [
                (b.name, b.start, b.shape, b.axis, [(n.name, n.low, n.high) for n in b.numbers])
                for b in self.blocks
            ],
        ]
        return hash_of(facts)

    def __getitem__(self, name: str) -> Block:
        """Return a block by its name.

        Raises:
            KeyError: There is no such block.
        """
        for block in self.blocks:
            if block.name == name:
                return block
        known = ", ".join(block.name for block in self.blocks)
        raise KeyError(f"the observation has no block {name!r}; it has {known}")


@cache
def make_layout(board_shape: tuple[int, int], privileged: bool = False) -> Layout:
    """Return the layout of the observation for one capacity of the board.

    Args:
        board_shape: Rows and columns of the capacity.
        privileged: Append what is hidden, for a critic.

    Raises:
        ValueError: The capacity is not within what is compiled in.
    """
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        raise ValueError(
            f"board_shape {board_shape}: rows must be 1 to {L.ROWS}, columns 1 to {L.COLUMNS}"
        )
    stands_for = {
        F.LAST_ROW: rows - 1,
        F.LAST_COLUMN: columns - 1,
        F.FARTHEST: rows + columns - 2,
    }
    blocks: list[Block] = []
    start = 0
    plans = (*FIXED, BOARD, *(HIDDEN if privileged else ()))
    for plan in plans:
        numbers = tuple(n._replace(high=stands_for.get(n.high, n.high)) for n in plan.numbers)
        if plan.axes[-1] == "column":
            shape: tuple[int, ...] = (len(numbers), rows, columns)
        else:
            shape = tuple(len(numbers) if count is None else count for count in plan.counts)
        blocks.append(
            Block(
                name=plan.name,
                start=start,
                shape=shape,
                axes=plan.axes,
                axis=plan.counts.index(None),
                numbers=numbers,
                meaning=plan.meaning,
                hidden=plan in HIDDEN,
            )
        )
        start += blocks[-1].size
    return Layout((rows, columns), privileged, tuple(blocks))
