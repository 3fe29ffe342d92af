"""Luck in an evaluation: judged while it plays, taken off in its tables."""

from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats import luck_adjustment
from tablemates.agents.evaluation.stats.luck_adjustment import adjusted
from tablemates.agents.value.agent import ValueAgent
from tests.agents.evaluated import BOTS, plan_of, write_rows
from tests.agents.evaluation.test_competitive import BOLD, TIMID
from tests.agents.evaluation.test_competitive import plan_of as race_of
from tests.agents.value.test_luck_meter import weights_of

DIGEST = "d" * 64


def network(name, _folder, facts, _notify):
    card = SimpleNamespace(progress_weight=0.0, weights=DIGEST)
    return ValueAgent(name, card, weights_of(facts), facts)


@pytest.fixture
def judged(monkeypatch):
    monkeypatch.setattr(luck_adjustment, "shipped", lambda _game: None)
    monkeypatch.setattr(luck_adjustment, "value_agent", network)


@pytest.mark.usefixtures("judged")
def test_rows_say_what_chance_was_worth_and_by_which_network(tmp_path):
    rows = play(plan_of(agents=["random"], games=20, luck=True))
    assert {row.luck.network for row in rows} == {DIGEST[:16]}
    assert all(len(row.luck.returns) == len(row.agents) for row in rows)
    assert len({row.luck.returns for row in rows}) > 10
    assert read_rows(write_rows(tmp_path / "rows.jsonl", rows)) == rows


@pytest.mark.usefixtures("judged")
def test_luck_is_shown_by_scenario_and_in_pairs():
    plan = plan_of(agents=["random", f"{BOTS}:First"], games=20, luck=True)
    single, double = Results(plan, play(plan)).luck
    assert len(single.lines) == 4
    assert len(double.lines) == 1
    assert DIGEST[:16] in single.note


@pytest.mark.usefixtures("judged")
def test_luck_of_opponents_is_that_of_each_seat():
    plan = race_of(BOLD, TIMID, players=2, games=20, luck=True)
    rows = play(plan)
    assert any(row.luck.returns[0] != row.luck.returns[1] for row in rows)
    single, double = Results(plan, rows).luck
    assert [line[0] for line in single.lines] == [BOLD, TIMID]
    assert double.lines[0][:2] == [BOLD, TIMID]


def test_a_game_without_a_network_says_so():
    with pytest.raises(AgentError, match="no value network comes with"):
        play(plan_of(agents=["random"], luck=True))


def test_a_game_that_chance_tells_otherwise_is_refused(judged, monkeypatch):
    monkeypatch.setattr(luck_adjustment, "_taken", lambda _row: [])
    with pytest.raises(AgentError, match="comes out otherwise with explicit chance"):
        play(plan_of(agents=["random"], luck=True))


def drawn(seeds, share, noise):
    rng = np.random.default_rng(5)
    chance = rng.normal(size=(seeds, 2))
    values = chance @ [share, -share] + noise * rng.normal(size=seeds)
    return values, chance * [1.0, -1.0], np.arange(seeds)


def test_luck_that_explains_leaves_the_mean_and_takes_variance_off():
    values, chance, numbers = drawn(2_000, 1.0, 0.5)
    found = adjusted(values, chance, numbers)
    assert found.mean() == pytest.approx(0.0, abs=4 * 0.5 / 2_000**0.5)
    assert values.var() / found.var() > 8


def test_luck_that_explains_nothing_does_no_harm():
    values, chance, numbers = drawn(2_000, 0.0, 0.5)
    assert adjusted(values, chance, numbers).var() < 1.02 * values.var()
