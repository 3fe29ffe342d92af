"""Records seen through the ``uint8`` buffers that Python hands over."""

from __future__ import annotations

from tablemates.envs.core.compiled import compile_functions
from tablemates.envs.core.record import Bytes
from tablemates.envs.core.rows import record_of
from tablemates.envs.portal_dash.rules.state import BOX, STATE, WORK, Box, State, Work


def state_of(buffer: Bytes) -> State:
    """Return the game in a buffer."""
    return record_of(buffer, STATE)


def box_of(buffer: Bytes) -> Box:
    """Return the box in a buffer."""
    return record_of(buffer, BOX)


def work_of(buffer: Bytes) -> Work:
    """Return the scratch space in a buffer."""
    return record_of(buffer, WORK)


compile_functions(globals())
