"""The snapshot: its format, its names, and that nothing hidden is in it."""

import json

import numpy as np
import pytest

from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.snapshot import Snapshot


@pytest.mark.parametrize(("level", "players"), [(2, 1), (5, 4)])
def test_every_state_of_a_game_is_in_the_format(level, players):
    game, rng = PortalDash(Settings(level=level, players=players)), np.random.default_rng(level)
    game.new(level)
    while True:
        data = game.snapshot()
        assert Snapshot.model_validate(data).model_dump(mode="json") == data
        assert json.loads(json.dumps(data)) == data
        if game.public.outcome != Outcome.RUNNING:
            break
        game.step(int(rng.choice(game.legal)))
    assert data["decision"] is None
    assert data["ending"]["outcome"] == "lost"
