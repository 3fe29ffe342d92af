"""Which mutants are tried, and by which tests."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from docs.rule_index import Mark, RuleTest, find_marks, find_tests
from tablemates.envs.portal_dash.rulebook import load_rulebook
from tests.judge.mutation.operators import Mutant, enums_of, mutants_of

ROOT: Final = Path(__file__).resolve().parents[3]
RULES: Final = ROOT / "envs" / "portal_dash" / "rules"
SEED: Final = 2026
#: Tests of what all rules stand on.
_OF_NO_RULE: Final = {f"tests/rules/test_{name}.py" for name in ("engine", "play", "table")}
#: The chances of a draw from the stack are tested beside the full enumeration of its orders.
_ENUMERATION: Final = (
    "tests/test_resample.py::test_chances_of_a_draw_are_those_of_full_enumeration",
)
_BESIDE: Final = dict.fromkeys(("posterior", "resample", "chance"), _ENUMERATION)


@cache
def all_mutants() -> dict[str, list[Mutant]]:
    """Return the mutants of every rule module that has any."""
    sources = {file.stem: file.read_text(encoding="utf-8") for file in sorted(RULES.glob("*.py"))}
    enums = {name: members for text in sources.values() for name, members in enums_of(text).items()}
    found = {module: mutants_of(module, text, enums) for module, text in sources.items()}
    return {module: mutants for module, mutants in found.items() if mutants}


def drawn(count: int, seed: int = SEED) -> list[Mutant]:
    """Return so many mutants, from every module in turn; fewer are the first of more.

    Args:
        count: How many; modules that have no more are passed over.
        seed: Of the drawing.
    """
    return [mutant for mutant, _ in zip(_in_turn(seed), range(count), strict=False)]


def _in_turn(seed: int) -> Iterator[Mutant]:
    dice = random.Random(seed)
    piles = [list(mutants) for mutants in all_mutants().values()]
    dice.shuffle(piles)
    for pile in piles:
        dice.shuffle(pile)
    while any(piles):
        for pile in piles:
            if pile:
                yield pile.pop()


@cache
def rules_of(module: str) -> tuple[str, ...]:
    """Return the ids of a module's rules: those it names, and those of the modules that use it.

    A module with no mark carries out no rule of its own but a part of every rule (the agenda,
    words, sizes, ...): it has them all, and so has what it uses.
    """
    known = _rulebook()
    users = [file.stem for file in RULES.glob("*.py") if _uses(file, module)]
    own = [_own_rules(name) for name in (module, *users)]
    if not all(own):
        return known
    return tuple(rule for rule in known if any(rule in rules for rules in own))


def _uses(file: Path, module: str) -> bool:
    text = file.read_text(encoding="utf-8")
    return f"from tablemates.envs.portal_dash.rules.{module} import" in text


@cache
def _own_rules(module: str) -> frozenset[str]:
    """Return the ids in a module's marks and docstrings; none if it has no mark."""
    marked = {mark.rule for mark in _marks() if mark.file.endswith(f"/rules/{module}.py")}
    if not marked:
        return frozenset()
    text = (RULES / f"{module}.py").read_text(encoding="utf-8")
    return frozenset(marked | set(re.findall(r"\b[A-Z]{3,}-\w+\b", text)))


@cache
def _rulebook() -> tuple[str, ...]:
    return tuple(load_rulebook().rules)


@cache
def _marks() -> tuple[Mark, ...]:
    return tuple(find_marks())


@cache
def _tests() -> tuple[RuleTest, ...]:
    return tuple(find_tests())


def first_rules(mutant: Mutant) -> list[str]:
    """Return the rules that are marked in a mutant's function: their tests come first."""
    return [
        mark.rule
        for mark in _marks()
        if mark.function == mutant.function and mark.file.endswith(f"/{mutant.module}.py")
    ]


@cache
def tests_of(module: str) -> tuple[str, ...]:
    """Return the files with tests of a module's rules."""
    rules = rules_of(module)
    files = {test.file for test in _tests() if test.rule in rules}
    return (*sorted(files | _OF_NO_RULE), *_BESIDE.get(module, ()))


@cache
def version() -> str:
    """Return a digest of rules and parts: with others, every mutant is another."""
    parts = RULES.parent / "components" / "standard"
    return _digest(sorted([*RULES.glob("*.py"), *parts.glob("*.yaml")]))


@cache
def version_of_tests() -> str:
    """Return a digest of the tests: with other ones, a mutant that lived may die."""
    tests = ROOT / "tests"
    return _digest(sorted([*(tests / "rules").glob("*.*"), tests / "test_resample.py"]))


def _digest(files: Sequence[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        if file.is_file() and file.suffix in (".py", ".yaml"):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]
