"""The face-up board as a text map: one word a space, with everything that lies on it.

::

    .     ~   ^e2  1
    @0@1  $   ~#   .

A word is what is printed, then what lies there, without blanks; a plain space
on which something lies needs no sign of its own:

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
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.components.maps import (
    CHEST,
    LAVA,
    MAGMA,
    PLAIN,
    PORTAL,
    SOUL_SAND,
    SPAWNERS,
)
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.positions.names import BOSS_LETTERS, MOB_LETTERS, Lexicon
from tablemates.envs.portal_dash.rules import limits as L

BROWN: Final = "#"
TOKEN: Final = "$"
PLAYER: Final = "@"
_PLACES = SPAWNERS + CHEST + PORTAL
_WORD: Final = re.compile(
    rf"([{re.escape(PLAIN + LAVA + MAGMA + SOUL_SAND + _PLACES)}])?"
    rf"({BROWN})?(\{TOKEN}[0-{L.CHESTS - 1}]?)?"
    rf"([{MOB_LETTERS}]\d[abc]?|[{BOSS_LETTERS}])?((?:{PLAYER}\d)*)"
)
_GROUNDS: Final = {LAVA: "lava", MAGMA: "magma", SOUL_SAND: "soul_sand"}


@dataclass
class Drawing:
    """What a map says; spaces are ``row * 64 + column``.

    Attributes:
        lava: Spaces by kind of ground, as are `magma` and `soul_sand`.
        brown: Spaces under a brown block.
        chests: Space of each token on the board, and its number if that is given.
        mobs: Space of each piece.
        players: Space of each player.
    """

    lava: set[int] = field(default_factory=set)
    magma: set[int] = field(default_factory=set)
    soul_sand: set[int] = field(default_factory=set)
    brown: set[int] = field(default_factory=set)
    chests: list[tuple[int, int | None]] = field(default_factory=list)
    mobs: dict[int, int] = field(default_factory=dict)
    players: dict[int, int] = field(default_factory=dict)


def printed_rows(lexicon: Lexicon, tiles: Sequence[int], portal: bool) -> list[str]:
    """Return the symbols that are printed on the face-up parts, one word a row.

    Args:
        lexicon: The set of parts.
        tiles: Numbers of the face-up gameboard tiles from the left.
        portal: Whether the portal strip is face up.
    """
    parts = [lexicon.components.start, *(lexicon.components.tiles[tile] for tile in tiles)]
    if portal:
        parts.append(lexicon.components.portal)
    return ["".join(part.rows[row] for part in parts) for row in range(int(lexicon.box.rows))]


def plain_rows(printed: Sequence[str]) -> list[str]:
    """Return the same without obstacles."""
    return ["".join(one if one in _PLACES else PLAIN for one in row) for row in printed]


def map_words(text: str | Sequence[str]) -> list[list[str]]:
    """Return the words of a map, given as one text or as a list of rows."""
    rows = text.strip().splitlines() if isinstance(text, str) else text
    return [row.split() for row in rows]


def read_map(
    grid: Sequence[Sequence[str]],
    printed: Sequence[str],
    marks: Sequence[str],
    players: int,
    place: Place,
) -> Drawing:
    """Read a map.

    Args:
        grid: Its words.
        printed: What the face-up parts show there.
        marks: What stands for each piece.
        players: How many play.
        place: What messages call the map.

    Raises:
        PositionError: The map has another size, a word that means nothing, or
            something twice.
    """
    if len(grid) != len(printed):
        raise fault(place, f"the map has {len(grid)} rows, not {len(printed)}")
    drawing = Drawing()
    for r, row in enumerate(grid):
        if len(row) != len(printed[r]):
            reason = f"the row has {len(row)} spaces, but {len(printed[r])} columns are face up"
            raise fault((*place, r), reason)
        for column, word in enumerate(row):
            at = (*place, r, f"column {column}")
            _read_word(drawing, word, printed[r][column], r * L.COLUMNS + column, at)
            _read_pieces(drawing, word, r * L.COLUMNS + column, marks, players, at)
    return drawing


def _parts_of(word: str, place: Place) -> tuple[str, str, str, str, str]:
    found = _WORD.fullmatch(word)
    if not found or not word:
        raise fault(place, f"{word!r} is no word of a map, such as '.', '~#', 'C$', ':e2' or '@0'")
    ground, brown, token, mob, players = found.groups()
    return ground or PLAIN, brown or "", token or "", mob or "", players


def _read_word(drawing: Drawing, word: str, printed: str, space: int, place: Place) -> None:
    """Note the ground, a brown block and a chest token."""
    ground, brown, token, _, _ = _parts_of(word, place)
    column = space % L.COLUMNS
    if ground in _PLACES and ground != printed:
        raise fault(place, f"{ground!r} is not printed there", column)
    if ground in _GROUNDS:
        if printed in _PLACES:
            raise fault(place, f"an obstacle on {printed!r}: such a space is always plain", column)
        getattr(drawing, _GROUNDS[ground]).add(space)
    elif brown:
        raise fault(place, "a brown block lies on lava, magma or soul sand alone")
    if brown:
        drawing.brown.add(space)
    if token:
        drawing.chests.append((space, int(token[1:]) if token[1:] else None))


def _read_pieces(
    drawing: Drawing, word: str, space: int, marks: Sequence[str], players: int, place: Place
) -> None:
    """Note a mob and players."""
    _, _, _, mob, seats = _parts_of(word, place)
    if mob:
        if mob not in marks:
            raise fault(place, f"there is no mob {mob!r} in this game")
        piece = marks.index(mob)
        if piece in drawing.mobs:
            raise fault(place, f"{mob!r} stands on the map twice")
        drawing.mobs[piece] = space
    for seat in map(int, seats.split(PLAYER)[1:]):
        if seat >= players:
            raise fault(place, f"there is no player {seat}: seats are counted from 0")
        if seat in drawing.players:
            raise fault(place, f"player {seat} stands on the map twice")
        drawing.players[seat] = space


def draw_map(p: Any, printed: Sequence[str], marks: Sequence[str]) -> list[str]:
    """Return the map of a game, one text a row.

    Args:
        p: The public record.
        printed: What is printed on the face-up parts.
        marks: What stands for each piece.
    """
    signs = _signs(p, marks)
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


def _tokens(p: Any) -> dict[int, str]:
    """Return the signs of the chest tokens by space, numbered only if they are out of order."""
    spaces = [int(space) for space in p.chest_space]
    used = [space for space in spaces if space >= 0]
    in_order = spaces[: len(used)] == sorted(used, key=left_to_right)
    return {
        space: TOKEN if in_order else f"{TOKEN}{number}"
        for number, space in enumerate(spaces)
        if space >= 0
    }


def left_to_right(space: int) -> tuple[int, int]:
    """Return a key that sorts spaces as chest tokens are laid (SETUP-10)."""
    return space % L.COLUMNS, space // L.COLUMNS


def _signs(p: Any, marks: Sequence[str]) -> dict[int, str]:
    """Return what is to be seen on each space that is not plain and empty."""
    signs: dict[int, str] = {}
    for sign, words in (*((s, getattr(p, name)) for s, name in _GROUNDS.items()), (BROWN, p.brown)):
        for row, word in enumerate(words):
            left = int(word)
            while left:
                column = (left & -left).bit_length() - 1
                left &= left - 1
                _add(signs, row * L.COLUMNS + column, sign)
    for space, token in _tokens(p).items():
        _add(signs, space, token)
    for mark, space in zip(marks, p.mob_space, strict=True):
        _add(signs, int(space), mark)
    for seat, space in enumerate(p.player_space):
        _add(signs, int(space), f"{PLAYER}{seat}")
    return signs


def _add(signs: dict[int, str], space: int, sign: str) -> None:
    signs[space] = signs.get(space, "") + sign
