"""The index of the rules: text, ruling, code and tests of each rule id.

Code is indexed by a comment at the end of a line, ``if hits >= life:  # FIGHT-04``, and a
test by its marker ``@pytest.mark.rule("FIGHT-04")``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from docs.generators.pages import ROOT, Text, render
from tablemates.envs.portal_dash.rulebook import Rulebook, load_rulebook

#: Files that implement rules, and those that test them.
CODE: Final = (
    "envs/portal_dash/rules/*.py",
    "envs/portal_dash/components/loader.py",
    "envs/portal_dash/components/standard/*.yaml",
)
TESTS: Final = ("tests/rules/test_*.py",)

_ID: Final = r"[A-Z]{3,}-(?:\d\d?|C)\b"
_COMMENT: Final = re.compile(rf"^.*\S.* # ({_ID}(?: {_ID})*)(?:: .*)?$")
_DEF: Final = re.compile(r"^\s*def (\w+)")
_MARKER: Final = re.compile(r"^@pytest\.mark\.rule\((.*?)\)$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Mark:
    """A line that implements a rule.

    Attributes:
        rule: The rule's id.
        file: Path relative to the repository root, with ``/``.
        line: Line number, from 1.
        function: Name of the enclosing function, empty at module level.
    """

    rule: str
    file: str
    line: int
    function: str = ""

    @property
    def name(self) -> str:
        """The module and function, or the file name at module level."""
        path = Path(self.file)
        return f"{path.stem}.{self.function}" if self.function else path.name


@dataclass(frozen=True)
class RuleTest:
    """A test of a rule.

    Attributes:
        rule: The rule's id.
        file: Path relative to the repository root, with ``/``.
        name: Name of the test function.
    """

    rule: str
    file: str
    name: str


def find_marks(root: Path = ROOT) -> list[Mark]:
    """Return the marks of all files that implement rules."""
    return [mark for file, text in _files(root, CODE) for mark in read_marks(file, text)]


def find_tests(root: Path = ROOT) -> list[RuleTest]:
    """Return the tests of the rules, one entry for each rule of a test."""
    return [test for file, text in _files(root, TESTS) for test in read_tests(file, text)]


def _files(root: Path, patterns: Iterable[str]) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def read_marks(file: str, source: str) -> Iterator[Mark]:
    """Yield the marks of one file."""
    function = ""
    for number, line in enumerate(source.splitlines(), 1):
        if found := _DEF.match(line):
            function = found[1]
        elif line[:1].strip() and not line.startswith((")", "#", "@")):
            function = ""
        if found := _COMMENT.match(line):
            for rule in found[1].split():
                yield Mark(rule, file, number, function)


def read_tests(file: str, source: str) -> Iterator[RuleTest]:
    """Yield the tests of one file that carry ``@pytest.mark.rule(...)``."""
    for found in _MARKER.finditer(source):
        name = re.search(r"^def (test_\w+)", source[found.end() :], re.MULTILINE)
        for rule in re.findall(rf'"({_ID})"', found[1]):
            yield RuleTest(rule, file, name[1] if name else "")


def index(book: Rulebook, marks: Iterable[Mark], tests: Iterable[RuleTest]) -> str:
    """Return the tables of all rules with their code and tests."""
    code: dict[str, dict[str, str]] = {}
    tested: dict[str, dict[str, str]] = {}
    for mark in marks:
        code.setdefault(mark.rule, {})[mark.name] = mark.file
    for test in tests:
        tested.setdefault(test.rule, {})[test.name] = test.file
    return render("rules.md", book=book, code=code, tests=tested)


def _rules() -> str:
    return index(load_rulebook(), find_marks(), find_tests())


SECTIONS: Final[dict[str, dict[str, Text]]] = {"docs/rules.md": {"rules": _rules}}
