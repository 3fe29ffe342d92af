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


def test_a_game_with_a_parts_file_has_it_in_its_save(at_table, parts):
    at_table(["1", "s own.json"], *BEGIN, "--components", str(parts))
    text = parts.read_text()
    assert json.loads(Path("own.json").read_text())["table"]["parts"] == text
    parts.unlink()
    shown = at_table(["b", "1", "s again.json"], "--load", "own.json")
    assert "stone sword (5 dice)" in shown[0]
    assert json.loads(Path("again.json").read_text())["table"]["parts"] == text


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
    wrong = {"a: [": "YAML", "cats: {mark: assumed}\n": "unknown key"}
    for text, said in wrong.items():
        data["table"]["parts"] = text
        Path("own.json").write_text(json.dumps(data))
        assert said in at_table([], "--load", "own.json", code=2)


def test_a_file_that_is_not_this_games_is_not_overwritten(at_table):
    Path("game.json").write_text("precious")
    shown = at_table(["1", "s", "s other.json", "1", "s", "q"])
    assert "The game was not saved: game.json is there already" in shown[2]
    assert "The game is saved in other.json." in shown[5], "now it is its own"
    assert Path("game.json").read_text() == "precious"
    shown = at_table(["1", "s", "s game.json"], "--load", "other.json")
    assert "The game is saved in other.json." in shown[2], "it came from there"
    assert "The game was not saved: game.json" in shown[3]
