"""Decisions to ask about, and programs to ask."""

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.outside.program import ProgramAgent
from tablemates.envs.core.views.agent import Batch, Situation
from tablemates.envs.core.views.decision_keys import decision_key
from tests.core.dice_race import DiceRace, Settings

PROGRAM = Path(__file__).with_name("program.py")


@pytest.fixture(scope="session")
def decision():
    """The first decision of a game."""
    game = DiceRace(Settings())
    game.new(3)
    return Situation.of(game, 3, 0)


@pytest.fixture(scope="session")
def batch(decision):
    """The same decision in four games."""
    return Batch(
        np.stack([decision.observation] * 4),
        np.stack([decision.mask] * 4),
        np.stack([decision.public] * 4),
        [decision_key(n, 0) for n in range(4)],
    )


@pytest.fixture
def program(race):
    """Return a function that makes an agent of the program that is bad in a named way."""
    made = []

    def agent_of(*arguments, seconds=20.0):
        words = shlex.join([sys.executable, "-S", "-E", str(PROGRAM), *map(str, arguments)])
        made.append(ProgramAgent(f"cmd:{words}", words, race, seconds))
        return made[-1]

    yield agent_of
    for agent in made:
        agent.close()
