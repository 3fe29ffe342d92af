"""The policies that come with the project: they load, play, and are small."""

from itertools import islice

import pytest

from agents.evaluation.digests import policy_digest
from agents.policy import CARD, read_policy
from agents.registry import POLICIES, find_agent, folder_of
from envs.portal_dash.settings import Settings
from tests.agents.games import played, situation

#: Bytes of a policy's weights at the most, and of all of them.
MOST, MOST_OF_ALL = 1_500_000, 10_000_000


@pytest.mark.parametrize("name", POLICIES)
def test_it_plays_by_its_name(name, facts):
    agent = find_agent(name, facts, pytest.fail)
    assert agent.name == name
    assert folder_of(name) == folder_of(f"{name}:sample") == POLICIES[name]
    assert policy_digest(name) == policy_digest(str(POLICIES[name]))
    for game, key in islice(played(Settings(level=3, players=3), 1, agent), 0, 60, 6):
        asked = situation(game, key)
        assert game.mask[agent.act(asked)]
        best = agent.explain(asked).candidates[0]
        assert best.action == agent.act(asked)
        assert 0.0 <= best.value <= 1.0


@pytest.mark.parametrize("name", POLICIES)
def test_its_card_says_how_it_was_made(name):
    card = read_policy(POLICIES[name]).card
    assert card.learner == name
    assert card.steps > 0
    assert card.config
    assert card.hardware["torch"]


def test_they_are_small():
    sizes = [
        sum(file.stat().st_size for file in folder.iterdir() if file.name != CARD)
        for folder in POLICIES.values()
    ]
    assert max(sizes) <= MOST
    assert sum(sizes) <= MOST_OF_ALL
