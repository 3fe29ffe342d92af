"""Views of the dice race."""

import pytest

from tablemates.envs.core.aec import GameAECEnv
from tablemates.envs.core.batch import GameBatch
from tablemates.envs.core.focal import FocalEnv
from tablemates.envs.core.options import ViewOptions
from tablemates.envs.core.parallel import GameParallelEnv
from tablemates.envs.core.partners import Partners
from tablemates.envs.core.single import GameEnv
from tablemates.envs.core.vector import GameVectorEnv
from tests.core.dice_race import ROLL, DiceRace, Settings


def race(players=2, explicit=False, shaped=False, first=0):
    """Return a dice race."""
    chance = "explicit" if explicit else "sampled"
    shaping = {"pips": 0.1} if shaped else None
    return DiceRace(Settings(players=players, chance=chance, shaping=shaping, first_player=first))


def aec(illegal="raise", max_turns=None, look=("flat", True, None), **game):
    return GameAECEnv(race(**game), ViewOptions(illegal, max_turns, *look))


def parallel(illegal="raise", max_turns=None, look=("flat", True, None), **game):
    return GameParallelEnv(race(**game), ViewOptions(illegal, max_turns, *look))


def single(illegal="penalty", max_turns=None, look=("flat", False, None), **game):
    return GameEnv(race(**game), ViewOptions(illegal, max_turns, *look))


def seated(seat, partners, players):
    """Return who sits where; there are no names."""
    return Partners(
        seat, partners, [players] if isinstance(players, int) else players, {}.__getitem__
    )


def focal(seat, partners, illegal="penalty", max_turns=None, look=("flat", False, None), **game):
    there = seated(seat, partners, game.get("players", 2))
    return FocalEnv(race(**game), ViewOptions(illegal, max_turns, *look), there)


def focal_lanes(count, seat, partners, mode="SameStep", **settings):
    return lanes(
        count, mode, partners=seated(seat, partners, settings.get("players", 2)), **settings
    )


def lanes(count, mode="SameStep", illegal="penalty", max_turns=None, partners=None, **game):
    races = GameBatch(race(**game), count)
    return GameVectorEnv(races, ViewOptions(illegal, max_turns), mode, partners)


@pytest.fixture(params=[aec, single], ids=["aec", "single"])
def make(request):
    """Each of the views in turn."""
    return request.param


def force(env, *outcomes):
    """Roll with explicit chance: the die shows these numbers."""
    for pips in outcomes:
        env.step(ROLL)
        env.step(pips)
