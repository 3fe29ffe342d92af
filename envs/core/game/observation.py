"""The observation of a game, declared once: its blocks, and all forms derived from them.

| form | what it is |
|---|---|
| ``flat`` | one ``int8`` array, the blocks one after the other |
| ``scaled`` | the same as ``float32`` from -1 to 1, each number divided by its greatest size |
| ``dict`` | the blocks by name, in their shapes |
| ``tokens`` | a row for each row of every block, for transformers and deep sets |
| ``candidates`` | tokens and a row for each legal action, for pointer networks |
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from math import prod
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.catalogue import Catalogue
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.records.layout import Array8, Array16

Floats32: TypeAlias = npt.NDArray[np.float32]
#: What a view shows of one game or many.
Observation: TypeAlias = Array8 | Floats32 | dict[str, Any]
#: Greatest value that a number can have.
MOST: Final = 127
#: Columns of a token before its numbers: its place along the first two axes of its block.
PLACES: Final = 2
#: Columns of a candidate: group, place along the group's first two axes, token or -1.
CANDIDATE: Final = ("group", "place_0", "place_1", "token")


class IntegerBox(spaces.Box):
    """The space of flat ``int8`` observations, which refuses to be rescaled.

    Gymnasium's ``RescaleObservation`` keeps the type of a space, so that 15 values would become 0
    and 1 without a word.
    """

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the arrays."""
        # Whom a wrapper asks can only be told from who asks.
        if sys._getframe(1).f_code.co_name == "rescale_box":
            raise SettingsError(
                "integers cannot be rescaled to fractions: choose observation='scaled', which is "
                "float32 from -1 to 1 and can be rescaled further"
            )
        return self._shape


class Number(NamedTuple):
    """One number: what it is called, what it means, its least and greatest value."""

    name: str
    meaning: str
    low: int
    high: int


@dataclass(frozen=True)
class Block:
    """A named part of the observation."""

    name: str  # its name, unique in the layout
    start: int  # index of its first value in the flat array
    shape: tuple[int, ...]  # its shape as an array
    axes: tuple[str, ...]  # what each axis counts
    axis: int  # the axis along which ``numbers`` are laid out; the others are its rows
    numbers: tuple[Number, ...]  # the numbers along that axis
    meaning: str  # what it shows, in one sentence

    @property
    def size(self) -> int:
        """Number of values."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """Place in the flat array."""
        return slice(self.start, self.start + self.size)

    @property
    def rows(self) -> tuple[int, ...]:
        """Sizes of the axes other than that of the numbers."""
        return self.shape[: self.axis] + self.shape[self.axis + 1 :]

    @property
    def low(self) -> Array8:
        """Least values, in the block's shape."""
        return self._spread([number.low for number in self.numbers])

    @property
    def high(self) -> Array8:
        """Greatest values, in the block's shape."""
        return self._spread([number.high for number in self.numbers])

    @property
    def places(self) -> Any:
        """The indices of the numbers of its first row, by name, for compiled code.

        A named tuple that also has the block's ``START`` and ``END`` and the ``WIDTH`` of a row.
        """
        fields = {number.name: self.start + n for n, number in enumerate(self.numbers)}
        fields |= {"START": self.start, "WIDTH": len(self.numbers), "END": self.slice.stop}
        make: Any = namedtuple  # whose names are not literals
        return make("Places", fields, rename=True)(*fields.values())

    def index(self, name: str) -> int:
        """Return the place along ``axis`` of a number by its name."""
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
    """All blocks of an observation, in order."""

    version: int  # changes whenever the same numbers come to mean something else
    board_shape: tuple[int, int]  # capacity of the board that the layout is for
    blocks: tuple[Block, ...]  # the blocks; each begins where the one before ends

    @property
    def size(self) -> int:
        """Length of the flat array."""
        return self.blocks[-1].start + self.blocks[-1].size

    @property
    def low(self) -> Array8:
        """Least values, shape ``(size,)``."""
        return np.concatenate([block.low.ravel() for block in self.blocks])

    @property
    def high(self) -> Array8:
        """Greatest values, shape ``(size,)``."""
        return np.concatenate([block.high.ravel() for block in self.blocks])

    @property
    def digest(self) -> str:
        """Hash of everything that a policy relies on: places, shapes, names, ranges."""
        blocks = [
            (b.name, b.start, b.shape, b.axis, [(n.name, n.low, n.high) for n in b.numbers])
            for b in self.blocks
        ]
        return hash_of([self.version, self.board_shape, blocks])

    def beginning(self, count: int) -> Layout:
        """Return the layout of the first blocks, as it was before others were appended."""
        return replace(self, blocks=self.blocks[:count])

    def __getitem__(self, name: str) -> Block:
        """Return a block by its name."""
        for block in self.blocks:
            if block.name == name:
                return block
        known = ", ".join(block.name for block in self.blocks)
        raise KeyError(f"the observation has no block {name!r}; it has {known}")

    def name_of(self, place: int) -> str:
        """Return the block and the name of a value of the flat array: ``"seats.health"``."""
        block = next(one for one in self.blocks if place < one.slice.stop)
        number = np.unravel_index(place - block.start, block.shape)[block.axis]
        return f"{block.name}.{block.numbers[number].name}"

    def flat_space(self) -> spaces.Box:
        """Return the space of the flat array, with the range of each number."""
        return IntegerBox(self.low, self.high, dtype=np.int8)

    def scaled_space(self) -> spaces.Box:
        """Return the space of ``normalised``, with the range of each number."""
        return spaces.Box(self.normalised(self.low), self.normalised(self.high), dtype=np.float32)

    def dict_space(self) -> spaces.Dict:
        """Return the space of ``as_dict``: one box per block, in its shape."""
        return spaces.Dict(
            {block.name: spaces.Box(block.low, block.high, dtype=np.int8) for block in self.blocks}
        )

    @cached_property
    def reach(self) -> Floats32:
        """The greatest size that each number can have, shape ``(size,)``."""
        reach = np.maximum(np.abs(self.low.astype(np.float32)), self.high)
        return np.maximum(reach, 1).astype(np.float32)

    def normalised(self, flat: Array8) -> Floats32:
        """Return flat observations as floats from -1 to 1, each divided by its greatest size."""
        return np.divide(flat, self.reach, dtype=np.float32)

    def as_dict(self, flat: Array8) -> dict[str, Array8]:
        """Return the blocks of flat observations by name, as views."""
        if flat.shape[-1] != self.size:
            raise ValueError(f"the layout has {self.size} values, the array {flat.shape[-1]}")
        lead = flat.shape[:-1]
        return {
            block.name: flat[..., block.slice].reshape(lead + block.shape) for block in self.blocks
        }


def block(name: str, meaning: str, *numbers: Number, **rows: int) -> Block:
    """Return a block whose place ``layout_of`` finds; ``rows`` says how many there are of what."""
    shape, axes = (*rows.values(), len(numbers)), (*rows, "number")
    return Block(name, 0, shape, axes, len(rows), numbers, meaning)


def layout_of(version: int, *blocks: Block) -> Layout:
    """Return the layout of blocks one after the other, without a board's capacity."""
    starts = accumulate((one.size for one in blocks), initial=0)
    placed = (replace(one, start=start) for one, start in zip(blocks, starts, strict=False))
    return Layout(version, (1, 1), tuple(placed))


def space_of_lanes(space: spaces.Space[Any], count: int) -> spaces.Space[Any]:
    """Return the space of a batch, whose lanes share the bounds of one.

    Gymnasium repeats them for every lane, where they take four observations each.
    """
    if isinstance(space, spaces.Dict):
        return spaces.Dict({name: space_of_lanes(one, count) for name, one in space.items()})
    lanes = batch_space(space, count)
    for name in ("low", "high", "bounded_below", "bounded_above"):
        bounds = getattr(lanes, name)
        setattr(lanes, name, np.broadcast_to(bounds[0].copy(), bounds.shape))
    return lanes


class ObservationForms:
    """The forms of one game's observations other than the flat array.

    ``about`` names the block whose rows the actions of a group choose, by the group's name: action
    ``n`` of the group is about row ``n`` of the block.
    """

    def __init__(self, layout: Layout, catalogue: Catalogue, about: Mapping[str, str]) -> None:
        self.layout = layout
        self.catalogue = catalogue
        counts = [prod(block.rows) for block in layout.blocks]
        #: Name of each kind of token: that of its block.
        self.kinds = tuple(block.name for block in layout.blocks)
        #: First token of each kind, and behind the last one the number of all tokens.
        self.first = np.cumsum([0, *counts])
        self._rows = [slice(*pair) for pair in pairwise(self.first.tolist())]
        self._kind_ids = np.repeat(np.arange(len(counts)), counts).astype(np.int8)
        self._places = np.zeros((sum(counts), PLACES), np.int8)
        #: Index of every number in the flat array; its size where there is none.
        self.index = np.full((sum(counts), self.width - PLACES), layout.size, np.intp)
        for block, rows in zip(layout.blocks, self._rows, strict=True):
            axes, count = len(block.rows), prod(block.rows)
            self._places[rows, :axes] = np.indices(block.rows).reshape(axes, count).T
            index = np.arange(block.start, block.start + block.size).reshape(block.shape)
            index = np.moveaxis(index, block.axis, -1).reshape(count, -1)
            self.index[rows, : index.shape[1]] = index
        self._candidates = self._candidate_rows(about)

    @property
    def width(self) -> int:
        """Width of a token."""
        return PLACES + max(len(block.numbers) for block in self.layout.blocks)

    def space(self, kind: str) -> spaces.Dict:
        """Return the space of ``show``."""
        if kind == "dict":
            return self.layout.dict_space()
        count = len(self._kind_ids)
        low, high = (
            self._with_places(self._numbers(bound)) for bound in (self.layout.low, self.layout.high)
        )
        space: dict[str, spaces.Space[Any]] = {
            "tokens": spaces.Box(low, high, dtype=np.int8),
            "kinds": spaces.Box(0, len(self.kinds) - 1, (count,), np.int8),
            "present": spaces.Box(0, 1, (count,), np.int8),
        }
        if kind == "candidates":
            n = len(self.catalogue)
            high = np.maximum(self._candidates.max(0), 0)
            space["candidates"] = spaces.Box(
                np.broadcast_to(np.array([0, 0, 0, -1], np.int16), (n, len(CANDIDATE))),
                np.broadcast_to(high, (n, len(CANDIDATE))),
                dtype=np.int16,
            )
            space["candidate_ids"] = spaces.Box(0, n - 1, (n,), np.int16)
            space["candidate_present"] = spaces.Box(0, 1, (n,), np.int8)
        return spaces.Dict(space)

    def show(self, kind: str, observation: Array8, mask: Array8) -> dict[str, Any]:
        """Return flat observations, shape ``(n, size)`` or ``(size,)``, in another form."""
        if kind == "dict":
            return self.layout.as_dict(observation)
        return self.tokens(observation) | (self.candidates(mask) if kind == "candidates" else {})

    def tokens(self, observation: Array8) -> dict[str, Array8]:
        """Return a token for each row of every block.

        Returns:
            ``tokens``: place along the first two axes of the block, then its numbers, then
            zeros, shape ``(..., tokens, width)``; ``kinds``: index into ``self.kinds``, the same
            in every observation; ``present``: 1 where a number is not 0; both of shape
            ``(..., tokens)``.
        """
        numbers = self._numbers(observation)
        starts = np.arange(0, self.index.size, self.index.shape[1])
        present = np.bitwise_or.reduceat(numbers, starts, axis=-1) != 0
        kinds = np.broadcast_to(self._kind_ids, present.shape).copy()
        return {
            "tokens": self._with_places(numbers),
            "kinds": kinds,
            "present": present.view(np.int8),
        }

    def candidates(self, mask: Array8) -> dict[str, Array8 | Array16]:
        """Return the legal actions in ascending order, then zeros.

        Returns:
            ``candidate_ids``: the actions, shape ``(..., actions)``; ``candidates``: their rows,
            with the columns ``CANDIDATE``; ``candidate_present``: 1 where there is one.
        """
        flat = mask.reshape(-1, mask.shape[-1])
        lanes, actions = np.nonzero(flat)
        counts = np.bincount(lanes, minlength=len(flat))
        columns = np.arange(len(actions)) - (np.cumsum(counts) - counts)[lanes]
        ids = np.zeros(flat.shape, np.int16)
        ids[lanes, columns] = actions
        rows = np.zeros((*flat.shape, len(CANDIDATE)), np.int16)
        rows[lanes, columns] = self._candidates[actions]
        present = (np.arange(flat.shape[1]) < counts[:, None]).view(np.int8)
        return {
            "candidates": rows.reshape(*mask.shape, len(CANDIDATE)),
            "candidate_ids": ids.reshape(mask.shape),
            "candidate_present": present.reshape(mask.shape),
        }

    def _numbers(self, observation: Array8) -> Array8:
        """Return the numbers of all tokens, shape ``(..., tokens * numbers)``."""
        lead = observation.shape[:-1]
        padded = np.concatenate([observation, np.zeros((*lead, 1), np.int8)], axis=-1)
        return np.take(padded, self.index.ravel(), axis=-1)

    def _with_places(self, numbers: Array8) -> Array8:
        lead = numbers.shape[:-1]
        tokens = np.empty((*lead, len(self.index), self.width), np.int8)
        tokens[..., :PLACES] = self._places
        tokens[..., PLACES:] = numbers.reshape(*lead, *self.index.shape)
        return tokens

    def _candidate_rows(self, about: Mapping[str, str]) -> Array16:
        """Return the row of every action of the catalogue, shape ``(actions, 4)``."""
        rows = np.zeros((len(self.catalogue), len(CANDIDATE)), np.int16)
        for number, group in enumerate(self.catalogue.groups):
            first = self.catalogue.first(group.name)
            ids = slice(first, first + group.size)
            rows[ids, 0] = number
            if group.shape:
                rows[ids, 1 : 1 + len(group.shape)] = (
                    np.indices(group.shape).reshape(len(group.shape), -1).T
                )
            rows[ids, 3] = -1
            if group.name in about:
                token = self.first[self.kinds.index(about[group.name])]
                rows[ids, 3] = token + np.arange(group.size)
        return rows
