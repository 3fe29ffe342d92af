"""Records seen through the ``uint8`` buffers that Python hands over."""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.compiled import INTERPRETED, helper
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.rules.state import BOX, LEVEL, STATE, WORK, Box, Level, State, Work

if INTERPRETED:

    def _record(buffer: Bytes, dtype: Any) -> Any:
        return RecordView(buffer, dtype)

else:

    @helper
    def _record(buffer: Bytes, dtype: Any) -> Any:
        return buffer.view(dtype)[0]


@helper
def state_of(buffer: Bytes) -> State:
    """Return the game in a buffer."""
    return _record(buffer, STATE)


@helper
def box_of(buffer: Bytes) -> Box:
    """Return the box in a buffer."""
    return _record(buffer, BOX)


@helper
def level_of(buffer: Bytes) -> Level:
    """Return the level in a buffer."""
    return _record(buffer, LEVEL)


@helper
def work_of(buffer: Bytes) -> Work:
    """Return the scratch space in a buffer."""
    return _record(buffer, WORK)
