"""Runs that are stopped: nothing is lost, nothing is played twice, nothing else is taken for it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablemates import evaluate
from tablemates.agents.configs import read_config
from tablemates.agents.errors import FolderError
from tablemates.agents.evaluation import run_folder
from tablemates.agents.evaluation.lockstep import Hall
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import read_rows
from tablemates.agents.evaluation.run_folder import JOURNAL, PLAN, ROWS, clear
from tablemates.agents.evaluation.runner import play
from tests.agents.test_rows import unbroken

ROOT = Path(__file__).resolve().parents[2]
BASE = Path("configs/eval/base.yaml")


def plan_of(folder, **options):
    given = {"levels": [1, 2], "games": 40, "workers": 1, "lanes": 8, "out": folder, **options}
    return read_config(Plan, BASE, options=given)


def untimed(rows):
    return [row.untimed() for row in rows]


class StoppedError(Exception):
    pass


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The rows of a run that nobody stopped."""
    return play(plan_of(tmp_path_factory.mktemp("whole")))


@pytest.fixture
def stopped(tmp_path, monkeypatch):
    """A folder whose run was stopped after some games."""
    played, play_on = 0, Hall.play

    def stop(hall, supply):
        nonlocal played
        for rows in play_on(hall, supply):
            yield rows
            played += len(rows)
            if played > 50:
                raise StoppedError

    with monkeypatch.context() as context:
        context.setattr(Hall, "play", stop)
        with pytest.raises(StoppedError):
            play(plan_of(tmp_path))
    return tmp_path


def journal(folder):
    return sorted((folder / JOURNAL).glob("*.jsonl"))


@pytest.mark.slow
def test_a_run_that_is_done_has_its_rows_and_its_plan_and_no_journal(tmp_path, whole):
    rows = play(plan_of(tmp_path))
    assert untimed(rows) == untimed(whole)
    assert read_rows(tmp_path / ROWS) == rows
    assert unbroken(tmp_path / ROWS)
    assert not (tmp_path / JOURNAL).exists()
    told = json.loads((tmp_path / PLAN).read_text())
    assert told["plan"]["games"] == 40
    assert told["policies"] == rows[0].policies
    assert told["ruleset"] == rows[0].ruleset


def test_a_stopped_run_goes_on_where_it_was(stopped, whole, monkeypatch):
    (part,) = journal(stopped)
    before = part.read_text().splitlines()
    assert 50 < len(before) < 80
    begun = []
    begin = Hall._begin

    def note(hall, tasks):
        begun.extend(tasks)
        return begin(hall, tasks)

    monkeypatch.setattr(Hall, "_begin", note)
    rows = play(plan_of(stopped))
    assert untimed(rows) == untimed(whole)
    assert unbroken(stopped / ROWS)
    kept = {(row["level"], row["number"]) for row in map(json.loads, before)}
    again = {(task.cell.level, task.number) for task in begun}
    assert not kept & again
    assert len(kept) + len(again) == 80
    # The games that were done are those very ones, time and all.
    seconds = {(row.level, row.number): row.seconds for row in rows}
    assert all(
        seconds[row["level"], row["number"]] == row["seconds"] for row in map(json.loads, before)
    )


@pytest.mark.parametrize("cut", [1, 7, 300])
def test_a_line_that_was_being_written_is_played_again(stopped, whole, cut):
    (part,) = journal(stopped)
    part.write_bytes(part.read_bytes()[:-cut])
    assert untimed(play(plan_of(stopped))) == untimed(whole)


@pytest.mark.parametrize("rubbish", [b"\0" * 100, b'{"agents": ["random"', b"\xff\n"])
def test_rubbish_at_the_end_is_cut_off(stopped, whole, rubbish):
    (part,) = journal(stopped)
    with part.open("ab") as stream:
        stream.write(rubbish)
    assert untimed(play(plan_of(stopped))) == untimed(whole)


def test_a_run_may_be_stopped_before_its_first_game(tmp_path, whole):
    run_folder.RunFolder(tmp_path, plan_of(tmp_path), known_of(whole))
    assert untimed(play(plan_of(tmp_path))) == untimed(whole)


def test_a_line_is_written_whole_although_the_disk_takes_it_in_pieces(tmp_path, whole):
    part = run_folder.Part(tmp_path / "0.jsonl")
    stream = part._stream

    class Pieces:
        def write(self, data):
            return stream.write(data[:100])

    part._stream = Pieces()
    part.write(whole[:3])
    stream.close()
    assert untimed(read_rows(tmp_path / "0.jsonl")) == untimed(whole[:3])


def known_of(rows):
    names = ("ruleset", "interface", "engine", "components", "version", "policies")
    return {name: getattr(rows[0], name) for name in names}


def test_a_finished_run_plays_nothing_again(stopped, whole, monkeypatch):
    play(plan_of(stopped))
    monkeypatch.setattr(Hall, "play", lambda *_: pytest.fail("a game was played"))
    assert untimed(play(plan_of(stopped))) == untimed(whole)
    assert untimed(play(plan_of(stopped, workers=2, lanes=3))) == untimed(whole)


def test_a_line_that_was_changed_in_the_middle_is_refused(stopped):
    (part,) = journal(stopped)
    lines = part.read_text().splitlines()
    lines[3] = lines[3].replace('"outcome":"lost"', '"outcome":"won"')
    part.write_text("\n".join(lines) + "\n")
    with pytest.raises(FolderError, match=r"0\.jsonl, line 4: is damaged.* --anew"):
        play(plan_of(stopped))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 41}, "games: 40, and now 41"),
        ({"levels": [1, 3]}, "levels: 1 2, and now 1 3"),
        ({"agents": ["rules"]}, "agents: random, and now rules"),
        ({"noise": 0.1}, "noise: 0.0, and now 0.1"),
    ],
)
def test_another_plan_in_the_same_folder_is_refused(stopped, options, sentence):
    with pytest.raises(FolderError) as caught:
        play(plan_of(stopped, **options))
    assert sentence in str(caught.value)
    assert "begin anew with --anew" in str(caught.value)
    assert journal(stopped)


def test_changed_agents_or_rules_are_another_plan(stopped, monkeypatch):
    with monkeypatch.context() as context:
        context.setattr("tablemates.agents.evaluation.runner.policy_digest", lambda _name: "0" * 16)
        with pytest.raises(FolderError, match=r"\(random: [0-9a-f]{16}, and now 0{16}\)"):
            play(plan_of(stopped))
    monkeypatch.setattr("tablemates.agents.evaluation.runner.__version__", "9.9")
    with pytest.raises(FolderError, match=r"\(version: .*, and now 9\.9\)"):
        play(plan_of(stopped))


def test_rows_that_nobody_knows_are_not_taken_for_the_plans(tmp_path):
    (tmp_path / ROWS).write_text("{}\n")
    with pytest.raises(FolderError, match=r"holds games, but no plan\.json says which"):
        play(plan_of(tmp_path))
    (tmp_path / PLAN).write_text("{")
    with pytest.raises(FolderError, match=r"plan\.json is damaged"):
        play(plan_of(tmp_path))
    clear(tmp_path)
    assert not list(tmp_path.iterdir())
    play(plan_of(tmp_path, games=1))


@pytest.fixture
def done(tmp_path):
    play(plan_of(tmp_path, games=2))
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["--agents", "plannr"],
        ["--levels", "9"],
        ["--components", "nowhere"],
        ["--reuse", "nowhere"],
        ["--answer-seconds", "inf"],
    ],
    ids=lambda words: words[0],
)
def test_a_wrong_command_removes_no_games(done, words, capsys):
    before = (done / ROWS).read_bytes()
    assert evaluate.main(["--anew", "--out", str(done), *words]) == 2
    assert (done / ROWS).read_bytes() == before
    assert "Traceback" not in capsys.readouterr().err


def test_beginning_anew_removes_what_runs_leave_and_nothing_else(done):
    own = [done / "mine.txt", done / "replays" / "mine.txt", done / JOURNAL / "mine.txt"]
    left = [
        done / name for name in (*run_folder.RESULTS, "replays/a-won.html", f"{JOURNAL}/0.jsonl")
    ]
    for file in (*own, *left):
        file.parent.mkdir(exist_ok=True)
        file.write_text("{}")
    clear(done)
    assert sorted(file for file in done.rglob("*") if file.is_file()) == sorted(own)


def test_beginning_anew_needs_a_folder(capsys):
    assert evaluate.main(["--anew", "--games", "1"]) == 2
    assert "--anew is for a folder of results" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: "", "has 0 games of 4: lines were taken away"),
        (lambda text: text[: text.rindex("\n", 0, -1) + 1], "has 3 games of 4: lines were taken"),
        (lambda text: text.replace('"lost"', '"won"', 1), "line 1: is not as it was written"),
    ],
    ids=["empty", "cut", "changed"],
)
def test_a_file_of_rows_that_is_not_as_it_was_written_is_no_result(done, change, sentence):
    (done / ROWS).write_text(change((done / ROWS).read_text()))
    with pytest.raises(FolderError, match=sentence):
        play(plan_of(done, games=2))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_killed_command_goes_on(tmp_path, number, capsys):
    out, bot = tmp_path / "out", "tests.agents.bots:Lazy"
    words = ["--agents", bot, "--levels", "1", "--games", "300", "--out", str(out)]
    command = [sys.executable, "evaluate.py", *words, "--workers", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while len(journal(out)) < 2 or min(part.stat().st_size for part in journal(out)) < 3_000:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    said = process.communicate(timeout=120)[1]
    if number != signal.SIGKILL:
        assert process.returncode == 130
        assert "evaluate.py: stopped; " in said
        assert "of 300 games lie in" in said
        assert "the same command goes on" in said
        assert "Traceback" not in said
    assert not (out / ROWS).exists()
    time.sleep(1.0)
    sizes = [part.stat().st_size for part in journal(out)]
    time.sleep(1.0)
    assert sizes == [part.stat().st_size for part in journal(out)]  # nobody goes on in secret
    rows = play(plan_of(out, agents=[bot], levels=[1], games=300, lanes=128))
    assert "of 300 games are done already" in capsys.readouterr().err
    assert [row.number for row in rows] == list(range(300))
    assert unbroken(out / ROWS)


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("name", ["results.csv", "report.html", "replays/precious.json"])
def test_what_no_evaluation_has_written_is_left_alone(tmp_path, name, anew):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    with pytest.raises(FolderError, match=r"and no plan\.json says that an evaluation wrote it"):
        play(plan_of(tmp_path, games=1), anew=anew)
    assert (tmp_path / name).read_text() == "mine"
