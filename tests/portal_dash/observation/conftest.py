"""The box, and records of many situations; no test changes them but in copies."""

import pytest

from tablemates.envs.portal_dash.parts import load_components
from tests.portal_dash.observation.looking import late, play


@pytest.fixture(scope="package")
def box():
    return load_components().record()


@pytest.fixture(scope="package")
def games():
    """Return records of many situations: every level, every number of players."""
    found = []
    for level in range(1, 6):
        for players in range(1, 5):
            for i, (game, _) in enumerate(play(level, players, 10 * level + players, 120)):
                if i % 6 == 0:
                    found.append(late(game.copy(), i) if i % 12 == 0 else game.copy())
    return found
