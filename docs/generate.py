"""Writes the generated pages: ``python -m docs.generate [--check]``.

Every module in ``docs/generators`` has a function ``pages()`` that returns the
text of each of its pages by its path below ``docs``.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from pathlib import Path

from docs import generators

DOCS = Path(__file__).resolve().parent
_SECTION = ": begin -->"


def all_pages() -> dict[str, str]:
    """Return the text of every generated page by its path below ``docs``.

    Raises:
        ValueError: Two generators claim one page.
    """
    pages: dict[str, str] = {}
    for module in pkgutil.iter_modules(generators.__path__):
        made = importlib.import_module(f"{generators.__name__}.{module.name}").pages()
        made = {name: _marked(name, text, module.name) for name, text in made.items()}
        if twice := pages.keys() & made.keys():
            raise ValueError(f"docs/generators/{module.name}.py: {sorted(twice)} is made elsewhere")
        pages |= made
    return pages


def _marked(name: str, text: str, generator: str) -> str:
    """Return a page that says, to whoever would edit it, what it is made from."""
    if not name.endswith(".md") or _SECTION in text:  # of some pages only sections are made
        return text
    return f"<!-- Made by `make docs` from docs/generators/{generator}: edit that. -->\n\n{text}"


def stale_pages(pages: dict[str, str]) -> list[str]:
    """Return the paths of those pages whose file is missing or differs."""
    return [name for name, text in pages.items() if _on_disk(name) != text]


def _on_disk(name: str) -> str | None:
    path = DOCS / name
    return path.read_text(encoding="utf-8") if path.exists() else None


def main() -> None:
    """Write the pages that have changed, or with ``--check`` name them and fail."""
    parser = argparse.ArgumentParser(prog="python -m docs.generate", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail if a page differs"
    )
    check = parser.parse_args().check
    pages = all_pages()
    stale = stale_pages(pages)
    for name in stale:
        print(f"docs/{name} " + ("is out of date: run `make docs`" if check else "written"))
        if not check:
            (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
            (DOCS / name).write_text(pages[name], encoding="utf-8")
    if check and stale:
        raise SystemExit(1)
    if not stale:
        print(f"{len(pages)} pages are up to date")


if __name__ == "__main__":
    main()
