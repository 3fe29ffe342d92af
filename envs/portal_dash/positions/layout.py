"""The board of a position: tiles, terrain, brown blocks, chest tokens.

Tiles that are left out are drawn from the seed; where a map, or a list of
spaces, says what lies on them, the first ones in that order on which it fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.components.maps import CHEST, LAVA, MAGMA, PLAIN, SOUL_SAND
from tablemates.envs.portal_dash.positions.board_map import (
    Drawing,
    left_to_right,
    map_words,
    plain_rows,
    printed_rows,
    read_map,
)
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import PositionError, fault, pick
from tablemates.envs.portal_dash.positions.schema import UNKNOWN
from tablemates.envs.portal_dash.rules import limits as L

FLAT: Final = "flat"
_SYMBOLS: Final = {"lava": LAVA, "magma": MAGMA, "soul_sand": SOUL_SAND}
_GROUNDS: Final = PLAIN + LAVA + MAGMA + SOUL_SAND

_Tiles = list[int | None]
_Unfit = set[tuple[int, int | None]]
_Tokens = list[tuple[int, int | None]]


def write_board(draft: Draft) -> tuple[Drawing, list[str]]:
    """Write tiles, terrain, brown blocks and chest tokens.

    Returns:
        The map, for the pieces on it, and what is printed on the face-up parts,
        one word a row.

    Raises:
        PositionError: They do not go together.
    """
    p, box = draft.p, draft.lexicon.box
    p.chest_space = -1
    named = _named_tiles(draft)
    p.parts = len(named) if draft.level is None else draft.level.parts
    p.columns = int(box.start_columns) + p.parts * int(box.tile_columns) + int(box.portal_columns)
    _write_open(draft)
    first: PositionError | None = None
    unfit: _Unfit = set()
    for tiles in _completions(draft, named, unfit):
        try:
            printed = _printed(draft, tiles)
            drawing = _read_board(draft, printed)
            tokens = _tokens(draft, drawing, printed)
        except PositionError as error:
            first = first or error
            slot = _slot(draft, error)
            if slot is None or slot < len(named):
                break  # in no order is it otherwise
            unfit.add((slot, tiles[slot]))
            continue
        _write_tiles(draft, tiles)
        _write_terrain(draft, drawing)
        for number, space in tokens.items():
            p.chest_space[number] = space
        return drawing, printed
    assert first is not None
    raise first


def _named_tiles(draft: Draft) -> _Tiles:
    """Return the tiles that are given; None where a face-down one is not known."""
    given, names = draft.given, draft.lexicon.tiles
    tiles: _Tiles = []
    for n, name in enumerate(given.tiles or ()):
        tile = None if name == UNKNOWN else pick(names, name, ("tiles", n), "tile")
        if tile is not None and tile in tiles:
            raise fault(("tiles", n), f"{name!r} is in the track twice, but there is one of it")
        tiles.append(tile)
    if draft.level is None and given.tiles is None:
        draft.assumed("tiles")
    if draft.level is not None and len(tiles) > draft.level.parts:
        raise fault(("tiles",), f"the level has {draft.level.parts} tiles, not {len(tiles)}")
    return tiles


def _slot(draft: Draft, error: PositionError) -> int | None:
    """Return where in the track the tile lies that does not fit; None if it is about no tile."""
    if error.column is None:
        return None
    box = draft.lexicon.box
    slot = (error.column - int(box.start_columns)) // int(box.tile_columns)
    return slot if 0 <= slot < draft.p.parts_open else None


def _completions(draft: Draft, named: _Tiles, unfit: _Unfit) -> Iterator[_Tiles]:
    """Yield the tracks that the named tiles may begin, the one that the seed draws first.

    Args:
        draft: The game.
        named: The tiles.
        unfit: Tiles that do not fit in a place of the track, whatever lies beside them; more
            may be found while tracks are taken from the iterator.
    """
    p = draft.p
    if len(named) == p.parts:
        yield named
        return
    base = draft.base
    drawn = [int(tile) for tile in (base.public.tiles[0], *base.hidden.tiles[1:]) if tile >= 0]
    order = dict.fromkeys([*drawn, *range(len(draft.lexicon.tiles))])
    left = [tile for tile in order if tile not in named]
    face_up = max(0, int(p.parts_open) - len(named))
    for some in permutations(left, face_up):
        if not unfit.isdisjoint(enumerate(some, len(named))):
            continue
        rest = [tile for tile in left if tile not in some]
        yield [*named, *some, *rest][: p.parts]


def _write_open(draft: Draft) -> None:
    """Write how much of the track is face up; a map's width says it too."""
    given, p, box = draft.given, draft.p, draft.lexicon.box
    start, tile, portal = (
        int(columns) for columns in (box.start_columns, box.tile_columns, box.portal_columns)
    )
    parts_open, portal_open = given.parts_open, given.portal_open
    if has_map(draft):
        width = len(map_words(given.board or "")[0])
        widths = {(n, False): start + n * tile for n in range(1, p.parts + 1)}
        widths[p.parts, True] = start + p.parts * tile + portal
        fitting = [open_ for open_, columns in widths.items() if columns == width]
        if not fitting:
            known = ", ".join(map(str, widths.values()))
            reason = f"the map has {width} columns; the face-up parts can have {known}"
            raise fault(("board",), reason)
        (parts_of_map, portal_of_map), *_ = fitting
        parts_open = parts_of_map if parts_open is None else parts_open
        portal_open = portal_of_map if portal_open is None else portal_open
    portal_open = bool(portal_open)
    if parts_open is None:
        parts_open = p.parts if portal_open else 1
    if parts_open > p.parts:
        raise fault(("parts_open",), f"the track has {p.parts} tiles, not {parts_open}")
    if portal_open and parts_open < p.parts:
        raise fault(("portal_open",), "the portal strip is revealed after all tiles")
    p.parts_open, p.portal_open = parts_open, portal_open


def has_map(draft: Draft) -> bool:
    """Return whether the position has a map, which then says where all mobs and tokens are."""
    board = draft.given.board
    return board is not None and board != FLAT and bool(map_words(board))


def _printed(draft: Draft, tiles: _Tiles) -> list[str]:
    """Return what is printed on the face-up parts, one word a row."""
    p = draft.p
    opened = []
    for n, tile in enumerate(tiles[: p.parts_open]):
        if tile is None:
            raise fault(("tiles", n), "the tile lies face up, so it cannot be unknown")
        opened.append(tile)
    printed = printed_rows(draft.lexicon, opened, bool(p.portal_open))
    p.open_columns = len(printed[0])
    return printed


def _write_tiles(draft: Draft, tiles: _Tiles) -> None:
    p, h = draft.p, draft.h
    p.tiles = h.tiles = -1
    face_down = tiles[p.parts_open :]
    for n, tile in enumerate(tiles):
        if n < p.parts_open:
            p.tiles[n] = tile
        elif tile is not None and not draft.explicit:
            h.tiles[n] = tile
        elif tile is not None and n < len(draft.given.tiles or ()):
            reason = "with explicit chance nobody knows it before it is revealed: write 'unknown'"
            raise fault(("tiles", n), reason)
    if not draft.explicit and len({tile is None for tile in face_down}) > 1:
        raise fault(("tiles",), "either all face-down tiles are unknown or none is")


def _write_terrain(draft: Draft, drawing: Drawing) -> None:
    p = draft.p
    for row in range(p.rows):
        p.open_words[row] = (1 << int(p.open_columns)) - 1
    for name in ("lava", "magma", "soul_sand", "brown"):
        for space in getattr(drawing, name):
            getattr(p, name)[space // L.COLUMNS] |= bit(space)


def bit(space: int) -> int:
    """Return the word of a row that has only the column of a space."""
    return 1 << space % L.COLUMNS


def _read_board(draft: Draft, printed: Sequence[str]) -> Drawing:
    """Read the map, or what is printed, and lay the spaces over it that are given as lists."""
    given = draft.given
    if has_map(draft):
        marks = draft.lexicon.piece_marks(draft.boss_kind)
        grid = map_words(given.board or "")
        drawing = read_map(grid, printed, marks, draft.p.players, ("board",))
    elif given.board not in (None, FLAT):
        raise fault(("board",), "the map is empty; `flat` is a board without obstacles")
    else:
        ground = printed if given.board is None else plain_rows(printed)
        drawing = Drawing()
        for name, symbol in _SYMBOLS.items():
            setattr(drawing, name, set(spaces_with(ground, symbol)))
    grounds = {name: getattr(drawing, name) for name in _SYMBOLS}
    for name, spaces in grounds.items():
        for n, (row, column) in enumerate(getattr(given, name)):
            at = face_up(draft, row, column, (name, n))
            if printed[row][column] not in _GROUNDS:
                reason = "spawners, chest spaces and the portal are always plain"
                raise fault((name, n), reason, column)
            for other in grounds.values():
                other.discard(at)
            spaces.add(at)
    for n, (row, column) in enumerate(given.brown):
        at = face_up(draft, row, column, ("brown", n))
        if not any(at in spaces for spaces in grounds.values()):
            reason = "a brown block lies on lava, magma or soul sand alone"
            raise fault(("brown", n), reason, column)
        drawing.brown.add(at)
    return drawing


def spaces_with(rows: Sequence[str], symbols: str) -> Iterable[int]:
    """Return the spaces that show one of some symbols, row by row."""
    return (
        r * L.COLUMNS + column
        for r, row in enumerate(rows)
        for column, symbol in enumerate(row)
        if symbol in symbols
    )


def face_up(draft: Draft, row: int, column: int, place: Place) -> int:
    """Return a space of the face-up board.

    Raises:
        PositionError: There is no such space.
    """
    p = draft.p
    if row >= p.rows or column >= p.open_columns:
        reason = f"the face-up board has {p.rows} rows and {p.open_columns} columns, from 0"
        raise fault(place, f"[{row}, {column}] is not on the board: {reason}")
    return row * L.COLUMNS + column


def said(space: int) -> str:
    """Return a space as messages name it."""
    row, column = divmod(space, L.COLUMNS)
    return f"[{row}, {column}]"


def _tokens(draft: Draft, drawing: Drawing, printed: Sequence[str]) -> dict[int, int]:
    """Return the space of each chest token on the board (SETUP-10)."""
    given, supply = draft.given, int(draft.lexicon.box.chests)
    possible = sorted(spaces_with(printed, CHEST), key=left_to_right)
    lying: _Tokens = sorted(drawing.chests, key=lambda token: left_to_right(token[0]))
    if given.chests is not None:
        listed = [face_up(draft, *space, ("chests", n)) for n, space in enumerate(given.chests)]
        lying += [(space, None) for space in sorted(listed, key=left_to_right)]
    elif not has_map(draft):
        lying = [(space, None) for space in possible[:supply]]
    place = ("board",) if given.chests is None else ("chests",)
    numbered = [number for _, number in lying if number is not None]
    free = [number for number in range(supply) if number not in numbered]
    if len(lying) > supply or len(set(numbered)) < len(numbered) or max([-1, *numbered]) >= supply:
        raise fault(place, f"there are {supply} chest tokens, each of them once")
    tokens: dict[int, int] = {}
    for space, number in lying:
        if space not in possible:
            raise fault(place, f"{said(space)} is no chest space", space % L.COLUMNS)
        if space in tokens.values():
            raise fault(place, f"two chest tokens lie on {said(space)}")
        tokens[free.pop(0) if number is None else number] = space
    return tokens
