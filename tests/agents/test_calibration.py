"""Calibration of the chances of winning that agents state."""

from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.calibration import binned, calibration
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.agent import Candidate, Explanation
from tests.agents.evaluated import plan_of


@pytest.fixture(scope="module")
def rows():
    return play(plan_of(agents=["random"], games=3))


def test_the_error_is_the_distance_between_stated_and_won():
    rng = np.random.default_rng(0)
    stated = rng.random(40_000)
    perfect = binned(stated, rng.random(40_000) < stated)
    assert len(perfect.decisions) == 10
    assert perfect.error < 0.01
    bold = binned(stated, rng.random(40_000) < stated - 0.1)
    assert bold.error == pytest.approx(0.1, abs=0.01)
    assert binned(np.array([1.0, 1.0]), np.array([True, False])) == (2, 1.0, 0.5)


def test_agents_are_asked_at_every_nth_decision(rows):
    keys = []

    def explain(situation):
        keys.append(situation.key)
        return Explanation((Candidate(int(np.argmax(situation.mask)), 0.25, ""),))

    found = calibration(rows, SimpleNamespace(name="quarter", explain=explain), 5)
    assert found.decisions.sum() == len(set(keys)) == len(keys)
    assert len(keys) == pytest.approx(sum(row.decisions for row in rows) / 5, abs=len(rows))
    assert found.stated == 0.25


def test_an_agent_without_chances_is_refused(rows):
    agent = SimpleNamespace(name="silent", explain=lambda _: Explanation())
    with pytest.raises(AgentError, match="silent states no chances"):
        calibration(rows, agent, 5)
