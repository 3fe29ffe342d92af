"""Games that other runs have played: those of the plan are taken over, and no others."""

from pathlib import Path

import pytest

from tablemates.agents.errors import FolderError
from tablemates.agents.evaluation import runner
from tablemates.agents.evaluation.lockstep import Hall
from tablemates.agents.evaluation.rows import read_rows, write_rows
from tablemates.agents.evaluation.run_folder import JOURNAL, ROWS
from tablemates.agents.evaluation.runner import play
from tablemates.evaluate import main
from tests.agents.test_resuming import plan_of, untimed
from tests.agents.test_rows import unbroken


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a run that is done: two levels, forty games each."""
    folder = tmp_path_factory.mktemp("played")
    play(plan_of(folder))
    return folder


@pytest.fixture
def begun(monkeypatch):
    """The games that are really played."""
    games = set()
    begin = Hall._begin

    def note(hall, tasks):
        games.update((task.cell, task.number) for task in tasks)
        return begin(hall, tasks)

    monkeypatch.setattr(Hall, "_begin", note)
    return games


@pytest.mark.slow
def test_a_larger_plan_plays_only_what_is_new(played, tmp_path, begun, capsys):
    larger = {"agents": ["rules", "random"], "levels": [2, 3], "players": [2, 1], "games": 50}
    rows = play(plan_of(tmp_path / "larger", **larger), [played])
    assert "40 games taken over" in capsys.readouterr().err
    assert len(begun) == len(rows) - 40 == 8 * 50 - 40
    old = {row.number: row for row in read_rows(played / ROWS) if row.level == 2}
    new = {(cell.agents, cell.level, cell.players, number) for cell, number in begun}
    taken = [row for row in rows if (row.agents, row.level, row.players, row.number) not in new]
    # they are those very games, time and all
    assert [row.model_copy(update={"hash": ""}) for row in taken] == [
        old[row.number].model_copy(update={"hash": ""}) for row in taken
    ]
    assert unbroken(tmp_path / "larger" / ROWS)
    assert untimed(rows) == untimed(play(plan_of(tmp_path / "anew", **larger)))


def test_what_was_taken_over_is_not_taken_again(played, tmp_path, begun, capsys):
    for _ in range(2):  # the second time all is done
        play(plan_of(tmp_path), [played, played])
        assert not begun
        assert not (tmp_path / JOURNAL).exists()
    assert [line[:8] for line in capsys.readouterr().err.splitlines()] == ["80 games", "0 games "]


@pytest.mark.parametrize(
    "other", [{"seed": 1}, {"noise": 0.5}, {"max_turns": 7}, {"purpose": "tune"}], ids=str
)
def test_other_games_are_not_taken(played, tmp_path, begun, other):
    play(plan_of(tmp_path, games=2, **other), [played])
    assert len(begun) == 4


def test_games_of_another_version_of_an_agent_are_not_taken(played, tmp_path, begun, monkeypatch):
    monkeypatch.setattr(runner, "policy_digest", lambda name: f"another {name}")
    play(plan_of(tmp_path, games=2), [played])
    assert len(begun) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"forfeit": "player_0: stalled"},
        {"recipe": {}},
        *({name: "other"} for name in ("ruleset", "interface", "engine", "components", "version")),
    ],
    ids=lambda change: next(iter(change)),
)
def test_rows_that_are_not_the_plans_are_played(played, tmp_path, begun, change):
    rows = [row.model_copy(update=change) for row in read_rows(played / ROWS)]
    (tmp_path / "other").mkdir()
    write_rows(tmp_path / "other" / ROWS, rows)
    play(plan_of(tmp_path / "new", games=2), [tmp_path / "other"])
    assert len(begun) == 4


def test_rows_that_somebody_changed_are_refused(played, tmp_path):
    lines = (played / ROWS).read_text().splitlines()
    lines[2] = lines[2].replace('"lost"', '"won"')
    (tmp_path / "changed").mkdir()
    (tmp_path / "changed" / ROWS).write_text("\n".join(lines) + "\n")
    with pytest.raises(FolderError, match=r"rows\.jsonl, line 3: is not as it was written"):
        play(plan_of(tmp_path / "new"), [tmp_path / "changed"])


def test_what_is_taken_over_is_not_removed_before(played, capsys):
    before = (played / ROWS).read_bytes()
    assert main(["--games", "1", "--anew", "--out", str(played), "--reuse", str(played)]) == 2
    assert "is named by --reuse: name another folder" in capsys.readouterr().err
    assert (played / ROWS).read_bytes() == before


def test_a_folder_without_rows_gets_a_sentence(tmp_path, capsys):
    assert main(["--agents", "random", "--games", "1", "--reuse", str(tmp_path)]) == 2
    message = capsys.readouterr().err
    assert str(Path(tmp_path) / ROWS) in message
    assert "Traceback" not in message
