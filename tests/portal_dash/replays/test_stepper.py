"""The terminal: keys, wrong input, reasons, and a whole game through a pipe."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tablemates.agents.evaluation import command as evaluate
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.replays.stepper import PROMPT, Stepper
from tests.agents.evaluated import write_rows
from tests.portal_dash.replays.games import SHORT, playback_of, replay_of, row_of_replay

ROOT = Path(__file__).resolve().parents[3]
TALKER = "tests.portal_dash.replays.games:Talker"


@pytest.fixture(scope="module")
def whole():
    return playback_of()


@pytest.fixture(scope="module")
def talked(whole):
    return Reasons.of(whole, [TALKER])


@pytest.fixture
def step(whole, talked):
    """Return a function that types lines and returns what was shown after each of them."""

    def typed(*lines, reasons=talked):
        out = io.StringIO()
        console = Console(file=out, width=100, highlight=False)
        script = io.StringIO("".join(f"{line}\n" for line in lines))
        whole.go(0)
        Stepper(whole, reasons, script, console).run()
        return out.getvalue().split(PROMPT)

    return typed


def place_in(shown):
    found = re.findall(r"^Turn (\d+), decision (\d+) of 237", shown, re.MULTILINE)
    return tuple(map(int, found[-1])) if found else None


def test_a_step_shows_board_decision_move_and_events(step, whole):
    shown = step("", "n")[2]
    move = whole.moves[2]
    assert place_in(shown)[1] == 2
    assert "┌─────┬" in shown
    assert move.question in shown
    assert f": {move.words}" in shown
    assert all(f"  {sentence}" in shown for sentence in whole.stops[2].happened)


def test_every_key_goes_where_it_says(step, whole):
    shown = step("n 5", "b", "b 2", "t 5", "d 100", "e", "s", "", "q", "n")
    stops = [place_in(one)[1] for one in shown[:-1]]
    assert stops == [0, 5, 4, 2, whole.stop_of(5), 100, 237, 0, 1]
    assert len(shown) == 10  # nothing was read after q


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("x", "'x' is no key: n, b, t, d, s, e, w, l, q, or ? for help."),
        ("t", "t takes a number from 0 to 29, not ''."),
        pytest.param("t " + "9" * 5000, "t takes a number from 0 to 29", id="thousands of digits"),
        ("q now", "q takes nothing behind it."),
        ("b", "This is the start."),
    ],
)
def test_wrong_input_gets_a_sentence_and_moves_nothing(step, line, sentence):
    shown = step(line, "n")
    assert shown[1].strip().startswith(sentence)
    assert place_in(shown[2])[1] == 1


# -- reasons ---------------------------------------------------------------------------
def test_why_names_the_three_best_and_what_was_played(step, whole):
    shown = step("d 20", "w")[2]
    whole.go(20)
    legal = whole.legal()
    lines = re.findall(r"^  (\d)\. (.*)", shown, re.MULTILINE)
    assert [number for number, _ in lines] == [str(n + 1) for n in range(min(3, len(legal)))]
    assert lines[0][1].startswith(whole.game.describe(legal[0]))
    assert f"key {whole.situation().key}" in " ".join(shown.split())
    played = [line for _, line in lines if "(played)" in line]
    assert len(played) == (whole.move.action in legal[:3])


def test_who_has_no_reasons_says_so(step, whole):
    silent = Reasons.of(whole, ["random"])
    assert step("w", reasons=silent)[1].strip() == "random gives no reasons."
    assert "The game is over" in step("e", "w", reasons=silent)[2]
    unknown = step("w", reasons=Reasons.of(whole))[1]
    assert "the file does not say who played: name them by --agents" in " ".join(unknown.split())


def test_a_file_cannot_start_a_program(tmp_path):
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('it was imported')", encoding="utf-8")
    reasons = Reasons.of(playback_of(3, agents=("trap:Bot", "cmd:touch it")))
    assert reasons.agents == [None, None]
    assert "is loaded only if you name it: --agents trap:Bot" in reasons.missing[0]
    assert "--agents cmd:touch it" in reasons.missing[1]


# -- the command -------------------------------------------------------------------------
@pytest.fixture
def rows_file(tmp_path):
    rows = [row_of_replay(replay_of(n), ("random", "rules")) for n in (SHORT, 6)]
    return write_rows(tmp_path / "rows.jsonl", rows)


@pytest.mark.slow
def test_a_pipe_gets_the_whole_game(rows_file):
    command = [sys.executable, "-W", "error", "evaluate.py", "--replay", f"{rows_file}:1"]
    done = subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    playback = playback_of(SHORT)
    shown = " ".join(done.stdout.split())
    start = f"{rows_file}:1: level 1, 2 players, played by random + rules, seed 1"
    assert shown.replace(" ", "").startswith(start.replace(" ", ""))  # long paths are wrapped
    for stop, move in enumerate(playback.moves):
        agent = ("random", "rules")[move.seat]
        assert f"decision {stop} of {SHORT}. {move.question} " in shown
        assert f" ({agent}) plays: {move.words} " in shown
        assert " ".join(playback.stops[stop].happened) in shown
    boards = done.stdout.count("\nlevel 1 (en)")
    assert boards == len(playback.turn_stops())


@pytest.mark.slow
def test_a_wrong_command_gets_one_sentence(rows_file, capsys, monkeypatch):
    monkeypatch.chdir(rows_file.parent)
    for words, sentence in [
        (["--replay", "rows.jsonl"], "rows.jsonl has 2 games: name one of them, rows.jsonl:1 to"),
        (["--replay", "rows.jsonl:7"], "rows.jsonl has no line 7"),
        (["--replay", "rows.jsonl:1", "--export", "a.mp4"], "--export a.mp4: name a file"),
        (["--replay", "rows.jsonl:1", "--agents", "randm"], "no agent is called 'randm'"),
        (["--replay", "rows.jsonl:1", "--components", "no"], "no: there is no such folder"),
        (
            ["--replay", "rows.jsonl:1", "--export", "no/a.html"],
            "--export no/a.html: there is no folder no",
        ),
    ]:
        assert evaluate.main(words) == 2
        shown = capsys.readouterr()
        assert shown.err.splitlines()[-1].startswith(f"evaluate.py: {sentence}"), words
        assert shown.out == ""
