"""Pages with generated sections, and Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"

#: The text of a section or file.
Text = Callable[[], str]


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [list(heads), ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("\n", " ").replace("|", r"\|")


def with_section(text: str, name: str, content: str) -> str:
    """Return a page in which one generated section is replaced."""
    begin, end = f"<!-- begin: {name} -->\n", f"<!-- end: {name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    return pattern.sub(lambda _: f"{begin}\n{content}\n\n{end}", text)


def pages(sections: Mapping[str, Mapping[str, Text]], files: Mapping[str, Text]) -> dict[Path, str]:
    """Return the text of all generated files: sections by page and name, and files as a whole."""
    made = {ROOT / name: text() for name, text in files.items()}
    for name, parts in sections.items():
        page = (ROOT / name).read_text(encoding="utf-8")
        there = re.findall(r"^<!-- begin: ([\w-]+) -->$", page, re.MULTILINE)
        if sorted(there) != sorted(parts):
            raise ValueError(f"{name} has sections {there}, generated: {list(parts)}")
        for section, text in parts.items():
            page = with_section(page, section, text())
        made[ROOT / name] = page
    return made
