"""The fields that every game has: what code that knows no game reads of a record."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from tablemates.envs.core.records.layout import I8, I16, I32, I64, Array16

#: More than a game can have actions, or outcomes of one chance node.
_MOST: int = 2**14


class Header:
    """The first fields of every public record, eight bytes, so that words behind them are aligned.

    A game's ``Public`` and ``Shown`` are made from this class.
    """

    turn: I32  # turns begun so far
    players: I16
    explicit_chance: I8  # 0: drawn from the seed; 1, 2: see ``set_up`` of the game's rules
    skip_forced: I8  # 1: decisions with one option are taken by ``advance``


class WorkHeader:
    """The first fields of every scratch record; ``legal`` and ``events`` follow."""

    legal_count: I32
    event_count: I32
    keep_events: I32  # 1: events are written
    record_bytes: I32
    record: I64  # address of the game's record
    frames: I64  # of its copies, one an event; 0: none are kept


class AnyState:
    """A record of any game."""

    public: Header


class AnyWork(WorkHeader):
    """A scratch record of any game; ``legal`` ends before this layout does."""

    legal: Annotated[Array16, np.int16, _MOST]  # ascending numbers of actions or outcomes
