"""Views of the dice race."""

import pytest

from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.views.aec import GameAECEnv
from tablemates.envs.core.views.gym import GameEnv
from tablemates.envs.core.views.one_seat import OneSeatEnv
from tablemates.envs.core.views.parallel import GameParallelEnv
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.vector import GameVectorEnv
from tests.core.dice_race import ROLL, DiceRace, Settings


def race(
    players=2,
    explicit=False,
    shaped=False,
    first=0,
    illegal="penalty",
    max_turns=None,
    look=("flat", False, None),
):
    """Return a dice race."""
    settings = Settings(
        players=players,
        first_player=first,
        chance="explicit" if explicit else "sampled",
        shaping={"pips": 0.1} if shaped else None,
        illegal_action=illegal,
        max_turns=max_turns,
        **dict(zip(("observation", "mask_in_observation", "render_mode"), look, strict=True)),
    )
    return DiceRace(settings)


def aec(illegal="raise", look=("flat", True, None), **game):
    return GameAECEnv(race(illegal=illegal, look=look, **game))


def parallel(illegal="raise", look=("flat", True, None), **game):
    return GameParallelEnv(race(illegal=illegal, look=look, **game))


def single(illegal="penalty", **game):
    return GameEnv(race(illegal=illegal, **game))


def seated(seat, partners, players):
    """Return who sits where; there are no names."""
    return Partners(
        seat, partners, [players] if isinstance(players, int) else players, {}.__getitem__
    )


def focal(seat, partners, illegal="penalty", **game):
    return OneSeatEnv(race(illegal=illegal, **game), seated(seat, partners, game.get("players", 2)))


def focal_lanes(count, seat, partners, mode="SameStep", **settings):
    return lanes(
        count, mode, partners=seated(seat, partners, settings.get("players", 2)), **settings
    )


def lanes(count, mode="SameStep", illegal="penalty", partners=None, **game):
    return GameVectorEnv(GameBatch(race(illegal=illegal, **game), count), mode, partners)


@pytest.fixture(params=[aec, single], ids=["aec", "single"])
def make(request):
    """Each of the views in turn."""
    return request.param


def force(env, *outcomes):
    """Roll with explicit chance: the die shows these numbers."""
    for pips in outcomes:
        env.step(ROLL)
        env.step(pips)
