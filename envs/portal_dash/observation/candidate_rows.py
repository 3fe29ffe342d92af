"""What stands in the rows of the candidate table, and how it is found in an observation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.actions import id_ranges
from tablemates.envs.portal_dash.observation.features import Plane
from tablemates.envs.portal_dash.observation.gathers import Places, Sources, extended
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Colour, Decision

Indices: TypeAlias = npt.NDArray[np.intp]

_COLOURS: Final = tuple(colour.name.lower() for colour in Colour)
_PLANES: Final = tuple(plane.name.lower() for plane in Plane)
_ITEMS: Final = ("items", "offer", "supply")
_WHERE: Final = ("unseen", "used", "hand")


class Part(NamedTuple):
    """Columns that belong together; 0 where an action points at nothing of the kind.

    Attributes:
        name: One word.
        meaning: What they say.
        columns: Their names.
    """

    name: str
    meaning: str
    columns: tuple[str, ...]


def make_parts(sources: Sources) -> tuple[Part, ...]:
    """Return the columns."""
    items = dict.fromkeys(name for block in _ITEMS for name in sources.names(block))
    return (
        Part(
            "action",
            "group of the action, its number there (0 for spaces), the way of a step",
            ("group", "number", "row_step", "column_step"),
        ),
        Part(
            "space",
            "the space, or that where a step leads: place, rows + columns from the piece of "
            "seat 0, planes of the board",
            ("row", "column", "distance", *_PLANES),
        ),
        Part("mob", "the mob or boss there", tuple(f"mob_{name}" for name in _mob_names(sources))),
        Part("player", "the player", tuple(f"player_{name}" for name in sources.names("players"))),
        Part(
            "item",
            "the item in the slot, the tile drawn, the place of the supply; for `mode` the "
            "leggings that it is about",
            tuple(f"item_{name}" for name in items),
        ),
        Part(
            "block",
            "height of the cube's column; colour of its top block and of the one below as far "
            "as they are seen, or of the block that the choice is about, or of those on the "
            "place of the piglin board",
            ("height", *_COLOURS, *(f"under_{name}" for name in _COLOURS)),
        ),
        Part("colour", "blocks of the colour by where they are", _WHERE),
        Part(
            "place",
            "the place of the piglin board and its task",
            ("size", "count", *(f"task_{name}" for name in sources.names("tasks"))),
        ),
        Part("die", "hits + 1 on the best of the dice rolled again", ("die",)),
    )


def _mob_names(sources: Sources) -> list[str]:
    """Return the numbers of a mob that a row has; planes and place say the others."""
    said = {"life", "row", "column", "distance"}
    return [name for name in sources.names("mobs") if name not in said]


def fixed_places(
    sources: Sources,
) -> Iterator[tuple[str, tuple[str, ...], Places | int]]:
    """Yield what is the same in every position: group, columns, places for each action."""
    blocks = sources.blocks
    rows, columns = sources.layout.board_shape
    for number, (group, ids) in enumerate(id_ranges((rows, columns)).items()):
        yield group, ("group",), sources.constant(number)
        if group != "space":
            yield group, ("number",), _column(sources, range(len(ids)))
    yield "step", ("row_step",), _column(sources, A.ROW_STEP)
    yield "step", ("column_step",), _column(sources, A.COLUMN_STEP)
    spaces_of = [divmod(space, columns) for space in range(rows * columns)]
    yield "space", ("row",), _column(sources, [row for row, _ in spaces_of])
    yield "space", ("column",), _column(sources, [column for _, column in spaces_of])
    yield "space", _PLANES, blocks["board"].reshape(len(Plane), -1).T
    yield "player", tuple(f"player_{name}" for name in sources.names("players")), blocks["players"]
    for group, block in (("slot", "items"), ("tile", "offer"), ("supply", "supply")):
        places = blocks[block][0] if block == "items" else blocks[block]
        yield group, tuple(f"item_{name}" for name in sources.names(block)), places
    about = blocks["decision_colour"][: L.COLOURS]
    yield "ability", _COLOURS, about
    yield "player", _COLOURS, about
    for colour in Colour:
        one = [int(other == colour) for other in Colour]
        yield "colour", (_COLOURS[colour],), _column(sources, one)
    yield "colour", _WHERE, blocks["blocks"].T
    yield "place", ("size", "count", *_COLOURS), blocks["places"]
    tasks = tuple(f"task_{name}" for name in sources.names("tasks"))
    yield "place", tasks, np.repeat(blocks["tasks"], L.TASK_COLUMNS, axis=0)
    best = np.append(sources.zero, blocks["dice"]).astype(np.int32)
    yield "count", ("die",), best[:, None]


def _column(sources: Sources, values: tuple[int, ...] | list[int] | range) -> Places:
    return np.array([[sources.constant(value)] for value in values], np.int32)


def other_places(sources: Sources) -> Iterator[tuple[str, Places]]:
    """Yield the columns that are looked up, with all places that they may come from."""
    rows, columns = sources.layout.board_shape
    for name, end in (("row", rows), ("column", columns), ("distance", rows + columns - 1)):
        yield name, _column(sources, range(end))
    for plane in Plane:
        yield _PLANES[plane], sources.blocks["board"][plane]
    pieces = _pieces(sources)
    for column, name in enumerate(_mob_names(sources)):
        yield f"mob_{name}", pieces[:, column]
    for name in sources.names("items"):
        yield f"item_{name}", sources.number("items", name)[0]
    yield "height", sources.number("cube", "height")
    for colour in Colour:
        places = sources.blocks["cube_colours"][..., colour]
        yield _COLOURS[colour], places
        yield f"under_{_COLOURS[colour]}", places


def _pieces(sources: Sources) -> Places:
    """Return the places of a row's mob columns: for none, each mob, each boss."""
    table = np.full((1 + L.REGULAR_MOBS + L.BOSSES, len(_mob_names(sources))), sources.zero)
    for column, name in enumerate(_mob_names(sources)):
        table[1 : 1 + L.REGULAR_MOBS, column] = sources.number("mobs", name)
        if name in sources.names("bosses"):
            table[1 + L.REGULAR_MOBS :, column] = sources.number("bosses", name)
    return table.astype(np.int32)


class Lookup:
    """Fills the table for given positions.

    Args:
        sources: Of the layout.
        index: The part of the table that is the same in every position.
        columns: Names of its columns.
    """

    def __init__(self, sources: Sources, index: Places, columns: Sequence[str]) -> None:
        self._sources = sources
        self._index = index.astype(np.intp)
        self._columns = {name: i for i, name in enumerate(columns)}
        self._pieces = _pieces(sources).astype(np.intp)
        self._chance = int(sources.blocks["decision_kind"][Decision.CHANCE])
        stands = [
            np.append(sources.number("mobs", name), sources.number("bosses", name))
            for name in ("row", "column", "life")
        ]
        self._stand_rows, self._stand_columns, life = stands
        # A boss that waits has life, and no place yet.
        self._stands = np.append(life[: L.REGULAR_MOBS], sources.number("bosses", "placed"))

    def rows(self, observations: Array8, lanes: Indices, ids: Indices) -> Array8:
        """Return rows one below the other: see ``CandidateLayout.rows``."""
        behind = extended(observations)
        index = self._index[ids]
        self._look_at_spaces(behind, lanes, ids, index)
        self._look_at_cube(behind, lanes, ids, index)
        self._look_at_leggings(behind, lanes, ids, index)
        index += (lanes * behind.shape[1])[:, None]
        rows = behind.ravel().take(index)
        rows[behind[lanes, self._chance] != 0] = 0
        return rows

    def _look_at_spaces(self, behind: Array8, lanes: Indices, ids: Indices, index: Indices) -> None:
        """Find out where steps lead, how far it is, who stands there."""
        sources = self._sources
        here = np.flatnonzero((ids >= A.SPACE) | ((ids >= A.STEP) & (ids < A.COLUMN)))
        if not len(here):
            return
        at, lane = ids[here], lanes[here]
        rows, columns = sources.layout.board_shape
        seat = {
            name: behind[lane, sources.number("players", name)[0]].astype(np.intp)
            for name in ("placed", "row", "column")
        }
        steps = at < A.COLUMN
        way = np.where(steps, at - A.STEP, 0)
        row, column = np.divmod(np.maximum(at - A.SPACE, 0), columns)
        row = np.where(steps, seat["row"] + np.array(A.ROW_STEP)[way], row)
        column = np.where(steps, seat["column"] + np.array(A.COLUMN_STEP)[way], column)
        there = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
        there &= ~steps | (seat["placed"] != 0)
        here, lane, row, column = here[there], lane[there], row[there], column[there]
        distance = np.abs(row - seat["row"][there]) + np.abs(column - seat["column"][there])
        distance *= seat["placed"][there]
        space = row * columns + column
        for name, value in (("row", row), ("column", column), ("distance", distance)):
            index[here, self._columns[name]] = sources.zero + value
        for plane in Plane:
            first = int(sources.blocks["board"][plane, 0, 0])
            index[here, self._columns[_PLANES[plane]]] = first + space
        first = self._columns[f"mob_{_mob_names(sources)[0]}"]
        piece = self._piece_at(behind)[lane, space]
        index[here, first : first + self._pieces.shape[1]] = self._pieces[piece]

    def _piece_at(self, behind: Array8) -> Array8:
        """Return the row of ``_pieces`` for each space, shape ``(n, spaces)``."""
        rows, columns = self._sources.layout.board_shape
        lane, piece = np.nonzero(behind[:, self._stands])
        row = behind[lane, self._stand_rows[piece]].astype(np.intp)
        column = behind[lane, self._stand_columns[piece]]
        pieces = np.zeros((len(behind), rows * columns), np.int8)
        pieces[lane, row * columns + column] = 1 + piece
        return pieces

    def _look_at_cube(self, behind: Array8, lanes: Indices, ids: Indices, index: Indices) -> None:
        """Find the top block of a column of the cube, and the one below."""
        sources = self._sources
        here = np.flatnonzero((ids >= A.COLUMN) & (ids < A.SLOT))
        column = ids[here] - A.COLUMN
        height_at = sources.number("cube", "height")[column]
        height = behind[lanes[here], height_at].astype(np.intp)
        index[here, self._columns["height"]] = height_at
        for depth, prefix in ((1, ""), (2, "under_")):
            level = height - depth
            some = level >= 0
            places = sources.blocks["cube_colours"][column[some], level[some]]
            first = self._columns[f"{prefix}red"]
            index[here[some], first : first + L.COLOURS] = places

    def _look_at_leggings(
        self, behind: Array8, lanes: Indices, ids: Indices, index: Indices
    ) -> None:
        """Find the item whose mode is chosen."""
        sources = self._sources
        here = np.flatnonzero((ids >= A.MODE) & (ids < A.PLAYER))
        subject = behind[lanes[here][:, None], sources.number("items", "subject")[0]]
        some = subject.any(1)
        places = sources.blocks["items"][0, subject[some].argmax(1)]
        first = self._columns["item_type"]
        index[here[some], first : first + places.shape[1]] = places
