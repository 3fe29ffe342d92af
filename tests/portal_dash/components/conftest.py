"""The standard set, and sets made from it by edits."""

import re

import pytest

from tablemates.envs.portal_dash.parts import STANDARD, load_components


@pytest.fixture(scope="session")
def standard():
    return load_components()


@pytest.fixture
def edited(tmp_path):
    """Return a function that copies the standard set and replaces a piece of text
    in a section or behind it."""

    def edit(section, old, new):
        text = re.sub(r" +# [A-Z]+-.*", "", STANDARD.read_text(encoding="utf-8"))  # rule ids
        before, heading, after = text.partition(f"\n{section}:")
        text = heading + after
        assert old in text, f"{section} has no {old!r}"
        folder = tmp_path / "set"
        folder.mkdir()
        whole = before + text.replace(old, new, 1)
        (folder / "own.yaml").write_text(whole, encoding="utf-8")
        return folder

    return edit


@pytest.fixture
def changes(tmp_path):
    """Return a function that writes a file of changes to the standard set."""

    def write(text):
        path = tmp_path / "own.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
