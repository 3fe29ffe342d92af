"""Sizes of networks that read the things on the table, and what they read of an observation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Final, Literal, Self

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator

from tablemates.agents.networks.base import (
    MARK_FEATURES,
    Floats,
    Shapes,
    Spec,
    Width,
    input_scale,
    layer,
    stack,
    trusted,
)
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.actions import id_ranges
from tablemates.envs.portal_dash.observation.candidates import CandidateLayout, candidate_layout
from tablemates.envs.portal_dash.observation.gathers import Sources
from tablemates.envs.portal_dash.observation.layout import Layout, make_layout
from tablemates.envs.portal_dash.observation.tokens import SLICE, TokenLayout, token_layout

#: Kinds of tokens of which there are many: how many groups of them are pooled, each for itself.
POOLED: Final = {"item": 4, "supply": 1, "column": 1, "mob": 1}
#: The board is read plane by plane.
_BOARD: Final = "slice"
#: Side of the square that a space of the board looks at in each layer. The layers look at
#: spaces 1, 3, 9, ... apart: two of them see 4 spaces to each side and leave none out.
SIDE: Final = 3

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Pool:
    """Tokens of one kind that are pooled.

    Attributes:
        name: Of the kind.
        groups: How many groups.
        each: Tokens in a group.
        index: Places of their numbers in an extended observation, ``(tokens × numbers,)``.
        scale: Factors that bring the numbers of a token to -1 to 1, shape ``(numbers,)``.
        own: Whether a number other than 0 says that the thing is there, ``(tokens × numbers,)``.
    """

    name: str
    groups: int
    each: int
    index: Indices
    scale: Floats
    own: npt.NDArray[np.bool_]

    @property
    def numbers(self) -> int:
        """Numbers of a token."""
        return len(self.scale)


@dataclass(frozen=True, eq=False)
class Reading:
    """What a network of this kind reads of an observation.

    Attributes:
        layout: Of the observation.
        tokens: Which numbers make which token.
        candidates: What stands in the row of each choice.
        raw: Places of the numbers that go to the trunk as they are: things of which
            there are one or few.
        raw_scale: Factors that bring them to -1 to 1.
        pools: The other kinds of tokens.
        planes: Scale of each plane of the board, shape ``(planes,)``.
    """

    layout: Layout
    tokens: TokenLayout
    candidates: CandidateLayout
    raw: Indices
    raw_scale: Floats
    pools: tuple[Pool, ...]
    planes: Floats

    @property
    def board(self) -> slice:
        """Where the planes of the board stand in an observation."""
        return self.layout["board"].slice

    @property
    def slices(self) -> int:
        """How many slices of the board are pooled, each for itself."""
        return -(-self.layout.board_shape[1] // SLICE)

    @cached_property
    def _own(self) -> Indices:
        """Where it stands whether, and where, seat 0's piece is on the board."""
        sources = Sources(self.layout)
        names = ("placed", "row", "column")
        return np.array([sources.number("players", name)[0] for name in names], np.intp)

    def cells_of(self, rows: Array8) -> Indices:
        """Return the spaces that choices point at, -1 for none.

        Args:
            rows: Of the candidate table, shape ``(choices, width)``.
        """
        columns = self.candidates.columns
        group, row, column = (
            rows[:, columns.index(name)].astype(np.intp) for name in ("group", "row", "column")
        )
        names = list(id_ranges(self.layout.board_shape))
        there = (group == names.index("space")) | (group == names.index("step"))
        return np.where(there, row * self.layout.board_shape[1] + column, -1)

    def own_cells(self, observations: Array8) -> Indices:
        """Return the space of seat 0's piece, -1 where it is not on the board."""
        placed, row, column = observations[:, self._own].T.astype(np.intp)
        return np.where(placed != 0, row * self.layout.board_shape[1] + column, -1)


@cache
def reading_of(board_shape: tuple[int, int]) -> Reading:
    """Return what is read of observations of one capacity of the board.

    Raises:
        ValueError: The capacity is not within what is compiled in.
    """
    layout, tokens = make_layout(board_shape), token_layout(board_shape)
    scale = input_scale(layout.low, layout.high)
    pools, raw = [], []
    for kind in tokens.kinds:
        rows, width = slice(kind.first, kind.first + kind.size), len(kind.columns)
        index = tokens.index[rows, :width]
        if kind.name in POOLED:
            groups = POOLED[kind.name]
            pools.append(
                Pool(
                    kind.name,
                    groups,
                    kind.size // groups,
                    index.ravel().astype(np.intp),
                    tokens.scale[kind.first, :width],
                    (tokens.own[rows, :width] != 0).ravel(),
                )
            )
        elif kind.name != _BOARD:
            raw.append(index[index < layout.size])  # the rest are constants
    places = np.unique(np.concatenate(raw)).astype(np.intp)
    board = layout["board"].slice
    planes = scale[board].reshape(-1, board_shape[0] * board_shape[1])[:, 0]
    return Reading(
        layout,
        tokens,
        candidate_layout(board_shape),
        places,
        scale[places],
        tuple(pools),
        planes,
    )


class ReadingSpec(Spec):
    """Sizes of a network that reads the things on the table; see ``Spec``.

    Attributes:
        board_shape: Rows and columns of the board's capacity.
        tokens: Digest of the token layout that it was made for.
        token: Width of the encoders of tokens.
        board: Channels of the layers that read the board.
    """

    board_shape: tuple[int, int]
    tokens: str
    token: Width
    board: Annotated[tuple[Width, ...], Field(min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _possible_board(self) -> Self:
        reading_of(self.board_shape)
        return self

    def refusal(self) -> str | None:
        """Return why the network cannot read today's tokens, None: it can."""
        return _another("token layout", self.tokens, self.reading().tokens.digest)

    def reading(self) -> Reading:
        """Return what the network reads."""
        return reading_of(self.board_shape)

    def read_width(self) -> int:
        """Return how many numbers the trunk is given."""
        reading, channels = self.reading(), self.board[-1]
        pooled = sum(2 * self.token * pool.groups for pool in reading.pools)
        return len(reading.raw) + pooled + channels * (2 * reading.slices + 1)

    def reader_shapes(self) -> Shapes:
        """Return the shapes of the layers that read."""
        reading = self.reading()
        shapes: Shapes = {}
        for pool in reading.pools:
            shapes |= stack(f"pools.{pool.name}", pool.numbers, (self.token, self.token))
        channels = len(reading.planes)
        for n, following in enumerate(self.board):
            shapes |= {
                f"board.{n}.weight": (following, channels, SIDE, SIDE),
                f"board.{n}.bias": (following,),
            }
            channels = following
        return shapes | stack("trunk", self.read_width(), self.hidden)


class TokensSpec(ReadingSpec):
    """Sizes of a network that reads things and points at choices; see ``ReadingSpec``.

    Attributes:
        candidates: Digest of the candidate table.
        pointer: Width of the layers that give a choice its logit.
    """

    kind: Literal["tokens"]
    candidates: str
    pointer: Width

    def refusal(self) -> str | None:
        """Return why the network cannot read today's tokens and choices, None: it can."""
        ours = self.reading().candidates.digest
        return super().refusal() or _another("candidate table", self.candidates, ours)

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name."""
        last = self.hidden[-1]
        marked = (
            {} if self.adviser is None else {"pointer.mark.weight": (self.pointer, MARK_FEATURES)}
        )
        return {
            **self.reader_shapes(),
            **marked,
            **layer("pointer.context", last, self.pointer),
            "pointer.row.weight": (self.pointer, self.reading().candidates.width),
            "pointer.space.weight": (self.pointer, self.board[-1]),
            "pointer.action.weight": (self.outputs, self.pointer),
            **layer("pointer.middle", self.pointer, self.pointer),
            "pointer.logit.weight": (1, self.pointer),
            **layer("critic", last, 1),
            **trusted(self.adviser),
        }


def _another(what: str, theirs: str, ours: str) -> str | None:
    if theirs == ours:
        return None
    return (
        f"its network was made for the {what} {theirs}, this version has {ours}: it "
        "has to be trained anew, or played in the version that it comes from"
    )
