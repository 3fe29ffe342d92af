"""The text table, driven by a script through standard input."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablemates.table import command as play
from tablemates.table import text

ROOT = Path(__file__).resolve().parents[1]
BEGIN = ["--text", "--level", "1", "--players", "2", "--seed", "3"]


@pytest.fixture
def at_table(monkeypatch, capsys, tmp_path):
    """Return a function that plays a script and returns what the table showed."""
    monkeypatch.chdir(tmp_path)

    def play_script(script, *arguments):
        lines = script if isinstance(script, list) else script.split()
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert play.main([*(arguments or BEGIN)]) == 0
        shown = capsys.readouterr()
        assert re.fullmatch(r"(Compiling .*\n)?", shown.err)
        return shown.out

    return play_script


def boards(shown):
    """Return the boards that were shown, each with what stands under it up to the next input."""
    return shown.split("\nlevel ")[1:]


def pictures(shown):
    """Return what was shown of the whole table, each time."""
    return [re.split("\n   1  |\n> ", board)[0] for board in boards(shown)]


def told(shown):
    """Return the sentences of the log."""
    return re.findall(r"^  (\S.*\.)$", shown, re.MULTILINE)


@pytest.mark.slow
def test_a_game_to_its_end(at_table):
    shown = at_table(["1"] * 400)
    assert "The team has lost: " in shown
    assert "is no command: u, w, l, b, s, h or q." in shown  # the ones that came too late
    assert shown.endswith("Good-bye; the game is not saved.\n")


def test_undo_shows_the_same_decision_again_and_the_same_dice_fall(at_table):
    shown = at_table("1 1 u u u 1 1")
    first, second, third, *_, last = boards(shown)
    assert "begin on (0, 0)" in first
    assert shown.count("1 choice taken back.") == 2
    assert "There is nothing to take back." in shown
    assert last.startswith(third[: third.index("\n>")])
    assert "Blue begins on (0, 0)" in second or "Blue begins" not in second


def test_save_and_load(at_table):
    shown = at_table(["1", "1", "7", "s game.json", "b"])
    assert "The game is saved in game.json." in shown
    assert "Good-bye; nothing is unsaved." in shown
    loaded = at_table("u", "--text", "--load", "game.json")
    first, *_ = pictures(loaded)
    *_, last = pictures(shown)
    assert first == last
    assert told(shown)[-3:] == told(loaded[: loaded.index("\nlevel ")])[-3:]
    assert "1 choice taken back." in loaded


def test_leaving_asks_whether_to_save(at_table):
    assert "is not saved" in at_table(["1", "q", ""])
    assert "The game is saved in kept.json." in at_table(["1", "q", "kept.json", "1"])
    assert "nothing is unsaved" in at_table(["q"])
    shown = at_table(["1", "q", "no/such/folder", "l"])  # stays, because nothing is saved
    assert "The game was not saved: no/such/folder: No such file or directory." in shown
    assert "> l" in shown


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0", "'0' is no choice: type a number from 1 to 6, or h for help."),
        ("7", "'7' is no choice: type a number from 1 to 6, or h for help."),
        ("-1", "'-1' is no choice"),
        ("²", "'²' is no choice"),
        pytest.param("9" * 5000, "is no choice: type a number", id="thousands of digits"),
        pytest.param("u " + "9" * 5000, "u takes a number from 1 on", id="u and digits"),
        ("north", "'north' is no choice"),
        ("step north", "'step north' is no choice"),
        ("u x", "u takes a number from 1 on, not 'x'."),
        ("u 0", "u takes a number from 1 on, not '0'."),
        ("l -3", "l takes a number from 1 on, not '-3'."),
        ("s no/such/folder", "The game was not saved: no/such/folder: No such file or directory."),
        ("s .", "The game was not saved: .: "),
        ("[bold]x[/bold]", "'[bold]x[/bold]' is no choice"),
    ],
)
def test_wrong_input_gets_a_sentence_and_changes_nothing(at_table, line, sentence):
    shown = at_table([line, "l"])
    assert sentence in shown
    assert shown.count("begins on") == 0


def test_help_names_every_command(at_table):
    shown = at_table(["h"])
    for command in text.TextTable(None, None, None, None)._commands:
        assert re.search(rf"^  {re.escape(command)} ", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--level", "9"], "unknown level 9"),
        (["--players", "5"], "players=5"),
        (["--players", "0"], "players=0"),
        (["--edition", "xx"], "unknown edition 'xx'"),
        (["--boss", "ghast"], "unknown boss 'ghast'"),
        (["--game", "chess"], "no game is called 'chess'"),
        (["--seed", "-1"], "seed -1"),
        (["--components", "no-such-folder"], "there is no such folder or file of parts"),
        (["--load", "no-such-file"], "No such file or directory"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(capsys, arguments, sentence):
    assert play.main(["--text", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("play: ")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_a_broken_or_foreign_save_is_refused(at_table, capsys, tmp_path):
    at_table(["1", "1", "s game.json"])
    saved = json.loads(Path("game.json").read_text())
    broken = {
        "cut": json.dumps(saved)[:100],
        "foreign": json.dumps({"format": "chess"}),
        "damaged": json.dumps(saved | {"actions": saved["actions"][:-8]}),
        "other parts": json.dumps(saved | {"hashes": saved["hashes"] | {"ruleset": "0" * 16}}),
        "illegal move": json.dumps(saved | {"seed": saved["seed"] + 1, "actions": _pack([1])}),
    }
    for name, content in broken.items():
        Path("broken.json").write_text(content)
        assert play.main(["--text", "--load", "broken.json"]) == 2, name
        shown = capsys.readouterr()
        assert shown.err.startswith("play: broken.json: ")
        assert shown.err.count("\n") == 1


def _pack(actions):
    from tablemates.envs.core.replay import pack_actions

    return pack_actions(actions)


def run_command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "play.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
        **options,
    )


@pytest.mark.parametrize(
    ("game", "known"), [("portal_dash", "--boss"), ("tests.core.dice_race:DiceRace", "--players")]
)
def test_help_lists_the_parameters_of_the_game(capsys, game, known):
    with pytest.raises(SystemExit) as ended:
        play.main(["--game", game, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert known in shown
    assert ("--level" in shown) == (game == "portal_dash")


def test_a_game_of_ones_own_is_played_saved_and_loaded(at_table):
    race = ("--text", "--game", "tests.core.dice_race:DiceRace")
    shown = at_table(["roll", "u", "1", "i 1", "s race.json"], *race, "--players", "2")
    assert "1 choice taken back." in shown
    assert "Chance decides." in shown
    assert "1 choice taken back." in at_table(["u"], *race, "--load", "race.json")


def test_a_missing_package_is_named_with_the_extra_to_install(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "tablemates.table.server.command", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert play.main([]) == 2
    said = "play: uvicorn is not installed: pip install 'tablemates[table]'\n"
    assert capsys.readouterr().err == said


@pytest.mark.slow
def test_the_command_reads_a_pipe_and_ends_with_it():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = run_command(*BEGIN, input="1\n1\nl\n", env=environment)
    assert done.returncode == 0, done.stderr
    assert "begins on (0, 0)." in done.stdout
    assert done.stdout.endswith("Good-bye; the game is not saved.\n")
