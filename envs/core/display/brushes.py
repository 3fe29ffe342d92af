"""Signs of what is printed on parts, drawn as the game draws them: one's own box is painted so."""

from __future__ import annotations

from typing import NamedTuple

from tablemates.envs.core.display.svg import document

_SIZE = 24


class Brush(NamedTuple):
    """A sign of the parts: a letter, what it stands for, and a drawing."""

    sign: str
    words: str
    svg: str


class Palette(NamedTuple):
    """The brushes for values of some sections of the parts that are made of their signs."""

    sections: tuple[str, ...]  # first keys of places
    brushes: list[Brush]
    several: bool = False  # a text is one face with any number of signs, else a space for each


def brush(sign: str, words: str, shape: str) -> Brush:
    """Return a brush; its drawing is on a square of 24."""
    return Brush(sign, words, document(_SIZE, _SIZE, words, [shape]))
