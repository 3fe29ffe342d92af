"""The README: what stands between its marks is made from what was measured."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from docs.generators import performance, results

_DOCS: Final = Path(__file__).resolve().parents[1]
_README: Final = "../README.md"


def pages() -> dict[str, str]:
    """Return the README with its sections of figures."""
    text = (_DOCS / _README).read_text(encoding="utf-8")
    text = with_section(text, "speed", performance.readme_section())
    text = with_section(text, "results", results.readme_section())
    return {_README: text}


def with_section(text: str, name: str, lines: Sequence[str]) -> str:
    """Return a text in which the lines between two marks are new.

    Args:
        text: With ``<!-- name: begin -->`` and ``<!-- name: end -->``, a line each.
        name: Of the marks.
        lines: Those that stand between them afterwards.

    Raises:
        ValueError: The marks are not there, once each.
    """
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    new = begin + "\n".join(lines) + end
    inside = re.escape(begin) + ".*" + re.escape(end)
    text, found = re.subn(inside, lambda _match: new, text, flags=re.DOTALL)
    if found != 1:
        raise ValueError(f"README.md: no section between {begin!r} and {end!r}")
    return text
