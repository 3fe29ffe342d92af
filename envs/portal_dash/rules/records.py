"""Records seen through the ``uint8`` buffers that Python hands over."""

from __future__ import annotations

from typing import Any, cast

from envs.core.compiled import INTERPRETED, helper
from envs.core.record import Bytes, RecordView
from envs.portal_dash.rules.state import BOX, LEVEL, STATE, WORK, Box, Level, State, Work

if INTERPRETED:

    def state_of(buffer: Bytes) -> State:
        """Return the game in a buffer."""
        return cast(State, RecordView(buffer, STATE))

    def box_of(buffer: Bytes) -> Box:
        """Return the box in a buffer."""
        return cast(Box, RecordView(buffer, BOX))

    def level_of(buffer: Bytes) -> Level:
        """Return the level in a buffer."""
        return cast(Level, RecordView(buffer, LEVEL))

    def work_of(buffer: Bytes) -> Work:
        """Return the scratch space in a buffer."""
        return cast(Work, RecordView(buffer, WORK))

else:

    @helper
    def state_of(buffer: Any) -> State:
        """Return the game in a buffer."""
        return buffer.view(STATE)[0]

    @helper
    def box_of(buffer: Any) -> Box:
        """Return the box in a buffer."""
        return buffer.view(BOX)[0]

    @helper
    def level_of(buffer: Any) -> Level:
        """Return the level in a buffer."""
        return buffer.view(LEVEL)[0]

    @helper
    def work_of(buffer: Any) -> Work:
        """Return the scratch space in a buffer."""
        return buffer.view(WORK)[0]
