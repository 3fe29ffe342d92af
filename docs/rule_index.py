"""Where each rule stands in the code, and which tests cover it.

A *mark* is a comment at the end of a line that begins with ids of rules::

    if hits >= life:  # FIGHT-04
    return missing >= 2  # BLOCK-02 off: True
    faces: [1, 2, 3]  # MOB-01 off: faces: [1, 2, 2]
    words[r] = lava  # MOB-05 MOB-15: a note for the reader

The statement on that line is what the rule is, or a part of it that counts:
without it the rule is off. `switched_off` writes the source without it, which
`tests.rules_check` uses to see whether a test of the rule notices. What stands
in its place is

- for ``if``, ``elif`` and ``while``, another test: ``False``, or what follows ``off:``;
- for ``for``, another iterable: nothing, or what follows ``off:``;
- for ``return``, the value that follows ``off:``;
- for an assignment, nothing at all, or the value that follows ``off:``;
- for any other statement, nothing at all, or what follows ``off:``;
- in a YAML file, the values that follow ``off:``, by their keys on that line.

A rule of several clauses has a mark at each; they are switched off one at a
time, since all at once would hide a clause that no test covers.
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
_MARK: Final = re.compile(rf"# ({_ID}(?: {_ID})*)(?: off: (\S.*)|: \S.*)?")
#: A value of YAML: a list or mapping in brackets, or (repeated) any sign of a word.
_VALUE: Final = r"(?:\[[^\]]*\]|\{[^}]*\}|[^\s,}\]#]| (?=\w))"
_PAIR: Final = re.compile(rf"([\w ]+): ({_VALUE}+)(?:, |$)")


class MarkError(ValueError):
    """A mark is wrong; the message says where and why."""


@dataclass(frozen=True)
class Mark:
    """A line that implements a rule.

    Attributes:
        rule: The rule's id.
        file: Path below the root of the repository, with ``/``.
        line: From 1.
        function: Name of the function around it, empty outside of any.
        off: What stands there while the rule is off; None: what the kind of
            statement says.
    """

    rule: str
    file: str
    line: int
    function: str = ""
    off: str | None = None

    def __str__(self) -> str:
        return f"{self.rule} at {self.file}, line {self.line}"


@dataclass(frozen=True)
class RuleTest:
    """A test of a rule.

    Attributes:
        rule: The rule's id.
        file: Path below the root of the repository, with ``/``.
        name: Name of the test function.
    """

    rule: str
    file: str
    name: str


def find_marks(root: Path = ROOT) -> list[Mark]:
    """Return all marks, file by file.

    Raises:
        MarkError: A comment begins like a mark, but is none.
    """
    return [mark for file in _files(root, *CODE) for mark in read_marks(file, _read(root, file))]


def find_tests(root: Path = ROOT) -> list[RuleTest]:
    """Return the tests of the rules, file by file, each once for each of its rules."""
    return [test for file in _files(root, TESTS) for test in read_tests(file, _read(root, file))]


def _files(root: Path, *patterns: str) -> list[str]:
    found = (path for pattern in patterns for path in sorted(root.glob(pattern)))
    return [path.relative_to(root).as_posix() for path in found]


def _read(root: Path, file: str) -> str:
    return (root / file).read_text(encoding="utf-8")


def read_marks(file: str, source: str) -> Iterator[Mark]:
    """Yield the marks of one file.

    Args:
        file: Its path; what messages call it.
        source: Its text.
    """
    functions = _functions(source) if file.endswith(".py") else {}
    for line, comment in _comments(file, source):
        if not re.match(f"# {_ID}", comment):
            continue
        found = _MARK.fullmatch(comment)
        if found is None:
            reason = "a mark is ids, then nothing, `off: ...`, or a colon and a note"
            raise MarkError(f"{file}, line {line}: {comment!r}: {reason}")
        for rule in found[1].split():
            yield Mark(rule, file, line, functions.get(line, ""), found[2])


def _comments(file: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments that stand behind something, with their lines."""
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
    """Return the name of the function around each line."""
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
            if not isinstance(decorator, ast.Call):
                continue
            if ast.unparse(decorator.func) == "pytest.mark.rule":
                for argument in decorator.args:
                    yield RuleTest(str(ast.literal_eval(argument)), file, node.name)


def switched_off(source: str, mark: Mark) -> str:
    """Return the source of a marked file with the marked statement off.

    Args:
        source: Text of the mark's file.
        mark: Which one.

    Raises:
        MarkError: The line cannot be switched off as the mark says.
    """
    if mark.file.endswith(".py"):
        return _without_statement(source, mark)
    return _with_values(source, mark)


def _with_values(source: str, mark: Mark) -> str:
    """Put the values after ``off:`` in the place of those on a line of YAML."""
    lines = source.splitlines(keepends=True)
    code, comment = lines[mark.line - 1].split(" # ", 1)
    pairs = _PAIR.findall(mark.off or "")
    if not pairs or ", ".join(f"{key}: {value}" for key, value in pairs) != mark.off:
        raise MarkError(f"{mark}: in YAML it needs `off: key: value` for keys of its line")
    for key, value in pairs:
        found = re.search(rf"(?:^\s*(?:- )?|\{{|, ){key}:\s*({_VALUE}+)", code)
        if found is None:
            raise MarkError(f"{mark}: there is no {key!r} on its line")
        code = f"{code[: found.start(1)]}{value}{code[found.end(1) :]}"
    lines[mark.line - 1] = f"{code} # {comment}"
    return "".join(lines)


def _without_statement(source: str, mark: Mark) -> str:
    """Replace the marked part of a Python source."""
    statement = _statement_at(source, mark)
    target: ast.stmt | ast.expr | None = statement
    off = "pass" if mark.off is None else mark.off
    match statement:
        case ast.If() | ast.While():
            target, off = statement.test, mark.off or "False"
        case ast.For():
            target, off = statement.iter, mark.off or "()"
        case ast.Return():
            target = statement.value if mark.off is not None else None
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign() if mark.off is not None:
            target = statement.value
    if target is None:
        raise MarkError(f"{mark}: this statement needs a value and `off: <another value>`")
    changed = _replaced(source, target, off)
    try:
        ast.parse(changed)
    except SyntaxError as error:
        raise MarkError(f"{mark}: with {off!r} it is no Python ({error.msg})") from error
    return changed


def _statement_at(source: str, mark: Mark) -> ast.stmt:
    """Return the innermost statement on whose line, or lines before its body, the mark stands."""
    found = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and node.lineno <= mark.line <= _end_of_head(node)
    ]
    if not found:
        raise MarkError(f"{mark}: there is no statement on its line")
    return max(found, key=lambda node: node.lineno)


def _end_of_head(node: ast.stmt) -> int:
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno


def _replaced(source: str, node: ast.stmt | ast.expr, text: str) -> str:
    """Return the source with other text in the place of a node; columns count bytes."""
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    head = b"".join(lines[:first]) + lines[first][: node.col_offset]
    tail = lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])
    return (head + text.encode() + tail).decode()
