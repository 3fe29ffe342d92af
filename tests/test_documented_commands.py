"""Commands on the pages and in the recipes are read, in today's spelling."""

import contextlib
import re
import shlex
from collections.abc import Iterator

import pytest

from docs.generators.pages import ROOT
from tests.agents.cli.test_commands import COMMANDS

_LINE = re.compile(r"(?:python |(?=tablemates-))((?:-m )?[\w.-]+)([^`#\n;|]*)")
#: What needs files that readers make first.
_FILES = re.compile("there is no such folder or file of parts|cannot be read")


def documented() -> Iterator[tuple[str, str]]:
    """Yield the name and the words of every command in code, notes of the past excepted."""
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "configs").rglob("*.yaml"),
    ]
    for page in pages:
        if "notes" not in page.parts:
            text = re.sub(r"\\\n[ #]*", " ", page.read_text(encoding="utf-8"))
            for script, words in _LINE.findall(text):
                name = re.sub(r"^tablemates-(\w+)", r"\1.py", script)
                yield f"python {name}" if name.startswith("-m") else name, words.strip()


FOUND = sorted({(name, words) for name, words in documented() if name in COMMANDS})


def test_most_commands_are_documented():
    assert len(FOUND) > 30
    assert {name for name, _ in FOUND} >= {"train.py", "evaluate.py", "play.py"}


@pytest.mark.parametrize(("name", "words"), FOUND, ids=[" ".join(one) for one in FOUND])
def test_it_is_read_without_a_hint_or_an_error(name, words, capsys):
    given = shlex.split(re.sub(r"\$\w+|\b(FILE|GAME|N)\b", "1", words))
    with contextlib.suppress(SystemExit):
        COMMANDS[name].parse(given)
    said = capsys.readouterr().err
    assert not said or _FILES.search(said), said
