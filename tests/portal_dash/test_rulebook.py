"""Rules, code and tests name the same rule ids; the page of the rules lists all three."""

from collections import Counter

from docs.generators import rules
from tablemates.envs.core.files.rulebook import Rule, read_rulebook
from tablemates.envs.portal_dash import game
from tablemates.envs.portal_dash.parts import load_components

BOOK = read_rulebook(game.RULES)
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
    before = game.ruleset_hash(components, "en")
    assert game.ruleset_hash(components, "fr") != before
    reworded = {"rules": {**RULES, "MOVE-07": Rule(rule="Any.", ruling="Another.")}}
    for change, same in ((reworded, True), ({"version": BOOK.version + 1}, False)):
        changed = BOOK.model_copy(update=change)
        monkeypatch.setattr(game, "read_rulebook", lambda _, changed=changed: changed)
        assert (game.ruleset_hash(components, "en") == before) == same


def test_every_rule_stands_in_code_and_tests():
    assert rules.marks_in("portal_dash").keys() == RULES.keys()
    assert rules.tests_in("portal_dash").keys() == RULES.keys()
