"""The table in the terminal, driven by a script through standard input."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

from tablemates.envs.core.history.replay import pack_actions
from tablemates.envs.core.views.agent import Candidate, Explanation
from tablemates.envs.registry import GAMES
from tablemates.table import play
from tablemates.table.terminal.text_table import HELP
from tests.agents.bots import First
from tests.table.hands import with_secrets
from tests.table.race import RULES

ROOT = Path(__file__).resolve().parents[3]
BEGIN = ["--text", "--game", RULES]
FIRST = "tests.agents.bots:First"
WISE = f"{__name__}:Wise"
PROGRAM = f"cmd:{sys.executable} -S -E {ROOT}/tests/agents/outside/program.py"


class Wise(First):
    """Plays like First and gives a reason for its answer."""

    name = "wise"
    asked: ClassVar[list[bytes]] = []

    def act(self, situation):
        self.asked.append(situation.public.tobytes() + bytes(str(situation.key), "ascii"))
        return super().act(situation)

    def explain(self, situation):
        return Explanation((Candidate(super().act(situation), 0.5, "it comes first"),))


@pytest.fixture
def at_table(monkeypatch, capsys, tmp_path):
    """Return a function that types lines and returns what was shown after each of them."""
    monkeypatch.chdir(tmp_path)

    def typed(script, *arguments, code=0):
        text = "".join(f"{line}\n" for line in script)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        rest = arguments or ["--scenario", "players=2", "--seed", "3"]
        with pytest.raises(SystemExit, match=str(code)):
            sys.exit(play.main([*BEGIN, *rest]))
        shown = capsys.readouterr()
        if code:
            assert shown.err.startswith("play.py: ")
            assert shown.err.count("\n") == 1
            return shown.err
        return re.split(r"\n> .*\n", shown.out)

    return typed


def asked(shown):
    """Return the question and the choices that were shown last."""
    return shown[shown.rindex("decides.") - 5 :]


def test_a_game_to_its_end(at_table):
    shown = at_table(["hold", "roll"] * 100)
    assert re.search(r"(Red|Teal) has won the race\.", "".join(shown))
    assert shown[-1].endswith("Good-bye; the game is not saved.\n")


def test_what_was_taken_back_is_made_again_and_the_same_die_falls(at_table):
    script = ["roll", "roll", "u", "u 5", "u", "r 2", "r", "u 2", "1"]
    first, one, two, back, start, nothing, again, no_more, _, same, _ = at_table([*script, "q", ""])
    assert "1 choice taken back." in back
    assert "There is nothing to take back." in nothing
    assert "2 choices made again." in again
    assert "There is nothing to make again." in no_more
    assert asked(start) == asked(first)
    assert re.findall("rolled .*", same) == re.findall("rolled .*", one)
    assert two.split("\n")[-1] == again.split("\n")[-1]


def test_the_end_and_the_file_say_how_often_choices_were_taken_back(at_table):
    shown = at_table(["roll", "u", "r", "roll", "u 2", "s game.json", *["hold", "roll"] * 100])
    assert json.loads(Path("game.json").read_text())["table"]["undos"] == 2
    assert "Choices were taken back 2 times." in "".join(shown)


def test_save_and_load(at_table):
    shown = at_table(["1", "1", "hold", "s game.json", "b", "q"])
    assert "The game is saved in game.json." in shown[4]
    assert "nothing is unsaved" in shown[-1]
    loaded = at_table(["u", "q", ""], "--load", "game.json")
    assert asked(loaded[0]) == asked(shown[3])
    assert "1 choice taken back." in loaded[1]


def test_a_file_that_is_not_this_games_is_not_overwritten(at_table):
    Path("game.json").write_text("precious")
    shown = at_table(["1", "s", "s other.json", "1", "s", "q"])
    assert "The game was not saved: game.json is there already" in shown[2]
    assert "The game is saved in other.json." in shown[5], "now it is its own"
    assert Path("game.json").read_text() == "precious"


def test_leaving_asks_whether_to_save(at_table):
    assert "is not saved" in at_table(["1", "q", ""])[-1]
    assert "The game is saved in kept.json." in at_table(["1", "q", "kept.json", "1"])[-1]
    shown = at_table(["1", "q", "no/such/folder", "l"])  # stays, because nothing is saved
    assert "The game was not saved: no/such/folder: No such file or directory." in "".join(shown)


@pytest.mark.parametrize("no", ["n", "No"])
def test_no_saves_nothing(at_table, tmp_path, no):
    assert "not saved" in at_table(["1", "q", no])[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0", "'0' is no choice: type a number from 1 to 2, or h for help."),
        ("²", "'²' is no choice"),
        pytest.param("9" * 5000, "is no choice: type a number", id="thousands of digits"),
        pytest.param("u " + "9" * 5000, "u takes a number from 1 on", id="u and digits"),
        ("i 99", "i takes the number of a choice, 1 to "),
        ("u x", "u takes a number from 1 on, not 'x'."),
        ("s .", "The game was not saved: .: "),
        ("[bold]x[/bold]", "'[bold]x[/bold]' is no choice"),
    ],
)
def test_wrong_input_gets_a_sentence_and_changes_nothing(at_table, line, sentence):
    shown = at_table([line, "l"])
    assert sentence in " ".join(shown[1].split())
    assert "rolled" not in shown[2]


def test_what_if_says_what_may_come_and_help_names_every_command(at_table):
    _, foretold, told, _ = at_table(["i 1", "h", "q"])
    assert foretold.count("16.7%") == 6
    assert HELP in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--scenario", "players=9"], "players=9"),
        (["--game", "chess"], "no game is called 'chess'"),
        (["--seed", "-1"], "--seed: input should be greater than or equal to 0"),
        (["--load", "no-such-file"], "No such file or directory"),
        (["--partners", "plannner"], "no agent is called 'plannner'"),
        (["--partners", FIRST, "--seat", "3"], "there is no seat 3: with 2 players, 0 to 1"),
        (["--scenario", "players=2", "--partners", FIRST, FIRST], "2 partners do not fill 1 seat"),
        (["--seat", "1"], "--seat says where you sit among --partners"),
        (["--adviser", "nobody"], "no agent is called 'nobody'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(at_table, arguments, sentence):
    assert sentence in at_table([], *arguments, code=2)


@pytest.mark.slow
def test_a_broken_or_foreign_save_is_refused(at_table):
    at_table(["1", "1", "s game.json"])
    saved = json.loads(Path("game.json").read_text())
    for content in (
        json.dumps(saved)[:100],
        json.dumps({"format": "chess"}),
        json.dumps(saved | {"actions": saved["actions"][:-8]}),
        json.dumps(saved | {"hashes": saved["hashes"] | {"ruleset": "0" * 16}}),
        json.dumps(saved | {"actions": pack_actions([2])}),
    ):
        Path("broken.json").write_text(content)
        assert "broken.json: " in at_table([], "--load", "broken.json", code=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", [RULES, *GAMES])
def test_help_lists_the_parameters_of_the_game_and_they_are_read(capsys, game):
    with pytest.raises(SystemExit, match="0"):
        play.main(["--game", game, "--help"])
    shown = capsys.readouterr().out.partition("parameters of ")[2]
    listed = re.findall(r"^  (\w+) .*Usual: (.*)$", shown, re.MULTILINE)
    assert "players" in dict(listed)
    for name, values in listed:
        every = values.split(", ")
        for value in {every[0], every[-1]}:
            asked = play.COMMAND.parse(["--game", game, "--scenario", f"{name}={value}"])
            assert asked.scenario.keys() == {name}
    with pytest.raises(SystemExit, match="0"):
        play.main(["--help"])
    assert "parameters of" not in capsys.readouterr().out  # it loads no game


def test_partners_decide_on_their_seats_and_are_asked_again_after_taking_back(at_table):
    Wise.asked.clear()
    rest = ["--scenario", "players=3", "--seed", "4", "--partners", WISE, "--seat", "1"]
    shown = at_table(["pass", "u", "pass", "w"], *rest)
    assert "rolled 0" in shown[0]
    assert "Teal (wise)" not in "".join(shown)
    assert shown[1] == shown[3]  # the same answers, the same die
    assert len(Wise.asked) > len(set(Wise.asked))
    assert "it comes first" in shown[4]


@pytest.mark.slow
def test_what_a_partner_chooses_in_secret_is_not_told(at_table):
    for rules, settings in with_secrets():
        words = [f"{name}={value}" for name, value in settings.items()]
        scenario = ["--scenario", "players=2", "first_player=1", *words]
        rest = ["--game", rules, *scenario, "--seed", "4", "--partners", FIRST, "--seat", "0"]
        shown = "".join(at_table(["w"], *rest)).replace("\n", " ")
        assert " chose in secret." in shown
        assert "thought:" not in shown


def test_a_partner_that_fails_ends_the_table_and_the_game_is_saved(at_table):
    partner = ["--partners", f"{PROGRAM} answers_once", "--save", "game.json"]
    assert "instead of answering" in at_table(["pass"] * 9, *partner, code=2)
    assert Path("game.json").exists()


def test_a_partner_that_fails_lets_the_game_be_saved_first(at_table):
    partner = ["--partners", "tests.agents.bots:Broken", "--seed", "3", "--scenario", "players=2"]
    assert "no idea" in at_table(["roll", "hold", "n"], *partner, code=2)
    assert not [*Path().iterdir()]
    assert "no idea" in at_table(["roll", "hold", "kept.json"], *partner, code=2)
    assert Path("kept.json").exists()


def test_a_file_that_is_there_is_never_replaced(at_table, monkeypatch):
    monkeypatch.setenv("HOME", str(Path.cwd()))
    notes = Path("notes.txt")
    notes.write_text("mine")
    for name in ("notes.txt", "~/notes.txt", str(notes.absolute())):
        for script in (["1", f"s {name}", "q", "n"], ["1", "q", name, "n"]):
            shown = " ".join("".join(at_table(script)).split())
            assert "is there already. Name another file." in shown
        assert "is there already" in at_table(["1"], "--save", name, code=2)
        assert notes.read_text() == "mine"
    at_table(["1", "s ~/new.json", "1", "s ~/new.json", "q"])
    assert Path("new.json").exists()
    at_table(["1", "q"], "--load", "new.json", "--save", "new.json")


def test_a_missing_package_is_named_with_the_extra_to_install(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "tablemates.table.server.serve", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert play.main([]) == 2
    said = "play.py: uvicorn is not installed: pip install 'tablemates[table]'\n"
    assert capsys.readouterr().err == said


@pytest.mark.slow
def test_the_command_reads_a_pipe_and_ends_with_it():
    done = subprocess.run(
        [sys.executable, "play.py", "--text", "--game", "tests.core.dice_race:DiceRace"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        input="1\n1\nl\n",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert "rolled" in done.stdout
    assert done.stdout.endswith("Good-bye; the game is not saved.\n")
