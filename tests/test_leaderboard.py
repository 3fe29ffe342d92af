"""The leaderboard: the games that are kept of it hold, and its tables are those of the play."""

import csv
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from docs.generators import leaderboard
from docs.kept import keep as keep_one
from docs.leaderboard import KEPT, keep, main, sampled, without_reuse
from tablemates.agents.configs import read_config
from tablemates.agents.evaluation import verify as verifying
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report import files, write_results
from tablemates.agents.evaluation.rows import read_rows, write_rows
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.errors import FormatError

BENCH = Path("configs/eval/bench-v1.yaml")
SAMPLE = KEPT.with_suffix(".jsonl")

published = pytest.mark.skipif(not SAMPLE.exists(), reason="the benchmark has not been played")


@pytest.mark.slow
@published
def test_the_games_that_are_kept_hold():
    verified = verifying.verify(SAMPLE)
    assert verified.rows == verified.simulated == len(read_rows(SAMPLE))


@published
def test_every_cell_of_the_table_is_in_the_sample():
    with KEPT.with_suffix(".csv").open() as file:
        lines = list(csv.DictReader(file))
    cells = Counter((row.agents[0], row.players, row.level) for row in read_rows(SAMPLE))
    assert set(cells) == {
        (line["agent"], int(line["players"]), int(line["level"])) for line in lines
    }
    assert min(cells.values()) >= 4
    assert {line["ruleset"] for line in lines} == {row.ruleset for row in read_rows(SAMPLE)}


@published
def test_the_page_names_what_was_played():
    data = json.loads(KEPT.with_suffix(".json").read_text())
    (page,) = leaderboard.pages().values()
    known = dict(data["provenance"])
    for name in ("benchmark", "ruleset", "digest of rows.jsonl"):
        assert known[name] in page
    for one in data["plays"]:
        assert one["digest"] in page
        assert one["command"] in page
    rows = read_rows(SAMPLE)
    assert {f"agent {name}": digest for row in rows for name, digest in row.policies.items()} == {
        name: digest for name, digest in known.items() if name.startswith("agent ")
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results of a small play that calls itself the benchmark."""
    folder = tmp_path_factory.mktemp("results")
    options = {"games": 6, "levels": [1], "players": [1, 2], "agents": ["random"], "workers": 1}
    plan = read_config(Plan, BENCH, options=options | {"ruleset": None})
    rows = play(plan)
    write_rows(folder / "rows.jsonl", rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "MOST_REPLAYS", 0)
        for _ in write_results(plan, rows, folder):
            pass
    return folder


def named(folder, tmp_path, benchmark, name="named"):
    """Return a copy of results under the name of a benchmark."""
    copy = tmp_path / name
    shutil.copytree(folder, copy)
    data = json.loads((copy / "results.json").read_text())
    data["provenance"] = [
        [name, benchmark if name == "benchmark" else value] for name, value in data["provenance"]
    ]
    (copy / "results.json").write_text(json.dumps(data))
    return copy


def test_only_the_benchmark_is_kept(folder, tmp_path):
    with pytest.raises(FormatError, match="is no play of the benchmark"):
        keep([folder], tmp_path / "kept")
    assert not list(tmp_path.iterdir())


def test_some_games_of_every_cell_are_kept_and_hold(folder, tmp_path):
    kept = keep([named(folder, tmp_path, "bench-v1, tier smoke")], tmp_path / "kept")
    assert [file.suffix for file in kept] == [".json", ".csv", ".jsonl"]
    rows = read_rows(kept[2])
    assert [(row.players, row.number) for row in rows] == [
        (players, number) for players in (1, 2) for number in (0, 2, 4)
    ]
    assert [row.final for row in rows] == [
        row.final for row in sampled(read_rows(folder / "rows.jsonl"))
    ]
    verifying.verify(kept[2])
    lie = [rows[0].model_copy(update={"turns": rows[0].turns + 1}), *rows[1:]]
    write_rows(kept[2], lie)
    with pytest.raises(verifying.DoesNotHoldError, match="line 1"):
        verifying.verify(kept[2])


def test_plays_of_two_tiers_make_one_leaderboard(folder, tmp_path, monkeypatch):
    first = named(folder, tmp_path, "bench-v1, tier board", "first")
    second = named(folder, tmp_path, "bench-v1, tier dev", "second")
    with pytest.raises(FormatError, match=r"first and .*second have the same agents: random"):
        keep([first, second], tmp_path / "kept")
    rows = read_rows(second / "rows.jsonl")
    renamed = [
        row.model_copy(update={"agents": ("other",) * row.players, "policies": {"other": "0"}})
        for row in rows
        if row.number < 4
    ]
    digest = write_rows(second / "rows.jsonl", renamed)
    with pytest.raises(FormatError, match=r"is not what results\.json is made of"):
        keep([first, second], tmp_path / "kept")
    text = (second / "results.json").read_text()
    text = text.replace(rows[-1].hash, digest).replace("agent random", "agent other")
    (second / "results.json").write_text(text)
    verifying.verify(keep([first, second], tmp_path / "kept")[2])
    monkeypatch.setattr(leaderboard, "KEPT", tmp_path / "kept")
    (page,) = leaderboard.pages().values()
    assert "**Tier dev (`other`): fewer games" in page
    assert "4 to 6 games a cell" in page
    assert "bench-v1, tier board, dev" in page
    assert "| random | other | 8 |" in page or "| other | random | 8 |" in page
    for one in (rows[-1].hash, digest):
        assert f"- digest `{one}`:" in page
    changed = [row.model_copy(update={"ruleset": "0"}) for row in renamed]
    other = write_rows(second / "rows.jsonl", changed)
    (second / "results.json").write_text(text.replace(digest, other))
    with pytest.raises(FormatError, match="with another ruleset"):
        keep([first, second], tmp_path / "kept")


def test_of_an_agent_played_at_two_tiers_the_larger_counts(folder, tmp_path):
    board = named(folder, tmp_path, "bench-v1, tier board", "first")
    dev = named(folder, tmp_path, "bench-v1, tier dev", "second")
    rows = [row for row in read_rows(dev / "rows.jsonl") if row.number < 4]
    digest = write_rows(dev / "rows.jsonl", rows)
    text = (dev / "results.json").read_text()
    before = dict(json.loads(text)["provenance"])["digest of rows.jsonl"]
    (dev / "results.json").write_text(text.replace(before, digest))
    alone = [file.read_text() for file in keep([board], tmp_path / "alone")]
    both = [file.read_text() for file in keep([dev, board], tmp_path / "both")]
    assert both == alone


@pytest.mark.parametrize(("tier", "marked"), [("smoke", True), ("board", False)])
def test_small_tiers_are_marked(folder, tmp_path, monkeypatch, tier, marked):
    keep([named(folder, tmp_path, f"bench-v1, tier {tier}")], tmp_path / "kept")
    monkeypatch.setattr(leaderboard, "KEPT", tmp_path / "kept")
    (page,) = leaderboard.pages().values()
    assert ("few games, since these agents take long" in page) == marked
    assert f"bench-v1, tier {tier}" in page
    for word in ("## Over all cells", "## Games won, %", "What killed a player", "ruleset"):
        assert word in page
    assert "Every cell\n" not in page


def test_without_a_play_there_is_no_page(tmp_path, monkeypatch):
    monkeypatch.setattr(leaderboard, "KEPT", tmp_path / "kept")
    assert leaderboard.pages() == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "No such file"),
        ("{", "is not what evaluate.py writes"),
        ("[]", "is not what evaluate.py writes"),
        ('{"provenance": [["benchmark", "bench-v1, tier dev"]]}', "is not what evaluate.py writes"),
    ],
)
def test_a_folder_of_something_else_gets_a_sentence(tmp_path, capsys, text, sentence):
    if text is not None:
        (tmp_path / "results.json").write_text(text)
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert str(tmp_path / "results.json") in said
    assert sentence in said


def test_tables_of_other_rows_are_kept_by_nobody(folder, tmp_path):
    copy = named(folder, tmp_path, "bench-v1, tier smoke")
    rows = read_rows(copy / "rows.jsonl")
    write_rows(copy / "rows.jsonl", rows[:-1])
    for work in (lambda: keep([copy], tmp_path / "kept"), lambda: keep_one("x", copy, tmp_path)):
        with pytest.raises(FormatError, match=r"rows\.jsonl is not what results\.json is made of"):
            work()
    assert [file.name for file in tmp_path.iterdir()] == ["named"]


@pytest.mark.parametrize(
    ("command", "rest"),
    [
        ("python evaluate.py --reuse a b --tier dev", "python evaluate.py --tier dev"),
        ("python evaluate.py --tier dev --reuse a b", "python evaluate.py --tier dev"),
        ("python evaluate.py --agents 'cmd:a b'", "python evaluate.py --agents 'cmd:a b'"),
    ],
)
def test_a_command_is_named_without_folders_of_one_machine(command, rest):
    assert without_reuse(command) == rest
