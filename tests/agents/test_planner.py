"""The planner: legal, sighted by what is public alone, and far better than chance."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from agents.facts import GameFacts
from agents.registry import find_agent
from envs.core.agent import Situation
from envs.portal_dash.game import Game
from envs.portal_dash.rules.state import STATE
from envs.portal_dash.settings import Settings

pytestmark = pytest.mark.slow  # its machine code takes a minute when it is not there yet


def situation(game: Game, key: int) -> Situation:
    public = game.record[: STATE["public"].itemsize]
    return Situation(game.observation, game.mask, public, key)


@pytest.fixture(scope="module")
def planner():
    return find_agent("planner", GameFacts.of(Settings()))


def test_it_plays_whole_games_legally_and_gets_far(planner):
    progress = []
    for seed in range(4):
        game = Game(Settings(level=1, players=1 + seed % 2))
        decider = game.new(seed, np.random.default_rng(seed))
        for key in range(2000):
            if decider < 0:
                break
            action = planner.act(situation(game, key))
            assert game.mask[action] == 1
            decider = game.step(action)
        progress.append(game.progress())
    assert np.mean(progress) > 0.5


def test_what_is_hidden_changes_no_answer(planner):
    game = Game(Settings(level=5, players=2))
    game.new(3, np.random.default_rng(3))
    for key in range(40):
        answer = planner.explain(situation(game, key))
        other = game.record.copy()
        game.resample(key)
        assert planner.explain(situation(game, key)) == answer
        game.record[:] = other
        if game.step(answer.candidates[0].action) < 0:
            break


def test_it_gives_reasons_for_its_best_three(planner):
    game = Game(Settings(level=1, players=1))
    game.new(0, np.random.default_rng(0))
    best = planner.explain(situation(game, 1)).candidates
    assert best[0].action == planner.act(situation(game, 1))
    assert 2 <= len(best) <= 3
    assert all(one.value >= two.value for one, two in pairwise(best))
