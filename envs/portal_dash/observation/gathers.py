"""Tables that say where in a flat observation each of their numbers stands.

A table is filled by one ``take``, the same in NumPy and in any other array
library. For that, constants are put behind the observation::

    behind = extended(observation)       # (..., size + 129): the observation, -1, 0, 1, ..., 127
    numbers = behind[..., table]         # (..., *table.shape)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.observation.blocks import FACES
from tablemates.envs.portal_dash.observation.layout import Layout
from tablemates.envs.portal_dash.rules.vocabulary import ItemType

#: Places in an extended observation.
Places: TypeAlias = npt.NDArray[np.int32]

#: What stands behind the observation, in this order.
CONSTANTS: Final = np.arange(-1, 128).astype(np.int8)
CONSTANTS.flags.writeable = False
_LEAST: Final = int(CONSTANTS[0])
#: What the places along an axis are called; others are counted from 0.
_LABELS: Final = {
    "type": [kind.name.lower() for kind in ItemType],
    "number rolled": [str(number + 1) for number in range(FACES)],
}


def extended(observation: Array8) -> Array8:
    """Return observations with the constants behind them.

    Args:
        observation: Shape ``(..., size)``.

    Returns:
        Shape ``(..., size + len(CONSTANTS))``.
    """
    constants = np.broadcast_to(CONSTANTS, (*observation.shape[:-1], len(CONSTANTS)))
    return np.concatenate([observation, constants], axis=-1)


def scale_of(low: Array8, high: Array8) -> npt.NDArray[np.float32]:
    """Return the factors that bring numbers between these bounds to -1 to 1."""
    greatest = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return (1 / np.maximum(greatest, 1)).astype(np.float32)


@dataclass(frozen=True)
class Sources:
    """Where the numbers of a layout and the constants behind them stand.

    Attributes:
        layout: The layout of the flat observation.
        blocks: The places of each block by its name, in its shape.
        low: Least values of an extended observation.
        high: Greatest values of an extended observation.
    """

    layout: Layout
    blocks: dict[str, Places] = field(init=False)
    low: Array8 = field(init=False)
    high: Array8 = field(init=False)

    def __post_init__(self) -> None:
        blocks = {
            block.name: np.arange(block.start, block.start + block.size, dtype=np.int32).reshape(
                block.shape
            )
            for block in self.layout.blocks
        }
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "low", extended(self.layout.low))
        object.__setattr__(self, "high", extended(self.layout.high))

    @property
    def zero(self) -> int:
        """Return the place of a 0 that never changes."""
        return self.constant(0)

    def constant(self, value: int) -> int:
        """Return the place of a constant, -1 to 127."""
        return self.layout.size + value - _LEAST

    def number(self, block: str, name: str) -> Places:
        """Return the places of one number of a block, in the shape that the other axes have."""
        described = self.layout[block]
        places: Places = np.take(self.blocks[block], described.index(name), described.axis)
        return places

    def names(self, block: str) -> list[str]:
        """Return the names of a block's numbers."""
        return [number.name for number in self.layout[block].numbers]


class Columns:
    """Some columns of a table.

    Args:
        names: What each column is called.
        places: Where its numbers stand, shape ``(rows, columns)``.
        own: Whether they are numbers of the row's own thing, 0 if it is not there.
    """

    def __init__(
        self, names: Sequence[str], places: Places, own: bool | Sequence[bool] = True
    ) -> None:
        self.names = tuple(names)
        self.places = places
        self.own = (own,) * len(self.names) if isinstance(own, bool) else tuple(own)

    @classmethod
    def of_block(cls, sources: Sources, block: str, axes: int = 1) -> Columns:
        """Return a block as a table.

        Args:
            sources: Of the layout.
            block: Its name.
            axes: How many of its axes, the first ones, run over rows.
        """
        places = sources.blocks[block]
        described = sources.layout[block]
        labels = [
            _LABELS[axis][:size] if axis in _LABELS else [str(i) for i in range(size)]
            for axis, size in zip(described.axes, places.shape, strict=True)
        ]
        labels[described.axis] = sources.names(block)
        names = ["_".join(label) for label in product(*labels[axes:])]
        return cls(names, places.reshape(-1, len(names)))

    @classmethod
    def of_constants(cls, sources: Sources, name: str, values: Sequence[int]) -> Columns:
        """Return one column of constants."""
        places = [[sources.constant(value)] for value in values]
        return cls((name,), np.array(places, np.int32), own=False)

    def named(self, template: str) -> Columns:
        """Return the same columns with other names; ``{}`` stands for the old one."""
        return Columns([template.format(name) for name in self.names], self.places, self.own)

    def repeated(self, times: int) -> Columns:
        """Return a table in which several rows share the numbers of each row here."""
        return Columns(self.names, np.repeat(self.places, times, axis=0), own=False)


def side_by_side(*columns: Columns) -> Columns:
    """Return columns of tables with as many rows as one table."""
    return Columns(
        [name for some in columns for name in some.names],
        np.hstack([some.places for some in columns]),
        [own for some in columns for own in some.own],
    )
