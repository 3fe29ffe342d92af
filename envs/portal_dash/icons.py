"""Small drawings in a square of 24 units, and the colours: whatever has one has a sign as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablemates.envs.core.canvas import (
    BORDER,
    INK,
    MIDDLE,
    PANEL,
    SOFT,
    circle,
    moved,
    path,
    rect,
    text,
)
from tablemates.envs.core.glyphs import glyph
from tablemates.envs.portal_dash.reading import BROWN_BLOCK, LAVA, MAGMA, SOUL_SAND
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import BlocksFace, Colour, ItemType
from tablemates.envs.portal_dash.scene import BLOCK_CODES, PLAYER_LETTERS

_UNIT: Final = 24
#: The least block that has letters.
_LETTERS: Final = 21.5


class Paint(NamedTuple):
    """A colour of pieces: its fill, its edge, and ink that can be read on it."""

    fill: str
    edge: str
    ink: str


FAINT: Final = "#e9e3d9"
HEART: Final = "#c8324a"
NO_HEART: Final = "#d8cfc3"
GOOD: Final = "#2c7a4b"
STAR: Final = "#7a4fc0"
GROUND, GROUND_EDGE, FACE_DOWN = "#ece3d4", "#d2c5b1", "#d9d4cc"
PLAYERS: Final = (
    Paint("#f08cc0", "#8f2d66", "#3d0d29"),
    Paint("#2f68d4", "#17408f", "#ffffff"),
    Paint("#f5cb3d", "#8a6a00", "#3d2f00"),
    Paint("#4fb879", "#1c5c37", "#06301a"),
)
BLOCKS: Final = (
    Paint("#cf3a3a", "#8c1f1f", "#ffffff"),
    Paint("#b4b8bc", "#7b8186", "#1d2022"),
    Paint("#f2bd2f", "#a57a08", "#3a2a00"),
    Paint("#8b5e3c", "#573719", "#ffffff"),
    Paint("#2f3136", "#0f1012", "#ffffff"),
)
MOB: Final = Paint("#56407a", "#33224f", "#ffffff")
BOSS: Final = Paint("#8a2433", "#55101b", "#ffffff")
ITEM: Final = Paint("#f3eee5", "#cfc4b2", "#4a4038")
_SPAWNER: Final = Paint("#ffffff", "#3f5675", "#22344d")
_LIFE: Final = "#ffb3bd"  # a heart on a dark ground

#: A block's pattern, which tells its colour where colours cannot be told apart; gray has none.
_PATTERNS: Final = (
    path("M3 13L13 3M4 21L21 4M12 21l9-9", "none", BLOCKS[Colour.RED].ink, 1.8),
    "",
    "".join(circle(x, y, 2.1, BLOCKS[Colour.GOLD].ink) for x in (5.5, 18.5) for y in (5.5, 18.5)),
    path("M2 5h20M2 12h20M2 19h20", "none", BLOCKS[Colour.BROWN].ink, 1.8),
    rect(4.5, 4.5, 15, 15, "none", BLOCKS[Colour.BLACK].ink, 1.8),
)
_ITEMS: Final = {
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
_WAVE: Final = "q2.4-3.6 4.8 0t4.8 0 4.8 0 4.8 0"
#: Each kind of ground has a pattern of its own.
GROUNDS: Final = {
    LAVA: [
        rect(0, 0, 24, 24, "#f08a2c"),
        path(f"M2.4 7{_WAVE}M2.4 13{_WAVE}M2.4 19{_WAVE}", "none", "#7d3300", 1.7, True),
    ],
    MAGMA: [
        rect(0, 0, 24, 24, "#7c2a26"),
        path("M2 8l4 3 4-6 4 7 4-5 4 3M2 18l4-3 4 5 4-7 4 5 4-3", "none", "#ffb48a", 1.6, True),
    ],
    SOUL_SAND: [
        rect(0, 0, 24, 24, "#79634f"),
        *(circle(x, y, 1.6, "#f1e6d8") for x in (5, 12, 19) for y in (5, 12, 19)),
    ],
    BROWN_BLOCK: [
        rect(1, 1, 22, 22, BLOCKS[Colour.BROWN].fill, BLOCKS[Colour.BROWN].edge, 1.6, 3),
        path("M2 8.5h20M2 15.5h20M9 2v6.5M15 8.5v7M8 15.5v6.5", "none", "#d9b08c", 1.3),
    ],
}
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
    "spawner": [circle(12, 12, 9.6, _SPAWNER.fill, _SPAWNER.edge, 2.2)],
}


def drawn(x: float, y: float, size: float, content: Iterable[str]) -> str:
    """Return what is drawn on the square, at a place and in a size."""
    return moved(x, y, content, size / _UNIT)


def item(kind: int, x: float, y: float, size: float, ink: str = ITEM.ink) -> str:
    """Return the sign of a type of item."""
    return drawn(x, y, size, [path(_ITEMS[ItemType(kind)], ink)])


def hearts(x: float, y: float, size: float, left: int, full: int) -> str:
    """Return hearts in a row, the lost ones as outlines behind those that are left."""
    kept, lost = path(_HEART, HEART), path(_HEART, "none", SOFT, 1.8)
    pitch = 1.1 * size
    return "".join(drawn(x + n * pitch, y, size, [kept if n < left else lost]) for n in range(full))


def pawn(seat: int, x: float, y: float, size: float) -> str:
    """Return a player's piece with its letter."""
    paint = PLAYERS[seat]
    letter = text(12, 21, PLAYER_LETTERS[seat], 10.5, paint.ink, True, MIDDLE)
    return drawn(x, y, size, [path(_PAWN, paint.fill, paint.edge, 1.4), letter])


def block(colour: int, x: float, y: float, size: float) -> str:
    """Return a block of the cube with its pattern, and its two letters where it has room.

    A block that shows no face is ``UNSEEN``; a dot stands for one that is ``GONE``.
    """
    if colour == GONE:
        return drawn(x, y, size, [circle(12, 12, 2.4, BORDER)])
    if colour == UNSEEN:
        words = text(12, 16.2, "?", 12, SOFT, False, MIDDLE) if size >= _LETTERS else ""
        return drawn(x, y, size, [rect(0.7, 0.7, 22.6, 22.6, FAINT, BORDER, 1.2, 3.5), words])
    paint, code = BLOCKS[colour], BLOCK_CODES[Colour(colour)]
    words = rect(2.5, 6.5, 19, 11, paint.fill, None, None, 2)
    words += text(12, 16.4, code, 12.5, paint.ink, True, MIDDLE)
    shape = rect(0.7, 0.7, 22.6, 22.6, paint.fill, paint.edge, 1.4, 3.5)
    return drawn(x, y, size, [shape, _PATTERNS[colour], words * (size >= _LETTERS)])


def die(value: str, x: float, y: float, size: float) -> str:
    """Return a die that shows a number or ``?``."""
    words = text(12, 16.8, value, 13.5, INK, True, MIDDLE)
    return drawn(x, y, size, [rect(1, 1, 22, 22, "#ffffff", INK, 1.4, 5), words])


def blocks_die(face: int, x: float, y: float, size: float) -> str:
    """Return the blocks die with a colour or ``?`` on top."""
    return die("?", x, y, size) if face == BlocksFace.ANY else block(face, x, y, size)


def site(kind: str, label: str, x: float, y: float, size: float) -> str:
    """Return a chest, an empty chest space, the portal, or a spawner with its number."""
    words = [text(12, 16.4, label, 12.5, _SPAWNER.ink, True, MIDDLE)] if label else []
    return drawn(x, y, size, _SITES[kind] + words)


def mob(name: str, number: str, life: int, reach: int, to_act: bool) -> list[str]:
    """Return a mob by its sign, or a boss without a number: its life, and its reach by an arrow.

    ``!`` marks one that is still to be activated this turn.
    """
    paint, middle = (MOB, 17.0) if number else (BOSS, 7.7)
    heart = moved(2.2, 13.5, [path(_HEART, _LIFE)], 0.28)
    arrow = f"M14.4 {middle:g}h2.6M15.5 {middle - 1.6:g}l1.6 1.6-1.6 1.6"
    shapes = [
        rect(0.6, 0.6, 22.8, 22.8, paint.fill, paint.edge, 1.2, 4.5),
        glyph(name, 2.6, 2.2, 9.6, paint.ink),
        path(arrow, "none", paint.ink, 0.9, True),
        text(18, middle + 2.3, str(reach), 6.6, paint.ink, True, room=5),
        heart,
        text(9.2, 19.3, str(life), 6.6 if life < 10 or not number else 5, paint.ink, True),
    ]
    if number:
        shapes += [
            circle(18.9, 7.4, 3.8, "#ffffff"),
            text(18.9, 9.8, number, 6.6, INK, True, MIDDLE),
        ]
    if to_act:
        shapes += [
            path("M12 -2.4l3.6 6.2h-7.2z", "#ffd84d", "#3a2a00", 0.7),
            text(12, 3, "!", 4.6, "#3a2a00", True, MIDDLE),
        ]
    return shapes


def token(name: str, number: str, first: bool, width: float, height: float) -> str:
    """Return a mob of the line; the first one is darker."""
    fill, middle = MOB.fill if first else "#6f5f8b", height / 2
    return (
        rect(0, 0, width, height, fill, MOB.edge, 1.8 if first else 0.9, 5)
        + glyph(name, 5, middle - 7, 14, MOB.ink)
        + circle(width - 9.5, middle, 6.6, "#ffffff")
        + text(width - 9.5, middle + 4.2, number, 11.6, INK, True, MIDDLE)
    )


def bar(x: float, y: float, width: float, left: int, full: int) -> str:
    """Return the life that a boss has left, piece by piece."""
    shape = rect(x, y, width, 12, NO_HEART, None, None, 3)
    if left:
        shape += rect(x, y, width * left / max(1, full), 12, HEART, None, None, 3)
    for n in range(1, full):
        shape += rect(x + width * n / full - 0.5, y, 1, 12, PANEL)
    return shape
