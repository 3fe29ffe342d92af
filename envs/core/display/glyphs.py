"""Signs in several colours, drawn in layers, from a game's ``glyphs.yaml``.

A layer is what it is filled with, its path in a square of 24 units, its edge and the edge's width;
``"ink"`` is a colour that the drawing gives, ``""`` none. An edge that is not given is dark
and thin: it parts the sign from any ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import INK, element, moved, path, text, width_of
from tablemates.envs.core.files.documents import read_document

UNIT: Final = 24
#: The edge of signs, and letters on light things that stay light in the dark.
EDGE: Final = "#2b2622"
_LINE: Final = 1.2
_NUMBER: Final = 0.88  # letters between signs, to their size
#: Signs that more than one game has.
_SHARED: Final = Path(__file__).with_name("glyphs.yaml")


class Glyphs(Signs):
    """The signs of one game by the words that they stand for.

    Args:
        path: A document with lists of layers by word.
    """

    def __init__(self, path: Path) -> None:
        self._layers: dict[str, Any] = {
            str(word): layers
            for file in (_SHARED, path)
            for word, layers in read_document(file).values.items()
        }
        # Pictures, one a decision, draw the same few signs again and again.
        self._kept = lru_cache(maxsize=2**12)(self._made)
        self._drawn = lru_cache(maxsize=2**13)(self._placed)
        self._found = lru_cache(maxsize=2**12)(self._last_known)

    def known(self, words: str, else_: str = "") -> str:
        """Return the last word that has a sign, such as the sword of an iron sword."""
        return self._found(words) or else_

    def draw(self, words: str, x: float, y: float, size: float, ink: str = EDGE) -> str:
        """Return the sign of the last known word, its upper left corner at a place; or nothing."""
        return self._drawn(words, x, y, size, ink)

    def titled(self, words: str, x: float, y: float, size: float, ink: str = EDGE) -> str:
        """Return the sign with its words, which a pointer that rests on it shows."""
        return element("g", element("title", escape(words)) + self.draw(words, x, y, size, ink))

    def row(self, signs: Sequence[str], x: float, y: float, size: float, room: float = 999) -> str:
        """Return signs side by side, closer where there is little room; what is no sign is text."""
        letters = _NUMBER * size
        widths = [
            1.5 + (size if self.known(one) else width_of(one, letters, True)) for one in signs
        ]
        scale = min(1.0, room / max(1.0, sum(widths)))
        shapes = []
        for one, wide in zip(signs, widths, strict=True):
            known = self.draw(one, x, y, size, INK)
            shapes.append(known or text(x, y + 0.85 * size, one, letters, INK, True))
            x += wide * scale
        return "".join(shapes)

    def _last_known(self, words: str) -> str:
        return next((one for one in reversed(words.lower().split()) if one in self._layers), "")

    def _placed(self, words: str, x: float, y: float, size: float, ink: str) -> str:
        word = self.known(words)
        return moved(x, y, [self._kept(word, ink)], size / UNIT) if word else ""

    def _made(self, word: str, ink: str) -> str:
        return "".join(_layer(ink, *layer) for layer in self._layers[word])


def _layer(ink: str, fill: str, commands: str, edge: str = EDGE, line: float = _LINE) -> str:
    colours = [ink if one == "ink" else one for one in (fill, edge)]
    drawn = (colours[1], line, True) if edge else (None, None, False)
    return path(commands, colours[0] or "none", *drawn)
