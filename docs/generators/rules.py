"""The index of the rules: text, ruling, code and tests of each rule id.

Code is indexed by a comment at the end of a line, ``if hits >= life:  # FIGHT-04``, and a
test by its marker ``@pytest.mark.rule("FIGHT-04")``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from docs.generators.pages import ROOT, Text, table
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.registry import GAMES

_ID: Final = r"[A-Z]{2,}-(?:\d\d?|C|[a-z]+)\b"
_COMMENT: Final = re.compile(rf"^.*\S.* # ({_ID}(?: {_ID})*)(?:: .*)?$")
_DEF: Final = re.compile(r"^\s*def (\w+)")
_MARKER: Final = re.compile(r"^@pytest\.mark\.rule\((.*?)\)$", re.MULTILINE | re.DOTALL)


#: Where each rule is implemented or tested: the file by the name of the function or test.
Places = dict[str, dict[str, str]]


def marks_in(game: str) -> Places:
    """Return where a game's rules are implemented: ``module.function``, or the file's name."""
    found: Places = {}
    for file in _files(f"envs/{game}", "*.py", "*.yaml"):
        name = file.name
        for line in file.read_text(encoding="utf-8").splitlines():
            if start := _DEF.match(line):
                name = f"{file.stem}.{start[1]}"
            elif line[:1].strip() and not line.startswith((")", "#", "@")):
                name = file.name
            if ids := _COMMENT.match(line):
                for rule in ids[1].split():
                    found.setdefault(rule, {})[name] = file.relative_to(ROOT).as_posix()
    return found


def tests_in(game: str) -> Places:
    """Return where a game's rules are tested."""
    found: Places = {}
    for file in _files(f"tests/{game}", "test_*.py"):
        source = file.read_text(encoding="utf-8")
        for marker in _MARKER.finditer(source):
            name = re.search(r"^def (test_\w+)", source[marker.end() :], re.MULTILINE)
            for rule in re.findall(rf'"({_ID})"', marker[1]):
                place = file.relative_to(ROOT).as_posix()
                found.setdefault(rule, {})[name[1] if name else ""] = place
    return found


def _files(folder: str, *patterns: str) -> Iterator[Path]:
    return (path for one in patterns for path in sorted((ROOT / folder).rglob(one)))


def index(game: str) -> str:
    """Return the tables of all rules with their code and tests."""
    file: Path = import_module(GAMES[game].game.partition(":")[0]).RULES
    book, marks, tests = read_rulebook(file), marks_in(game), tests_in(game)
    text = f"Version {book.version}."
    for group, title in book.titles.items():
        rows = [
            (
                f'<a id="{name.lower()}"></a>{name}',
                rule.rule,
                rule.ruling or "",
                _links(marks.get(name, {})),
                _links(tests.get(name, {})),
            )
            for name, rule in book.group(group).items()
        ]
        text += f"\n\n## {title}\n\n{table(['id', 'rule', 'ruling', 'code', 'tests'], rows)}"
    return text


def _links(places: Mapping[str, str]) -> str:
    return "<br>".join(f"[`{name}`](../../{file})" for name, file in places.items())


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    f"docs/{key}/rules.md": {"rules": partial(index, key)} for key in GAMES
}
