"""Tables to which commands add lines."""

import pytest

from tablemates.agents.errors import FolderError
from tablemates.agents.output.line_tables import add_lines, check_table

HEAD = ("game", "agent", "won")


def test_new_lines_go_over_those_of_the_same_key(tmp_path):
    file = tmp_path / "new" / "table.csv"
    check_table(file, HEAD)
    add_lines(file, HEAD, [("a", "x", 1), ("a", "y", 2)], HEAD[:2])
    check_table(file, HEAD)
    add_lines(file, HEAD, [("a", "x", 3)], HEAD[:2])
    assert file.read_text() == "game,agent,won\na,y,2\na,x,3\n"


def test_an_empty_file_becomes_a_table(tmp_path):
    file = tmp_path / "table.csv"
    file.touch()
    check_table(file, HEAD)
    add_lines(file, HEAD, [("a", "x", 1)], HEAD[:2])
    assert file.read_text() == "game,agent,won\na,x,1\n"


@pytest.mark.parametrize(
    "content",
    [
        b"game,partner,right\na,x,1\n",  # of another command
        b"game,agent,won\na,x\n",
        b"\xff\xfe\x00",
        b"notes\n",
    ],
)
def test_another_file_is_refused_and_stays(tmp_path, content):
    file = tmp_path / "table.csv"
    file.write_bytes(content)
    with pytest.raises(FolderError, match=r"is no table with the columns game, agent, won: name"):
        check_table(file, HEAD)
    with pytest.raises(FolderError):
        add_lines(file, HEAD, [("a", "x", 1)], HEAD[:2])
    assert file.read_bytes() == content


def test_what_cannot_be_written_is_refused_before_all_work(tmp_path):
    with pytest.raises(FolderError, match="is a folder: name a file with --out"):
        check_table(tmp_path, HEAD)
    (tmp_path / "file").touch()
    with pytest.raises(FolderError, match=r"table\.csv cannot be written"):
        check_table(tmp_path / "file" / "table.csv", HEAD)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    check_table(None, HEAD)  # no file is wanted
