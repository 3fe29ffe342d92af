"""The observation as entity tokens: one row for each thing on the table.

For transformers and deep sets. Every number is gathered from the flat
observation by a fixed table, so a learner may keep flat observations and make
tokens of a whole batch with one ``take``::

    layout = token_layout()
    behind = torch.cat([flat, constants.expand(len(flat), -1)], 1)   # (n, size + 129)
    tokens = behind[:, index] * scale                                # (n, tokens, width)

where ``constants``, ``index`` and ``scale`` are tensors of ``CONSTANTS``,
``layout.index`` and ``layout.scale``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.observation.features import Plane
from tablemates.envs.portal_dash.observation.gathers import (
    Columns,
    Places,
    Sources,
    extended,
    scale_of,
    side_by_side,
)
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Colour

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1
#: Columns of the board in one token.
SLICE: Final = 2
#: Planes of the board in these tokens: the pieces have tokens of their own.
_PLANES: Final = (Plane.GROUND, Plane.HAZARD, Plane.SITE)
_SIDE: Final = 4  # rows of the cube's base, and columns in a row


class Kind(NamedTuple):
    """Tokens of one kind.

    Attributes:
        name: One word.
        meaning: What such a token stands for.
        first: The first of them.
        size: How many there are.
        columns: Names of the numbers, in order; what is left of the width is 0.
    """

    name: str
    meaning: str
    first: int
    size: int
    columns: tuple[str, ...]


class Tokens(NamedTuple):
    """Tokens of one observation or of a batch.

    Attributes:
        tokens: Shape ``(..., tokens, width)``.
        present: 1 where the thing is there, shape ``(..., tokens)``.
    """

    tokens: Array8
    present: Array8


@dataclass(frozen=True, eq=False)
class TokenLayout:
    """Which numbers make which token.

    Attributes:
        board_shape: Rows and columns of the board's capacity.
        kinds: The kinds of tokens, in order.
        index: Place of every number in an extended observation (see
            ``tablemates.envs.portal_dash.observation.gathers``), shape ``(tokens, width)``.
        low: Least values, in the same shape.
        high: Greatest values, in the same shape.
        own: All bits set at numbers that are 0 if the thing is not there, no bit at
            the others; in the same shape.
    """

    board_shape: tuple[int, int]
    kinds: tuple[Kind, ...]
    index: Places
    low: Array8
    high: Array8
    own: Array8

    @property
    def shape(self) -> tuple[int, int]:
        """Number of tokens and their width."""
        return self.index.shape[0], self.index.shape[1]

    @cached_property
    def kind_ids(self) -> Array8:
        """Kind of each token, an index into ``kinds``."""
        return np.repeat(np.arange(len(self.kinds)), [kind.size for kind in self.kinds]).astype(
            np.int8
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each token is called, such as ``item 7``: its kind and its number there."""
        return tuple(f"{kind.name} {i}" for kind in self.kinds for i in range(kind.size))

    @cached_property
    def scale(self) -> npt.NDArray[np.float32]:
        """Factors that bring every number to -1 to 1, shape ``(tokens, width)``.

        Tokens of a kind have the same factors: some numbers (which seat, which
        place) are constants that tell tokens apart, and each would become 1 by its own.
        """
        scale = scale_of(self.low, self.high)
        for kind in self.kinds:
            rows = slice(kind.first, kind.first + kind.size)
            scale[rows] = scale[rows].min(0)
        return scale

    @cached_property
    def digest(self) -> str:
        """Hash of everything that a policy relies on."""
        return hash_of([VERSION, self.board_shape, self.kinds, self.index.tolist()])

    @cached_property
    def _places(self) -> npt.NDArray[np.intp]:
        return self.index.ravel().astype(np.intp)

    def tokens(self, observation: Array8) -> Tokens:
        """Return the tokens of observations.

        A thing is there if any number of its own is not 0.

        Args:
            observation: A flat observation or a batch, shape ``(..., size)``.
        """
        lead = observation.shape[:-1]
        count, width = self.shape
        numbers = np.take(extended(observation), self._places, axis=-1)
        # As one run of bits a token this takes a third of the time of `any`.
        starts = np.arange(0, count * width, width)
        found = np.bitwise_or.reduceat(numbers & self.own.ravel(), starts, axis=-1)
        return Tokens(numbers.reshape(*lead, count, width), (found != 0).view(np.int8))

    def space(self) -> dict[str, spaces.Space[Any]]:
        """Return the spaces of ``as_dict`` by name."""
        count = self.shape[0]
        return {
            "tokens": spaces.Box(self.low, self.high, dtype=np.int8),
            "kinds": spaces.Box(0, len(self.kinds) - 1, (count,), np.int8),
            "present": spaces.Box(0, 1, (count,), np.int8),
        }

    def as_dict(self, observation: Array8) -> dict[str, Array8]:
        """Return ``tokens``, ``kinds`` and ``present`` of observations, shape ``(..., size)``."""
        tokens, present = self.tokens(observation)
        kinds = np.broadcast_to(self.kind_ids, present.shape).copy()
        return {"tokens": tokens, "kinds": kinds, "present": present}


@cache
def token_layout(board_shape: tuple[int, int] = BOARD_SHAPE) -> TokenLayout:
    """Return which numbers make which token, for one capacity of the board.

    Args:
        board_shape: Rows and columns of the capacity.

    Raises:
        ValueError: The capacity is not within what is compiled in.
    """
    sources = Sources(make_layout(board_shape))
    kinds: list[Kind] = []
    tables: list[Columns] = []
    first = 0
    for name, meaning, columns in _kinds(sources):
        kinds.append(Kind(name, meaning, first, len(columns.places), columns.names))
        tables.append(columns)
        first += len(columns.places)
    width = max(len(columns.names) for columns in tables)
    index = np.full((first, width), sources.zero, np.int32)
    own = np.zeros((first, width), np.int8)
    for kind, columns in zip(kinds, tables, strict=True):
        rows = slice(kind.first, kind.first + kind.size)
        index[rows, : len(columns.names)] = columns.places
        own[rows, : len(columns.names)] = [-int(one) for one in columns.own]
    low, high = sources.low[index], sources.high[index]
    return TokenLayout(board_shape, tuple(kinds), index, low, high, own)


def _kinds(sources: Sources) -> Iterator[tuple[str, str, Columns]]:
    """Yield the kinds of tokens: name, meaning, and a row of places for each token."""

    def block(name: str, axes: int = 1, template: str = "{}") -> Columns:
        return Columns.of_block(sources, name, axes).named(template)

    def count(name: str, values: range, times: int = 1, each: int = 1) -> Columns:
        numbers = [value for value in values for _ in range(each)] * times
        return Columns.of_constants(sources, name, numbers)

    yield (
        "decision",
        "What is to be decided.",
        side_by_side(
            block("decision_kind", 0),
            block("decision_colour", 0, "about_{}"),
            block("decision", 0),
        ),
    )
    yield (
        "game",
        "Counters of the whole game, dice.",
        side_by_side(
            block("game", 0),
            block("die_faces", 0, "faces_{}"),
            block("blocks_die", 0, "rolled_{}"),
            block("dice", 0, "die_{}"),
        ),
    )
    yield (
        "piles",
        "Tiles left in the stack by type and quality, enchantments in it, discarded tiles.",
        side_by_side(
            block("stack", 0, "stack_{}"),
            block("stack_enchantments", 0, "stack_enchantments_{}"),
            block("discards", 0, "discarded_{}"),
        ),
    )
    yield "offer", "A tile drawn for the finder.", block("offer")
    yield (
        "player",
        "A seat, clockwise from seat 0.",
        side_by_side(count("seat", range(L.PLAYERS)), block("players")),
    )
    yield (
        "item",
        "An item in an inventory.",
        side_by_side(
            count("seat", range(L.PLAYERS), each=L.SLOTS),
            count("slot", range(L.SLOTS), times=L.PLAYERS),
            block("items", 2),
        ),
    )
    yield "supply", "A place of the Netherite supply.", block("supply")
    yield "colour", "A colour of blocks, by what is left of it where.", _colours(sources)
    yield (
        "column",
        "A column of the cube.",
        side_by_side(
            count("cube_row", range(_SIDE), each=_SIDE),
            count("cube_column", range(_SIDE), times=_SIDE),
            block("cube"),
            block("cube_colours", 1, "level_{}"),
        ),
    )
    yield (
        "place",
        "A column of the piglin board, with its task.",
        side_by_side(
            count("task", range(L.TASKS), each=L.TASK_COLUMNS),
            block("places"),
            block("tasks", 1, "task_{}").repeated(L.TASK_COLUMNS),
        ),
    )
    line = block("line")
    yield (
        "line",
        "A mob in the line, front first.",
        side_by_side(count("ahead", range(len(line.places))), line),
    )
    yield "mob", "A mob on the board, nearest to seat 0 first.", block("mobs")
    yield (
        "boss",
        "An end boss; what it does by the number rolled.",
        side_by_side(block("bosses"), block("boss_faces", 1, "rolled_{}")),
    )
    yield "slice", f"{SLICE} columns of the board.", _slices(sources)


def _colours(sources: Sources) -> Columns:
    """Return a row for each colour; which one it is stands there as five flags."""
    flags = [
        Columns.of_constants(sources, colour.name.lower(), [int(c == colour) for c in Colour])
        for colour in Colour
    ]
    where = sources.blocks["blocks"].T
    marks = [sources.blocks[name][: L.COLOURS] for name in ("decision_colour", "blocks_die")]
    return side_by_side(
        *flags,
        Columns(("unseen", "used", "hand"), where),
        Columns(("about", "rolled"), np.stack(marks, axis=1)),
    )


def _slices(sources: Sources) -> Columns:
    """Return a row for each slice of the board, left to right."""
    planes = sources.blocks["board"][list(_PLANES)]
    _, rows, columns = planes.shape
    slices = -(-columns // SLICE)
    padded = np.full((len(_PLANES), rows, slices * SLICE), sources.zero, np.int32)
    padded[:, :, :columns] = planes
    by_slice = padded.reshape(len(_PLANES), rows, slices, SLICE).transpose(2, 0, 1, 3)
    names = tuple(
        f"{plane.name.lower()}_{row}_{column}"
        for plane in _PLANES
        for row in range(rows)
        for column in range(SLICE)
    )
    return side_by_side(
        Columns.of_constants(sources, "first_column", range(0, columns, SLICE)),
        Columns(names, by_slice.reshape(slices, -1)),
    )
