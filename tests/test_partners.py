"""Partners at the text table: who decides, advice, reasons, taking back."""

import io
import sys
from pathlib import Path
from typing import ClassVar

import pytest

from tablemates.envs.core.agent import Candidate, Explanation
from tablemates.table import command as play
from tests.agents.bots import First

BEGIN = ["--text", "--level", "1", "--players", "3", "--seed", "4"]
FIRST = "tests.agents.bots:First"
WISE = f"{__name__}:Wise"


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
def at_table(monkeypatch, capsys):
    def play_script(script, *arguments):
        text = "".join(f"{line}\n" for line in script)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert play.main([*BEGIN, *arguments]) == 0
        return capsys.readouterr().out

    return play_script


def deciders(shown):
    """Return who was asked for something."""
    lines = [line for line in shown.splitlines() if " chooses " in line and "(" not in line]
    return {line.split()[0] for line in lines}


def test_partners_decide_on_their_seats_and_people_on_theirs(at_table):
    shown = at_table(["1"] * 12, "--partners", FIRST, "--seat", "1", "--partners-decide")
    assert deciders(shown) == {"Blue"}
    assert "Pink (first) chooses: begin on (0, 0)" in shown
    assert "Yellow (first) chooses: " in shown
    assert "Blue (first)" not in shown


def test_the_teams_decisions_stay_with_the_people(at_table):
    shown = at_table(["1"] * 40, "--partners", FIRST)
    assert "Blue chooses for the team" in shown
    assert "Blue chooses action" not in shown
    assert "Blue (first) chooses: " in shown


def test_taking_back_goes_to_the_persons_last_choice_and_partners_do_the_same_again(at_table):
    Wise.asked.clear()
    shown = at_table(["2", "u", "2"], "--partners", WISE, "--seat", "1", "--partners-decide")
    assert shown.count("1 choice taken back.") == 1
    first, again = shown.split("> 2\n")[1:]
    assert "Yellow (wise) chooses: " in first
    assert again.startswith(first[: first.index("> u\n")])  # the same answers, the same dice
    assert len(Wise.asked) > len(set(Wise.asked))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--partners", "plannner"], "no agent is called 'plannner'"),
        (["--partners", FIRST, "--seat", "3"], "there is no seat 3: with 3 players, 0 to 2"),
        (["--partners", FIRST, FIRST, FIRST], "3 partners do not fill 2 seats"),
        (["--seat", "1"], "--seat says where you sit among --partners"),
        (["--partners", FIRST, "--players", "1"], "partners need a game for at least 2 players"),
        (["--adviser", "nobody"], "no agent is called 'nobody'"),
        (
            ["--partners", "tests.agents.bots:not_an_agent"],
            "not a tablemates.envs.core.agent.Agent",
        ),
    ],
)
def test_partners_that_cannot_be_are_refused_in_a_sentence(capsys, arguments, sentence):
    assert play.main([*BEGIN, *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("play: ")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


PROGRAM = f"cmd:{sys.executable} -S -E {Path(__file__).parent}/agents/outside/program.py"


def test_a_partner_that_fails_ends_the_table_and_the_game_is_saved(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 9))
    arguments = ["--partners", f"{PROGRAM} answers_once", "--save", str(tmp_path / "game.json")]
    assert play.main([*BEGIN, *arguments]) == 2
    shown = capsys.readouterr()
    assert "instead of answering" in shown.err
    assert "The game is saved in" in " ".join(shown.out.split())  # wrapped where the path is long
    assert (tmp_path / "game.json").exists()
