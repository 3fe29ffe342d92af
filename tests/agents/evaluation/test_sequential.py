"""Playing until pairs are decided: wrong as rarely as promised, and with fewer games."""

import numpy as np
import pytest

from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.result_folder import ROWS
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.sequential import confidence_sequence, looks
from tests.agents.evaluated import BOTS, plan_of, untimed
from tests.agents.evaluation.test_competitive import BOLD, TIMID, TWIN
from tests.agents.evaluation.test_competitive import plan_of as race_of

RUNS = 1_000


def rare_losses(rng, count):
    """Differences of two agents of equal strength that lose one game in twenty each."""
    return (rng.random(count) < 0.05) * 1.0 - (rng.random(count) < 0.05)


def bell(rng, count):
    return rng.normal(size=count)


def skewed(rng, count):
    return rng.exponential(size=count) - 1.0


@pytest.mark.slow
@pytest.mark.parametrize("draw", [rare_losses, bell, skewed])
def test_looking_often_is_wrong_in_one_case_of_twenty_at_most(draw):
    rng, wrong = np.random.default_rng(7), 0
    for _ in range(RUNS):
        values = draw(rng, 2_000)
        found = (confidence_sequence(values[:count]) for count in looks(2_000))
        wrong += any(one.low > 0.0 or one.high < 0.0 for one in found)
    assert wrong <= 0.05 * RUNS


def test_a_clear_difference_is_seen_at_an_early_look():
    rng = np.random.default_rng(8)
    needed = []
    for _ in range(100):
        values = 0.3 + rng.normal(size=2_000)
        needed.append(next(n for n in looks(2_000) if confidence_sequence(values[:n]).low > 0.0))
    assert np.mean(needed) < 500


def test_agents_that_never_differ_need_some_games_to_be_alike():
    few, many = (confidence_sequence(np.zeros(count)).high for count in (100, 1_000))
    assert many < 0.01 < few


def test_looks_reach_the_most():
    assert looks(40) == [40]
    assert looks(300)[0] == 100
    assert looks(300)[-1] == 300


@pytest.mark.slow
def test_a_pair_stops_when_it_is_decided_and_the_report_says_what_it_saved(tmp_path):
    plan = plan_of(
        agents=["random", f"{BOTS}:Lighter"], games=400, until="decided", out=tmp_path / "run"
    )
    rows = play(plan)
    assert len(rows) < 2 * 2 * 400
    (table,) = Results(plan, rows).decided
    assert [line[-1] for line in table.lines] == ["differ"]
    assert f"{len(rows):,} of 1,600 games" in table.note
    assert play(plan) == rows
    lines = (tmp_path / "run" / ROWS).read_bytes().splitlines(keepends=True)
    (tmp_path / "run" / ROWS).unlink()
    (tmp_path / "run" / "journal").mkdir()
    (tmp_path / "run" / "journal" / "0.jsonl").write_bytes(b"".join(lines[::2]))
    assert untimed(play(plan)) == untimed(rows)


@pytest.mark.slow
def test_opponents_stop_pair_by_pair():
    plan = race_of(BOLD, TWIN, TIMID, players=2, games=130, until="decided")
    rows = play(plan)
    played = {
        pair: sum(set(row.agents) == pair for row in rows)
        for pair in (frozenset({BOLD, TIMID}), frozenset({BOLD, TWIN}))
    }
    assert played[frozenset({BOLD, TIMID})] == 2 * 100
    assert played[frozenset({BOLD, TWIN})] == 2 * 130
