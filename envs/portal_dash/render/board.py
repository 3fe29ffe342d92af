"""The board in text: spaces of five columns by two lines, so that they look square.

::

        0    1    2            upper line: pieces      Mc2  magma cube 2,  PB  pink and blue
      ┌─────┬──────────        lower line: ground      ~ lava  ^ magma  : soul sand  # brown block
    0 │ Mc2 │~~~~~     │       (2) spawner   [$] chest   [ ] empty chest space   <O> portal
      │  ·  │~~~~~ (2) │       >   < a space that may be chosen now
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.reading import (
    PLAIN,
    chest_spaces,
    portal_space,
    row_and_column,
    spawner_spaces,
    terrain_at,
)
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import MobKind

CELL: Final = 5
_LABEL: Final = 4  # columns left of the board


class _Part(NamedTuple):
    """A part of the track: its name and its columns."""

    name: str
    columns: range


def mob_code(p: Public, names: Names, piece: int) -> str:
    """Return the short form of a mob, such as ``Gh2`` or ``WF``."""
    if piece >= L.REGULAR_MOBS:
        return S.MOB_CODES[MobKind(MobKind.WILDFIRE + int(p.boss_kind[piece - L.REGULAR_MOBS]))]
    box = names.box
    return f"{S.MOB_CODES[MobKind(int(box.mob_kind[piece]))]}{box.mob_number[piece]}"


def board_lines(
    p: Public, names: Names, legal: Collection[int], width: int, flat: bool = False
) -> Iterator[str]:
    """Yield the lines of the board, in several bands one below the other if it is wide.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Spaces (``row * 64 + column``) to be marked as choices.
        width: Columns of the terminal.
        flat: Whether a space has one line, the pieces on it or else the ground, and face-down
            parts are only counted.
    """
    parts = _parts(p, names)
    marks = _marks(p, names, parts)
    shown = [part for part in parts if not flat or part.columns.start < p.open_columns]
    for band in _bands(shown, width):
        yield from _band_lines(p, names, band, marks, legal, flat)
    if len(shown) < len(parts):
        words = f"{' ' * _LABEL}To the right, face down: {len(parts) - len(shown)}"
        yield S.paint(words, S.FAINT)


def _parts(p: Public, names: Names) -> list[_Part]:
    box = names.box
    tiles = [names.tiles[tile] if tile >= 0 else "face down" for tile in p.tiles[: p.parts]]
    named = [
        ("start", int(box.start_columns)),
        *((name, int(box.tile_columns)) for name in tiles),
        ("portal" if p.portal_open else "face down", int(box.portal_columns)),
    ]
    parts: list[_Part] = []
    first = 0
    for name, columns in named:
        parts.append(_Part(name, range(first, first + columns)))
        first += columns
    return parts


def _bands(parts: list[_Part], width: int) -> Iterator[list[_Part]]:
    """Yield runs of parts that fit beside each other; a part is never cut."""
    band: list[_Part] = []
    for part in parts:
        needed = _LABEL + sum(CELL * len(one.columns) + 1 for one in (*band, part))
        if band and needed > width:
            yield band
            band = []
        band.append(part)
    yield band


def _marks(p: Public, names: Names, parts: list[_Part]) -> dict[int, str]:
    """Return what is printed on or laid on spaces, three characters each."""
    marks = dict.fromkeys(chest_spaces(p, names.box), "[ ]")
    marks |= {int(space): "[$]" for space in p.chest_space if space >= 0}
    spawners = spawner_spaces(p, names.box)
    for part in parts:
        own = [space for space in spawners if row_and_column(space)[1] in part.columns]
        marks |= {space: f"({n})" for n, space in enumerate(own, start=1)}
    marks[portal_space(p, names.box)] = "<O>"
    return marks


def _band_lines(
    p: Public,
    names: Names,
    band: list[_Part],
    marks: dict[int, str],
    legal: Collection[int],
    flat: bool,
) -> Iterator[str]:
    margin = " " * _LABEL
    widths = [CELL * len(part.columns) for part in band]
    titles = (part.name[:wide].center(wide) for part, wide in zip(band, widths, strict=True))
    yield S.paint(margin + " ".join(titles), S.FAINT)
    numbers = ("".join(f"{c:^{CELL}}" for c in part.columns) for part in band)
    yield S.paint(margin + " ".join(numbers), S.FAINT)
    edges = ["─" * wide for wide in widths]
    yield f"{margin[1:]}┌{'┬'.join(edges)}┐"
    for row in range(p.rows):
        for upper in (True,) if flat else (True, False):
            line = f"{row:2} │" if upper else "   │"
            for part in band:
                for column in part.columns:
                    space = row * L.COLUMNS + column
                    pieces = _pieces(p, names, space) if flat or upper else ""
                    if column >= p.open_columns:
                        line += S.paint(S.FACE_DOWN.sign * CELL, S.FACE_DOWN.style)
                    elif pieces or (upper and not flat):
                        line += _upper(p, space, pieces, flat and space in legal)
                    else:
                        line += _lower(p, space, marks.get(space), space in legal)
                line += "│"
            yield line
    yield f"{margin[1:]}└{'┴'.join(edges)}┘"


def _upper(p: Public, space: int, pieces: str, lit: bool) -> str:
    """Return a line of a space with the pieces on it."""
    if lit:
        right = "<" if S.width_of(pieces) < CELL - 1 else ""
        pieces = S.paint(">", S.LIT) + pieces + S.paint(right, S.LIT)
    room = max(0, CELL - S.width_of(pieces))
    before, after = room // 2, room - room // 2
    terrain = terrain_at(p, space)
    if terrain == PLAIN:
        return " " * before + pieces + " " * after
    sign, style = S.GROUND[terrain]
    return S.paint(sign * before, style) + pieces + S.paint(sign * after, style)


def _lower(p: Public, space: int, mark: str | None, lit: bool) -> str:
    """Return a line of a space with its ground and what is printed there."""
    terrain = terrain_at(p, space)
    sign, style = S.GROUND[terrain]
    fill = " " if terrain == PLAIN else sign
    if terrain == PLAIN and mark is not None:
        style = ""
    cell = (mark or (sign if terrain == PLAIN else sign * CELL)).center(CELL, fill)
    if not lit:
        return S.paint(cell, style) if style else cell
    middle = S.paint(cell[1:-1], style) if style else cell[1:-1]
    both = f"{style};{S.LIT}" if style else S.LIT
    return S.paint(">", both) + middle + S.paint("<", both)


def _pieces(p: Public, names: Names, space: int) -> str:
    mobs = (m for m in range(L.MOBS) if p.mob_space[m] == space)
    players = (seat for seat in range(p.players) if p.player_space[seat] == space)
    return "".join(
        [
            *(S.paint(mob_code(p, names, mob), S.MOB_STYLE) for mob in mobs),
            *(S.paint(S.PLAYER_LETTERS[seat], S.PLAYER_STYLES[seat]) for seat in players),
        ]
    )
