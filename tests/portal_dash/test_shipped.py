"""The policies that come with the project: they load, play, and are small."""

from itertools import islice

import pytest

from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.portal_dash import AGENTS
from tablemates.agents.registry import find_agent, folder_of
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.deciding import played, situation

GAME = "portal_dash"
POLICIES = AGENTS.policies
#: Bytes of a policy's weights at the most, and of all of them.
MOST, MOST_OF_ALL = 1_500_000, 10_000_000


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_it_plays_by_its_name(name, facts):
    agent = find_agent(name, facts, pytest.fail)
    assert agent.name == name
    assert folder_of(name, GAME) == folder_of(f"{name}:sample", GAME) == POLICIES[name]
    assert policy_digest(name, GAME) == policy_digest(str(POLICIES[name]), GAME)
    for game, key in islice(played(Settings(level=3, players=3), 1, agent), 0, 60, 6):
        asked = situation(game, key)
        assert game.mask[agent.act(asked)]
        best = agent.explain(asked).candidates[0]
        assert best.action == agent.act(asked)
        assert 0.0 <= best.value <= 1.0


@pytest.mark.slow
def test_it_says_in_words_what_tells_its_choices_apart(facts):
    """As the script does whose plans it judges, of the two that it thinks best itself."""
    agent, script = (find_agent(name, facts) for name in ("ppo", "planner-tuned"))
    alike = 0
    for game, key in islice(played(Settings(level=3, players=2), 1, script), 200):
        asked = situation(game, key)
        told = agent.explain(asked).candidates
        assert "the network puts" in told[0].reason
        assert all(one.value >= -1000.0 for one in told)  # what is next to never played is left out
        first, *others = (one.reason.partition("; ")[2] for one in told)
        assert not first or "the second best" in first or first == "no other choice is better"
        assert all("unlike the best" in one or one == "as good as the best" for one in others)
        planned = script.explain(asked).candidates
        if first and [one.action for one in planned[:2]] == [one.action for one in told[:2]]:
            assert planned[0].reason.partition("; ")[2] == first
            alike += 1
    assert alike > 20
