"""The picture of all tiles and strips, drawn from the standard set's text maps.

Every kind of space has a colour and a shape of its own, so that the picture can
be read without telling colours apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.components.maps import (
    CHEST,
    LAVA,
    MAGMA,
    PLAIN,
    PORTAL,
    SOUL_SAND,
    SPAWNERS,
    BoardPart,
)

_CELL = 26
_GAP = 26
_MARGIN = 20
_HEADING = 20
_TILES_IN_A_ROW = 4

# One drawing for each kind of space, on a square of 26 units.
_DRAWINGS = {
    "plain": '<rect width="26" height="26" fill="#eadfd3" stroke="#bfae9e"/>',
    "lava": (
        '<rect width="26" height="26" fill="#f2932e" stroke="#bfae9e"/>'
        '<path d="M3 9q3.3-5 6.7 0t6.7 0 6.6 0M3 18q3.3-5 6.7 0t6.7 0 6.6 0" '
        'fill="none" stroke="#7c2f00" stroke-width="2"/>'
    ),
    "magma": (
        '<rect width="26" height="26" fill="#8f2a26" stroke="#bfae9e"/>'
        '<path d="M3 9l5 4 4-7 5 8 6-5M3 19l5-4 5 6 4-6 6 4" '
        'fill="none" stroke="#ffc9a8" stroke-width="2"/>'
    ),
    "soul-sand": (
        '<rect width="26" height="26" fill="#6f5a4b" stroke="#bfae9e"/>'
        '<g fill="#f4e9dc"><circle cx="6" cy="7" r="1.8"/><circle cx="13" cy="7" r="1.8"/>'
        '<circle cx="20" cy="7" r="1.8"/><circle cx="9.5" cy="13" r="1.8"/>'
        '<circle cx="16.5" cy="13" r="1.8"/><circle cx="6" cy="19" r="1.8"/>'
        '<circle cx="13" cy="19" r="1.8"/><circle cx="20" cy="19" r="1.8"/></g>'
    ),
    "spawner": '<circle cx="13" cy="13" r="9.5" fill="#ffffff" stroke="#2f4468" stroke-width="2"/>',
    "chest": (
        '<rect x="4.5" y="6.5" width="17" height="13" rx="2" fill="#e3b23c" stroke="#5b4310"'
        ' stroke-width="1.5"/><path d="M4.5 12h17" stroke="#5b4310" stroke-width="1.5"/>'
        '<rect x="11" y="10" width="4" height="5" fill="#5b4310"/>'
    ),
    "portal": (
        '<rect x="6" y="3" width="14" height="20" fill="#c9b2f5" stroke="#3d2a66"'
        ' stroke-width="3"/><ellipse cx="13" cy="13" rx="3" ry="6" fill="#ffffff"/>'
    ),
}
_GROUND = {LAVA: "lava", MAGMA: "magma", SOUL_SAND: "soul-sand"}
_ON_TOP = {CHEST: "chest", PORTAL: "portal", **dict.fromkeys(SPAWNERS, "spawner")}
_LEGEND = (
    (PLAIN, "ordinary space"),
    (LAVA, "lava"),
    (MAGMA, "magma"),
    (SOUL_SAND, "soul sand"),
    (SPAWNERS[0], "spawner"),
    (CHEST, "chest space"),
    (PORTAL, "portal space"),
)


def pages() -> dict[str, str]:
    """Return the picture."""
    return {"tiles.svg": "\n".join(_picture()) + "\n"}


def _picture() -> Iterator[str]:
    parts = load_components()
    board = parts.parts.board
    step_x = board.tile_columns * _CELL + _GAP
    step_y = board.rows * _CELL + _GAP + _HEADING
    rows = -(-len(parts.tiles) // _TILES_IN_A_ROW)
    width = 2 * _MARGIN + _TILES_IN_A_ROW * step_x - _GAP
    height = 2 * _MARGIN + (rows + 1) * step_y - _GAP
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13">'
    )
    yield "<title>The gameboard tiles, the start strip and the portal strip</title>"
    yield "<defs>"
    for name, drawing in _DRAWINGS.items():
        yield f'<g id="{name}">{drawing}</g>'
    yield "</defs>"
    yield f'<rect width="{width}" height="{height}" rx="8" fill="#fffdfa"/>'
    for number, tile in enumerate(parts.tiles):
        row, column = divmod(number, _TILES_IN_A_ROW)
        yield from _part(tile, tile.name, _MARGIN + column * step_x, _MARGIN + row * step_y)
    y = _MARGIN + rows * step_y
    yield from _part(parts.start, "Start strip", _MARGIN, y)
    yield from _part(parts.portal, "Portal strip", _MARGIN + step_x, y)
    for n, (symbol, meaning) in enumerate(_LEGEND):
        right, down = divmod(n, (len(_LEGEND) + 1) // 2)
        x, below = _MARGIN + (2 + right) * step_x, y + _HEADING + down * (_CELL + 8)
        yield from _space(symbol, x, below)
        yield _text(x + _CELL + 8, below + 18, meaning)
    yield "</svg>"


def _part(part: BoardPart, heading: str, x: int, y: int) -> Iterator[str]:
    yield _text(x, y + 13, heading, ' font-weight="bold"')
    for row, symbols in enumerate(part.rows):
        for column, symbol in enumerate(symbols):
            yield from _space(symbol, x + column * _CELL, y + _HEADING + row * _CELL)


def _space(symbol: str, x: int, y: int) -> Iterator[str]:
    yield f'<use href="#{_GROUND.get(symbol, "plain")}" x="{x}" y="{y}"/>'
    if symbol in _ON_TOP:
        yield f'<use href="#{_ON_TOP[symbol]}" x="{x}" y="{y}"/>'
    if symbol in SPAWNERS:
        yield _text(x + _CELL // 2, y + 18, symbol, ' text-anchor="middle"')


def _text(x: int, y: int, text: str, attributes: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="#2b2320"{attributes}>{escape(text)}</text>'
