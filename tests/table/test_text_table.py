"""The table in the terminal: branches, and saved games with parts of their own."""

import io
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tablemates.envs.portal_dash.components import STANDARD
from tablemates.table import command as play

LAST = {"kept.json", "", "y", "Yes"}  # answers a question, not the prompt
BEGIN = ["--level", "1", "--players", "1", "--seed", "3"]
SWORD = "stone sword: {dice: 5, mark: assumed}"


@pytest.fixture
def at_table(monkeypatch, capsys, tmp_path):
    """Return a function that types lines and returns what was shown after each of them."""
    monkeypatch.chdir(tmp_path)

    def typed(lines, *arguments, code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert play.main(["--text", *(arguments or BEGIN)]) == code
        shown = capsys.readouterr()
        if code:
            return shown.err
        came, rest = [], shown.out
        for line in lines:
            before, found, after = rest.partition(f"\n> {line}\n")
            assert found or line in LAST, line
            came.append(before if found else "")
            rest = after if found else rest
        return [*came, rest]

    return typed


@pytest.fixture
def parts(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(f"starting_items:\n  {SWORD}\n")
    return file


def picture(shown):
    """Return the board with its question and choices."""
    return shown[shown.index("\nlevel ") :]


def test_a_branch_goes_another_way_and_the_first_one_is_kept(at_table):
    shown = at_table(["1", "2", "b", "n 1", "1", "g", "g 1", "b", "g 3", "q", "kept.json"])
    _, first, before, board, branch, other, games, back, again, *_ = shown
    assert "This is game 2 of 2" in branch
    assert picture(branch) == picture(first)
    assert picture(other) != picture(before)
    assert re.search(r"1: turn \d+, 2 choices made\n  2: turn \d+, 2 choices made, this", games)
    assert "This is game 1 of 2" in back
    assert picture(again) == picture(board)
    assert "There is no game 3" in shown[9]
    assert "The game is saved in kept.json." in "".join(shown)
    assert "The game is saved in kept-2.json." in "".join(shown)
    loaded, _ = at_table(["b"], "--load", "kept-2.json")
    assert picture(loaded) == picture(other)


def test_a_game_with_a_parts_file_has_it_in_its_save(at_table, parts):
    at_table(["1", "s own.json"], *BEGIN, "--components", str(parts))
    text = parts.read_text()
    assert json.loads(Path("own.json").read_text())["table"]["parts"] == text
    parts.unlink()
    shown = at_table(["b", "1", "s again.json"], "--load", "own.json")
    assert "stone sword (5 dice)" in shown[0]
    assert json.loads(Path("again.json").read_text())["table"]["parts"] == text
    assert "5 dice" in "".join(at_table([], "--replay", "own.json"))


def test_parts_in_a_folder_are_named(at_table, tmp_path):
    folder = shutil.copytree(STANDARD, tmp_path / "whole")
    file = folder / "items.yaml"
    file.write_text(
        re.sub(r"stone sword: .*", SWORD.replace("{", "{type: sword, "), file.read_text())
    )
    shown = at_table(["1", "s own.json"], *BEGIN, "--components", str(folder))
    said = " ".join(shown[2].split())
    assert f"Its parts are not in it: load it with --components {folder}." in said


def test_broken_parts_in_a_save_are_refused_in_a_sentence(at_table, parts):
    at_table(["1", "s own.json"], *BEGIN, "--components", str(parts))
    data = json.loads(Path("own.json").read_text())
    wrong = {"a: &b [1]\nc: *b\n": "anchors", "cats: {mark: assumed}\n": "unknown key"}
    for text, said in wrong.items():
        data["table"]["parts"] = text
        Path("own.json").write_text(json.dumps(data))
        assert said in at_table([], "--load", "own.json", code=2)


def test_a_file_that_is_not_this_games_is_not_overwritten_unasked(at_table):
    for name in ("portal-dash.json", "other.json"):
        Path(name).write_text("precious")
    shown = at_table(["1", "s", "s other.json", "s! other.json", "s other.json", "1", "q", ""])
    assert "The game was not saved: portal-dash.json is there already" in shown[2]
    refused = " ".join(shown[3].split())
    assert "s NAME saves it under another name, s! other.json overwrites that file" in refused
    assert "The game is saved in other.json." in shown[4]
    assert "The game is saved in other.json." in shown[5], "now it is its own"
    assert Path("portal-dash.json").read_text() == "precious"
    assert "precious" not in Path("other.json").read_text()
    shown = at_table(["1", "s other.json", "s"], "--load", "other.json")
    assert "The game is saved in other.json." in shown[2], "it came from there"
    assert "The game was not saved: portal-dash.json" in shown[3]
