"""Sentences from templates."""

import pytest

from tablemates.envs.core.documents import DocumentError
from tablemates.envs.core.words import Words

TEXT = """
names:
  creature: [zombie, witch]
sentences:
  events:
    killed: "the {creature} falls after {turns} turns."
"""


@pytest.fixture
def words(tmp_path):
    file = tmp_path / "words.yaml"
    file.write_text(TEXT)
    return Words(file)


def test_numbers_are_replaced_by_names_where_a_field_has_some(words):
    assert words.say("events", "killed", creature=1, turns=2) == "The witch falls after 2 turns."
    assert words.say("events", "killed", creature="bat", turns=1).startswith("The bat falls")
    assert (words.name("creature", 0), words.name("turns", 3)) == ("zombie", "3")


def test_a_template_or_field_that_is_missing_is_an_error(words):
    with pytest.raises(KeyError):
        words.say("events", "born")
    with pytest.raises(KeyError):
        words.say("events", "killed", turns=1)


def test_the_file_is_checked(tmp_path):
    with pytest.raises(DocumentError):
        Words(tmp_path / "none.yaml")
