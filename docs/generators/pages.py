"""Folders of the documentation, and Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"

#: The text of a section or file.
Text = Callable[[], str]


def sections_of(page: Path) -> list[str]:
    """Return the names of the generated sections that a page marks."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^<!-- begin: ([\w-]+) -->$", text, re.MULTILINE)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [list(heads), ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("\n", " ").replace("|", r"\|")
