"""Many decisions in one call are answered as one by one, game for game."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Batch
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import PUBLIC_BYTES, played, situation

GAMES = [
    Settings(level=1, players=1),
    Settings(level=2, players=4),
    Settings(level=3, players=2, chance="explicit"),
    Settings(level=5, players=3),
]


@pytest.fixture(
    scope="module",
    params=["random", "rules", pytest.param("planner", marks=pytest.mark.slow)],
)
def agent(request):
    return find_agent(request.param, GameFacts.of(Settings()))


@pytest.fixture(scope="module")
def decisions(agent):
    """Decisions of several games in turn, each with its answer."""
    games = [islice(played(settings, 2, agent), 80) for settings in GAMES]
    found = []
    for asked in zip(*games, strict=False):
        for game, key in asked:
            one = situation(game, key)
            found.append((game.record.copy(), game.mask.copy(), key, agent.act(one)))
    assert len(found) > 100
    return found


def batch_of(decisions):
    records, masks, keys, answers = zip(*decisions, strict=True)
    publics = np.stack(records)[:, :PUBLIC_BYTES]  # with the hidden part between them
    return Batch(np.zeros((len(keys), 1), np.int8), np.stack(masks), publics, keys), answers


def test_a_batch_is_answered_as_its_decisions_are(agent, decisions):
    batch, answers = batch_of(decisions)
    assert agent.act_batch(batch).tolist() == list(answers)


def test_the_order_of_a_batch_does_not_matter(agent, decisions):
    batch, answers = batch_of(decisions[::-1])
    assert agent.act_batch(batch).tolist() == list(answers)


def test_decisions_that_may_not_be_written_are_answered_too(agent, decisions):
    batch, answers = batch_of(decisions[:20])
    for array in (batch.publics, batch.masks):
        array.setflags(write=False)
    before = batch.publics.copy()
    assert agent.act_batch(batch).tolist() == list(answers)
    assert (batch.publics == before).all()


def test_a_batch_of_none_is_answered(agent):
    empty = Batch(
        np.zeros((0, 1), np.int8),
        np.zeros((0, 300), np.int8),
        np.zeros((0, PUBLIC_BYTES), np.uint8),
        [],
    )
    assert len(agent.act_batch(empty)) == 0
