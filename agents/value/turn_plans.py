"""Planning a turn by a value network: one compiled function over any game's rules.

A beam search: from the best few
positions so far, every legal action is taken on a copy. Where chance or another seat is next, or
the game is over, the network judges the position, and its first action is a candidate with that
value; where the same seat decides on, the position may be kept for the next step. Nothing hidden
is used, for chance is explicit.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.agents.value.buffers import Judge
from tablemates.agents.value.network import Floats
from tablemates.agents.value.play_loop import judge
from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.engine.calls import (
    box_of,
    draw_hidden,
    list_legal,
    state_at,
    take,
    to_move,
    viewer,
    work_of,
)
from tablemates.envs.core.records.borrowed import copy_row
from tablemates.envs.core.records.layout import Array16, Bytes, Rows, Words

#: Estimates that differ by less are those of one position, reached in another order.
_SAME: Final = 1e-9


class _Beam(NamedTuple):
    """The positions that are kept at one step: records, the first action, the estimate of each."""

    records: Bytes
    firsts: Array16
    values: Floats


@helper
def _new_beam(width: int, size: int) -> _Beam:
    return _Beam(
        np.zeros((width, size), np.uint8), np.zeros(width, np.int16), np.zeros(width, np.float32)
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
    rules: Any,
    publics: Rows[Bytes],
    box: Bytes,
    work: Bytes,
    seeds: Words,
    j: Judge,
    width: int,
    steps: int,
    answers: Array16,
    values: Rows[Floats],
    ends: Rows[Bytes],
) -> int:
    """Choose an action at each of some decisions; return who takes the last one.

    The decisions are records with what is public; ``rules`` are of the game.

    At each of at most so many ``steps``, ``width`` positions are kept; no answer depends on the
    seeds. ``values`` are the scaled returns at the end of the best plan that begins with each
    action, -1 where none that was kept does, shape ``(games, actions)``; ``ends`` are the records
    there of the last decision.
    """
    b = box_of(rules, box)
    w = work_of(rules, work)
    actions, size = values.shape[1], publics.shape[1]
    beam = _new_beam(width, size)
    grown = _new_beam(width, size)
    copies = np.zeros((1, size), np.uint8)
    legal = np.zeros(actions, np.int16)
    merits = np.zeros(actions, np.float64)
    trial = state_at(rules, copies, 0)
    values[:] = -1.0
    mover = -1
    for g in range(len(publics)):
        copy_row(beam.records, 0, publics, g)
        root = state_at(rules, beam.records, 0)
        root.public.explicit_chance = 1
        draw_hidden(rules, root, b, viewer(rules, root), seeds[g])
        mover = to_move(rules, root)
        j.known[:] = 0
        merits[:] = -1.0
        kept = 1
        best = -1.0
        for step in range(steps):
            found = 0
            for n in range(kept):
                list_legal(rules, state_at(rules, beam.records, n), b, w)
                count = int(w.legal_count)
                for i in range(count):
                    legal[i] = w.legal[i]
                for i in range(count):
                    copy_row(copies, 0, beam.records, n)
                    w.event_count = 0
                    take(rules, trial, b, w, int(legal[i]))
                    first = legal[i] if step == 0 else beam.firsts[n]
                    planned = step + 1 < steps and (step > 0 or count > 1)
                    following = to_move(rules, trial)
                    value = judge(rules, copies, 0, b, mover, following, j)
                    if not planned or following != mover:
                        if value > merits[first]:
                            merits[first] = value
                            values[g, first] = j.out[0]
                            copy_row(ends, first, copies, 0)
                        if value > best:
                            best = value
                            answers[g] = first
                        continue
                    at = _place_in(grown, found, value)
                    if at >= 0:
                        found = max(found, at + 1)
                        copy_row(grown.records, at, copies, 0)
                        grown.firsts[at] = first
                        grown.values[at] = value
            for n in range(found):
                copy_row(beam.records, n, grown.records, n)
                beam.firsts[n] = grown.firsts[n]
            kept = found
    return mover
