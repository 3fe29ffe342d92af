"""Numbers that people type."""

from __future__ import annotations

from typing import Final

#: Greatest number of digits; Python refuses to parse thousands of them.
_DIGITS: Final = 18


def whole_number(text: str) -> int | None:
    """Return the non-negative integer of a text; None if it is none, or too long."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None
