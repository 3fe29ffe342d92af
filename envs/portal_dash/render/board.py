"""The board in text: spaces of five columns by two lines, so that they look square.

::

        0    1    2            upper line: pieces      Mc2  magma cube 2,  PB  pink and blue
      ┌─────┬──────────        lower line: ground      ~ lava  ^ magma  : soul sand  # brown block
    0 │ Mc2 │~~~~~     │       (2) spawner   [$] chest   [ ] empty chest space   <O> portal
      │  ·  │~~~~~ (2) │       >   < a space that may be chosen now
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablemates.envs.portal_dash.reading import PLAIN, terrain_at
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.scene import Part, Scene, mob_code
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public

CELL: Final = 5
_LABEL: Final = 4  # columns left of the board
_MARKS: Final = {"chest": "[$]", "chest space": "[ ]", "portal": "<O>"}


def board_lines(scene: Scene, width: int) -> Iterator[str]:
    """Yield the lines of the board, in several bands one below the other if it is wide.

    Args:
        scene: What is shown.
        width: Columns of the terminal.
    """
    sites = scene.sites().items()
    marks = {space: _MARKS.get(kind, f"({number})") for space, (kind, number) in sites}
    pieces = {space: _codes(scene, found) for space, found in scene.pieces().items()}
    for band in _bands(scene.parts, width):
        yield from _band_lines(scene, band, marks, pieces)


def _codes(scene: Scene, pieces: list[int]) -> str:
    return "".join(
        S.paint(mob_code(scene.p, scene.names, piece), S.MOB_STYLE)
        if piece >= 0
        else S.paint(S.PLAYER_LETTERS[-1 - piece], S.PLAYER_STYLES[-1 - piece])
        for piece in pieces
    )


def _bands(parts: list[Part], width: int) -> Iterator[list[Part]]:
    """Yield runs of parts that fit beside each other; a part is never cut."""
    band: list[Part] = []
    for part in parts:
        needed = _LABEL + sum(CELL * len(one.columns) + 1 for one in (*band, part))
        if band and needed > width:
            yield band
            band = []
        band.append(part)
    yield band


def _band_lines(
    scene: Scene, band: list[Part], marks: dict[int, str], pieces: dict[int, str]
) -> Iterator[str]:
    p = scene.p
    margin = " " * _LABEL
    widths = [CELL * len(part.columns) for part in band]
    titles = [part.name if part.open else "face down" for part in band]
    centred = (title[:wide].center(wide) for title, wide in zip(titles, widths, strict=True))
    yield S.paint(margin + " ".join(centred), S.FAINT)
    numbers = ("".join(f"{c:^{CELL}}" for c in part.columns) for part in band)
    yield S.paint(margin + " ".join(numbers), S.FAINT)
    edges = ["─" * wide for wide in widths]
    yield f"{margin[1:]}┌{'┬'.join(edges)}┐"
    for row in range(p.rows):
        for upper in (True, False):
            line = f"{row:2} │" if upper else "   │"
            for part in band:
                for column in part.columns:
                    space = row * L.COLUMNS + column
                    if column >= p.open_columns:
                        line += S.paint(S.FACE_DOWN.sign * CELL, S.FACE_DOWN.style)
                    elif upper:
                        line += _upper(p, space, pieces.get(space, ""))
                    else:
                        line += _lower(p, space, marks.get(space), space in scene.chosen["space"])
                line += "│"
            yield line
    yield f"{margin[1:]}└{'┴'.join(edges)}┘"


def _upper(p: Public, space: int, pieces: str) -> str:
    """Return a line of a space with the pieces on it."""
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
