"""The legal actions, and the log of events of the last move, as rows of small numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.records.borrowed import copy_bytes

#: Numbers of an event: its kind, and the most that go with one.
EVENT_WIDTH: Final = 6


@inlined
def allow(w: Any, action: int) -> None:
    """Append an action, or an outcome of chance, to those that are legal."""
    w.legal[w.legal_count] = action
    w.legal_count += 1


@helper
def allow_bits(w: Any, first: int, bits: int) -> None:
    """Append those of the actions from ``first`` on whose bits are set."""
    while bits != 0:
        if bits & 1 != 0:
            allow(w, first)
        bits >>= 1
        first += 1


@helper
def keep_frame(w: Any) -> None:
    """Copy the record as it is at this event, where somebody wants to draw what happens."""
    if w.frames != 0:
        copy_bytes(w.frames + w.event_count * w.record_bytes, w.record, w.record_bytes)


@helper
def emit(w: Any, kind: IntEnum, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Append an event, after what it tells has been done; its ``fields`` name the numbers."""
    if w.keep_events == 0 or w.event_count >= len(w.events):
        return
    row = w.events[w.event_count]
    row[0] = kind
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    row[5] = e
    keep_frame(w)
    w.event_count += 1
