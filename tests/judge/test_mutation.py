"""The judge plants faults, runs the tests that should notice, and lists what lives."""

from __future__ import annotations

import ast
import signal

import pytest

from tests.judge import mutation
from tests.judge.mutation import drawing
from tests.judge.mutation.operators import enums_of, mutants_of
from tests.judge.mutation.trials import end_of

SOURCE = '''
LIMIT: Final = 3

class Colour(IntEnum):
    RED = 0
    BLUE = 1

def grow(x: int, down: bool) -> int:
    """Return 3 < 4."""
    if x < LIMIT and not down:  # WORD-01
        x += L.ROWS
    push(x, Colour.RED, 0, 0)
    return x
'''


def changes(source=SOURCE):
    found = mutants_of("m", source, enums_of(SOURCE))
    return {(mutant.before, mutant.after) for mutant in found}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT: Final = 3", "LIMIT: Final = 4"),
        ("LIMIT: Final = 3", "LIMIT: Final = 2"),
        ("RED = 0", "RED = (-1)"),
        ("if x < LIMIT and not down:", "if (x <= LIMIT) and not down:"),
        ("if x < LIMIT and not down:", "if (x >= LIMIT) and not down:"),
        ("if x < LIMIT and not down:", "if ((x < LIMIT) or (not down)):"),
        ("if x < LIMIT and not down:", "if ((x < LIMIT)):"),
        ("if x < LIMIT and not down:", "if x < LIMIT and (down):"),
        ("if x < LIMIT and not down:", "if not (x < LIMIT and (not down)):"),
        ("x += L.ROWS", "pass"),
        ("x += L.ROWS", "x -= L.ROWS"),
        ("x += L.ROWS", "x += (L.ROWS - 1)"),
        ("push(x, Colour.RED, 0, 0)", "push(x, Colour.BLUE, 0, 0)"),
        ("push(x, Colour.RED, 0, 0)", "pass"),
        ("return x", "return (x) + 1"),
    ],
)
def test_faults(before, after):
    assert (before, after) in changes()


def test_what_is_no_code_is_left_alone():
    assert not [one for one in changes() if '"""' in one[0] or "x: int" in one[0]]
    assert ("push(x, Colour.RED, 0, 0)", "push(x, Colour.RED, 1, 0)") not in changes()


def test_every_mutant_is_python_and_has_a_name_of_its_own():
    mutants = [mutant for found in drawing.all_mutants().values() for mutant in found]
    assert len({mutant.name for mutant in mutants}) == len(mutants) > 3_000
    for mutant in drawing.drawn(60):
        ast.parse(mutant.source)


def test_all_modules_have_their_turn_and_fewer_are_the_first_of_more():
    some, more = drawing.drawn(12), drawing.drawn(60)
    assert more[:12] == some
    modules = drawing.all_mutants()
    assert {mutant.module for mutant in drawing.drawn(len(modules))} == set(modules)


def test_modules_have_the_tests_of_their_rules():
    assert {"MINE-01", "MINE-04", "USE-05"} <= set(drawing.rules_of("mining"))
    assert len(drawing.rules_of("agenda")) == len(drawing.rules_of("limits")) > 90
    assert "tests/rules/test_mining.py" in drawing.tests_of("mining")


def test_reasons_are_about_mutants_that_there_are():
    names = {mutant.name for found in drawing.all_mutants().values() for mutant in found}
    assert not set(mutation.read_reasons()) - names


@pytest.mark.parametrize(
    ("status", "end"),
    [
        (0, "survived"),
        (1 << 8, "killed"),
        (2 << 8, "killed"),
        (5 << 8, "no tests"),
        (signal.SIGSEGV, "killed"),
        (signal.SIGPROF, "time limit"),
        (signal.SIGXCPU, "survived"),
    ],
)
def test_how_a_mutant_ended(status, end):
    assert end_of(status) == end


def test_a_mutant_that_lives_is_a_fault_unless_there_is_a_reason(monkeypatch):
    mutants = drawing.drawn(20)
    results = {mutant.name: {"end": "killed"} for mutant in mutants}
    assert mutation.verdict_on(mutants, results).passed
    lives, late = mutants[3].name, mutants[4].name
    results[lives], results[late] = {"end": "survived"}, {"end": "time limit"}
    monkeypatch.setattr(mutation, "read_reasons", dict)
    verdict = mutation.verdict_on(mutants, results)
    assert verdict.faults == (f"no test notices {lives}",)
    assert verdict.notes[0].startswith("19 of 20 mutants killed (95.0%), 1 of them because")
    monkeypatch.setattr(mutation, "read_reasons", lambda: {lives: "it is the same"})
    verdict = mutation.verdict_on(mutants, results)
    assert verdict.passed
    assert f"lives: {lives} (it is the same)" in verdict.notes
    for mutant in mutants[:3]:
        results[mutant.name] = {"end": "survived"}
    assert "only 16 of 20 mutants are killed" in mutation.verdict_on(mutants, results).faults
    results[mutants[5].name] = {"end": "no tests"}  # nobody has killed that one
    assert "only 15 of 20 mutants are killed" in mutation.verdict_on(mutants, results).faults
    results[mutants[5].name] = {"end": "killed"}
    few = mutation.verdict_on(mutants[:12], results).faults
    assert len(few) == 3
    assert all(fault.startswith("no test notices") for fault in few)


def test_results_are_kept_until_rules_or_tests_change(tmp_path, monkeypatch):
    mutants = drawing.drawn(3)
    rows = []

    def run(given, workers):
        rows.append([row["name"] for row in given])
        for row in given:
            yield {"name": row["name"], "end": "survived" if row["name"] == names[0] else "killed"}

    names = [mutant.name for mutant in mutants]
    monkeypatch.setattr(mutation, "run", run)
    file = tmp_path / "kept" / "mutation.jsonl"
    for _ in range(2):
        assert set(mutation.tried(mutants, file)) == set(names)
    with file.open("a") as cut:
        cut.write('{"name": ')
    monkeypatch.setattr(drawing, "version_of_tests", lambda: "others")
    mutation.tried(mutants, file)
    monkeypatch.setattr(drawing, "version", lambda: "others")
    mutation.tried(mutants, file)
    assert rows == [names, names, names]


def test_nothing_is_judged_by_tests_that_fail_anyway(monkeypatch):
    def run(given, _workers):
        for row in given:
            end = "killed" if row["module"] == "ending" else "survived"
            yield {"name": row["name"], "end": end, "by": "tests/rules/test_end.py::test_it"}

    monkeypatch.setattr(mutation, "run", run)
    said = (
        "the tests of ending do not pass without a mutant: killed, tests/rules/test_end.py::test_it"
    )
    assert mutation.unsound(["fighting", "ending"]) == [said]
    monkeypatch.setattr(mutation, "tried", lambda *_: pytest.fail("mutants were tried"))
    verdict = mutation.judge(quick=False)
    assert verdict.faults == (said,)


@pytest.mark.slow
def test_a_planted_fault_is_killed_and_what_is_none_lives():
    source = (drawing.RULES / "ending.py").read_text(encoding="utf-8")
    files = ["tests/rules/test_end.py"]
    rows = [
        {
            "name": name,
            "module": "ending",
            "source": text,
            "files": files,
            "rules": ["END-01"],
            "first": [],
        }
        for name, text in {
            "none": source + "\n# nothing\n",
            "fault": source.replace("p.boss_life[i] > 0", "p.boss_life[i] > 3"),
            "broken": source + "\nraise ValueError\n",
        }.items()
    ]
    ends = {row["name"]: (row["end"], row["by"]) for row in mutation.run(rows)}
    assert ends["none"][0] == "survived"
    assert ends["fault"][0] == "killed"
    assert ends["fault"][1].startswith("tests/rules/test_end.py::")
    assert ends["broken"] == ("killed", "")
