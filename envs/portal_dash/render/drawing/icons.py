"""Small drawings: pieces, blocks, hearts, item types, what lies on spaces.

Each is drawn in a square of 24 units; ``moved`` brings it to its place and size.
"""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.canvas import (
    MIDDLE,
    circle,
    element,
    moved,
    number,
    path,
    rect,
    text,
)
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.rules.vocabulary import BlocksFace, Colour, ItemType

#: Units of the square in which an icon is drawn.
UNIT: Final = 24
#: The least block that has letters.
_LETTERS: Final = 21.5

#: A block's pattern, which tells its colour where colours cannot be told apart; gray has none.
PATTERNS: Final = {
    Colour.RED: path("M3 13L13 3M4 21L21 4M12 21l9-9", "none", P.BLOCKS[Colour.RED].ink, 1.8),
    Colour.GRAY: "",
    Colour.GOLD: "".join(
        circle(x, y, 2.1, P.BLOCKS[Colour.GOLD].ink) for x in (5.5, 18.5) for y in (5.5, 18.5)
    ),
    Colour.BROWN: path("M2 5h20M2 12h20M2 19h20", "none", P.BLOCKS[Colour.BROWN].ink, 1.8),
    Colour.BLACK: rect(4.5, 4.5, 15, 15, "none", P.BLOCKS[Colour.BLACK].ink, 1.8),
}

_ITEM_PATHS: Final = {
    ItemType.SWORD: "M21 3l-1 5-8.5 8.5-4-4L16 4zM5.5 11l7.5 7.5-1.5 1.5-3-2-3.5 3.5-2.5-2.5L6 15.5"
    "l-2-3z",
    ItemType.BOW: "M5 2.5c9 .5 16 7.5 16.5 16.5l-2.5 0C18.5 11.5 12.5 5.5 5 5z"
    "M5.5 4l14 14-1.2 1.2-14-14zM3 21l1-5 4.5 4.5z",
    ItemType.BOOTS: "M7 3h7v10l6.5 3.5c.8.4 1 1.5 1 4.5H7z",
    ItemType.LEGGINGS: "M6 3h12l1 18h-5l-2-11-2 11H5z",
    ItemType.ARMOUR: "M8 3l4 2.5L16 3l5.5 3-2 6-2-1V21h-11V11l-2 1-2-6z",
    ItemType.PICKAXE: "M3.5 9.5C8 3 16 3 20.5 9.5c-2-1.5-4.5-2.5-7-2.8V22h-3V6.7"
    "c-2.5.3-5 1.3-7 2.8z",
    ItemType.ENCHANTMENT: "M12 1.5l2.8 7.7 7.7 2.8-7.7 2.8L12 22.5l-2.8-7.7L1.5 12l7.7-2.8z",
}
_HEART: Final = (
    "M12 21C5 15 1.5 11.5 1.5 7.7 1.5 4.5 4 2.5 6.7 2.5c2.2 0 4.2 1.3 5.3 3.5 1.1-2.2 3.1-3.5 "
    "5.3-3.5 2.7 0 5.2 2 5.2 5.2C22.5 11.5 19 15 12 21z"
)
_PAWN: Final = (
    "M12 1.2a5 5 0 0 1 3.3 8.8c4 1.7 6.2 6 6.2 12.8h-19c0-6.8 2.2-11.1 6.2-12.8A5 5 0 0 1 12 1.2z"
)


def _at(x: float, y: float, size: float, content: list[str]) -> str:
    return moved(x, y, content, size / UNIT)


def item_icon(kind: ItemType, x: float, y: float, size: float, ink: str) -> str:
    """Return the sign of a type of item."""
    return _at(x, y, size, [path(_ITEM_PATHS[kind], ink)])


def heart(x: float, y: float, size: float, full: bool = True, fill: str = P.HEART) -> str:
    """Return a heart; a lost one is an outline."""
    if full:
        return _at(x, y, size, [path(_HEART, fill)])
    return _at(x, y, size, [path(_HEART, "none", P.SOFT, 1.8)])


def hearts(x: float, y: float, size: float, left: int, full: int, gap: float = 1.5) -> str:
    """Return hearts in a row, the lost ones behind those that are left."""
    return "".join(heart(x + i * (size + gap), y, size, i < left) for i in range(full))


def pawn(seat: int, x: float, y: float, size: float) -> str:
    """Return a player's piece with its letter."""
    paint = P.PLAYERS[seat]
    letter = text(12, 21, S.PLAYER_LETTERS[seat], 10.5, paint.ink, True, MIDDLE)
    return _at(x, y, size, [path(_PAWN, paint.fill, paint.edge, 1.4), letter])


def block(colour: int, x: float, y: float, size: float) -> str:
    """Return a block of the cube with its pattern, and its two letters where it has room."""
    paint, letters = P.BLOCKS[Colour(colour)], size >= _LETTERS
    plate = rect(2.5, 6.5, 19, 11, paint.fill, None, None, 2)
    words = plate + text(12, 16.4, S.BLOCK_CODES[Colour(colour)], 12.5, paint.ink, True, MIDDLE)
    shape = rect(0.7, 0.7, 22.6, 22.6, paint.fill, paint.edge, 1.4, 3.5)
    return _at(x, y, size, [shape, PATTERNS[Colour(colour)], words * letters])


def die_face(face: int, x: float, y: float, size: float) -> str:
    """Return the blocks die with a colour or ``?`` on top."""
    if face == BlocksFace.ANY:
        words = text(12, 16.4, "?", 12.5, P.INK, True, MIDDLE)
        return _at(x, y, size, [rect(0.7, 0.7, 22.6, 22.6, "#ffffff", P.INK, 1.4, 3.5), words])
    return block(face, x, y, size)


def unseen_block(x: float, y: float, size: float) -> str:
    """Return a block that shows no face."""
    words = text(12, 16.2, "?", 12, P.SOFT, False, MIDDLE) if size >= _LETTERS else ""
    return _at(x, y, size, [rect(0.7, 0.7, 22.6, 22.6, P.FAINT, P.BORDER, 1.2, 3.5), words])


def gone_block(x: float, y: float, size: float) -> str:
    """Return the place of a block that is gone."""
    return _at(x, y, size, [circle(12, 12, 1.8, P.BORDER)])


def number_die(value: str, x: float, y: float, size: float) -> str:
    """Return a die that shows a number."""
    words = text(12, 16.8, value, 13.5, P.INK, True, MIDDLE)
    return _at(x, y, size, [rect(1, 1, 22, 22, "#ffffff", P.INK, 1.4, 5), words])


#: What lies on spaces.
_SITES: Final = {
    "chest": [
        path("M3 10c0-4 2-5.5 4-5.5h10c2 0 4 1.5 4 5.5z", "#d99a2b", "#5b3d0c", 1.4),
        rect(3, 10, 18, 10, "#e8b548", "#5b3d0c", 1.4, 1),
        rect(9.8, 8.4, 4.4, 5.4, "#fff3d1", "#5b3d0c", 1.2, 1),
    ],
    "chest space": [
        rect(3, 5, 18, 15, "none", "#9b8766", 1.6, 2, "3 2.4"),
        path("M9 10l6 6M15 10l-6 6", "none", "#9b8766", 1.6, True),
    ],
    "portal": [
        rect(4, 1.5, 16, 21, "#3a2a5c", "#1d1233", 1.4, 2),
        rect(7.2, 4.7, 9.6, 14.6, "#b79bf0", None, None, 1),
        path("M12 6.5c3 2 3 4 0 5.5s-3 3.5 0 5.5", "none", "#ffffff", 1.8, True),
    ],
    "spawner": [circle(12, 12, 9.6, P.SPAWNER.fill, P.SPAWNER.edge, 2.2)],
}


def site(kind: str, label: str, x: float, y: float, size: float) -> str:
    """Return a chest, an empty chest space, the portal, or a spawner with its number."""
    words = [text(12, 16.4, label, 12.5, P.SPAWNER.ink, True, MIDDLE)] if label else []
    return _at(x, y, size, _SITES[kind] + words)


def choice(action: int, x: float, y: float, width: float, height: float) -> str:
    """Return the mark of something that an action chooses: an outline and four corners.

    The outline carries the action's id as ``data-action``, by which a page makes it clickable.
    """
    arm = min(width, height) * 0.3
    steps = [
        (x, y + arm, f"v{number(-arm)}h{number(arm)}"),
        (x + width - arm, y, f"h{number(arm)}v{number(arm)}"),
        (x + width, y + height - arm, f"v{number(arm)}h{number(-arm)}"),
        (x + arm, y + height, f"h{number(-arm)}v{number(-arm)}"),
    ]
    marks = "".join(f"M{number(left)} {number(top)}{way}" for left, top, way in steps)
    look: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height}
    look |= {"fill": P.CHOICE, "fill_opacity": 0, "stroke": P.CHOICE, "stroke_width": 0.9}
    outline = element("rect", "", **look, data_action=action)
    return outline + path(marks, "none", P.CHOICE, 2.2)
