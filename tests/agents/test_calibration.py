"""Calibration of the chances of winning that agents state."""

from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.calibration import Calibration, main, measure
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.agent import Candidate, Explanation
from tests.agents.evaluated import plan_of, write_rows


@pytest.fixture(scope="module")
def rows():
    return play(plan_of(agents=["random"], games=3))


def calibration_of(stated, won):
    return Calibration(stated, won, np.arange(len(stated)))


def test_the_error_is_the_distance_between_stated_and_won():
    rng = np.random.default_rng(0)
    stated = rng.random(40_000)
    perfect = calibration_of(stated, rng.random(40_000) < stated)
    assert len(perfect.bins()[0]) == 10
    assert perfect.error() < 0.01
    bold = calibration_of(stated, rng.random(40_000) < stated - 0.1)
    assert bold.error() == pytest.approx(0.1, abs=0.01)
    assert calibration_of(np.array([1.0, 1.0]), np.array([True, False])).bins() == (2, 1.0, 0.5)


def test_the_interval_is_over_games():
    won = np.array([True] * 50 + [False] * 50)
    one_game_each = calibration_of(np.full(100, 0.5), won)
    low, high = one_game_each.interval()
    assert low < 0.05 < high < 0.2
    two_games = Calibration(np.full(100, 0.5), won, np.repeat([0, 1], 50))
    assert two_games.interval()[1] == 0.5


def test_agents_are_asked_at_every_nth_decision(rows):
    keys = []

    def explain(situation):
        keys.append(situation.key)
        return Explanation((Candidate(int(np.argmax(situation.mask)), 0.25, ""),))

    agent = SimpleNamespace(name="quarter", explain=explain)
    found = measure(rows, agent, 5)
    assert len(found.stated) == len(set(keys))
    assert len(keys) == pytest.approx(sum(row.decisions for row in rows) / 5, abs=len(rows))
    assert set(found.stated) == {0.25}
    assert [row.won for row in rows] == [found.won[found.game == n].any() for n in range(len(rows))]


def test_an_agent_without_chances_is_refused(rows):
    agent = SimpleNamespace(name="silent", explain=lambda _: Explanation())
    with pytest.raises(AgentError, match="silent states no chances"):
        measure(rows, agent, 5)


def test_the_command_names_the_agents_of_the_rows(rows, tmp_path, capsys):
    write_rows(tmp_path / "rows.jsonl", rows)
    assert main([str(tmp_path / "rows.jsonl"), "--agent", "planner"]) == 2
    assert "no games of 'planner' alone; agents: random" in capsys.readouterr().err
