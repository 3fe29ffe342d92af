"""The value network: what an afterstate is worth, as NumPy arrays for compiled code.

The input is the flat ``int8`` observation of an afterstate. Each cell that is not 0 selects a
row of the first layer by its value (an embedding bag), so that two observations which differ in
a few cells differ in as few rows (the efficiently updatable network of computer shogi, NNUE).
Two small layers follow:

    sums    = first_bias + sum of first[row(cell, value)]         clipped to 0 to CLIP
    hidden  = relu(second_bias + sums @ second)
    outputs = sigmoid(third_bias + hidden @ third)

The outputs are probabilities: first the return of each seat, scaled to 0 to 1 and clockwise from
the viewer's, then the final progress of each. Where all seats share their utility, there is one
of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.game.observation import Layout
from tablemates.envs.core.records.layout import Array8, Rows
from tablemates.envs.registry import find_game

Floats = npt.NDArray[np.float32]

#: Largest activation of the first layer.
CLIP: Final = 4.0
#: Larger values of a cell share the row of this one.
LARGEST_VALUE: Final = 23
_FIRST_SCALE: Final = 0.03
#: Initial output biases of returns and progress: few random games are won.
_BIASES: Final = (-3.0, -0.5)


class Weights(NamedTuple):
    """The arrays of a network, ``float32``.

    Attributes:
        first: Shape ``(rows, width)``.
        first_bias: Shape ``(width,)``.
        second: Shape ``(width, hidden)``.
        second_bias: Shape ``(hidden,)``.
        third: Shape ``(hidden, outputs)``.
        third_bias: Shape ``(outputs,)``.
    """

    first: Rows[Floats]
    first_bias: Floats
    second: Rows[Floats]
    second_bias: Floats
    third: Rows[Floats]
    third_bias: Floats

    def copy(self) -> Weights:
        """Return a copy that shares no memory."""
        return Weights(*(array.copy() for array in self))


class Cells(NamedTuple):
    """First row of each cell of the observation, shape ``(cells,)`` each.

    Attributes:
        zero: Row of the value 0, which is never used: ``zero + value`` is that of a value.
        low: Least value with a row of its own.
        high: Greatest one.
    """

    zero: npt.NDArray[np.int32]
    low: Array8
    high: Array8


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of a network: rows and units of the first layer, units of the second, outputs."""

    rows: int
    width: int
    hidden: int
    outputs: int

    def of(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each array by its name in ``Weights``."""
        return {
            "first": (self.rows, self.width),
            "first_bias": (self.width,),
            "second": (self.width, self.hidden),
            "second_bias": (self.hidden,),
            "third": (self.hidden, self.outputs),
            "third_bias": (self.outputs,),
        }


def cells_of(layout: Layout) -> tuple[Cells, int]:
    """Return the cells of an observation and the number of rows that they need."""
    low = np.asarray(layout.low, np.int64)
    high = np.minimum(np.asarray(layout.high, np.int64), LARGEST_VALUE)
    counts = high - low + 1
    starts = np.cumsum(counts) - counts
    cells = Cells((starts - low).astype(np.int32), low.astype(np.int8), high.astype(np.int8))
    return cells, int(counts.sum())


def new_weights(shape: Shape, rng: np.random.Generator) -> Weights:
    """Return random weights."""
    weights = Weights(**{name: np.zeros(size, np.float32) for name, size in shape.of().items()})
    weights.first[:] = rng.normal(0.0, _FIRST_SCALE, weights.first.shape)
    weights.second[:] = rng.normal(0.0, (2.0 / shape.width) ** 0.5, weights.second.shape)
    weights.third[:] = rng.normal(0.0, (1.0 / shape.hidden) ** 0.5, weights.third.shape)
    weights.third_bias[:] = np.repeat(_BIASES, shape.outputs // 2)
    return weights


def pairs_of(facts: GameFacts) -> int:
    """Return how many seats have outputs of their own: one where all share their utility."""
    return 1 if facts.utilities == "identical" else find_game(facts.game).engine.seats
