"""Rules, code and tests name the same rule ids; the page of the rules lists all three."""

from docs.generators import rules
from tablemates.envs.builders_biomes.game import RULES
from tablemates.envs.core.files.rulebook import read_rulebook

#: Nothing has to be done for it.
WITHOUT_CODE = {"END-06"}


def test_the_rulebook_the_code_and_the_tests_name_the_same_rules():
    book = read_rulebook(RULES)
    assert len(book.rules) == 58
    assert {name.partition("-")[0] for name in book.rules} == set(book.titles)
    assert rules.tests_in("builders_biomes").keys() == book.rules.keys()
    assert rules.marks_in("builders_biomes").keys() == book.rules.keys() - WITHOUT_CODE
