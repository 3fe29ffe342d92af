"""Playing by a value network: one compiled function for agent, learner and evaluation.

``load_program`` in ``envs.core.engine.contract`` executes this file once a game, with the
game's hooks among its globals. At each decision, every legal action is taken on a copy of the
record. Chance is explicit, so the copy stops at the next decision or chance node (the afterstate)
and no hidden information is used. The mover's view of it is judged by the network, and the best one
becomes the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.forward_pass import evaluate, sum_rows, update_sums
from tablemates.agents.value.player import EXPLORED, GREEDY, LAST, Choices, Judge, Log, Tasks
from tablemates.envs.core.compiler.decorators import compiled, helper, inlined
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.records.borrowed import borrowed, record_at, record_of
from tablemates.envs.core.records.layout import Array16, Bytes
from tablemates.envs.core.records.random import random_below, random_bits

if TYPE_CHECKING:
    from tablemates.envs.core.engine.contract import (
        ACTION_WORDS,
        BOX,
        SCENARIO,
        SEATS,
        SHOWN,
        STATE,
        WORK,
        advance,
        draw_hidden,
        list_legal,
        list_outcomes,
        set_up,
        show,
        take,
        to_move,
        write_progress,
        write_returns,
    )

_Floats = npt.NDArray[np.float64]

#: Streams of a task's generator: outcomes of chance, exploration, ties.
_OUTCOMES: Final = 2001
_EXPLORES: Final = 2002
_WHICH: Final = 2003
_TIES: Final = 2004
_RECORD: Final = STATE.itemsize
_ACTIONS: Final = 64 * ACTION_WORDS
_SEATS: Final = SEATS
#: Values that differ by less are equal; which one is taken is drawn.
_TIE: Final = 1e-6
_UNIT: Final = 2.0**-53


@helper
def copy_record(target: Bytes, n: int, source: Bytes, m: int) -> None:
    """Copy a record; the compiler turns the loop into one move."""
    for i in range(_RECORD):
        target[n, i] = source[m, i]


@helper
def share_of(seed: int, stream: int, index: int) -> float:
    """Return a number from 0 to 1."""
    bits = np.uint64(random_bits(seed, stream, index)) >> np.uint64(11)
    return float(np.int64(bits)) * _UNIT


@helper
def run_chance(
    s: Any, box: Any, w: Any, seed: int, drawn: int, values: Array16, chances: _Floats
) -> int:
    """Draw outcomes until a seat decides or the game is over; return how many were drawn."""
    while to_move(s) == CHANCE:
        count = list_outcomes(s, box, values, chances)
        left = share_of(seed, _OUTCOMES, drawn)
        drawn += 1
        n = 0
        while n + 1 < count and left >= chances[n]:
            left -= chances[n]
            n += 1
        w.event_count = 0
        take(s, box, w, int(values[n]))
    return drawn


@helper
def write_end(s: Any, box: Any, j: Judge) -> None:
    """Write a finished game's scaled returns and progress of each seat."""
    write_returns(s, box, j.returns)
    for seat in range(_SEATS):
        j.returns[seat] = (j.returns[seat] - j.least) / (1.0 - j.least)
    write_progress(s, box, j.progress)


@inlined
def _look(s: Any, box: Any, shown: Any, seat: int, j: Judge) -> None:
    """Bring the first layer's sums of a seat up to date with what it sees."""
    note = record_at(j.notes, seat, SHOWN)
    observation = borrowed(j.now)[seat, : len(j.cells.zero)]
    if j.known[seat] == 1:
        show(s, box, seat, seat, shown, note, observation)
        update_sums(j.weights, j.cells, j.seen, j.now, j.sums, seat)
        return
    show(s, box, seat, -1, shown, note, observation)
    j.known[seat] = 1
    for cell in range(len(j.cells.zero)):
        j.seen[seat, cell] = j.now[seat, cell]
    sum_rows(j.weights, j.cells, j.seen, j.sums, seat)


@inlined
def judge(s: Any, box: Any, shown: Any, seat: int, j: Judge) -> float:
    """Write what a position is worth to a seat and those after it, exactly if the game is over.

    ``shown`` is the same record, as ``SHOWN``. Return by what actions are compared: the seat's
    return and its weighted progress.
    """
    pairs = len(j.out) // 2
    if to_move(s) == OVER:
        players = int(s.public.players)
        write_end(s, box, j)
        for k in range(pairs):
            j.out[k] = j.returns[(seat + k) % players]
            j.out[pairs + k] = j.progress[(seat + k) % players]
    else:
        _look(s, box, shown, seat, j)
        evaluate(j.weights, j.sums, seat, j.hidden, j.out)
    return float(j.out[0] + j.progress_weight * j.out[pairs])


@compiled
def play(
    box: Bytes,
    scenarios: Bytes,
    work: Bytes,
    tasks: Tasks,
    j: Judge,
    log: Log,
    choices: Choices,
    first: int,
    last: int,
    limit: int,
) -> None:
    """Play the games from ``first`` to before ``last``, each to its end or for ``limit`` decisions.

    ``log`` and ``choices`` are written.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    outputs = len(j.out)
    copies = np.zeros((3, _RECORD), np.uint8)  # of the game, of an afterstate, of the chosen one
    legal = np.zeros(_ACTIONS, np.int16)
    values = np.zeros(_ACTIONS, np.int16)
    chances = np.zeros(_ACTIONS, np.float64)
    s = record_at(copies, 0, STATE)
    trial = record_at(copies, 1, STATE)
    shown = record_at(copies, 1, SHOWN)
    for g in range(first, last):
        seed = tasks.seeds[g]
        w.event_count = 0
        if tasks.resumed[g] == 1:
            copy_record(copies, 0, tasks.records, g)
            s.public.explicit_chance = 1
            draw_hidden(s, b, seed)
            if to_move(s) >= 0:
                list_legal(s, b, w)
        else:
            scenario = record_at(scenarios, int(tasks.scenarios[g]), SCENARIO)
            set_up(s, b, scenario, w, seed, int(tasks.players[g]), -1, 1, 1)
            advance(s, b, w)
        drawn = run_chance(s, b, w, seed, 0, values, chances)
        log.players[g] = s.public.players
        j.known[:] = 0
        tried = 0
        t = 0
        while t < limit and to_move(s) != OVER:
            at = g * limit + t
            mover = to_move(s)
            count = int(w.legal_count)
            for i in range(count):
                legal[i] = w.legal[i]
            explored = -1
            if share_of(seed, _EXPLORES, t) < tasks.epsilons[g]:
                explored = random_below(seed, _WHICH, t, count)
            best = -1.0
            choices.found[0] = count
            for i in range(count):
                copy_record(copies, 1, copies, 0)
                w.event_count = 0
                take(trial, b, w, int(legal[i]))
                merit = judge(trial, b, shown, mover, j)
                choices.actions[i] = legal[i]
                for k in range(outputs):
                    choices.values[i, k] = j.out[k]
                value = merit + _TIE * share_of(seed, _TIES, tried)
                tried += 1
                better = value > best
                if better:
                    best = value
                    for k in range(outputs):
                        log.best[at, k] = j.out[k]
                if i == explored or (explored < 0 and better):
                    copy_record(copies, 2, copies, 1)
                    log.actions[at] = legal[i]
                    log.kinds[at] = GREEDY if explored < 0 else EXPLORED
                    if to_move(trial) == OVER:
                        log.kinds[at] = LAST
                        continue
                    for cell in range(len(j.cells.zero)):
                        log.seen[at, cell] = j.seen[mover, cell]
            log.seats[at] = mover
            t += 1
            copy_record(copies, 0, copies, 2)
            if t < limit:
                if to_move(s) >= 0:
                    list_legal(s, b, w)
                drawn = run_chance(s, b, w, seed, drawn, values, chances)
        log.decisions[g] = t
        log.over[g] = to_move(s) == OVER
        if log.over[g] == 1:
            write_end(s, b, j)
            for seat in range(_SEATS):
                log.ends[g, 0, seat] = j.returns[seat]
                log.ends[g, 1, seat] = j.progress[seat]
