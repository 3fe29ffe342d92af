"""The board in text: spaces of five columns by two lines, so that they look square.

::

        0    1    2            upper line: pieces      Mc2  magma cube 2,  PB  pink and blue
      ┌─────┬──────────        lower line: ground      ~ lava  ^ magma  : soul sand  # brown block
    0 │ Mc2 │~~~~~     │       (2) spawner   [$] chest   [ ] empty chest space   <O> portal
      │  ·  │~~~~~ (2) │       >   < a space that may be chosen now
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from rich.text import Text

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


def mob_code(p: Public, names: Names, piece: int) -> str:
    """Return the short form of a mob, such as ``Gh2`` or ``WF``."""
    if piece >= L.REGULAR_MOBS:
        return S.MOB_CODES[MobKind(MobKind.WILDFIRE + int(p.boss_kind[piece - L.REGULAR_MOBS]))]
    box = names.box
    return f"{S.MOB_CODES[MobKind(int(box.mob_kind[piece]))]}{box.mob_number[piece]}"


def board_lines(
    p: Public, names: Names, legal: Collection[int], width: int, flat: bool = False
) -> Iterator[Text]:
    """Yield the lines of the board, in several bands one below the other if it is wide.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Spaces (``row * 64 + column``) to be marked as choices.
        width: Columns of the terminal.
        flat: Whether a space has one line, the pieces on it or else the ground, and face-down
            parts are only counted.
    """
    marks, parts = _marks(p, names), _parts(p, names)
    shown = [part for part in parts if not flat or part.columns.start < p.open_columns]
    for band in _bands(shown, width):
        yield from _band_lines(p, names, band, marks, legal, flat)
    if len(shown) < len(parts):
        yield S.span(f"{' ' * _LABEL}To the right, face down: {len(parts) - len(shown)}", S.FAINT)


class _Part:
    """A part of the track: its name and its columns."""

    def __init__(self, name: str, first: int, columns: int) -> None:
        self.name = name
        self.columns = range(first, first + columns)


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
        parts.append(_Part(name, first, columns))
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


def _marks(p: Public, names: Names) -> dict[int, str]:
    """Return what is printed on or laid on spaces, three characters each."""
    marks = dict.fromkeys(chest_spaces(p, names.box), "[ ]")
    marks |= {int(space): "[$]" for space in p.chest_space if space >= 0}
    for place_spaces in _spawners_by_part(p, names):
        marks |= {space: f"({n})" for n, space in enumerate(place_spaces, start=1)}
    marks[portal_space(p, names.box)] = "<O>"
    return marks


def _spawners_by_part(p: Public, names: Names) -> Iterator[list[int]]:
    spaces = spawner_spaces(p, names.box)
    for part in _parts(p, names):
        yield [space for space in spaces if row_and_column(space)[1] in part.columns]


def _band_lines(
    p: Public,
    names: Names,
    band: list[_Part],
    marks: dict[int, str],
    legal: Collection[int],
    flat: bool,
) -> Iterator[Text]:
    margin = " " * _LABEL
    yield S.span(margin, S.FAINT) + Text(" ").join(
        S.span(part.name[: CELL * len(part.columns)].center(CELL * len(part.columns)), S.FAINT)
        for part in band
    )
    numbers = ("".join(f"{c:^{CELL}}" for c in part.columns) for part in band)
    yield S.span(margin + " ".join(numbers), S.FAINT)
    edges = ["─" * (CELL * len(part.columns)) for part in band]
    yield Text(f"{margin[1:]}┌{'┬'.join(edges)}┐")
    for row in range(p.rows):
        for upper in (True,) if flat else (True, False):
            line = Text(f"{row:2} │" if upper else "   │")
            for part in band:
                for column in part.columns:
                    space = row * 64 + column
                    lit = space in legal
                    if flat:
                        line.append_text(_flat_cell(p, names, space, marks, lit))
                    else:
                        line.append_text(_cell(p, names, space, upper, marks, lit))
                line.append("│")
            yield line
    yield Text(f"{margin[1:]}└{'┴'.join(edges)}┘")


def _cell(
    p: Public, names: Names, space: int, upper: bool, marks: dict[int, str], lit: bool
) -> Text:
    """Return one line of a space: the pieces above, the ground below."""
    if row_and_column(space)[1] >= p.open_columns:
        return S.span(S.FACE_DOWN.sign * CELL, S.FACE_DOWN.style)
    terrain = terrain_at(p, space)
    ground = S.GROUND[terrain]
    if upper:
        cell = _pieces(p, names, space)
        cell.pad_left((CELL - len(cell)) // 2, _fill(terrain))
        cell.pad_right(CELL - len(cell), _fill(terrain))
    else:
        mark = marks.get(space, ground.sign if terrain == PLAIN else ground.sign * CELL)
        cell = Text(mark.center(CELL, _fill(terrain)))
        if lit:
            cell = Text(f">{cell.plain[1:-1]}<")
    clear = terrain == PLAIN and (upper or space in marks)
    whole = Text("", "" if clear else ground.style).append_text(cell)
    if lit and not upper:
        whole.stylize(S.LIT, 0, 1)
        whole.stylize(S.LIT, CELL - 1, CELL)
    return whole


def _flat_cell(p: Public, names: Names, space: int, marks: dict[int, str], lit: bool) -> Text:
    """Return a space in one line: the pieces on it, or else the ground."""
    pieces = _pieces(p, names, space)
    if not pieces or row_and_column(space)[1] >= p.open_columns:
        return _cell(p, names, space, False, marks, lit)
    if lit:
        pieces = Text.assemble((">", S.LIT), pieces, ("<", S.LIT))[:CELL]
    fill = _fill(terrain_at(p, space))
    pieces.pad_left((CELL - len(pieces)) // 2, fill)
    pieces.pad_right(CELL - len(pieces), fill)
    return pieces


def _fill(terrain: str) -> str:
    return " " if terrain == PLAIN else S.GROUND[terrain].sign


def _pieces(p: Public, names: Names, space: int) -> Text:
    pieces = Text()
    for mob in range(L.MOBS):
        if p.mob_space[mob] == space:
            pieces.append(mob_code(p, names, mob), S.MOB_STYLE)
    for seat in range(p.players):
        if p.player_space[seat] == space:
            pieces.append(S.PLAYER_LETTERS[seat], S.PLAYER_STYLES[seat])
    return pieces
