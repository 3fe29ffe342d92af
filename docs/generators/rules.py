"""The page of the rules: text, ruling, implementation and tests of each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from docs.rule_index import Mark, RuleTest, find_marks, find_tests
from tablemates.envs.portal_dash.rulebook import Rule, Rulebook, load_rulebook

_INTRODUCTION = """\
# The rules

Every rule has an id. It stands beside the lines of code that implement the rule
and in the markers of its tests, so each can be found from the others. A *ruling*
is the interpretation of a point that the printed texts leave open, the most
literal one where there is one. The version of the rules, {version}, is part of
the ruleset hash; it changes when the rules behave differently, not when they are
worded differently.

*Generated from `envs/portal_dash/rules/rules.yaml`, the code and the tests by
`make docs`.*
"""


def pages() -> dict[str, str]:
    """Return the page of the rules."""
    book = load_rulebook()
    return {"rules.md": rules_page(book, find_marks(), find_tests())}


def rules_page(book: Rulebook, marks: Iterable[Mark], tests: Iterable[RuleTest]) -> str:
    """Return the text of the page.

    Args:
        book: The rules.
        marks: Where they stand in the code.
        tests: What tests them.
    """
    marks, tests = list(marks), list(tests)
    lines = [_INTRODUCTION.format(version=book.version)]
    for group, title in book.titles.items():
        lines += [
            f"## {title}",
            "",
            "| id | rule | ruling | code | tests |",
            "|---|---|---|---|---|",
        ]
        lines += [_row(name, rule, marks, tests) for name, rule in book.group(group).items()]
        lines.append("")
    return "\n".join(lines)


def _row(name: str, rule: Rule, marks: list[Mark], tests: list[RuleTest]) -> str:
    places = [_link(_place(mark), mark.file) for mark in marks if mark.rule == name]
    names = [_link(f"`{test.name}`", test.file) for test in tests if test.rule == name]
    cells = [f'<a id="{name.lower()}"></a>{name}', rule.rule, rule.ruling or ""]
    return "| " + " | ".join([*cells, _listed(places), _listed(names)]) + " |"


def _place(mark: Mark) -> str:
    """Return how a marked line is named: its function, outside of any its file."""
    file = PurePosixPath(mark.file)
    return f"`{file.stem}.{mark.function}`" if mark.function else f"`{file.name}`"


def _link(text: str, file: str) -> str:
    return f"[{text}](../{file})"


def _listed(entries: Iterable[str]) -> str:
    return "<br>".join(dict.fromkeys(entries))
