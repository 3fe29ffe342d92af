"""Signs of pieces, items and colours, eight by eight pixels each, from a game's ``signs.yaml``.

A sign names its thing for people who do not tell colours apart or read the language.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from tablemates.envs.core.display.svg import element, moved
from tablemates.envs.core.files.documents import read_document

_SIDE: Final = 8


class Signs:
    """The signs of one game by the words that they stand for.

    Args:
        path: A document with eight rows of eight pixels by word, two hexadecimal digits a row;
            None: there are none.
    """

    def __init__(self, path: Path | None) -> None:
        rows = {}.items() if path is None else read_document(path).values.items()
        self._outlines = {str(word): _outline(bytes.fromhex(one)) for word, one in rows}

    def draw(self, words: str, x: float, y: float, size: float, ink: str) -> str:
        """Return the sign of a thing, such as a damaged iron sword, with its name; or nothing.

        The last known word counts; ``x`` and ``y`` are its upper left corner.
        """
        for word in reversed(words.lower().split()):
            if word in self._outlines:
                shape = element("path", d=self._outlines[word], fill=ink)
                return moved(x, y, [element("title", escape(words)), shape], size / _SIDE)
        return ""


#: Of a game that brings none.
NO_SIGNS: Final = Signs(None)


def _outline(rows: bytes) -> str:
    lit = [(x, y) for y, row in enumerate(rows) for x in range(_SIDE) if row << x & 128]
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in lit)
