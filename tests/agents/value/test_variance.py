"""Variance by source: what a roll decides is found, and nothing where nothing is at stake."""

import numpy as np
import pytest

from tablemates.agents.evaluation.studies import variance
from tablemates.agents.evaluation.studies.variance import Survey, VarianceConfig, lines
from tests.agents.value.conftest import agent_of
from tests.agents.value.test_luck_meter import weights_of


@pytest.fixture(scope="module")
def found():
    patch = pytest.MonkeyPatch()
    patch.setattr(
        variance, "find_agent", lambda _name, facts: agent_of(weights_of(facts, seed=2), facts)
    )
    config = VarianceConfig(
        game="tests.core.lanterns:Lanterns", scenario={"players": 1}, games=300, nodes=2, futures=8
    )
    (scenario,) = config.settings().scenarios()
    survey = Survey(config, scenario)
    yield [survey.play(number) for number in range(config.games)]
    patch.undo()


@pytest.mark.slow
def test_parts_add_up_to_the_variance_of_the_return(found):
    """All chance of the lanterns lies in their cards, and the network plays without dice."""
    whole = np.var([one.scaled for one in found])
    parts = [sum(one.parts.values()) for one in found]
    error = (np.std(parts) + whole) / len(parts) ** 0.5
    assert whole > 0.1
    assert np.mean(parts) == pytest.approx(whole, abs=3 * error)


def test_the_lines_name_sources_and_phases(found):
    text = "\n".join(lines("one", found))
    assert "one: 300 games" in text
    assert "progress below 1/3" in text
