"""Writes the generated sections, or with ``--check`` fails if one is out of date."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from docs.generators import (
    architecture,
    cards,
    environments,
    interface,
    models,
    positions,
    results,
    rules,
    teammates,
)
from docs.generators.pages import DOCS, ROOT, Text, sections_of
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.evaluation.report.proximities import BOARD
from tablemates.envs.registry import DEFAULT_GAME, GAMES

#: What only one game has stands in a module beside its pages.
_OF_GAMES = [
    import_module(f"docs.{key}.generator")
    for key in GAMES
    if (DOCS / key / "generator.py").exists()
]
_MODULES = (
    *(architecture, environments, interface, models, positions, results, rules, teammates),
    *_OF_GAMES,
)


def all_pages() -> dict[Path, str]:
    """Return the text of every generated file by its path."""
    sections: dict[str, dict[str, Text]] = {}
    for module in _MODULES:
        for page, texts in module.SECTIONS.items():
            sections.setdefault(page, {}).update(texts)
    files = [getattr(module, "FILES", {}) for module in (*_MODULES, cards)]
    made = {ROOT / name: text() for one in files for name, text in one.items()}
    for name, texts in sections.items():
        page = (ROOT / name).read_text(encoding="utf-8")
        there = sections_of(ROOT / name)
        if sorted(there) != sorted(texts):
            raise ValueError(f"{name} has sections {there}, generated: {list(texts)}")
        for section, text in texts.items():
            begin, end = f"<!-- begin: {section} -->\n", f"<!-- end: {section} -->"
            written = f"{begin}\n{text()}\n\n{end}".replace("\\", r"\\")
            page = re.sub(f"(?s){begin}.*?{end}", written, page)
        made[ROOT / name] = page
    return made


def stale(made: dict[Path, str]) -> list[Path]:
    """Return the files whose text on disk differs."""
    return [
        path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text
    ]


class GeneratorsConfig(SettingsModel):
    """All settings of the command."""

    check: bool = False
    """Write nothing, and fail if a section is out of date."""
    results: UserPath | None = None
    """Folder of an evaluation: first take its results over, into the leaderboard of --game, or of
    evaluate.py --benchmark into the board with strangers."""
    game: str = DEFAULT_GAME
    """Whose leaderboard it is."""


COMMAND: Final = Command(
    script="python -m docs.generators",
    settings=GeneratorsConfig,
    purpose="Write the generated sections of the documentation.",
    examples=["--check", "--game {game} --results runs/{game}-v1-board"],
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, run)


def run(asked: GeneratorsConfig) -> int:
    """Write what has changed, or name it, and return the exit code."""
    if asked.results is not None and (asked.results / BOARD).is_file():
        teammates.take_over(asked.results)
    elif asked.results is not None:
        results.take_over(asked.game, asked.results)
    made = all_pages()
    changed = stale(made)
    for path in changed:
        print(f"{path.relative_to(ROOT)} {'is out of date' if asked.check else 'written'}")
        if not asked.check:
            path.write_text(made[path], encoding="utf-8")
    if asked.check and changed:
        print("run `make docs-pages`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
