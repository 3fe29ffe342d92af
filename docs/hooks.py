"""MkDocs hooks for what pages refer to outside the folder ``docs``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from tools.package_tree import make_tree

_ROOT: Final = Path(__file__).resolve().parents[1]
#: Pages whose text is a file of the repository.
_FILES: Final = {"changelog.md": "CHANGELOG.md"}
_OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]*\)")


def on_startup(**_: Any) -> None:
    """Make the folder in which the API pages find the package."""
    make_tree()


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page's text for the site, where links to source files have no target."""
    if source := _FILES.get(page.file.src_uri):
        markdown = (_ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
    if page.file.src_uri.startswith("notes/"):
        return markdown
    return _OUTSIDE.sub(r"\1", markdown)
