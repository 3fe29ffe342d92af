"""Own signs of pieces, items and colours, eight by eight pixels each, from ``glyphs.yaml``.

A sign names its thing for people who do not tell colours apart or read the language.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from tablemates.envs.core.canvas import element, moved
from tablemates.envs.core.documents import read_document

_SIDE: Final = 8
_SIGNS: Final = read_document(Path(__file__).with_name("glyphs.yaml")).values


def glyph(words: str, x: float, y: float, size: float, ink: str) -> str:
    """Return the sign of a thing, such as a damaged iron sword, with its name; or nothing.

    The last known word counts; ``x`` and ``y`` are its upper left corner.
    """
    for word in reversed(words.lower().split()):
        if word in _SIGNS:
            shape = element("path", d=_outline(word), fill=ink)
            return moved(x, y, [element("title", escape(words)), shape], size / _SIDE)
    return ""


@lru_cache
def _outline(word: str) -> str:
    rows = bytes.fromhex(_SIGNS[word])
    lit = [(x, y) for y, row in enumerate(rows) for x in range(_SIDE) if row << x & 128]
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in lit)
