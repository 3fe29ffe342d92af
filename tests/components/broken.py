"""Sets that an edit breaks: tables of such edits, and the sentence that refuses the set."""

import re

import pytest

from tablemates.envs.portal_dash.components import ComponentsError, load_components


def rows(table):
    """Return the rows of a table by file: file, text, what stands in its place, message."""
    return [(file, *row) for file, edits in table.items() for row in edits]


def assert_refused(folder, file, message):
    """Check that a set is refused in one sentence that says in which file and why."""
    with pytest.raises(ComponentsError) as caught:
        load_components(folder)
    sentence = str(caught.value)
    assert re.match(r"\w+\.yaml, line \d+", sentence)
    assert file in sentence
    assert message in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250
