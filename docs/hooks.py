"""MkDocs hooks for what pages refer to outside the folder ``docs``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from tools.package_tree import make_tree

_ROOT: Final = Path(__file__).resolve().parents[1]
#: Pages whose text is a file of the repository.
_FILES: Final = {"changelog.md": "CHANGELOG.md"}
#: Pages with which the part about a game begins.
_FIRST: Final = ("how_to_play.md", "rules.md")


def on_startup(**_: Any) -> None:
    """Make the folder in which the API pages find the package."""
    make_tree()


def on_config(config: Any) -> Any:
    """Put the pages of each registered game into the navigation."""
    from tablemates.envs.registry import GAMES, find_game  # in the folder that has been made

    games = [{find_game(key).title: _pages_of(key)} for key in GAMES]
    place = config.nav.index("GAMES")
    config.nav[place : place + 1] = games
    return config


def _pages_of(game: str) -> list[str]:
    """Return the pages of a game, those that every game has first."""
    files = sorted((_ROOT / "docs" / game).glob("*.md"))
    first = [file for name in _FIRST for file in files if file.name == name]
    return [f"{game}/{file.name}" for file in dict.fromkeys([*first, *files])]


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page's text for the site, where links to source files have no target."""
    if source := _FILES.get(page.file.src_uri):
        markdown = (_ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
    if page.file.src_uri.startswith("notes/"):
        return markdown
    up = page.file.src_uri.count("/") + 1  # so many folders up lies the repository
    return re.sub(rf"\[([^\]]+)\]\((?:\.\./){{{up},}}[^)]*\)", r"\1", markdown)
