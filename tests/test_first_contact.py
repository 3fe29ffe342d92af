"""The command that measures what an install takes."""

import sys
from pathlib import Path

import pytest

from benchmarks import first_contact
from tablemates.agents.errors import LibraryError


def test_a_start_is_timed_from_the_interpreters_beginning(tmp_path):
    wall, processor = first_contact.started(Path(sys.executable), "sum(range(10**6))", tmp_path)
    assert wall > 0
    assert processor > 0
    with pytest.raises(LibraryError, match=r"does not run: .*ZeroDivisionError"):
        first_contact.started(Path(sys.executable), "1 / 0", tmp_path)


@pytest.mark.slow
def test_what_cannot_be_installed_is_a_sentence(capsys, tmp_path):
    assert first_contact.main(["--install", str(tmp_path / "nothing"), "--starts", "1"]) == 2
    assert "was not installed" in capsys.readouterr().err


def test_the_size_of_a_folder_is_that_of_its_files(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "file").write_bytes(bytes(1000))
    assert first_contact.size_of(tmp_path) == 1000
