"""Positions: a whole game as plain data that people can read, shorten and edit.

``dump_position`` writes every key. A short position leaves keys out: everything is then as after
set-up, cells that are not mentioned share the tiles and tokens that are not seen elsewhere, and
what is hidden is drawn from the seed. Tiles are numbers: buildings first, then mobs, as in the
parts file. What is to be decided follows from what is under way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import Field, StrictBool

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.laws import showing
from tablemates.envs.builders_biomes.parts import (
    Board,
    CharacteristicWord,
    ColourWord,
    Seat,
    WeaponWord,
    beginners,
)
from tablemates.envs.builders_biomes.rules.places import RIM_CELLS, STACK_CELLS
from tablemates.envs.builders_biomes.speech import cell_name
from tablemates.envs.builders_biomes.state import RANGES, STATE
from tablemates.envs.builders_biomes.vocabulary import Characteristic, Colour, Fight, Weapon
from tablemates.envs.core.engine.cube import GONE, UNSEEN
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.files.documents import DocumentModel
from tablemates.envs.core.files.parts import word_reader
from tablemates.envs.core.game.seeds import word
from tablemates.envs.core.history import positions as core
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView
from tablemates.envs.core.records.vocabulary import word_of, words_of

_CELLS: Final = {cell_name(cell): cell for cell in sorted(STACK_CELLS + RIM_CELLS)}
_COLOURS: Final = words_of(Colour)
_WEAPONS: Final = words_of(Weapon)
#: Keys that count things by name.
_COUNTED: Final = {
    **dict.fromkeys(("tokens", "hand", "pile"), _WEAPONS),
    **dict.fromkeys(("unseen", "supply"), _COLOURS),
}
#: How a block that nobody sees is written.
_NOT_VISIBLE: Final = "?"

_Tile: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.TILES)]
_Space: TypeAlias = Annotated[int, Field(ge=0, lt=V.SPACES)]  # JSON has text for keys
_Spaces: TypeAlias = Annotated[int, core.within(RANGES["scored_count"])]
_Xp: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**24)]
_Drawn: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**30)]
_Blocks: TypeAlias = Mapping[ColourWord, Annotated[int, core.within(RANGES["supply"])]]
_Few: TypeAlias = Annotated[int, core.within(RANGES["pile"])]
_Lying: TypeAlias = Annotated[int, core.within(RANGES["left"])]
_Tokens: TypeAlias = Mapping[WeaponWord, _Few]
_Pillar: TypeAlias = Annotated[tuple[str, ...], Field(max_length=V.LAYERS)]
_Cube: TypeAlias = Annotated[tuple[_Pillar, ...], Field(min_length=V.COLUMNS, max_length=V.COLUMNS)]


class SeatPosition(DocumentModel):
    """Possessions of one seat."""

    at: Annotated[int, core.within(RANGES["at"])] = V.START
    board: Board | None = None
    beginner: StrictBool | None = None
    xp: Mapping[Annotated[V.Source, word_reader(V.Source)], _Xp] = {}
    supply: _Blocks = Field({})
    built: Mapping[_Space, _Tile] = {}
    pile: _Tokens | None = None
    mobs: tuple[_Tile, ...] = ()
    scored: Annotated[tuple[tuple[CharacteristicWord, _Spaces], ...], Field(max_length=3)] = ()
    rank: Annotated[int, core.within(RANGES["rank"])] = 0


class HiddenPosition(DocumentModel):
    """The hidden part: tiles or token of each cell, bottom first, and colours of blocks."""

    seed: core.Word64
    drawn: Annotated[tuple[_Drawn, ...], Field(min_length=V.SEATS, max_length=V.SEATS)]
    under: Mapping[str, tuple[_Tile, ...]]
    colours: tuple[ColourWord, ...]


class Position(core.GamePosition):
    """The keys of a position."""

    level: Annotated[V.Level, word_reader(V.Level)] = V.Level.STANDARD
    turn: Annotated[int, Field(strict=True, ge=1, lt=2**30)] = 1
    first_player: Seat = 0
    active: Seat = 0
    scored: Annotated[int, core.within(RANGES["scored"])] = 0
    cause: Annotated[V.Cause, word_reader(V.Cause)] = V.Cause.NONE
    seats: Annotated[tuple[SeatPosition, ...], Field(min_length=2, max_length=V.SEATS)] = (
        SeatPosition(),
        SeatPosition(),
    )
    # Of each cell: how many tiles or tokens, and the face-up one on top.
    cells: Mapping[str, tuple[_Lying, _Tile | WeaponWord | None]] = {}
    out: tuple[_Tile, ...] = ()
    tokens: _Tokens | None = None  # that have never been face up; left out: all others
    cube: _Cube | None = None  # columns from the bottom
    unseen: _Blocks | None = None  # blocks of the cube that show no face; left out: all others
    # -- what is under way --
    actions: Annotated[int, core.within(RANGES["actions"])] = 0
    used: Annotated[int, core.within(RANGES["used"])] = 0
    opened: Annotated[int, core.within(RANGES["opened"])] = V.NOTHING
    more: Annotated[int, core.within(RANGES["more"])] = 0
    exploring: StrictBool = False
    placing: _Tile | None = None
    fight: Annotated[Fight, word_reader(Fight)] = Fight.NONE
    fight_cell: str | None = None
    reveals: Annotated[int, core.within(RANGES["reveals"])] = 0
    hand: _Tokens = Field({})
    pickaxes: Annotated[int, core.within(RANGES["pickaxes"])] = 0
    hidden: HiddenPosition | None = None


def dump_position(_game: BuildersBiomes, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state: Any = RecordView(record, STATE)
    p, h = state.public, state.hidden
    position = {
        **core.dump_fields(Position, p, _COUNTED),
        "seats": [_dump_seat(p, seat) for seat in range(p.players)],
        "cells": {name: _dump_cell(p, cell) for name, cell in _CELLS.items()},
        "out": np.flatnonzero(p.where == V.OUT).tolist(),
        "cube": [[_dump_block(look) for look in pillar if look != GONE] for pillar in p.cube],
        "placing": None if p.placing < 0 else p.placing,
        "fight_cell": None if p.fight_cell < 0 else cell_name(p.fight_cell),
    }
    if not p.explicit_chance:
        under = {name: h.under[cell][h.under[cell] >= 0].tolist() for name, cell in _CELLS.items()}
        position["hidden"] = {
            "seed": int(h.seed),
            "drawn": h.drawn.tolist(),
            "under": {name: things for name, things in under.items() if things},
            "colours": [_COLOURS[look] for look in h.colours[h.colours >= 0]],
        }
    return position


def _dump_seat(p: Any, seat: int) -> dict[str, Any]:
    scored = zip(p.scored_as[seat], p.scored_count[seat], strict=True)
    return {
        **core.dump_fields(SeatPosition, p, _COUNTED, seat),
        "xp": core.counts_by_name(p.xp_by[seat], words_of(V.Source)),
        "built": {str(n): int(tile) for n, tile in enumerate(p.built[seat]) if tile >= 0},
        "mobs": np.flatnonzero(p.where == V.WON + seat).tolist(),
        "scored": [[word_of(Characteristic(one)), int(count)] for one, count in scored if one >= 0],
    }


def _dump_cell(p: Any, cell: int) -> list[Any]:
    face = int(p.face[cell])
    if face < 0:
        return [int(p.left[cell]), None]
    return [int(p.left[cell]), face if cell in STACK_CELLS else _WEAPONS[face]]


def _dump_block(look: int) -> str:
    return _NOT_VISIBLE if look == UNSEEN else _COLOURS[look]


class _Reader(core.PositionReader):
    """Writes a position over a new game of its seats and seed."""

    def __init__(self, given: Position, game: BuildersBiomes, seed: int) -> None:
        self.given = given
        super().__init__(game, game.scenarios[0], seed, len(given.seats))
        self._write_game()
        for seat, one_seat in enumerate(given.seats):
            self._write_seat(seat, one_seat)
        self._write_level()
        self._deal_boards()
        self._write_cells()
        self._write_cube(seed)
        if given.fight_cell is not None:
            self.p.fight_cell = self._cell(given.fight_cell, "fight_cell")
        self.check()
        game.engine.resample(self.record, game.box, word(seed))
        if given.hidden is not None:
            self._write_hidden(given.hidden)
        self.go_on()

    def _write_game(self) -> None:
        given, p = self.given, self.p
        core.write_fields(given, p, _COUNTED)
        p.decision = V.Decision.OVER if given.cause != V.Cause.NONE else V.Decision.ACTION
        p.where = V.UNSEEN_TILE
        for tile in given.out:
            self._put(tile, V.OUT, "out")
        if given.placing is not None:
            core.refuse(
                given.placing >= self.box.buildings, f"placing: tile {given.placing} is a mob"
            )
            self._put(given.placing, V.FACE_UP, "placing")

    def _write_level(self) -> None:
        """Write who is a beginner as the level has it or, where it is left out, the level."""
        given, p, players = self.given, self.p, self.p.players
        if "level" in given.model_fields_set:
            if given.level != V.Level.CUSTOM:
                for seat, one in enumerate(beginners(word_of(given.level), players)):
                    if given.seats[seat].beginner is None:
                        p.beginner[seat] = one
        elif p.beginner[:players].tolist() != beginners(word_of(given.level), players):
            p.level = V.Level.CUSTOM

    def _put(self, tile: int, where: int, place: str) -> None:
        """Note where a tile is; it can be in one place only."""
        core.refuse(
            self.p.where[tile] != V.UNSEEN_TILE, f"{place}: tile {tile} is in another place too"
        )
        self.p.where[tile] = where

    def _write_seat(self, seat: int, given: SeatPosition) -> None:
        p, place = self.p, f"seats.{seat}"
        core.write_fields(given, p, _COUNTED, seat)
        for source, points in given.xp.items():
            p.xp_by[seat, source] = points
        p.xp[seat] = p.xp_by[seat].sum()
        for space, tile in given.built.items():
            core.refuse(tile >= self.box.buildings, f"{place}.built: tile {tile} is a mob")
            self._put(tile, V.ON_BOARD + seat, f"{place}.built")
            p.built[seat, space] = tile
        for tile in given.mobs:
            core.refuse(tile < self.box.buildings, f"{place}.mobs: tile {tile} is a building")
            self._put(tile, V.WON + seat, f"{place}.mobs")
        for characteristic, count in given.scored:
            scoring = characteristic // V.PER_CATEGORY
            twice = p.scored_as[seat, scoring] >= 0
            core.refuse(
                twice,
                f"{place}.scored: {word_of(Characteristic(characteristic))} is the "
                "second of one scoring",
            )
            p.scored_as[seat, scoring], p.scored_count[seat, scoring] = characteristic, count

    def _write_cells(self) -> None:
        given, p = self.given, self.p
        for name, (left, face) in given.cells.items():
            cell = self._cell(name, "cells")
            if face is not None and isinstance(face, Weapon) == (cell in STACK_CELLS):
                raise PositionError(f"cells.{name}: stacks show numbers, the rim shows weapons")
            if left > (V.STACK if cell in STACK_CELLS else 1) or (left == 0 and face is not None):
                raise PositionError(f"cells.{name}: {left} is no number of tiles that lie there")
            p.left[cell], p.face[cell] = left, V.NOTHING if face is None else face
            if face is not None and cell in STACK_CELLS:
                self._put(face, V.FACE_UP, f"cells.{name}")
        named = [self._cell(name, "cells") for name in given.cells]
        if given.tokens is None:
            shown = [p.face[cell] for cell in RIM_CELLS if p.face[cell] >= 0]
            won = np.maximum(0, p.pile[: p.players].sum(0) - p.players * self.box.own)
            gone = won + np.bincount(shown, minlength=V.WEAPONS)
            p.tokens = np.maximum(0, self.box.neutral - gone)
        self._lay(STACK_CELLS, named, V.STACK, int((p.where == V.UNSEEN_TILE).sum()), "tiles")
        self._lay(RIM_CELLS, named, 1, int(p.tokens.sum()), "tokens")

    def _lay(
        self, cells: Sequence[int], named: Sequence[int], most: int, unseen: int, what: str
    ) -> None:
        """Lay what has never been face up on the cells that the position leaves out."""
        p = self.p
        unseen -= sum(int(p.left[n]) - (p.face[n] >= 0) for n in cells if n in named)
        for cell in cells:
            if cell not in named:
                p.left[cell] = max(0, min(most, unseen))
                unseen -= int(p.left[cell])
        more = f"{abs(unseen)} {'more' if unseen > 0 else 'fewer'} {what}"
        core.refuse(unseen, f"cells: {more} are unseen than lie face down")

    def _deal_boards(self) -> None:
        """Give each seat whose board is left out the one that was dealt to it, or a free one."""
        boards = [seat.board for seat in self.given.seats]
        for seat, board in enumerate(boards):
            dealt = int(self.p.board[seat])
            free = [one for one in (dealt, *range(V.BOARDS)) if one not in boards]
            if board is None:
                self.p.board[seat] = boards[seat] = free[0]

    def _write_cube(self, seed: int) -> None:
        given, p = self.given, self.p
        held = p.supply.sum(0)
        if given.cube is not None:
            p.cube = GONE
            for column, pillar in enumerate(given.cube):
                p.height[column] = len(pillar)
                for level, look in enumerate(pillar):
                    if look not in (*_COLOURS, _NOT_VISIBLE):
                        raise PositionError(f"cube.{column}: {look!r} is no colour and no '?'")
                    p.cube[column, level] = UNSEEN if look == "?" else _COLOURS.index(look)
        elif held.any() and (held <= self.box.blocks).all():
            self._take_from_cube(held, seed)
        if given.cube is not None and given.unseen is None:
            seen = np.bincount(p.cube[p.cube >= 0], minlength=V.COLOURS)
            p.unseen = np.maximum(0, self.box.blocks - seen - held)

    def _take_from_cube(self, held: npt.NDArray[np.int64], seed: int) -> None:
        """Take as many blocks off the cube as the seats have, and draw the colours of the others.

        They are the first blocks of the topmost layers, in the order of the columns.
        """
        p, (layers, more) = self.p, divmod(int(held.sum()), V.COLUMNS)
        colours = np.repeat(np.arange(V.COLOURS), self.box.blocks - held)
        p.height = V.LAYERS - layers - (np.arange(V.COLUMNS) < more)
        cube = np.full(p.cube.shape, GONE)
        cube[np.arange(V.LAYERS) < p.height[:, None]] = np.random.default_rng(seed).permutation(
            colours
        )
        unseen = (cube != GONE) & ~showing(p.height)
        p.unseen = np.bincount(cube[unseen], minlength=V.COLOURS)
        p.cube = np.where(unseen, UNSEEN, cube)

    def _write_hidden(self, given: HiddenPosition) -> None:
        p, h = self.p, self.h
        core.refuse(p.explicit_chance, "hidden: with explicit chance nothing is decided yet")
        tiles, tokens = Counter[int](), Counter[int]()
        for name in given.under:
            self._cell(name, "hidden.under")
        h.under = V.NOTHING
        for name, cell in _CELLS.items():
            things = given.under.get(name, ())
            if len(things) != int(p.left[cell]) - (p.face[cell] >= 0):
                raise PositionError(f"hidden.under: fewer lie face down on {name}")
            h.under[cell, : len(things)] = things
            (tiles if cell in STACK_CELLS else tokens).update(things)
        unseen = Counter(np.flatnonzero(p.where == V.UNSEEN_TILE).tolist())
        if tiles != unseen or tokens != _counted(p.tokens):
            raise PositionError("hidden.under: other tiles or tokens than those never face up")
        if Counter(given.colours) != _counted(p.unseen):
            raise PositionError("hidden.colours: other blocks than those that are not visible")
        h.colours = V.NOTHING
        h.colours[p.cube == UNSEEN] = given.colours
        h.seed, h.drawn = np.uint64(given.seed), given.drawn

    def _cell(self, name: str, place: str) -> int:
        core.refuse(
            name not in _CELLS, f"{place}: {name!r} is no cell that holds something (A2 to F5)"
        )
        return _CELLS[name]


def _counted(counts: Array8) -> Counter[int]:
    return Counter({n: int(count) for n, count in enumerate(counts) if count})


load_position = core.loader_of(Position, _Reader)
