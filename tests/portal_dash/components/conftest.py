"""The standard set, and sets made from it by edits."""

import re
import shutil

import pytest

from tablemates.envs.portal_dash.components import STANDARD, load_components


@pytest.fixture(scope="session")
def standard():
    return load_components()


@pytest.fixture
def edited(tmp_path):
    """Return a function that copies the standard set and replaces one piece of text."""

    def edit(file, old, new):
        folder = tmp_path / "set"
        shutil.copytree(STANDARD, folder)
        text = (folder / file).read_text(encoding="utf-8")
        text = re.sub(r" +# [A-Z]+-.*", "", text)  # rule ids
        assert text.count(old) >= 1, f"{file} has no {old!r}"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
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
