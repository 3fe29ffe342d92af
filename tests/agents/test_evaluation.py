"""Evaluation: the same games for all, rows that can be played again, honest numbers."""

import csv
import importlib.util
import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from agents.configs import read_config
from agents.errors import AgentError, FolderError
from agents.evaluation import start
from agents.evaluation.plan import BLOCK, Plan
from agents.evaluation.report import print_table, summaries, write_results
from agents.evaluation.rows import TIMEOUT, played_again, read_rows
from agents.evaluation.runner import play
from agents.evaluation.statistics import mean_share, win_rate
from agents.folders import kept
from envs.core.keys import decision_keys
from envs.core.replay import Replay, unpack_actions
from envs.core.seeds import purpose_of, seed_for
from envs.portal_dash.game import Game
from envs.portal_dash.settings import Settings
from tests.agents.bots import Curious
from tests.agents.conftest import write_random_policy

BASE = Path("configs/eval/base.yaml")
BOTS = "tests.agents.bots"


def plan_of(**options):
    given = {"levels": [1, 4], "games": 6, "workers": 1, **options}
    return read_config(Plan, BASE, options=given)


def untimed(rows):
    return [row.untimed() for row in rows]


@pytest.fixture(scope="module")
def played(tmp_path_factory, facts):
    """A plan with a random and a learned agent, and its rows."""
    folder = tmp_path_factory.mktemp("policies") / "policy"
    write_random_policy(folder, facts)
    plan = plan_of(agents=["random", str(folder)], players=[1, 3])
    return plan, play(plan)


def test_every_game_of_the_plan_is_played_once_in_its_order(played):
    plan, rows = played
    assert [(row.players, row.level, row.agents, row.number) for row in rows] == [
        (players, level, (agent,) * players, number)
        for players in (1, 3)
        for level in (1, 4)
        for agent in plan.agents
        for number in range(6)
    ]


def test_agents_play_the_same_seeds_and_those_are_for_evaluation(played):
    plan, rows = played
    for row in rows:
        assert row.seed == seed_for("eval", row.number)
        assert purpose_of(row.seed) == "eval"
    other = next(plan_of(seed=1).tasks(plan.cells()[0]))
    assert other.seed == seed_for("eval", BLOCK)


def test_a_row_says_how_its_game_ended(played, facts):
    _, rows = played
    for row in rows:
        assert row.outcome in ("won", "lost")
        assert (row.progress == 1) == row.won
        assert row.turns >= 1
        assert row.decisions == len(unpack_actions(row.actions))
        assert {name: getattr(row, name) for name in facts.hashes} == dict(facts.hashes)
    assert len({row.final for row in rows}) == len(rows)


def test_a_game_goes_the_same_way_whatever_is_played_beside_it():
    together = play(plan_of(levels=[1]))
    alone = play(plan_of(levels=[1], lanes=1))
    assert untimed(together) == untimed(alone)
    assert untimed(play(plan_of(levels=[1], games=2))) == untimed(together)[:2]


def test_every_decision_has_its_own_key_of_the_games_seed():
    Curious.keys.clear()
    (row,) = play(plan_of(levels=[1], games=1, agents=[f"{BOTS}:Curious"]))
    keys = [
        decision_keys(np.array([row.seed], np.uint64), np.array([count]))[0]
        for count in range(row.decisions)
    ]
    assert Curious.keys == [keys[0], *keys]  # asked once more, for the estimate


@pytest.mark.slow
def test_processes_play_the_same_games(played):
    plan, rows = played
    assert untimed(play(plan.model_copy(update={"workers": 2, "lanes": 5}))) == untimed(rows)


def test_a_game_that_takes_too_long_is_lost(capsys):
    rows = play(plan_of(max_turns=2))
    cut = [row for row in rows if row.cause == TIMEOUT]
    assert len(cut) > len(rows) / 2
    assert all(row.turns == 3 and row.outcome == "lost" for row in cut)
    assert all(row.turns <= 3 for row in rows)
    assert [played_again(row) for row in cut] == cut


@pytest.mark.parametrize("bot", ["Illegal", "Outside"])
def test_an_illegal_action_forfeits_the_game_and_the_rest_goes_on(bot):
    plan = plan_of(agents=[f"{BOTS}:{bot}", f"{BOTS}:First"])
    rows = play(plan)
    assert len(rows) == 24
    forfeited = [row for row in rows if row.cause == "illegal_action"]
    assert forfeited
    assert all(row.agents[0].endswith(bot) and not row.won for row in forfeited)
    assert [played_again(row) for row in forfeited] == forfeited
    text = StringIO()
    print_table(plan, rows, Console(file=text, width=120))
    assert f"WARNING: {BOTS}:{bot} forfeited {len(forfeited)} games" in text.getvalue()


def test_an_agent_that_answers_nonsense_gets_a_sentence():
    with pytest.raises(AgentError, match=r"was asked for 1 actions and answered an array of int16"):
        play(plan_of(agents=[f"{BOTS}:TooFew"]))


def test_an_agent_that_fails_says_in_which_game():
    with pytest.raises(ZeroDivisionError) as caught:
        play(plan_of(agents=[f"{BOTS}:Broken"]))
    assert "level 1, 2 players, seed" in caught.value.__notes__[0]


def test_wrong_cells_are_found_out_before_any_game(monkeypatch):
    monkeypatch.setattr(Game, "new", lambda *_: pytest.fail("a game was begun"))
    for options in ({"levels": [1, 6]}, {"players": [2, 5]}, {"edition": "de"}):
        with pytest.raises(ValueError, match=r"level 6|players=5|edition 'de'"):
            play(plan_of(**options))
    with pytest.raises(AgentError, match="no agent is called 'nobody'"):
        play(plan_of(agents=["random", "nobody"]))


# -- numbers ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        # Newcombe 1998, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_that_of_the_literature(won, games, low, high):
    estimate = win_rate(won, games)
    assert estimate.value == won / games
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-5)


def test_the_intervals_of_means_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(2000):
        estimate = mean_share(rng.beta(2, 5, 40))
        hits += estimate.low <= 2 / 7 <= estimate.high
    assert 0.935 < hits / 2000 < 0.965


def test_one_game_or_equal_ones_have_an_interval_too():
    assert mean_share([0.3]) == (0.3, 0.0, 1.0)
    assert mean_share([0.25, 0.25, 0.25]) == (0.25, 0.25, 0.25)
    assert mean_share([0.0, 1.0]).low == 0.0


def test_the_table_counts_what_the_rows_say(played):
    plan, rows = played
    found = summaries(plan, rows)
    assert [(one.players, one.level, one.agent) for one in found] == [
        (cell.players, cell.level, cell.agents[0]) for cell in plan.cells()
    ]
    for n, one in enumerate(found):
        own = rows[6 * n : 6 * n + 6]
        assert one.won.value == sum(row.won for row in own) / 6
        assert one.progress.value == pytest.approx(np.mean([row.progress for row in own]))
        assert one.turns == pytest.approx(np.mean([row.turns for row in own]))
        assert one.causes.total() == sum(not row.won for row in own)


# -- files --------------------------------------------------------------------------


def test_results_lie_in_the_folder(played, tmp_path):
    pytest.importorskip("matplotlib")
    plan, rows = played
    sentences = list(write_results(plan, rows, tmp_path))
    assert len(sentences) == 4
    assert untimed(read_rows(tmp_path / "rows.jsonl")) == untimed(rows)
    with (tmp_path / "results.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(plan.cells())
    assert lines[0]["agent"] == "random"
    causes = [name for name in lines[0] if name.startswith("lost_by_")]
    assert sum(int(lines[0][name]) for name in causes) == sum(not row.won for row in rows[:6])
    assert (tmp_path / "results.png").read_bytes().startswith(b"\x89PNG")


def test_a_replay_of_each_agent_can_be_played(played, tmp_path):
    plan, rows = played
    list(write_results(plan, rows, tmp_path))
    files = sorted((tmp_path / "replays").iterdir())
    outcomes = {(row.agents[0], row.outcome) for row in rows}
    assert len(files) == len(outcomes)
    for file in files:
        replay = Replay.read(file)
        game = Game(Settings.of_recipe(replay.recipe))
        for _ in replay.play(game):
            pass
        assert file.stem.endswith(game.ending()["outcome"])


def test_without_the_library_the_plot_is_left_out_with_a_sentence(played, tmp_path, monkeypatch):
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "matplotlib" else find_spec(name)
    )
    sentences = list(write_results(*played, tmp_path))
    assert any(
        sentence.startswith("no plot: matplotlib is not installed") for sentence in sentences
    )
    assert not (tmp_path / "results.png").exists()
    assert (tmp_path / "rows.jsonl").exists()


def test_the_command_prints_a_table_and_writes_its_folder(tmp_path, capsys):
    out = tmp_path / "out"
    start(BASE, {"levels": [1], "games": 2, "workers": 1, "out": out})
    shown = capsys.readouterr()
    assert "random" in shown.out
    assert "95 % intervals" in shown.out
    assert "2 games, about" in shown.err
    assert json.loads((out / "rows.jsonl").read_text().splitlines()[0])["agents"] == ["random"] * 2
    with kept(out), pytest.raises(FolderError, match="is in use by another process"):
        start(BASE, {"out": out})
