"""Small drawings in a square of 24 units, and the colours: whatever has one has a sign as well."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from tablemates.envs.core.display.glyphs import Glyphs
from tablemates.envs.core.display.svg import (
    BLANK,
    BORDER,
    MIDDLE,
    PRINT,
    RIGHT,
    circle,
    coarse,
    fine,
    moved,
    path,
    rect,
    text,
)
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.scene import BLOCK_CODES, PLAYER_LETTERS
from tablemates.envs.portal_dash.vocabulary import Colour, MobKind

_UNIT: Final = 24
#: The least block that has letters.
_LETTERS: Final = 21.5
_BIG_LETTERS: Final = 53.0  # read on a phone too


class Paint(NamedTuple):
    """A colour of pieces: its fill, its edge, and ink that can be read on it."""

    fill: str
    edge: str
    ink: str


#: What pictures and terminals show, by the sections of the file.
LOOKS: Final[Any] = read_document(Path(__file__).with_name("looks.yaml")).values
GLYPHS: Final = Glyphs(Path(__file__).with_name("glyphs.yaml"))
PLAYERS: Final = [Paint(*colours) for colours in LOOKS["players"]]
BLOCKS: Final = [Paint(*colours) for colours in LOOKS["blocks"]]
#: The edge of shapes on paper, and what is not yet there.
SHADE: Final = "#9b8f80"
GROUND, GROUND_EDGE, FACE_DOWN = "#e9dfcd", "#cdbfa8", "#4b4256"
_UNSEEN: Final = "#d9d0c2"
#: How much life is left, on light things.
HEARTY: Final = "#a3152f"
#: Pieces and spawners whose letters are read on a phone too.
_BIG, _SIGNPOST = 62.0, 50.0
_MANY: Final = 10  # life whose number leaves no room for the reach
_ROOMY: Final = 44.0  # a mob with all its numbers
MOB: Final = Paint("#efe4d0", "#56407a", PRINT)
BOSS: Final = Paint("#f2d6c9", "#8a2433", PRINT)


def drawn(x: float, y: float, size: float, content: Iterable[str]) -> str:
    """Return what is drawn on the square, at a place and in a size."""
    return moved(x, y, content, size / _UNIT)


def item(kind: int, x: float, y: float, size: float, name: str = "") -> str:
    """Return the sign of a type of item, in the colour of what it is made of."""
    tint = LOOKS["materials"].get(name.lower().split(" ")[0], SHADE)
    return GLYPHS.draw(f"item/{int(kind)}", x, y, size, tint)


def hearts(left: int, full: int) -> list[str]:
    """Return the signs of hearts, the lost ones behind those that are left."""
    return ["icon/hearts"] * left + ["icon/lost"] * (full - left)


def pawn(seat: int, x: float, y: float, size: float) -> str:
    """Return a player's piece with its letter."""
    paint = PLAYERS[seat]
    letter = text(12, 21, PLAYER_LETTERS[seat], 10.5, paint.ink, True, MIDDLE)
    letter = letter if size > _BIG else fine(letter)
    return drawn(x, y, size, [path(LOOKS["pawn"], paint.fill, paint.edge, 1.4), letter])


def block(colour: int, x: float, y: float, size: float) -> str:
    """Return a block with its pattern, and its two letters where it has room.

    A block that shows no face is ``UNSEEN``; a dot stands for one that is ``GONE``.
    """
    if colour == GONE:
        return drawn(x, y, size, [circle(12, 12, 2.4, BORDER)])
    if colour == UNSEEN:
        words = text(12, 16.2, "?", 12, PRINT, False, MIDDLE) if size >= _LETTERS else ""
        return drawn(x, y, size, [rect(0.7, 0.7, 22.6, 22.6, _UNSEEN, SHADE, 1.2, 3.5), words])
    paint, code = BLOCKS[colour], BLOCK_CODES[Colour(colour)]
    words = rect(2.5, 6.5, 19, 11, paint.fill, None, None, 2)
    words += text(12, 16.4, code, 12.5, paint.ink, True, MIDDLE)
    shape = rect(0.7, 0.7, 22.6, 22.6, paint.fill, paint.edge, 1.4, 3.5)
    words = fine(words) if _LETTERS <= size < _BIG_LETTERS else words * (size >= _BIG_LETTERS)
    return drawn(x, y, size, [shape, LOOKS["patterns"][colour], words])


def face(colour: int) -> str:
    """Return a side of a block on the square, with its pattern."""
    if colour in (GONE, UNSEEN):
        return rect(0, 0, _UNIT, _UNIT, _UNSEEN, SHADE, 0.8)
    paint = BLOCKS[colour]
    ground = rect(0, 0, _UNIT, _UNIT, paint.fill, paint.edge, 1)
    return f"{ground}{LOOKS['patterns'][colour]}"


def die(value: str, x: float, y: float, size: float) -> str:
    """Return a die that shows a number or ``?``."""
    words = text(12, 17.9, value, 16.6, PRINT, True, MIDDLE)
    return drawn(x, y, size, [rect(1, 1, 22, 22, "#ffffff", PRINT, 1.4, 5), words])


def site(kind: str, label: str, x: float, y: float, size: float) -> str:
    """Return a chest, an empty chest space, the portal, or a spawner with its number."""
    words = text(12, 16.5, label, 13.4, "#22344d", True, MIDDLE) if label else ""
    return drawn(x, y, size, [*LOOKS["sites"][kind], words if size > _SIGNPOST else fine(words)])


def mob_glyph(kind: int) -> str:
    """Return the sign of a kind of mobs."""
    return GLYPHS.known(f"mob/unknown mob/{word_of(MobKind(kind))}")


def mob(
    kind: int, number: str, life: int, reach: int, to_act: bool, x: float, y: float, size: float
) -> str:
    """Return a mob, or a boss without a number, with its life and how far it reaches.

    Where there is little room its life alone; a warning marks one that is still to act.
    """
    paint, letters = MOB if number else BOSS, max(15, 0.25 * size)
    room = size > _ROOMY
    low = y + size - 0.1 * size
    body = 0.62 * size if room else 0.7 * size
    left = x + (0.06 if room else 0.15) * size
    shapes = [
        rect(x, y, size, size, paint.fill, paint.edge, max(1.4, 0.035 * size), 0.16 * size),
        GLYPHS.draw(mob_glyph(kind), left, y + 0.05 * size, body, SHADE),
    ]
    heart = GLYPHS.draw("icon/hearts", x + 0.07 * size, low - 0.21 * size, 0.24 * size)
    words = text(x + 0.33 * size, low, f"{life}", letters, PRINT, True)
    target = GLYPHS.draw("icon/range", x + 0.55 * size, low - 0.21 * size, 0.24 * size, PRINT)
    target += text(x + 0.98 * size - 2, low, f"{reach}", letters, PRINT, True, RIGHT)
    badge = circle(x + 0.83 * size, y + 0.2 * size, 0.14 * size, paint.edge)
    base = y + 0.2 * size + 0.36 * letters
    badge += text(x + 0.83 * size, base, number, letters, BLANK, True, MIDDLE)
    if room:
        shapes += [fine(heart + words + target * (life < _MANY)), fine(badge) if number else ""]
        shapes.append(
            coarse(text(x + size - 3, y + size - 4, f"{life}", 27.6, HEARTY, True, RIGHT))
        )
    else:
        side = 0.45 * size
        at = x + size - side, y + size - side
        corner = rect(*at, side, side, paint.fill, None, None, 2)
        corner += text(x + size - 1.5, y + size - 1.5, f"{life}", letters, HEARTY, True, RIGHT)
        shapes.append(fine(corner))
    if to_act:
        # Below the number, or in its place: above the mob it would cover the column's.
        below = 0.37 if room else 0.04
        shapes.append(GLYPHS.draw("icon/act", x + 0.68 * size, y + below * size, 0.3 * size))
    return "".join(shapes)


def token(kind: int, number: str, first: bool, size: float) -> str:
    """Return a mob of the line; the first one has a thick edge."""
    return (
        rect(0, 0, size, size, MOB.fill, MOB.edge, 3 if first else 1.2, 6)
        + GLYPHS.draw(mob_glyph(kind), 2, 2, size * 0.72, SHADE)
        + fine(
            circle(size - 8, size - 8, 9, MOB.edge)
            + text(size - 8, size - 2.6, number, 15, BLANK, True, MIDDLE)
        )
    )
