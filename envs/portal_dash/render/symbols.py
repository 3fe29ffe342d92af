"""Letters, signs and terminal colours of the text picture: every colour repeats a letter or sign.

Styles are ANSI codes; ``strip`` removes them where a terminal has no colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from tablemates.envs.portal_dash.reading import BROWN_BLOCK, LAVA, MAGMA, PLAIN, SOUL_SAND
from tablemates.envs.portal_dash.rules.vocabulary import Colour, MobKind

_ESCAPE: Final = re.compile(r"\x1b\[[0-9;]*m")
_WORD: Final = re.compile(r"\s*\S+\s*")

TITLE: Final = "1"
FAINT: Final = "2"
LIT: Final = "1;7"


def _on(ink: int, ground: int, bold: bool = True) -> str:
    """Return a style of two colours of the terminal's 256."""
    return f"{'1;' * bold}38;5;{ink};48;5;{ground}"


class Ground(NamedTuple):
    """A kind of terrain: its sign, as in the parts files, and its style."""

    sign: str
    style: str


GROUND: Final = {
    PLAIN: Ground("·", FAINT),
    LAVA: Ground("~", _on(221, 124, False)),
    MAGMA: Ground("^", _on(231, 130, False)),
    SOUL_SAND: Ground(":", _on(231, 60, False)),
    BROWN_BLOCK: Ground("#", _on(180, 58, False)),
}
FACE_DOWN: Final = Ground("░", FAINT)

PLAYER_LETTERS: Final = ("P", "B", "Y", "G")
PLAYER_STYLES: Final = (_on(16, 212), _on(231, 27), _on(16, 220), _on(16, 35))

MOB_CODES: Final = {
    MobKind.MAGMA_CUBE: "Mc",
    MobKind.GHAST: "Gh",
    MobKind.ENDERMAN: "En",
    MobKind.HOGLIN: "Ho",
    MobKind.BLAZE: "Bl",
    MobKind.WITHER_SKELETON: "Ws",
    MobKind.WILDFIRE: "WF",
    MobKind.ANCIENT_HOGLIN: "AH",
}
MOB_STYLE: Final = _on(231, 53)

BLOCK_CODES: Final = {
    Colour.RED: "Re",
    Colour.GRAY: "Gy",
    Colour.GOLD: "Go",
    Colour.BROWN: "Br",
    Colour.BLACK: "Bk",
}
BLOCK_STYLES: Final = {
    Colour.RED: _on(231, 160, False),
    Colour.GRAY: _on(16, 248, False),
    Colour.GOLD: _on(16, 220, False),
    Colour.BROWN: _on(231, 94, False),
    Colour.BLACK: _on(231, 234, False),
}

HEART: Final = "♥"
NO_HEART: Final = "·"
HEART_STYLE: Final = "38;5;203"


def paint(text: str, style: str) -> str:
    """Return text in a style; what follows it has none."""
    return f"\x1b[{style}m{text}\x1b[0m" if text else ""


def strip(text: str) -> str:
    """Return text without its styles."""
    return _ESCAPE.sub("", text)


def width_of(text: str) -> int:
    """Return how many columns of a terminal text takes."""
    return len(strip(text))


def flow(pieces: Iterable[str], width: int, gap: str = "   ") -> list[str]:
    """Return lines of pieces side by side, broken between two of them where a line is full."""
    lines: list[str] = []
    for piece in pieces:
        if lines and width_of(lines[-1]) + len(gap) + width_of(piece) <= width:
            lines[-1] += gap + piece
        else:
            lines.append(piece)
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """Return lines of text, broken between words."""
    if width_of(text) <= width:
        return [text]
    lines = [""]
    for word in _WORD.findall(text):
        if lines[-1] and width_of(lines[-1]) + width_of(word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return lines
