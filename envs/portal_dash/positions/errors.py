"""The one error of positions."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.envs.core.documents import Place, nearest
from tablemates.envs.core.errors import FormatError


class PositionError(FormatError):
    """A position is none; the message says where and why in one sentence.

    Attributes:
        column: Of the board, if what is printed on the tile there is why; else None.
    """

    column: int | None = None


def fault(place: Place, reason: str, column: int | None = None) -> PositionError:
    """Return the error that names a place of the position and the reason.

    Args:
        place: Where.
        reason: Why.
        column: Of the board, if it is because of what is printed on the tile there.
    """
    where = ".".join(map(str, place))
    error = PositionError(f"position, {where}: {reason}" if where else f"position: {reason}")
    error.column = column
    return error


def pick(known: Sequence[str], word: str, place: Place, what: str) -> int:
    """Return the number of a word.

    Args:
        known: The words by number.
        word: One of them.
        place: Where it stands.
        what: What the words are, such as ``"item"``.

    Raises:
        PositionError: The word is unknown; the message names the nearest one.
    """
    if word not in known:
        raise fault(place, f"unknown {what} {word!r}{nearest(word, known)}")
    return known.index(word)
