"""Positions that are none: one sentence each, with place and reason, and no traceback."""

from typing import Any

import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.positions import PositionError, load_position

#: What is left of a turn before its first action.
ACTION = ["action", "action", "reveal", "end turn"]
#: By name: a position, what its sentence says.
Refused = dict[str, tuple[dict[str, Any], str]]


def assert_refused(position, message, components):
    with pytest.raises(PositionError, match=message) as raised:
        load_position(position, components)
    assert str(raised.value).startswith("position")
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, GameError)
