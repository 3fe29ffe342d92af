"""The command: a whole game in words, reasons, wrong input."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.replays.show import print_game
from tablemates.agents.outside.secret import hashed
from tests.agents.evaluated import write_rows
from tests.portal_dash.replays.games import SECRET, SHORT, playback_of, replay_of, row_of_replay

ROOT = Path(__file__).resolve().parents[3]
TALKER = "tests.portal_dash.replays.games:Talker"


def printed(playback, reasons=None):
    """Return what is printed of a game, as one line."""
    out = io.StringIO()
    print_game(playback, reasons, Console(file=out, width=100, highlight=False))
    return " ".join(out.getvalue().split())


def test_reasons_stand_below_each_decision_of_the_one_who_gives_them():
    playback = playback_of(SHORT)
    shown = printed(playback, Reasons(playback, [TALKER], secret=SECRET))
    for stop, move in enumerate(playback.moves):
        playback.go(stop)
        legal, key = playback.legal(), hashed(SECRET, playback.situation().key, "key")
        best = playback.game.describe(legal[0]) + " (played)" * (move.action == legal[0])
        assert f"{move.words} 1. {best}: " in shown
        assert f"key {key}" in shown
    assert " 1. " not in printed(playback, Reasons(playback, ["random"]))


def test_who_has_no_reasons_says_so():
    playback = playback_of(SHORT)
    silent = Reasons(playback, ["random"])
    assert silent.silence(playback) == "random gives no reasons."
    unknown = Reasons(playback).silence(playback)
    assert "the file does not say who played: name them by --agents" in unknown
    playback.go(SHORT)
    assert "The game is over" in silent.silence(playback)


def test_a_file_cannot_start_a_program(tmp_path):
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('it was imported')", encoding="utf-8")
    reasons = Reasons(playback_of(3, agents=("trap:Bot", "cmd:touch it")))
    assert reasons.agents == [None, None]
    assert "is loaded only if you name it: --agents trap:Bot" in reasons.missing[0]
    assert "--agents cmd:touch it" in reasons.missing[1]


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
