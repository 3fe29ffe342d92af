"""Pages with generated sections, Markdown tables and Jinja templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"

#: The text of a section or file.
Text = Callable[[], str]

_JINJA: Final = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=False,
)


def render(template: str, **values: object) -> str:
    """Return a template of ``docs/generators/templates`` filled with values."""
    return _JINJA.get_template(template).render(values, table=table).strip()


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [list(heads), ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("\n", " ").replace("|", r"\|")


def with_section(text: str, name: str, content: str) -> str:
    """Return a page in which one generated section is replaced.

    Raises:
        ValueError: The page does not have the section exactly once.
    """
    begin, end = f"<!-- begin: {name} -->\n", f"<!-- end: {name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    text, count = pattern.subn(lambda _: f"{begin}\n{content}\n\n{end}", text)
    if count != 1:
        raise ValueError(f"expected {begin.strip()} and {end} once, found {count}")
    return text


def sections_in(text: str) -> list[str]:
    """Return the names of a page's generated sections."""
    return re.findall(r"^<!-- begin: ([\w-]+) -->$", text, re.MULTILINE)


def pages(sections: Mapping[str, Mapping[str, Text]], files: Mapping[str, Text]) -> dict[Path, str]:
    """Return the text of all generated files.

    Args:
        sections: By page, then by name; paths are relative to the repository.
        files: Files that are generated as a whole.

    Raises:
        ValueError: The sections of a page are not those that are generated.
    """
    made = {ROOT / name: text() for name, text in files.items()}
    for name, parts in sections.items():
        page = (ROOT / name).read_text(encoding="utf-8")
        if set(sections_in(page)) != set(parts):
            raise ValueError(f"{name} has sections {sections_in(page)}, generated: {list(parts)}")
        for section, text in parts.items():
            page = with_section(page, section, text())
        made[ROOT / name] = page
    return made
