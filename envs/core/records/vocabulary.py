"""Base of the enums of a game's vocabulary."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, TypeVar

_Kind = TypeVar("_Kind", bound="EventKind")


class EventKind(IntEnum):
    """Kinds of events or steps: a number, and the names of the numbers that go with each.

    A game's own is written ``MOVED = 3, "seat space"``.
    """

    fields: tuple[str, ...]

    def __new__(cls: type[_Kind], number: int, fields: str = "") -> _Kind:
        """Return a member."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.fields = tuple(fields.split())
        return member


def word_of(member: IntEnum) -> str:
    """Return what files and sentences call a member: its name in lower case."""
    return member.name.lower()


def words_of(members: Iterable[IntEnum]) -> tuple[str, ...]:
    """Return what files and sentences call members, in order."""
    return tuple(map(word_of, members))


def words_in(known: Any) -> tuple[str, ...]:
    """Return the words of an enum, or a tuple of words as it is."""
    return known if isinstance(known, tuple) else words_of(known)


def places_of(names: Iterable[str]) -> Any:
    """Return the indices of named numbers in a row, as a named tuple that compiled code reads."""
    make: Any = namedtuple  # whose names are not literals
    fields = tuple(names)
    return make("Places", fields)(*range(len(fields)))
