"""Index of the rules: which lines of code implement a rule, and which tests cover it.

A line is indexed by the comment at its end, which begins with rule ids::

    if hits >= life:  # FIGHT-04
    words[r] = lava  # MOB-05 MOB-15: a note for the reader

A test is indexed by its marker ``@pytest.mark.rule("FIGHT-04")``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
#: Files in which rules stand, and those of their tests.
CODE: Final = (
    "envs/portal_dash/rules/*.py",
    "envs/portal_dash/components/levels.py",
    "envs/portal_dash/components/standard/*.yaml",
)
TESTS: Final = "tests/rules/test_*.py"

_ID: Final = r"[A-Z]{3,}-(?:\d\d?|C)\b"
_COMMENT: Final = re.compile(rf"# ({_ID}(?: {_ID})*)(?::|$)")


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
    return [mark for file in _files(root, *CODE) for mark in read_marks(file, _read(root, file))]


def find_tests(root: Path = ROOT) -> list[RuleTest]:
    """Return the tests of the rules, one entry for each rule of a test."""
    return [test for file in _files(root, TESTS) for test in read_tests(file, _read(root, file))]


def _files(root: Path, *patterns: str) -> list[str]:
    found = (path for pattern in patterns for path in sorted(root.glob(pattern)))
    return [path.relative_to(root).as_posix() for path in found]


def _read(root: Path, file: str) -> str:
    return (root / file).read_text(encoding="utf-8")


def read_marks(file: str, source: str) -> Iterator[Mark]:
    """Yield the marks of one file.

    Args:
        file: Its path.
        source: Its text.
    """
    functions = _functions(source) if file.endswith(".py") else {}
    for line, comment in _comments(file, source):
        if found := _COMMENT.match(comment):
            for rule in found[1].split():
                yield Mark(rule, file, line, functions.get(line, ""))


def _comments(file: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments that follow code or values on the same line."""
    if file.endswith(".py"):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip():
                yield token.start[0], token.string
        return
    for line, text in enumerate(source.splitlines(), 1):
        code, sign, comment = text.partition(" # ")
        if sign and code.strip():
            yield line, f"# {comment}".rstrip()


def _functions(source: str) -> dict[int, str]:
    """Return the name of the enclosing function by line."""
    return {
        line: node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def read_tests(file: str, source: str) -> Iterator[RuleTest]:
    """Yield the tests of one file that carry ``@pytest.mark.rule(...)``.

    Args:
        file: Its path.
        source: Its text.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if (
                isinstance(decorator, ast.Call)
                and ast.unparse(decorator.func) == "pytest.mark.rule"
            ):
                for argument in decorator.args:
                    yield RuleTest(str(ast.literal_eval(argument)), file, node.name)
