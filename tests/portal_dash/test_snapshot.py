"""The snapshot: its format, its names, and that nothing hidden is in it."""

import json

import pytest

from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.snapshot import Snapshot, snapshot
from tests.portal_dash.played import PlayedGame


def taken(game, **options):
    return snapshot(game.p, game.names, **options)


@pytest.fixture
def game():
    return PlayedGame(seed=5).started()


@pytest.mark.parametrize(("level", "players"), [(2, 1), (5, 4)])
def test_every_state_of_a_game_is_in_the_format(level, players):
    game = PlayedGame(level=level, players=players, seed=level)
    while True:
        data = taken(game, legal=game.legal())
        assert Snapshot.model_validate(data).model_dump(mode="json") == data
        assert json.loads(json.dumps(data)) == data
        if game.p.outcome != Outcome.RUNNING:
            break
        game.step_at_random()
    assert data["decision"] is None
    assert data["ending"]["outcome"] == "lost"
