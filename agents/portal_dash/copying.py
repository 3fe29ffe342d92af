"""Copying a game inside compiled code."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.rules.state import STATE

SIZE: Final = STATE.itemsize
PUBLIC_SIZE: Final = STATE["public"].itemsize


@helper
def copy_game(target: Bytes, source: Bytes) -> None:
    """Copy a game's record; a loop, because the compiler makes one move of it.

    An assignment of slices would take thirty times as long.
    """
    for i in range(SIZE):
        target[i] = source[i]


@helper
def copy_public(target: Bytes, source: Bytes) -> None:
    """Copy what everybody may see of a game, and leave what is hidden empty."""
    for i in range(PUBLIC_SIZE):
        target[i] = source[i]
    for i in range(PUBLIC_SIZE, SIZE):
        target[i] = 0
