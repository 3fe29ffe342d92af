"""Contract of a game with the table's page: zones, clocks, and ids of the things on them.

A zone is a drawing of one part of the table. In it ``data-action`` marks what a legal action
points at, ``data-piece`` a thing that moves, with the place where it lies as ``data-at``, and
``data-spot`` such a place; ``data-token`` is one of several things that are alike and told of by
number; ``data-about`` says what a thing is. Ids of pieces are unique in a picture; several of one
kind are told apart by what follows the last dot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from tablemates.envs.core.display.svg import PAPER, document, element, rect

#: What a zone is: the main one, what all share, or what a seat has (in the order of seats).
Role = Literal["board", "shared", "seat"]


class Zone(NamedTuple):
    """A drawing of a part of the table."""

    name: str  # unique in a game and always there, such as ``"cube"``
    role: Role  # see ``Role``; the page knows no other difference between zones
    title: str  # as people call it
    svg: str  # the drawing; its size stays the same over a game


class Clock(NamedTuple):
    """Something that runs out, or that must be filled."""

    label: str  # as people call it
    value: int  # how much is left, or there
    most: int  # where it began, or must come to
    alarm: int = 0  # 1: close, 2: critical; else 0
    words: str = ""  # the value in words; empty: the number


def zone(name: str, role: Role, title: str, width: int, height: int, shapes: Iterable[str]) -> Zone:
    """Return a zone drawn on paper."""
    content = [rect(0, 0, width, height, PAPER), *shapes]
    return Zone(name, role, title, document(width, height, title, content))


def piece(name: str, at: str, shape: str) -> str:
    """Return the drawing of a piece that lies at a spot."""
    return element("g", shape, data_piece=name, data_at=at)


def token(name: str, shape: str) -> str:
    """Return the drawing of one of several things that are alike, which are told of by number.

    What follows an ``@`` in its name tells it apart, first by the spot where it lies; one that is
    gone from there and one that has come elsewhere are drawn as one that moves.
    """
    return element("g", shape, data_token=name)


def spot(name: str, shape: str) -> str:
    """Return the drawing of a place for pieces."""
    return element("g", shape, data_spot=name)


def about(words: str, shape: str) -> str:
    """Return a drawing that answers pointer, finger and focus.

    Args:
        words: A sentence that names it, then its numbers and its rule.
        shape: The drawing.
    """
    return element("g", shape, data_about=words) if shape else ""
