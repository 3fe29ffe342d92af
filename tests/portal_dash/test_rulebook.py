"""Rules, code and tests name the same rule ids; the page of the rules lists all three."""

from collections import Counter
from pathlib import Path

from docs.generators import rules
from tablemates.envs.core.rulebook import Rule, Rulebook, read_rulebook
from tablemates.envs.portal_dash import hashes
from tablemates.envs.portal_dash.components import load_components

BOOK = read_rulebook(hashes.RULES)
RULES = BOOK.rules


def test_the_rulebook_is_complete_and_in_order():
    assert len(RULES) == 100
    groups = Counter(name.partition("-")[0] for name in RULES)
    expected = {
        group: [f"{group}-{n:02}" for n in range(1, count + 1)] for group, count in groups.items()
    }
    expected["LEVEL"] = ["LEVEL-1", "LEVEL-2", "LEVEL-3", "LEVEL-4", "LEVEL-5", "LEVEL-C"]
    assert [name for names in expected.values() for name in names] == list(RULES)
    assert list(groups) == list(BOOK.titles)


def test_the_ruleset_hash_is_of_behaviour_not_of_wording(monkeypatch):
    components = load_components()
    before = hashes.ruleset_hash(components, "en")
    assert hashes.ruleset_hash(components, "fr") != before
    reworded = {"rules": {**RULES, "MOVE-07": Rule(rule="Any.", ruling="Another.")}}
    for change, same in ((reworded, True), ({"version": 2}, False)):
        changed = BOOK.model_copy(update=change)
        monkeypatch.setattr(hashes, "read_rulebook", lambda _, changed=changed: changed)
        assert (hashes.ruleset_hash(components, "en") == before) == same


def test_every_rule_stands_in_code_and_tests():
    assert rules.marks().keys() == rules.tests().keys() == RULES.keys()


def test_comments_behind_code_are_marks():
    source = """\
# MOB-01
a = "# MOB-02"  # no MOB-03
b = 1  # MOB-04 ITEM-05

def c():
    d()  # MOB-06: why
"""
    assert list(rules.read_marks(Path("a.py"), source)) == [
        ("MOB-04", "a.py"),
        ("ITEM-05", "a.py"),
        ("MOB-06", "a.c"),
    ]


def test_the_tests_of_a_rule_are_found_by_their_markers():
    source = """\
@pytest.mark.slow
@pytest.mark.rule("MOB-01", "MOB-02")
def test_a(): ...

def test_b(): ...
"""
    assert list(rules.read_tests(source)) == [("MOB-01", "test_a"), ("MOB-02", "test_a")]


def test_the_page_lists_rule_ruling_code_and_tests():
    book = Rulebook(
        version=1, titles={"MOB": "Mobs"}, rules={"MOB-01": Rule(rule="One.", ruling="Two.")}
    )
    marks = {"MOB-01": {"mobs.walk": "envs/mobs.py", "mobs.yaml": "envs/mobs.yaml"}}
    page = rules.index(book, marks, {"MOB-01": {"test_walk": "tests/test_mobs.py"}})
    assert "## Mobs\n" in page
    assert page.splitlines()[-1] == (
        '| <a id="mob-01"></a>MOB-01 | One. | Two. '
        "| [`mobs.walk`](../envs/mobs.py)<br>[`mobs.yaml`](../envs/mobs.yaml) "
        "| [`test_walk`](../tests/test_mobs.py) |"
    )
