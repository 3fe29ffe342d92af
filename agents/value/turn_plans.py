"""Planning a turn by a value network: one compiled function over any game's hooks.

``load_program`` in ``envs.core.engine.contract`` executes this file once a game, with the game's
hooks and parts of ``play_loop`` among its globals. A beam search: from the best few
positions so far, every legal action is taken on a copy. Where chance or another seat is next, or
the game is over, the network judges the position, and its first action is a candidate with that
value; where the same seat decides on, the position may be kept for the next step. Nothing hidden
is used, for chance is explicit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tablemates.agents.value.network import Floats
from tablemates.agents.value.player import Judge
from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.records.borrowed import record_at, record_of
from tablemates.envs.core.records.layout import Array16, Bytes, Words

if TYPE_CHECKING:
    from tablemates.agents.value.play_loop import copy_record, judge
    from tablemates.envs.core.engine.contract import (
        ACTION_WORDS,
        BOX,
        SHOWN,
        STATE,
        WORK,
        draw_hidden,
        list_legal,
        take,
        to_move,
    )

_RECORD: Final = STATE.itemsize
_ACTIONS: Final = 64 * ACTION_WORDS
#: Estimates that differ by less are those of one position, reached in another order.
_SAME: Final = 1e-9


class _Beam(NamedTuple):
    """The positions that are kept at one step: records, the first action, the estimate of each."""

    records: Bytes
    firsts: Array16
    values: Floats


@helper
def _new_beam(width: int) -> _Beam:
    return _Beam(
        np.zeros((width, _RECORD), np.uint8), np.zeros(width, np.int16), np.zeros(width, np.float32)
    )


@helper
def _place_in(beam: _Beam, found: int, value: float) -> int:
    """Return where a position belongs in a beam of this size, -1: nowhere."""
    worst = 0
    for n in range(found):
        if abs(beam.values[n] - value) < _SAME:
            return -1
        if beam.values[n] < beam.values[worst]:
            worst = n
    if found < len(beam.values):
        return found
    return worst if value > beam.values[worst] else -1


@compiled
def plan(
    publics: Bytes,
    box: Bytes,
    work: Bytes,
    seeds: Words,
    j: Judge,
    width: int,
    steps: int,
    answers: Array16,
    values: Floats,
    ends: Bytes,
) -> int:
    """Choose an action at each of some decisions; return who takes the last one.

    The decisions are records with what is public.

    At each of at most so many ``steps``, ``width`` positions are kept; no answer depends on the
    seeds. ``values`` are the scaled returns at the end of the best plan that begins with each
    action, -1 where none that was kept does, shape ``(games, actions)``; ``ends`` are the records
    there of the last decision.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    beam = _new_beam(width)
    grown = _new_beam(width)
    copies = np.zeros((1, _RECORD), np.uint8)
    legal = np.zeros(_ACTIONS, np.int16)
    merits = np.zeros(_ACTIONS, np.float64)
    trial = record_at(copies, 0, STATE)
    shown = record_at(copies, 0, SHOWN)
    values[:] = -1.0
    mover = -1
    for g in range(len(publics)):
        copy_record(beam.records, 0, publics, g)
        root = record_at(beam.records, 0, STATE)
        root.public.explicit_chance = 1
        draw_hidden(root, b, seeds[g])
        mover = to_move(root)
        j.known[:] = 0
        merits[:] = -1.0
        kept = 1
        best = -1.0
        for step in range(steps):
            found = 0
            for n in range(kept):
                list_legal(record_at(beam.records, n, STATE), b, w)
                count = int(w.legal_count)
                for i in range(count):
                    legal[i] = w.legal[i]
                for i in range(count):
                    copy_record(copies, 0, beam.records, n)
                    w.event_count = 0
                    take(trial, b, w, int(legal[i]))
                    first = legal[i] if step == 0 else beam.firsts[n]
                    planned = step + 1 < steps and (step > 0 or count > 1)
                    goes_on = planned and to_move(trial) == mover
                    value = judge(trial, b, shown, mover, j)
                    if not goes_on:
                        if value > merits[first]:
                            merits[first] = value
                            values[g, first] = j.out[0]
                            copy_record(ends, first, copies, 0)
                        if value > best:
                            best = value
                            answers[g] = first
                        continue
                    at = _place_in(grown, found, value)
                    if at >= 0:
                        found = max(found, at + 1)
                        copy_record(grown.records, at, copies, 0)
                        grown.firsts[at] = first
                        grown.values[at] = value
            for n in range(found):
                copy_record(beam.records, n, grown.records, n)
                beam.firsts[n] = grown.firsts[n]
            kept = found
    return mover
