"""Small drawings that zones of every game are made of: numbers, bars, rings, pawns, mats."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from tablemates.envs.core.display.svg import (
    BLANK,
    BORDER,
    FAINT,
    HEART,
    INK,
    MIDDLE,
    PANEL,
    PRINT,
    Area,
    circle,
    element,
    fine,
    ink_on,
    path,
    rect,
    text,
    width_of,
)

#: Letters that are read on every screen; smaller ones of a board have to be ``fine``.
BIG, SMALL = 28, 15
#: Under things whose edges are dark, in every light.
GROUND: Final = "#f4ead6"
#: Behind the face of a round piece.
LIGHT: Final = "#efe7d8"
_HEALTH, _LOST = "#3f9a5f", "#e3b3a6"


def faded(shape: str, opacity: float = 0.22) -> str:
    """Return the shadow of what is not there."""
    return element("g", shape, opacity=opacity)


def badge(x: float, y: float, words: str, size: float = SMALL, fill: str = PRINT) -> str:
    """Return a number on a ground, its middle at a place."""
    wide = width_of(words, size, True) + 0.6 * size
    ground = rect(x - wide / 2, y - 0.62 * size, wide, 1.24 * size, fill, None, None, 0.4 * size)
    return ground + text(x, y + 0.36 * size, words, size, ink_on(fill), True, MIDDLE)


def times(x: float, y: float, count: int) -> str:
    """Return how many there are, where there is more than one; its middle at a place."""
    return badge(x, y, f"×{count}", SMALL, BLANK) if count > 1 else ""


def empty(area: Area, line: float = 1.4) -> str:
    """Return a place where nothing lies yet."""
    return rect(*area, "none", BORDER, line, 6, "6 5")


def ring(x: float, y: float, radius: float, left: int, most: int, line: float) -> str:
    """Return a ring of which what is left is lit, from the top, clockwise."""
    share, shape = min(1.0, left / max(1, most)), circle(x, y, radius, "none", _LOST, line)
    if share >= 1:
        return circle(x, y, radius, "none", _HEALTH, line)
    if share <= 0:
        return shape
    a = 2 * pi * share
    arc = f"M{x:.1f} {y - radius:.1f}A{radius:.1f} {radius:.1f} 0 {int(share > 0.5)} 1 "
    end = f"{x + radius * sin(a):.1f} {y - radius * cos(a):.1f}"
    return shape + path(arc + end, "none", _HEALTH, line)


def ringed(
    area: Area, fill: str, face: str, left: int, most: int, words: str, awake: bool = True
) -> str:
    """Return a round piece in the ring of its health, with a badge at its lower right.

    Args:
        area: A square.
        fill: Colour of the piece and the badge.
        face: The drawing in its middle, in place.
        left: Health that is left.
        most: Full health.
        words: A letter or a number on the badge.
        awake: Else its face is faint.
    """
    r, corner = area.width / 2, (area.right - 9, area.bottom - 9)
    x, y = area.x + r, area.y + r
    return (
        circle(x, y, r - 1, fill, PRINT, 1.5)
        + circle(x, y, r - 6.5, LIGHT)
        + ring(x, y, r - 4.2, left, most, 4.6)
        + (face if awake else faded(face, 0.35))
        + circle(*corner, 10, fill, PRINT, 1.2)
        + fine(text(corner[0], corner[1] + 5.4, words, SMALL, ink_on(fill), True, MIDDLE))
    )


def notched(x: float, y: float, width: float, left: int, full: int) -> str:
    """Return a bar of what is left, piece by piece."""
    shape = rect(x, y, width, 12, FAINT, None, None, 3)
    if left:
        shape += rect(x, y, width * left / max(1, full), 12, HEART, None, None, 3)
    for n in range(1, full):
        shape += rect(x + width * n / full - 0.5, y, 1, 12, PANEL)
    return shape


def mat(area: Area, name: str, fill: str, active: bool, room: float) -> str:
    """Return the ground of what a seat has, with its name; lit where it is its turn."""
    return (
        rect(*area.inside(1), PANEL, BORDER, 1, 8)
        + rect(area.x, area.y, 8 if active else 3, area.height, fill, None, None, 2)
        + pawn(area.x + 26, area.y + 18, name, fill)
        + text(area.x + 45, area.y + 23, name, 16, INK, True, room=room)
    )


def pawn(x: float, y: float, name: str, fill: str, radius: float = 12) -> str:
    """Return a player's round piece with the letter of its name."""
    size = 1.25 * radius
    letter = fine(text(x, y + 0.36 * size, name[0], size, ink_on(fill), True, MIDDLE))
    return circle(x, y, radius, fill, PRINT, 1.5) + letter


def amount(
    sign: str, x: float, y: float, size: float, words: str, letters: float, ink: str = INK
) -> str:
    """Return a number behind the sign of what it counts.

    Args:
        sign: The drawing of the sign, its upper left corner at the place.
        x: Of the place.
        y: Of the place.
        size: Of the sign.
        words: The number.
        letters: Its font size.
        ink: Its colour.
    """
    return sign + text(x + 1.08 * size, y + size / 2 + 0.36 * letters, words, letters, ink, True)
