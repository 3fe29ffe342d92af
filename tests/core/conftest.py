"""Views of the dice race."""

import pytest

from envs.core.aec import GameAECEnv
from envs.core.policies import Policies
from envs.core.single import GameEnv
from envs.core.view import Look
from tests.core.dice_race import DiceRace


def aec(illegal="raise", max_turns=None, look=("flat", True, None), **game):
    return GameAECEnv(DiceRace(**game), Policies(illegal, max_turns), Look(*look))


def single(illegal="penalty", max_turns=None, look=("flat", False, None), **game):
    return GameEnv(DiceRace(**game), Policies(illegal, max_turns), Look(*look))


@pytest.fixture(params=[aec, single], ids=["aec", "single"])
def make(request):
    """Each of the views in turn."""
    return request.param
