"""A competitive game from end to end: rotation, ranks, first places, pairs, report, replay."""

import csv

import choix
import numpy as np
import pytest

from tablemates.agents.cli.settings_models import read_config
from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.plan import Plan, Schedule
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.report import files
from tablemates.agents.evaluation.report.standings import Standings, results_of
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.ratings import ratings
from tablemates.agents.evaluation.verify import DoesNotHoldError, verify
from tablemates.envs.core.files.documents import DocumentError
from tests.agents.evaluated import changed, untimed, write_rows
from tests.core.dice_race import GOAL, DiceRace

GAME = "tests.core.dice_race:DiceRace"
BOLD, TWIN, TIMID = (f"tests.agents.racers:{name}" for name in ("Bold", "Twin", "Timid"))


def plan_of(*agents, players=2, **options):
    given = {"agents": agents, "scenario": {"players": players}, "games": 40, "workers": 1}
    return read_config(Plan, options={"game": GAME, **given, **options})


@pytest.fixture(scope="module")
def rows():
    return play(plan_of(BOLD, TIMID, TWIN, players=[2, 3]))


def test_every_two_agents_meet():
    cells = plan_of("a", "b", "c", "a+b+c", players=3).cells()
    assert ["".join(cell.agents) for cell in cells] == [
        *("aba", "bab", "aca", "cac", "bcb", "cbc", "abc")
    ]
    assert ["".join(cell.agents) for cell in plan_of("a", players=2).cells()] == ["aa"]


@pytest.mark.parametrize("agents", [("a+b",), ("a+b+c",), ("a+a+b",), ("a",)])
def test_every_line_up_has_every_seating_on_every_seed(agents):
    schedule = Schedule(plan_of(*agents, players=[3, 4], games=5))
    tasks = [schedule.task(place) for place in range(len(schedule))]
    for cell in schedule.cells:
        seatings = {cell.agents[n:] + cell.agents[:n] for n in range(len(cell.agents))}
        for number in range(5):
            own = [one for one in tasks if (one.cell, one.number) == (cell, number)]
            assert len({one.seed for one in own}) == 1
            assert sorted(one.agents for one in own) == sorted(seatings)
    places = [
        schedule.place(one.agents, one.cell.scenario, one.number, one.rotation) for one in tasks
    ]
    assert places == list(range(len(schedule)))


def test_cross_play_is_for_teams():
    with pytest.raises(DocumentError, match="every two agents meet in a competitive game as it is"):
        plan_of("a", "b", cross_play=True)


def test_rows_have_a_return_and_a_score_for_each_seat(rows):
    for row in rows:
        assert row.won is None
        assert sorted(row.returns) == [-1.0] * (len(row.agents) - 1) + [1.0]
        assert row.returns[int(np.argmax(row.scores))] == 1.0
        assert max(row.scores) >= GOAL
        assert row.cause == "goal"


def test_the_better_player_has_the_better_ranks(rows):
    standings = Standings(rows, DiceRace, DiceRace.least_return)
    assert standings.agents[-1] == TIMID
    found = {one.agent: one for one in standings.standings()}
    bold, timid = found[BOLD], found[TIMID]
    assert bold.rank.high < timid.rank.low
    assert bold.gain.low > timid.gain.high
    assert bold.score > timid.score
    for one in (bold, timid):
        assert -1.0 <= one.gain.low < one.gain.value < one.gain.high <= 1.0
    ranks = [one.rank for row in rows for one in results_of(row) if row.agents[one.seat] == BOLD]
    assert bold.seats == len(ranks)
    assert bold.rank.value == pytest.approx(np.mean(ranks))
    shares = {(one.a, one.b): one.share for one in standings.meetings()}
    assert all(share.low > 0.5 for (_, b), share in shares.items() if b == TIMID)


def test_ratings_are_those_that_finishing_orders_were_drawn_by(rows):
    rng, given = np.random.default_rng(3), {"a": 200.0, "b": 0.0, "c": -200.0}
    drawn = []
    for number in range(600):
        agents = tuple(rng.permutation([*given])[: 2 + number % 2].tolist())
        luck = rng.gumbel(size=len(agents))  # the highest of these is first, and so on
        returns = [
            given[name] / 400 * np.log(10) + one for name, one in zip(agents, luck, strict=True)
        ]
        drawn += changed(rows[:1], agents=agents, returns=tuple(returns), number=number)
    found = ratings(drawn)
    assert list(found) == ["a", "b", "c"]
    for name, one in found.items():
        assert one.low < given[name] < one.high
        assert one.high - one.low < 100
    orders = [  # the numbers of the agents, the first one first
        ["abc".index(row.agents[seat]) for seat in np.argsort(row.returns)[::-1]] for row in drawn
    ]
    fitted = 400 / np.log(10) * choix.ilsr_rankings(3, orders)
    ours = [found[name].value for name in "abc"]
    assert ours == pytest.approx(fitted - fitted.mean(), abs=1.0)


def test_ties_are_worth_half_and_losing_always_has_a_rating(rows):
    level = changed(rows[:20], agents=("a", "b"), returns=(0.0, 0.0))
    found = ratings(level)
    assert found["a"].value == pytest.approx(found["b"].value, abs=0.1)
    beaten = ratings(changed(rows[:20], agents=("a", "b"), returns=(1.0, -1.0)))
    assert 400 < beaten["a"].value - beaten["b"].value < 1000


def test_rows_hold_and_changed_ones_do_not(rows, tmp_path):
    file = write_rows(tmp_path / "rows.jsonl", rows)
    assert verify(file, own=GAME)[0].startswith(f"{len(rows)} rows hold, all of them")
    changed = rows[1].model_copy(update={"scores": (0.0, *rows[1].scores[1:])})
    write_rows(file, [rows[0], changed])
    with pytest.raises(DoesNotHoldError, match="line 2: its scores is"):
        verify(file, own=GAME)


@pytest.mark.slow
def test_the_command_plays_resumes_and_reports(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(files, "MOST_REPLAYS", 1)
    out = tmp_path / "out"
    words = ["--game", GAME, "--agents", BOLD, TIMID, "--games", "6", "--workers", "1"]
    assert evaluate.main([*words, "--out", str(out)]) == 0
    assert "12 games a cell" in capsys.readouterr().out
    page = (out / "report.html").read_text()
    assert "<h1>Dice Race: evaluation</h1>" in page
    assert "First places by seat, %" in page
    with (out / "results.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [(line["players"], line["seats"]) for line in lines] == [("2", "12"), ("2", "12")]
    assert sum(float(line["first"]) for line in lines) == pytest.approx(1.0)
    rows = read_rows(out / "rows.jsonl")
    lines = (out / "rows.jsonl").read_bytes().splitlines(keepends=True)
    (out / "journal").mkdir()
    (out / "journal" / "0.jsonl").write_bytes(b"".join(lines[3:7]))
    (out / "rows.jsonl").unlink()
    assert evaluate.main([*words, "--out", str(out)]) == 0
    assert "4 of 12 games are done already" in capsys.readouterr().err
    again = read_rows(out / "rows.jsonl")
    assert untimed(again) == untimed(rows)
    assert again[3:7] == rows[3:7]


def test_a_game_is_looked_at_in_its_own_words(rows):
    row = rows[0]
    playback = Playback(row.replay(), "rows.jsonl:1", own=GAME)
    winner = row.returns.index(1.0)
    turns = f"{row.turns} turns and {row.decisions} decisions"
    assert playback.facts()[0] == "2 players"
    assert playback.facts()[-1] == f"won by player {winner} after {turns}"
    playback.go(0)
    assert playback.question == "Player 0 decides."
    assert playback.who_plays() == f"player 0 ({row.agents[0]}) plays"
    assert playback.move.words == "roll"
