"""The fields that every game has: what code that knows no game reads of a record."""

from __future__ import annotations

from tablemates.envs.core.records.layout import I32, I64


class WorkHeader:
    """The first fields of every scratch record; ``legal`` and ``events`` follow."""

    legal_count: I32
    event_count: I32
    keep_events: I32  # 1: events are written
    record_bytes: I32
    record: I64  # address of the game's record
    frames: I64  # of its copies, one an event; 0: none are kept
