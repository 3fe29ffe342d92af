"""Positions that a search has come to before: their hashes, and where they are looked up."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablemates.agents.portal_dash.copying import SIZE
from tablemates.agents.portal_dash.planner.desk import PLACES, Desk
from tablemates.envs.core.compiled import helper, wrapping
from tablemates.envs.core.record import Bytes

_LANES = 4
_WORDS = SIZE // 8 // _LANES * _LANES


@wrapping
def hash_of(node: Bytes) -> int:
    """Return a hash of a position's bytes.

    Several lanes side by side, because each step of one waits for the last.
    """
    words = node[: 8 * _WORDS].view(np.uint64)
    prime = np.uint64(0x100000001B3)
    a = np.uint64(0xCBF29CE484222325)
    b = np.uint64(0x84222325CBF29CE4)
    c = np.uint64(0x9E3779B97F4A7C15)
    d = np.uint64(0xD1B54A32D192ED03)
    for i in range(0, _WORDS, _LANES):
        a = (a ^ words[i]) * prime
        b = (b ^ words[i + 1]) * prime
        c = (c ^ words[i + 2]) * prime
        d = (d ^ words[i + 3]) * prime
        a ^= a >> np.uint64(29)
        b ^= b >> np.uint64(29)
        c ^= c >> np.uint64(29)
        d ^= d >> np.uint64(29)
    for lane in (b, c, d):
        a = (a ^ lane) * prime
        a ^= a >> np.uint64(29)
    return a  # type: ignore[return-value]


@helper
def place_of(desk: Desk, h: Any) -> int:
    """Return the place where a position is looked up: its own, or the free one for it."""
    place = int(np.int64(h & np.uint64(PLACES - 1)))
    while desk.known_at[place] > 0 and desk.known[desk.known_at[place] - 1] != h:
        place = (place + 1) & (PLACES - 1)
    return place
