"""Numbers that people type."""

from __future__ import annotations

from typing import Final

#: Digits of a number at the most: nobody is asked for a longer one, and Python reads none of
#: thousands.
_DIGITS: Final = 18


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is, from 0 on; None where it is none, or far too long."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None
