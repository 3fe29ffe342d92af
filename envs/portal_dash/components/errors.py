"""The one error of the parts."""

from __future__ import annotations

from typing import Final

#: Characters of a message: what is wrong may be a list of a million words.
_LONGEST: Final = 500


class ComponentsError(ValueError):
    """Parts or a level are wrong; the message says what and where in one sentence.

    Args:
        sentence: The message; the end of a very long one is left out.
    """

    def __init__(self, sentence: str) -> None:
        long = len(sentence) > _LONGEST
        super().__init__(f"{sentence[:_LONGEST]}..." if long else sentence)
