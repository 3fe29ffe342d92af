"""Stopped runs are resumed, and other games are never taken for theirs."""

import json
import shutil

import pytest

from tablemates.agents import arena
from tablemates.agents.errors import FolderError
from tablemates.agents.evaluation import evaluate, result_folder, runner, workers
from tablemates.agents.evaluation.replays.playback import secret_beside
from tablemates.agents.evaluation.result_folder import DIGEST, JOURNAL, PLAN, REPORT, ROWS, clear
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import verify
from tablemates.agents.outside.secret import SECRET, kept_secret, new_secret
from tests.agents import evaluated
from tests.agents.evaluated import BOTS, GAME, untimed

FIRST, WILD = f"{BOTS}:First", f"{BOTS}:Wild"


def plan_of(folder, **options):
    return evaluated.plan_of(**{"games": 40, "lanes": 8, "out": folder, **options})


class StoppedError(Exception):
    pass


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a run that was not stopped."""
    folder = tmp_path_factory.mktemp("finished")
    play(plan_of(folder))
    return folder


@pytest.fixture(scope="module")
def whole(finished):
    return read_rows(finished / ROWS)


@pytest.fixture
def stopped(tmp_path, monkeypatch):
    """A folder whose run was stopped after some games."""
    played, end = 0, workers.Worker.end

    def stop(worker, games):
        nonlocal played
        end(worker, games)
        played += len(games)
        if played > 50:
            raise StoppedError

    with monkeypatch.context() as context:
        context.setattr(workers.Worker, "end", stop)
        with pytest.raises(StoppedError):
            play(plan_of(tmp_path))
    return tmp_path


@pytest.fixture
def started(monkeypatch):
    """The games that are really played."""
    games = []
    start = arena._Table.start

    def note(table, starts):
        games.extend((one.task.cell.scenario, one.task.number) for one in starts)
        return start(table, starts)

    monkeypatch.setattr(arena._Table, "start", note)
    return games


def journal(folder):
    return sorted((folder / JOURNAL).glob("*.jsonl"))


def test_a_stopped_run_is_resumed(stopped, whole, started):
    (part,) = journal(stopped)
    before = [json.loads(line) for line in part.read_text().splitlines()]
    assert 50 < len(before) < 80
    rows = play(plan_of(stopped))
    assert untimed(rows) == untimed(whole)
    kept = {(row["scenario"], row["number"]): row["seconds"] for row in before}
    assert not kept.keys() & set(started)
    assert len(kept) + len(started) == 80
    assert all(row.seconds == kept.get((row.scenario, row.number), row.seconds) for row in rows)


@pytest.mark.slow
def test_the_games_of_agents_from_outside_go_on_with_the_secret_of_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "new_secret", new_secret)  # another one every time
    agents, folders = [WILD, "random"], [tmp_path / name for name in ("a", "b", "c")]
    first = play(plan_of(folders[0], agents=agents, games=10))
    assert "40 rows hold" in verify(folders[0] / ROWS, own=GAME)[0]
    (folders[0] / ROWS).unlink()
    assert untimed(play(plan_of(folders[0], agents=agents, games=10))) == untimed(first)
    folders[1].mkdir()
    shutil.copy(folders[0] / SECRET, folders[1])  # so that the run is repeated
    again = play(plan_of(folders[1], agents=agents, games=10, workers=2))
    assert untimed(again) == untimed(first)
    other = play(plan_of(folders[2], agents=agents, games=10))
    assert {one.seed for one in other}.isdisjoint(row.seed for row in first)
    assert [one.actions for one in other] != [one.actions for one in first]
    assert len({row.seed for row in first}) == 10  # all agents play the same games
    assert SECRET not in (row.model_dump_json() for row in first)
    assert secret_beside(f"{folders[0] / ROWS}:3") == kept_secret(folders[0]) is not None
    assert (folders[0] / SECRET).stat().st_mode & 0o077 == 0


def test_without_agents_from_outside_there_is_no_secret(finished):
    assert not (finished / SECRET).exists()


def test_a_run_does_not_go_on_without_its_secret(tmp_path):
    plan = plan_of(tmp_path, agents=[FIRST], games=2)
    play(plan)
    (tmp_path / SECRET).rename(tmp_path / "away")
    assert play(plan)  # nothing is left to be played
    (tmp_path / ROWS).unlink()
    with pytest.raises(FolderError, match=r"run\.secret is gone.* --overwrite"):
        play(plan)
    for content in ("no digits\n", "00\n"):
        (tmp_path / SECRET).write_text(content)
        with pytest.raises(FolderError, match=r"run\.secret is damaged"):
            play(plan)
    assert play(plan, overwrite=True)


@pytest.mark.parametrize("cut", [1, 7, 300])
def test_a_line_that_was_being_written_is_played_again(stopped, whole, cut):
    (part,) = journal(stopped)
    part.write_bytes(part.read_bytes()[:-cut])
    assert untimed(play(plan_of(stopped))) == untimed(whole)


def test_a_line_that_was_damaged_in_the_middle_is_refused(stopped):
    (part,) = journal(stopped)
    lines = part.read_text().splitlines()
    part.write_text("\n".join([*lines[:3], lines[3][:-9], *lines[4:]]) + "\n")
    with pytest.raises(FolderError, match=r"0\.jsonl, line 4: is damaged.* --overwrite"):
        play(plan_of(stopped))


def test_a_finished_run_plays_nothing_again(finished, whole, started):
    assert play(plan_of(finished)) == whole
    assert play(plan_of(finished, workers=2, lanes=3)) == whole
    assert not started


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 39}, "games: 40, and now 39"),
        ({"games": 41, "until": "decided"}, "until: nothing, and now decided"),
        ({"games": 41, "seed": 1}, "seed: 0, and now 1"),
        ({"games": 20, "agents": ("random", FIRST)}, "games: 40, and now 20"),
        ({"agents": ("random", "clumsy:random:0.5"), "match": 2}, "match: 1, and now 2"),
        ({"agents": ("random", FIRST)}, "agents from outside play with hashed seeds"),
        ({"players": [2, 4]}, "players: 2 3, and now 2 4"),
        ({"agents": (FIRST,)}, "agents: random, and now tests.agents.bots:First"),
    ],
)
def test_another_plan_in_the_same_folder_is_refused(finished, options, sentence):
    with pytest.raises(FolderError) as caught:
        play(plan_of(finished, **options))
    assert sentence in str(caught.value)
    assert "start anew with --overwrite" in str(caught.value)


@pytest.mark.parametrize("more", [{"games": 45}, {"agents": (FIRST, "random")}])
def test_a_finished_run_goes_on_with_more_games_or_agents(finished, tmp_path, started, more):
    folders = tmp_path / "grown", tmp_path / "at_once"
    shutil.copytree(finished, folders[0])
    plan = {"agents": ("random",), **more}
    if FIRST in plan["agents"]:  # whose games need a secret, which the first ones did not have
        with pytest.raises(FolderError, match="holds the games of another plan"):
            play(plan_of(folders[0], **plan))
        plan["agents"] = ("random", "clumsy:random:0.5")
    grown = play(plan_of(folders[0], **plan))
    new = len(grown) - 80
    assert len(started) == new > 0
    assert untimed(grown) == untimed(play(plan_of(folders[1], **plan)))
    assert not (folders[0] / JOURNAL).exists()
    with pytest.raises(FolderError, match="holds the games of another plan"):
        play(plan_of(folders[0]))


def test_a_run_that_is_stopped_while_it_grows_loses_nothing(finished, tmp_path, monkeypatch):
    folder = tmp_path / "grown"
    shutil.copytree(finished, folder)

    def stop(*_):
        raise StoppedError

    for name in ("write_whole", "_ordered"):
        with monkeypatch.context() as context:
            owner = result_folder if name == "write_whole" else result_folder.RunFolder
            context.setattr(owner, name, stop)
            with pytest.raises(StoppedError):
                play(plan_of(folder, games=45))
    assert len(play(plan_of(folder, games=45))) == 90


def test_unknown_rows_are_not_taken_for_the_plans(tmp_path):
    (tmp_path / ROWS).write_text("{}\n")
    with pytest.raises(FolderError, match=r"holds rows\.jsonl, and no plan\.json says of which"):
        play(plan_of(tmp_path))
    (tmp_path / PLAN).write_text("{")
    with pytest.raises(FolderError, match=r"plan\.json is damaged"):
        play(plan_of(tmp_path))
    clear(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_file_that_lost_rows_is_no_result(tmp_path):
    play(plan_of(tmp_path, games=2))
    lines = (tmp_path / ROWS).read_text().splitlines(keepends=True)
    (tmp_path / ROWS).write_text("".join(lines[:-1]))
    with pytest.raises(FolderError, match="has 3 games of 4"):
        play(plan_of(tmp_path, games=2))


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("name", ["results.csv", "report.html", "replays/precious.json"])
def test_files_that_no_evaluation_has_written_are_left_alone(tmp_path, name, overwrite):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    with pytest.raises(FolderError, match=r"and no plan\.json says of which games"):
        play(plan_of(tmp_path, games=1), overwrite=overwrite)
    assert (tmp_path / name).read_text() == "mine"


def test_a_wrong_command_removes_no_games(finished, capsys):
    before = (finished / ROWS).read_bytes()
    wrong = ["--game", GAME, "--overwrite", "--out", str(finished), "--agents", "plannr"]
    assert evaluate.main(wrong) == 2
    assert (finished / ROWS).read_bytes() == before
    assert "Traceback" not in capsys.readouterr().err


def test_overwriting_removes_what_runs_leave_and_nothing_else(tmp_path):
    own = [tmp_path / folder / "mine.txt" for folder in (".", "replays", JOURNAL)]
    left = [
        PLAN,
        ROWS,
        DIGEST,
        REPORT,
        SECRET,
        "results.csv",
        "replays/a-won.html",
        f"{JOURNAL}/0.jsonl",
    ]
    for file in (*own, *(tmp_path / name for name in left)):
        file.parent.mkdir(exist_ok=True)
        file.write_text("{}")
    clear(tmp_path)
    assert sorted(file for file in tmp_path.rglob("*") if file.is_file()) == sorted(own)
