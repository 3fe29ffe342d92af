"""A learner of the dice race, and networks that know nothing yet."""

from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import TDConfig
from tablemates.agents.learn.td.learner import TDLearner
from tablemates.agents.value.agent import ValueAgent
from tablemates.agents.value.network import Shape, new_weights
from tablemates.agents.value.player import ValuePlayer
from tests.core.dice_race import DiceRace, Settings


def race(players=2):
    return DiceRace(Settings(players=players))


def learner(threads=1, total=40_000, **changes):
    config = TDConfig(
        **{
            "width": 16,
            "hidden": 16,
            "games_per_batch": 20,
            "max_decisions": 100,
            "learning_rate": 0.02,
            "first_learning_rate": 0.01,
            "progress_weight": 0.0,
            **changes,
        }
    )
    return TDLearner(race([2, 3]), config, 0, total, threads)


def agent_of(weights, facts):
    return ValueAgent("value", SimpleNamespace(progress_weight=0.0), weights, facts)


@pytest.fixture(scope="session")
def facts():
    return GameFacts.of_game(race())


@pytest.fixture(scope="session")
def player(facts):
    return ValuePlayer(facts)


@pytest.fixture(scope="session")
def weights(player):
    made = new_weights(Shape(player.rows, 16, 16, 2 * player.pairs), np.random.default_rng(1))
    made.first[:] *= 20  # so that actions differ in value
    return made


@pytest.fixture(scope="session")
def agent(weights, facts):
    return agent_of(weights, facts)
