"""Architecture of the ``plans`` network, and its encoder of the tokens on the table.

::

    items, mobs, cube, supply --> an encoder per kind, mean and maximum of each group --+
    board --> dilated convolutions --> mean and maximum of each slice, own space -------+--> trunk
    everything else --------------------------------------------------------------------+
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Final, Literal, Self

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator

from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.base import (
    Floats,
    Network,
    Shapes,
    Spec,
    Width,
    activate,
    input_scale,
    layer,
    stack,
)
from tablemates.agents.portal_dash.plans.rows import FEATURES, TRUSTED, PlanRows
from tablemates.envs.core.observation_forms import Layout
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.observation.layout import make_layout

#: Numbers appended to an observation: the place of a token that its own numbers do not tell.
CONSTANTS: Final = np.arange(6, dtype=np.int8)
#: Columns of the board that are pooled together.
SLICE: Final = 2
_BOARD: Final = "board"
#: Kernel size of the convolutions. Layer ``n`` has dilation ``SIDE**n``, so two layers see four
#: spaces to each side.
SIDE: Final = 3

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Pool:
    """Tokens of one kind that are pooled in groups.

    Attributes:
        name: Name of the kind.
        groups: Number of groups.
        each: Tokens in a group.
        index: Indices of their numbers in an observation with ``CONSTANTS`` appended,
            ``(tokens * numbers,)``.
        scale: Factors that scale the numbers of a token into -1 to 1, shape ``(numbers,)``.
        own: Whether a non-zero number shows that the thing is present, ``(tokens * numbers,)``.
    """

    name: str
    groups: int
    each: int
    index: Indices
    scale: Floats
    own: npt.NDArray[np.bool_]

    @property
    def numbers(self) -> int:
        """Size of a token."""
        return len(self.scale)


@dataclass(frozen=True, eq=False)
class Reading:
    """Which numbers of an observation go to which encoder.

    Attributes:
        layout: Layout of the observation.
        raw: Indices of the numbers that go to the trunk unencoded.
        raw_scale: Factors that scale them into -1 to 1.
        pools: The pooled kinds of tokens.
        planes: Scale of each plane of the board, shape ``(planes,)``.
    """

    layout: Layout
    raw: Indices
    raw_scale: Floats
    pools: tuple[Pool, ...]
    planes: Floats

    @property
    def board(self) -> slice:
        """Position of the board's planes in an observation."""
        return self.layout["board"].slice

    @property
    def slices(self) -> int:
        """Number of board slices that are pooled."""
        return -(-self.layout.board_shape[1] // SLICE)

    @cached_property
    def _own(self) -> Indices:
        players = self.layout["players"]
        names = ("placed", "row", "column")
        return np.array([players.start + players.index(name) for name in names], np.intp)

    def own_cells(self, observations: Array8) -> Indices:
        """Return the space of seat 0's piece, -1 where it is not on the board."""
        placed, row, column = observations[:, self._own].T.astype(np.intp)
        return np.where(placed != 0, row * self.layout.board_shape[1] + column, -1)


@cache
def reading_of(board_shape: tuple[int, int]) -> Reading:
    """Return the reading for boards of a capacity.

    Raises:
        ValueError: The capacity is larger than the compiled limits.
    """
    layout = make_layout(board_shape)
    pools = (
        _pool(layout, "item", ("items",), groups=4, places=(4, 6)),
        _pool(layout, "supply", ("supply",)),
        _pool(layout, "column", ("cube", "cube_colours"), places=(4, 4)),
        _pool(layout, "mob", ("mobs",)),
    )
    scale = input_scale(layout.low, layout.high)
    unencoded = np.ones(layout.size, np.bool_)
    for name in ("items", "supply", "cube", "cube_colours", "mobs", _BOARD):
        unencoded[layout[name].slice] = False
    raw = np.flatnonzero(unencoded)
    planes = scale[layout[_BOARD].slice].reshape(-1, board_shape[0] * board_shape[1])[:, 0]
    return Reading(layout, raw, scale[raw], pools, planes)


def _pool(
    layout: Layout,
    name: str,
    blocks: tuple[str, ...],
    groups: int = 1,
    places: tuple[int, ...] = (),
) -> Pool:
    """Return tokens whose numbers are rows of blocks.

    Args:
        layout: Layout of the observation.
        name: Name of the kind.
        blocks: The blocks; a token has the numbers of all of them.
        groups: Number of groups.
        places: Sizes of the axes along which the tokens lie, if a token tells its place.
    """
    rows = math.prod(places or layout[blocks[0]].rows)
    grid = np.indices(places).reshape(len(places), -1).T if places else np.zeros((rows, 0), int)
    parts = [np.arange(layout.size)[layout[block].slice].reshape(rows, -1) for block in blocks]
    index = np.hstack([layout.size + grid, *parts])
    reach = input_scale(np.append(layout.low, CONSTANTS), np.append(layout.high, CONSTANTS))
    own = np.broadcast_to(np.arange(index.shape[1]) >= len(places), index.shape)
    return Pool(
        name,
        groups,
        rows // groups,
        index.ravel().astype(np.intp),
        reach[index].min(0),
        own.ravel(),
    )


class PlansSpec(Spec):
    """Architecture of a network that scores an adviser's plans; see ``Spec``.

    Attributes:
        inputs: Size of a row, see ``PlanRows``.
        adviser: The script that makes the plans.
        board_shape: Rows and columns of the board's capacity.
        token: Width of the token encoders.
        board: Channels of the convolutions.
        plan: Width of the layers that score a plan.
    """

    trainable = "tablemates.agents.portal_dash.plans.training:PlansActorCritic"
    advised = True

    board_shape: tuple[int, int]
    token: Width = 32
    board: Annotated[tuple[Width, ...], Field(min_length=1, max_length=4)] = (16, 16)
    kind: Literal["plans"] = "plans"
    adviser: Annotated[str, Field(max_length=64)]
    plan: Width = 64

    @classmethod
    def of(cls, facts: GameFacts, **settings: Any) -> Self:
        """Return the architecture for a game."""
        return cls(
            inputs=PlanRows(facts.layout.size).size,
            outputs=len(facts.catalogue),
            board_shape=facts.layout.board_shape,
            **settings,
        )

    def network(self, tensors: Mapping[str, Floats]) -> Network:
        """Return the network in NumPy."""
        from tablemates.agents.portal_dash.plans.network import PlansNetwork

        return PlansNetwork(self, tensors)

    @model_validator(mode="after")
    def _inputs_of_board_shape(self) -> Self:
        if self.inputs != self.rows().size:
            raise ValueError(f"rows of this board_shape have {self.rows().size} bytes")
        return self

    def reading(self) -> Reading:
        """Return which numbers go to which encoder."""
        return reading_of(self.board_shape)

    def rows(self) -> PlanRows:
        """Return the layout of the input."""
        return PlanRows(self.reading().layout.size)

    def trunk_inputs(self) -> int:
        """Return the size of the trunk's input."""
        reading, channels = self.reading(), self.board[-1]
        pooled = sum(2 * self.token * pool.groups for pool in reading.pools)
        return len(reading.raw) + pooled + channels * (2 * reading.slices + 1)

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name."""
        reading = self.reading()
        shapes: Shapes = {}
        for pool in reading.pools:
            shapes |= stack(f"pools.{pool.name}", pool.numbers, (self.token, self.token))
        channels = len(reading.planes)
        for n, width in enumerate(self.board):
            shapes |= {
                f"board.{n}.weight": (width, channels, SIDE, SIDE),
                f"board.{n}.bias": (width,),
            }
            channels = width
        last = self.hidden[-1]
        return {
            **shapes,
            **stack("trunk", self.trunk_inputs(), self.hidden),
            **layer("plan.context", last, self.plan),
            "plan.end.weight": (self.plan, last),
            "plan.told.weight": (self.plan, FEATURES),
            "plan.first.weight": (self.plan, 1),
            **layer("plan.middle", self.plan, self.plan),
            "plan.logit.weight": (1, self.plan),
            "trust.weight": (1, len(TRUSTED)),
            **layer("critic", 2 * last + FEATURES, 1),
        }


class TokensReader:
    """The encoder in NumPy.

    Args:
        spec: Architecture.
        tensors: Weights by their names; other layers' weights are converted as well.
    """

    def __init__(self, spec: PlansSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        self._reading = spec.reading()
        self._dtype = tensors["critic.bias"].dtype
        # Transposed, so that rows of numbers are multiplied from the left.
        self._tensors = {
            name: np.ascontiguousarray(tensor.T if tensor.ndim == 2 else tensor)
            for name, tensor in tensors.items()
        }
        for n in range(len(spec.board)):  # (channels, planes, y, x) -> (y * x * planes, channels)
            name = f"board.{n}.weight"
            kernel = tensors[name].transpose(2, 3, 1, 0)
            self._tensors[name] = np.ascontiguousarray(kernel.reshape(-1, kernel.shape[-1]))
        # Input scaling is folded into the first layers.
        for pool in self._reading.pools:
            weight = f"pools.{pool.name}.0.weight"
            self._tensors[weight] = self._tensors[weight] * pool.scale[:, None]

    def linear(self, name: str, numbers: Floats) -> Floats:
        """Apply a fully connected layer."""
        result: Floats = numbers @ self._tensors[f"{name}.weight"]
        if (bias := self._tensors.get(f"{name}.bias")) is not None:
            result += bias
        return result

    def active(self, name: str, numbers: Floats) -> Floats:
        """Apply a fully connected layer and the activation."""
        return activate(self.linear(name, numbers), self.spec.activation)

    def read(self, observations: Array8) -> Floats:
        """Return the trunk's features of observations of shape ``(batch, size)``."""
        reading = self._reading
        constants = np.broadcast_to(CONSTANTS, (len(observations), len(CONSTANTS)))
        with_constants = np.concatenate([observations, constants], axis=1)
        parts = [observations[:, reading.raw] * reading.raw_scale]
        parts += [self._pooled(pool, with_constants) for pool in reading.pools]
        board = self._board(observations)
        rows, columns = self.spec.board_shape
        channels = board.shape[-1]
        wide = board.reshape(-1, rows, columns, channels)
        if columns % SLICE:
            wide = np.pad(wide, ((0, 0), (0, 0), (0, SLICE - columns % SLICE), (0, 0)))
        by_slice = wide.reshape(-1, rows, reading.slices, SLICE, channels)
        for pooled in (by_slice.mean((1, 3)), by_slice.max((1, 3))):
            parts += [pooled.transpose(0, 2, 1).reshape(len(wide), -1)]
        cells = reading.own_cells(observations)
        parts += [board[np.arange(len(board)), cells] * (cells >= 0)[:, None]]
        features = np.concatenate(parts, axis=1, dtype=self._dtype)
        for n in range(len(self.spec.hidden)):
            features = self.active(f"trunk.{n}", features)
        return features

    def _pooled(self, pool: Pool, observations: Array8) -> Floats:
        numbers = observations[:, pool.index]
        shape = (len(observations), pool.groups, pool.each, pool.numbers)
        present = ((numbers != 0) & pool.own).reshape(shape).any(-1, keepdims=True)
        tokens = numbers.astype(np.float32).reshape(-1, pool.numbers)
        tokens = self.active(f"pools.{pool.name}.0", tokens)
        tokens = self.active(f"pools.{pool.name}.1", tokens)
        grouped = tokens.reshape(*shape[:3], -1) * present
        both = np.concatenate([grouped.mean(2), grouped.max(2)], axis=-1)
        return both.reshape(len(observations), -1)

    def _board(self, observations: Array8) -> Floats:
        """Return the convolved board, shape ``(batch, spaces, channels)``."""
        reading = self._reading
        rows, columns = self.spec.board_shape
        planes = observations[:, reading.board].reshape(-1, len(reading.planes), rows, columns)
        image = np.moveaxis(planes, 1, -1) * reading.planes
        for n in range(len(self.spec.board)):
            dilation = SIDE**n
            pad = (dilation, dilation)
            padded = np.pad(image, ((0, 0), pad, pad, (0, 0)))
            shifted = [
                padded[:, y * dilation : y * dilation + rows, x * dilation : x * dilation + columns]
                for y in range(SIDE)
                for x in range(SIDE)
            ]
            image = self.active(f"board.{n}", np.concatenate(shifted, axis=-1))
        return image.reshape(len(image), rows * columns, -1)
