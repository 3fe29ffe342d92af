"""Small drawings in a square of 24 units, and the colours: whatever has one has a sign as well."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import (
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
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Colour
from tablemates.envs.portal_dash.scene import BLOCK_CODES, PLAYER_LETTERS

_UNIT: Final = 24
#: The least block that has letters.
_LETTERS: Final = 21.5


class Paint(NamedTuple):
    """A colour of pieces: its fill, its edge, and ink that can be read on it."""

    fill: str
    edge: str
    ink: str


#: What pictures and terminals show, by the sections of the file.
LOOKS: Final[Any] = read_document(Path(__file__).with_name("looks.yaml")).values
SIGNS: Final = Signs(Path(__file__).with_name("signs.yaml"))
PLAYERS: Final = [Paint(*colours) for colours in LOOKS["players"]]
BLOCKS: Final = [Paint(*colours) for colours in LOOKS["blocks"]]
FAINT: Final = "#e9e3d9"
HEART: Final = "#c8324a"
NO_HEART: Final = "#d8cfc3"
GOOD: Final = "#2c7a4b"
STAR: Final = "#7a4fc0"
GROUND, GROUND_EDGE, FACE_DOWN = "#ece3d4", "#d2c5b1", "#d9d4cc"
MOB: Final = Paint("#56407a", "#33224f", "#ffffff")
BOSS: Final = Paint("#8a2433", "#55101b", "#ffffff")
ITEM: Final = Paint("#f3eee5", "#cfc4b2", "#4a4038")
_LIFE: Final = "#ffb3bd"  # a heart on a dark ground


def drawn(x: float, y: float, size: float, content: Iterable[str]) -> str:
    """Return what is drawn on the square, at a place and in a size."""
    return moved(x, y, content, size / _UNIT)


def item(kind: int, x: float, y: float, size: float, ink: str = ITEM.ink) -> str:
    """Return the sign of a type of item."""
    return drawn(x, y, size, [path(LOOKS["items"][kind], ink)])


def hearts(x: float, y: float, size: float, left: int, full: int) -> str:
    """Return hearts in a row, the lost ones as outlines behind those that are left."""
    kept = path(LOOKS["heart"], HEART)
    lost = path(LOOKS["heart"], "none", SOFT, 1.8)
    pitch = 1.1 * size
    return "".join(drawn(x + n * pitch, y, size, [kept if n < left else lost]) for n in range(full))


def pawn(seat: int, x: float, y: float, size: float) -> str:
    """Return a player's piece with its letter."""
    paint = PLAYERS[seat]
    letter = text(12, 21, PLAYER_LETTERS[seat], 10.5, paint.ink, True, MIDDLE)
    return drawn(x, y, size, [path(LOOKS["pawn"], paint.fill, paint.edge, 1.4), letter])


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
    return drawn(x, y, size, [shape, LOOKS["patterns"][colour], words * (size >= _LETTERS)])


def die(value: str, x: float, y: float, size: float) -> str:
    """Return a die that shows a number or ``?``."""
    words = text(12, 16.8, value, 13.5, INK, True, MIDDLE)
    return drawn(x, y, size, [rect(1, 1, 22, 22, "#ffffff", INK, 1.4, 5), words])


def site(kind: str, label: str, x: float, y: float, size: float) -> str:
    """Return a chest, an empty chest space, the portal, or a spawner with its number."""
    words = [text(12, 16.4, label, 12.5, "#22344d", True, MIDDLE)] if label else []
    return drawn(x, y, size, LOOKS["sites"][kind] + words)


def mob(name: str, number: str, life: int, reach: int, to_act: bool) -> list[str]:
    """Return a mob by its sign, or a boss without a number: its life, and its reach by an arrow.

    ``!`` marks one that is still to be activated this turn.
    """
    paint, middle = (MOB, 17.0) if number else (BOSS, 7.7)
    heart = moved(2.2, 13.5, [path(LOOKS["heart"], _LIFE)], 0.28)
    arrow = f"M14.4 {middle:g}h2.6M15.5 {middle - 1.6:g}l1.6 1.6-1.6 1.6"
    shapes = [
        rect(0.6, 0.6, 22.8, 22.8, paint.fill, paint.edge, 1.2, 4.5),
        SIGNS.draw(name, 2.6, 2.2, 9.6, paint.ink),
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
        + SIGNS.draw(name, 5, middle - 7, 14, MOB.ink)
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
