"""Rules, code and tests name the same ids; every mark can be switched off."""

from collections import Counter

import pytest

from docs.generators.rules import rules_page
from docs.rule_index import (
    ROOT,
    Mark,
    MarkError,
    RuleTest,
    find_marks,
    find_tests,
    read_marks,
    read_tests,
    switched_off,
)
from tablemates.envs.core.documents import DocumentError
from tablemates.envs.portal_dash import hashes, rulebook
from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.rulebook import Rule, Rulebook, load_rulebook

RULES = list(load_rulebook().rules)
MARKS = find_marks()
TESTS = find_tests()


# -- the data file ---------------------------------------------------------------------


def test_the_rulebook_is_complete_and_in_order():
    assert len(RULES) == 100
    groups = Counter(rulebook.group_of(name) for name in RULES)
    expected = {
        group: [f"{group}-{n:02}" for n in range(1, count + 1)] for group, count in groups.items()
    }
    expected["LEVEL"] = ["LEVEL-1", "LEVEL-2", "LEVEL-3", "LEVEL-4", "LEVEL-5", "LEVEL-C"]
    assert [name for names in expected.values() for name in names] == RULES


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_one_sentence(name):
    rule = load_rulebook().rules[name]
    for text in (rule.rule, rule.ruling or rule.rule):
        assert text == " ".join(text.split())
        assert text[0].isupper()
        assert text.endswith(".")
        assert text.count(". ") == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version: 1", "version: 0", "rules.yaml, version: input should be greater"),
        (
            "    rule: Winning",
            "    rul: Winning",
            "TURN-02.*unknown key 'rul'; did you mean 'rule'",
        ),
        ("  TURN-02:", "  TURN-01:", "the key 'TURN-01' stands here a second time"),
        ("  TURN: The turn\n", "", "the groups of the rules are"),
    ],
)
def test_a_broken_rulebook_is_refused(tmp_path, monkeypatch, old, new, message):
    text = rulebook.FILE.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "rules.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(rulebook, "FILE", tmp_path / "rules.yaml")
    with pytest.raises(DocumentError, match=message):
        load_rulebook.__wrapped__()


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"rules": {**load_rulebook().rules, "MOVE-07": Rule(rule="Any.", ruling="Another.")}},
    ],
)
def test_version_and_rulings_are_part_of_the_rulesets_hash(monkeypatch, change):
    components = load_components()
    before = hashes.ruleset_hash(components, "en")
    changed = load_rulebook().model_copy(update=change)
    monkeypatch.setattr(hashes, "load_rulebook", lambda: changed)
    assert hashes.ruleset_hash(components, "en") != before


# -- code and tests ------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_every_rule_stands_in_the_code(name):
    assert name in {mark.rule for mark in MARKS}


@pytest.mark.parametrize("name", RULES)
def test_every_rule_has_a_test(name):
    assert name in {test.rule for test in TESTS}


def test_code_and_tests_name_no_rule_that_does_not_exist():
    named = [mark for mark in MARKS if mark.rule not in RULES]
    tested = [test for test in TESTS if test.rule not in RULES]
    assert (named, tested) == ([], [])


@pytest.mark.parametrize("mark", MARKS, ids=str)
def test_every_mark_can_be_switched_off(mark):
    source = (ROOT / mark.file).read_text(encoding="utf-8")
    assert switched_off(source, mark) != source


# -- marks -----------------------------------------------------------------------------------


def off(code, file="rules.py", line=1):
    """Return a source with the first mark of a line switched off."""
    mark = next(mark for mark in read_marks(file, code) if mark.line == line)
    return switched_off(code, mark)


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("if a > b:  # MOB-01\n    c()", "if False:  # MOB-01\n    c()"),
        ("while a:  # MOB-01 off: True\n    c()", "while True:  # MOB-01 off: True\n    c()"),
        ("for a in b:  # MOB-01\n    c()", "for a in ():  # MOB-01\n    c()"),
        ("a += f(1)  # MOB-01", "pass  # MOB-01"),
        ("a += f(1)  # MOB-01 off: 2", "a += 2  # MOB-01 off: 2"),
        ("f(a)  # MOB-01: because", "pass  # MOB-01: because"),
        ("f(a)  # MOB-01 off: g()", "g()  # MOB-01 off: g()"),
        ("return a  # MOB-01 off: 0", "return 0  # MOB-01 off: 0"),
        ("f(\n    'ä', b\n)  # MOB-01", "pass  # MOB-01"),
        ("if a(\n    b\n):  # MOB-01\n    c()", "if False:  # MOB-01\n    c()"),
    ],
)
def test_the_statement_of_a_mark_is_switched_off(code, changed):
    line = code[: code.index("#")].count("\n") + 1
    assert off(code, line=line) == changed


def test_an_elif_is_switched_off_by_itself():
    code = "if a:\n    b()\nelif c:  # MOB-01\n    d()\n"
    assert off(code, line=3) == code.replace("elif c", "elif False")


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("  ghast: {life: 2, moves: 1}  # MOB-01 off: moves: 3", "moves: 3}"),
        ("  A: [3, 3]  # MOB-01 off: A: [2, 3]", "A: [2, 3]"),
        (
            "  - {damage: 1, hits: all}  # MOB-01 off: hits: one, damage: 2",
            "{damage: 2, hits: one}",
        ),
        ("boss: ancient hoglin   # MOB-01 off: boss: wildfire", "boss: wildfire  "),
        ("{hits: one, numbers: [1, 2]}  # MOB-01 off: numbers: [3]", "{hits: one, numbers: [3]}"),
    ],
)
def test_values_of_a_line_of_yaml_are_switched_off(code, changed):
    assert changed in off(code, "mobs.yaml").partition("#")[0]


@pytest.mark.parametrize(
    ("file", "code", "message"),
    [
        ("a.py", "return a  # MOB-01", "needs a value and `off: <another value>`"),
        ("a.py", "a()  # MOB-01 and more", "a mark is ids, then nothing"),
        ("a.py", "a()  # MOB-01 off:", "a mark is ids, then nothing"),
        ("a.py", "a()  # MOB-01 off: )", "is no Python"),
        ("a.py", "x = [  # MOB-01\n]\nelse_ = 1", None),
        ("a.yaml", "a: 1  # MOB-01", "in YAML it needs `off: key: value`"),
        ("a.yaml", "a: 1  # MOB-01 off: b: 1", "there is no 'b' on its line"),
        ("a.yaml", "{aa: 1}  # MOB-01 off: a: 2", "there is no 'a' on its line"),
    ],
)
def test_a_mark_that_cannot_be_switched_off_is_refused(file, code, message):
    if message is None:
        assert off(code, file) == "pass\nelse_ = 1"
        return
    with pytest.raises(MarkError, match=message):
        off(code, file)


def test_only_comments_behind_code_are_marks():
    source = """\
# MOB-01
a = "# MOB-02"  # no MOB-03
b = 1  # MOB-04 ITEM-05

def c():
    d()  # MOB-06
"""
    assert list(read_marks("a.py", source)) == [
        Mark("MOB-04", "a.py", 3),
        Mark("ITEM-05", "a.py", 3),
        Mark("MOB-06", "a.py", 6, "c"),
    ]


# -- the page ----------------------------------------------------------------------------------


def test_the_tests_of_a_rule_are_found_by_their_markers():
    source = """\
@pytest.mark.slow
@pytest.mark.rule("MOB-01", "MOB-02")
def test_a(): ...

def test_b(): ...
"""
    assert list(read_tests("t.py", source)) == [
        RuleTest("MOB-01", "t.py", "test_a"),
        RuleTest("MOB-02", "t.py", "test_a"),
    ]


def test_the_page_says_rule_ruling_code_and_tests():
    book = Rulebook(
        version=1, titles={"MOB": "Mobs"}, rules={"MOB-01": Rule(rule="One.", ruling="Two.")}
    )
    marks = [Mark("MOB-01", "envs/mobs.py", 3, "walk"), Mark("MOB-01", "envs/mobs.yaml", 3)]
    page = rules_page(book, marks, [RuleTest("MOB-01", "tests/test_mobs.py", "test_walk")])
    assert "## Mobs\n" in page
    assert page.splitlines()[-1] == (
        '| <a id="mob-01"></a>MOB-01 | One. | Two. '
        "| [`mobs.walk`](../envs/mobs.py)<br>[`mobs.yaml`](../envs/mobs.yaml) "
        "| [`test_walk`](../tests/test_mobs.py) |"
    )
