"""Loading short positions."""

from typing import Any, cast

import pytest

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.positions import dump_position, load_position
from tablemates.envs.portal_dash.rules.state import STATE
from tests.portal_dash import bare
from tests.portal_dash.bare import any_board


@pytest.fixture(scope="session")
def components():
    return bare.components()


class Loaded:
    """A loaded position: its bytes, its record, and itself dumped again."""

    def __init__(self, position, components, seed=0):
        self.game = load_position(any_board(components), position, seed)
        s = RecordView(self.game, STATE)
        self.p, self.h = cast(Any, s.public), cast(Any, s.hidden)
        self.full = dump_position(any_board(components), self.game)
        assert load_position(any_board(components), self.full).tobytes() == self.game.tobytes()


@pytest.fixture
def load(components):
    def loaded(position=None, seed=0, **keys):
        return Loaded({**(position or {}), **keys}, components, seed)

    return loaded
