"""Small drawings that every game's zones are made of: numbers on a ground, shadows, pawns."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.display.svg import (
    BLANK,
    INK,
    MIDDLE,
    PRINT,
    circle,
    element,
    fine,
    ink_on,
    rect,
    text,
    width_of,
)

#: Letters that are read on every screen; smaller ones of a board have to be ``fine``.
BIG, SMALL = 28, 15
#: Under things whose edges are dark, in every light.
GROUND: Final = "#f4ead6"


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
