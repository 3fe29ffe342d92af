"""The board of a position: tiles, and the face-up parts as a text map.

::

    .     ~   ^e2  1
    @0@1  $   ~#   .

A word of the map is what is printed, then what lies there, without blanks; a
plain space on which something lies needs no sign of its own:

| sign | meaning |
|---|---|
| ``.`` ``~`` ``^`` ``:`` | plain, lava, magma, soul sand |
| ``1`` ... ``8``, ``C``, ``P`` | spawner, chest space, portal space (plain ground) |
| ``#`` | a brown block, on lava, magma or soul sand |
| ``$`` | a chest token; ``$2``: token 2 |
| ``m1 g1 e1 h1 b1 w1`` | magma cube 1, ghast 1, enderman 1, hoglin 1, blaze 1, wither skeleton 1 |
| ``W`` ``A`` | Wildfire, Ancient Hoglin |
| ``@0`` ... ``@3`` | players |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tablemates.envs.portal_dash.components.records import (
    CHEST,
    LAVA,
    MAGMA,
    PLAIN,
    PORTAL,
    SOUL_SAND,
    SPAWNERS,
    BoardPart,
)
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions.keys import OPEN
from tablemates.envs.portal_dash.positions.reader import (
    BOSS_LETTERS,
    MOB_LETTERS,
    Reader,
    fault,
)
from tablemates.envs.portal_dash.rules import limits as L

BROWN: Final = "#"
TOKEN: Final = "$"
PLAYER: Final = "@"
#: Ground by field of the record and key of the position.
GROUNDS: Final = {"lava": LAVA, "magma": MAGMA, "soul_sand": SOUL_SAND}
_PLACES: Final = SPAWNERS + CHEST + PORTAL
_WORD: Final = re.compile(
    rf"([{re.escape(PLAIN + LAVA + MAGMA + SOUL_SAND + _PLACES)}])?"
    rf"({BROWN})?(\{TOKEN}[0-{L.CHESTS - 1}]?)?"
    rf"([{MOB_LETTERS}]\d[abc]?|[{BOSS_LETTERS}])?((?:{PLAYER}\d)*)"
)


@dataclass
class Drawing:
    """Content of a map; spaces are ``row * 64 + column``.

    Attributes:
        ground: Symbol of what is printed, by space; places and obstacles only.
        brown: Spaces under a brown block.
        chests: Number of the chest token by space, None where it is not given.
        mobs: Space of each mob that is named (see `Reader.piece`).
        players: Space of each player.
    """

    ground: dict[int, str] = field(default_factory=dict)
    brown: set[int] = field(default_factory=set)
    chests: dict[int, int | None] = field(default_factory=dict)
    mobs: dict[int, int] = field(default_factory=dict)
    players: dict[int, int] = field(default_factory=dict)


def write_board(r: Reader, game: PortalDash) -> tuple[Drawing, list[str]]:
    """Write tiles, ground and chest tokens; return the drawing and what is printed, by row."""
    given, p = r.given, r.p
    _write_open(r)
    drawing = _read_map(r, given.board) if given.has_map and given.board else Drawing()
    for n, (row, column) in enumerate(given.chests or ()):
        drawing.chests.setdefault(r.space(row, column, ("chests", n)), None)
    tiles = _tiles(r, drawing, game.components.tiles)
    printed = printed_rows(game, tiles[: p.parts_open], bool(p.portal_open))
    _write_tiles(r, tiles)
    _check_places(r, drawing, printed)
    if given.board is None:
        drawing.ground = {s: sign for s, sign in _spaces(printed) if sign not in _PLACES}
    p.open_words[: p.rows] = (1 << int(p.open_columns)) - 1
    fields = {symbol: name for name, symbol in GROUNDS.items()}
    for space, sign in (*drawing.ground.items(), *((space, BROWN) for space in drawing.brown)):
        name = "brown" if sign == BROWN else fields.get(sign)
        if name:
            getattr(p, name)[space // L.COLUMNS] |= bit(space)
    _write_chests(r, drawing, printed)
    return drawing, printed


def bit(space: int) -> int:
    """Return the word of a row in which only the column of a space is set."""
    return 1 << space % L.COLUMNS


def said(space: int) -> str:
    """Return a space as messages name it."""
    row, column = divmod(space, L.COLUMNS)
    return f"[{row}, {column}]"


def left_to_right(space: int) -> tuple[int, int]:
    """Return the sort key of the order in which chest tokens are laid (SETUP-10)."""
    return space % L.COLUMNS, space // L.COLUMNS


def printed_rows(game: PortalDash, tiles: Sequence[int], portal: bool) -> list[str]:
    """Return what is printed on start, some tiles and perhaps the portal strip, a word a row."""
    components = game.components
    parts = [components.start, *(components.tiles[tile] for tile in tiles)]
    parts += [components.portal] * portal
    return list(map("".join, zip(*(part.rows for part in parts), strict=True)))


def spaces_with(rows: Sequence[str], symbols: str) -> list[int]:
    """Return the spaces that show one of some symbols, row by row."""
    return [space for space, symbol in _spaces(rows) if symbol in symbols]


def _spaces(rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    for r, row in enumerate(rows):
        for column, symbol in enumerate(row):
            yield r * L.COLUMNS + column, symbol


# -- the track -------------------------------------------------------------------


def _write_open(r: Reader) -> None:
    """Write how much of the track is face up; the width of a map says it too."""
    given, p, box = r.given, r.p, r.box
    start, tile, portal = int(box.start_columns), int(box.tile_columns), int(box.portal_columns)
    parts = int(r.level.parts)
    p.parts, p.columns = parts, start + parts * tile + portal
    parts_open, portal_open = given.parts_open, bool(given.portal_open)
    if given.has_map and given.board is not None:
        width = len(given.board[0])
        widths = {start + n * tile: (n, False) for n in range(1, parts + 1)}
        widths[int(p.columns)] = (parts, True)
        if width not in widths:
            known = ", ".join(map(str, widths))
            reason = f"the map has {width} columns; the face-up parts can have {known}"
            raise fault(("board",), reason)
        parts_open, portal_open = widths[width]
        said_otherwise = given.parts_open not in (None, parts_open) or given.portal_open not in (
            None,
            portal_open,
        )
        if said_otherwise:
            reason = f"the map shows {parts_open} tiles" + " and the portal strip" * portal_open
            raise fault(("parts_open",), f"{reason}: leave out `parts_open` and `portal_open`")
    if parts_open is None:
        parts_open = parts if portal_open else 1
    if parts_open > parts:
        raise fault(("parts_open",), f"the track has {parts} tiles, not {parts_open}")
    if portal_open and parts_open < parts:
        raise fault(("portal_open",), "the portal strip is revealed after all tiles")
    p.parts_open, p.portal_open = parts_open, portal_open
    p.open_columns = start + parts_open * tile + portal * portal_open


def _tiles(r: Reader, drawing: Drawing, parts: Sequence[BoardPart]) -> list[int]:
    """Return the tiles from the left, `OPEN` where unknown; those left out are drawn to fit."""
    p, named = r.p, r.given.tiles
    if len(named) > p.parts:
        raise fault(("tiles",), f"the level has {p.parts} tiles, not {len(named)}")
    for n, tile in enumerate(named):
        reason = ""
        if tile == OPEN and n < p.parts_open:
            reason = "the tile lies face up, so it cannot be unknown"
        elif tile != OPEN and tile in named[:n]:
            reason = f"{parts[tile].name!r} is in the track twice, but there is one of it"
        elif tile != OPEN and n >= p.parts_open and r.explicit:
            reason = "with explicit chance nobody knows it before it is revealed: write 'unknown'"
        if reason:
            raise fault(("tiles", n), reason)
    if len(named) == p.parts:
        return named
    base = r.base
    drawn = [int(tile) for tile in (base.public.tiles[0], *base.hidden.tiles[1:]) if tile >= 0]
    order = dict.fromkeys([*drawn, *map(int, r.rng.permutation(len(parts)))])
    left = [tile for tile in order if tile not in named]
    chosen: list[int] = []
    for slot in range(len(named), int(p.parts_open)):
        first = int(r.box.start_columns) + slot * int(r.box.tile_columns)
        fitting = [tile for tile in left if _fits(drawing, parts[tile], first)]
        chosen.append((fitting or left)[0])
        left.remove(chosen[-1])
    rest = left[: int(p.parts) - len(named) - len(chosen)]
    return [*named, *chosen, *([OPEN] * len(rest) if r.explicit else rest)]


def _fits(drawing: Drawing, part: BoardPart, first: int) -> bool:
    """Return whether a tile has spawners and chest spaces where the drawing needs them."""
    for at, symbol in _spaces(part.rows):
        sign = drawing.ground.get(at + first)
        if sign is not None and (sign in _PLACES or symbol in _PLACES) and sign != symbol:
            return False
        if at + first in drawing.chests and symbol != CHEST:
            return False
    return True


def _write_tiles(r: Reader, tiles: Sequence[int]) -> None:
    p, h = r.p, r.h
    p.tiles = h.tiles = -1
    p.tiles[: p.parts_open] = tiles[: p.parts_open]
    face_down = tiles[p.parts_open :]
    if not r.explicit and OPEN not in face_down:
        h.tiles[p.parts_open : p.parts] = face_down
    elif not r.explicit and set(face_down) != {OPEN}:
        raise fault(("tiles",), "either all face-down tiles are unknown or none is")


def _check_places(r: Reader, drawing: Drawing, printed: Sequence[str]) -> None:
    """Refuse obstacles, spawners, chest spaces and portals that are not where they are printed."""
    for space, sign in drawing.ground.items():
        row, column = divmod(space, L.COLUMNS)
        symbol = printed[row][column]
        place = ("board", row, f"column {column}") if r.given.has_map else ("board",)
        if sign in _PLACES and sign != symbol:
            raise fault(place, f"{sign!r} is not printed there")
        if sign not in _PLACES and symbol in _PLACES:
            reason = "spawners, chest spaces and the portal are always plain"
            raise fault(place, f"an obstacle on {symbol!r} at {said(space)}: {reason}")


def _write_chests(r: Reader, drawing: Drawing, printed: Sequence[str]) -> None:
    """Write the space of each chest token on the board (SETUP-10)."""
    given, supply = r.given, int(r.box.chests)
    possible = sorted(spaces_with(printed, CHEST), key=left_to_right)
    tokens = drawing.chests
    if given.chests is None and not given.has_map:
        tokens = dict.fromkeys(possible[:supply])
    numbers = [number for number in tokens.values() if number is not None]
    free = [number for number in range(supply) if number not in numbers]
    place = ("chests",) if given.chests else ("board",)
    for space in tokens.keys() - set(possible):
        raise fault(place, f"{said(space)} is no chest space")
    if len(tokens) > supply or len(numbers) + len(free) != supply:
        raise fault(place, f"there are {supply} chest tokens, each of them once")
    r.p.chest_space = -1
    for space in sorted(tokens, key=left_to_right):
        number = tokens[space]
        r.p.chest_space[free.pop(0) if number is None else number] = space


# -- the map -----------------------------------------------------------------------


def _read_map(r: Reader, grid: Sequence[Sequence[str]]) -> Drawing:
    """Read the words of the map."""
    drawing = Drawing()
    if len(grid) != r.p.rows:
        raise fault(("board",), f"the map has {len(grid)} rows, not {r.p.rows}")
    for n, row in enumerate(grid):
        if len(row) != r.p.open_columns:
            reason = f"the row has {len(row)} spaces, but {r.p.open_columns} columns are face up"
            raise fault(("board", n), reason)
        for column, word in enumerate(row):
            if reason := _read_word(r, drawing, word, n * L.COLUMNS + column):
                raise fault(("board", n, f"column {column}"), reason)
    return drawing


def _read_word(r: Reader, drawing: Drawing, word: str, space: int) -> str:
    """Read what a word says of a space; return what is wrong with it, else nothing."""
    found = _WORD.fullmatch(word)
    if not found:
        return f"{word!r} is no word of a map, such as '.', '~#', 'C$', ':e2' or '@0'"
    ground, brown, token, mark, seats = found.groups()
    if ground and ground != PLAIN:
        drawing.ground[space] = ground
    if brown:
        if ground not in GROUNDS.values():
            return "a brown block lies on lava, magma or soul sand alone"
        drawing.brown.add(space)
    if token:
        drawing.chests[space] = int(token[1:]) if token[1:] else None
    if mark:
        if mark not in r.lexicon.marks:
            return f"there is no mob {mark!r} in this game"
        if drawing.mobs.setdefault(r.lexicon.marks.index(mark), space) != space:
            return f"{mark!r} stands on the map twice"
    for seat in map(int, seats.split(PLAYER)[1:]):
        if seat >= r.p.players:
            return f"there is no player {seat}: seats are counted from 0"
        if drawing.players.setdefault(seat, space) != space:
            return f"player {seat} stands on the map twice"
    return ""


def draw_map(p: Any, printed: Sequence[str], marks: Sequence[str]) -> list[str]:
    """Return the map of a game, one text a row; ``marks`` are the signs of the pieces."""
    signs: dict[int, str] = {}

    def add(space: int, sign: str) -> None:
        signs[space] = signs.get(space, "") + sign

    for name, sign in (*GROUNDS.items(), ("brown", BROWN)):
        for space, _ in _spaces(printed):
            if int(getattr(p, name)[space // L.COLUMNS]) & bit(space):
                add(space, sign)
    spaces = [int(space) for space in p.chest_space]
    lying = [space for space in spaces if space >= 0]
    in_order = spaces[: len(lying)] == sorted(lying, key=left_to_right)
    for number, space in enumerate(spaces):
        add(space, TOKEN if in_order else f"{TOKEN}{number}")
    for mark, space in zip(marks, p.mob_space, strict=True):
        add(int(space), mark)
    for seat, space in enumerate(p.player_space):
        add(int(space), f"{PLAYER}{seat}")
    grid = [
        [
            signs.get(r * L.COLUMNS + c) or (one if one in _PLACES else PLAIN)
            for c, one in enumerate(row)
        ]
        for r, row in enumerate(printed)
    ]
    widths = [max(len(row[c]) for row in grid) for c in range(len(grid[0]))]
    return [
        " ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in grid
    ]
