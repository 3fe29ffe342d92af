"""Playing any game by a value network: one compiled function for agent, learner and evaluation.

At each decision, every legal action is taken on a copy of the
record. Chance is explicit, so the copy stops at the next decision or chance node (the afterstate)
and no hidden information is used. The mover's view of it is judged by the network, and the best one
becomes the game. Where somebody else decides for a seat, the game waits for the caller's answer.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.buffers import EXPLORED, GREEDY, LAST, Choices, Judge, Log, Tasks
from tablemates.agents.value.forward_pass import evaluate, sum_rows, update_sums
from tablemates.envs.core.compiler.decorators import compiled, helper, inlined
from tablemates.envs.core.engine.calls import (
    advance,
    box_of,
    draw_hidden,
    list_legal,
    list_outcomes,
    scenario_at,
    set_up,
    show,
    shown_at,
    state_at,
    take,
    to_move,
    viewer,
    work_of,
    write_progress,
    write_returns,
)
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.records.borrowed import borrowed, copy_row
from tablemates.envs.core.records.changes import forget
from tablemates.envs.core.records.layout import Array8, Array16, Bytes, Rows
from tablemates.envs.core.records.random import random_below, random_bits

_Floats = npt.NDArray[np.float64]

#: Streams of a task's generator: outcomes of chance, exploration, ties.
_OUTCOMES: Final = 2001
_EXPLORES: Final = 2002
_WHICH: Final = 2003
_TIES: Final = 2004
#: Values that differ by less are equal; which one is taken is drawn.
_TIE: Final = 1e-6
_UNIT: Final = 2.0**-53


@helper
def share_of(seed: int, stream: int, index: int) -> float:
    """Return a number from 0 to 1."""
    bits = np.uint64(random_bits(seed, stream, index)) >> np.uint64(11)
    return float(np.int64(bits)) * _UNIT


@helper
def run_chance(
    rules: Any, s: Any, box: Any, w: Any, seed: int, drawn: int, values: Array16, chances: _Floats
) -> int:
    """Draw outcomes until a seat decides or the game is over; return how many were drawn."""
    while to_move(rules, s) == CHANCE:
        count = list_outcomes(rules, s, box, values, chances)
        left = share_of(seed, _OUTCOMES, drawn)
        drawn += 1
        n = 0
        while n + 1 < count and left >= chances[n]:
            left -= chances[n]
            n += 1
        w.event_count = 0
        take(rules, s, box, w, int(values[n]))
    return drawn


@helper
def write_end(rules: Any, s: Any, box: Any, j: Judge) -> None:
    """Write a finished game's scaled returns and progress of each seat."""
    write_returns(rules, s, box, j.returns)
    for seat in range(len(j.returns)):
        j.returns[seat] = (j.returns[seat] - j.least) / (1.0 - j.least)
    write_progress(rules, s, box, j.progress)


@helper
def _show_all(
    rules: Any, games: Bytes, n: int, box: Any, seat: int, notes: Bytes, row: int, out: Array8
) -> None:
    """Write all of what a seat sees of the ``n``-th game, whatever was noted of others."""
    forget(games[n], notes[row])
    now, note = shown_at(rules, games, n), shown_at(rules, notes, row)
    show(rules, state_at(rules, games, n), box, seat, -1, now, note, out)


@inlined
def _look(rules: Any, games: Bytes, n: int, box: Any, seat: int, j: Judge) -> None:
    """Bring the first layer's sums of a seat up to date with what it sees of the ``n``-th game."""
    observation = borrowed(j.now)[seat, : len(j.cells.zero)]
    if j.known[seat] == 1:
        now, note = shown_at(rules, games, n), shown_at(rules, j.notes, seat)
        show(rules, state_at(rules, games, n), box, seat, seat, now, note, observation)
        update_sums(j.weights, j.cells, j.seen, j.now, j.sums, seat)
        return
    _show_all(rules, games, n, box, seat, j.notes, seat, observation)
    j.known[seat] = 1
    for cell in range(len(j.cells.zero)):
        j.seen[seat, cell] = j.now[seat, cell]
    sum_rows(j.weights, j.cells, j.seen, j.sums, seat)


@inlined
def judge(rules: Any, games: Bytes, n: int, box: Any, seat: int, mover: int, j: Judge) -> float:
    """Write what the ``n``-th game is worth to a seat and those after it, exactly if it is over.

    ``mover`` is who is next there. Return by what actions are compared: the seat's return and its
    weighted progress.
    """
    pairs = len(j.out) // 2
    s = state_at(rules, games, n)
    if mover == OVER:
        players = int(s.public.players)
        write_end(rules, s, box, j)
        for k in range(pairs):
            j.out[k] = j.returns[(seat + k) % players]
            j.out[pairs + k] = j.progress[(seat + k) % players]
    else:
        _look(rules, games, n, box, seat, j)
        evaluate(j.weights, j.sums, seat, j.hidden, j.out)
    return float(j.out[0] + j.progress_weight * j.out[pairs])


@compiled
def play(
    rules: Any,
    box: Bytes,
    scenarios: Rows[Bytes],
    work: Bytes,
    tasks: Tasks,
    j: Judge,
    log: Log,
    choices: Choices,
    first: int,
    last: int,
    limit: int,
    going_on: int,
) -> None:
    """Play the games from ``first`` to before ``last``, each to its end or for ``limit`` decisions.

    A game is left where somebody else decides, after ``limit`` of whose decisions it is cut too.
    If they are ``going_on`` (1), those that waited are played on with the answers of the tasks, and
    all others are left alone. ``rules`` are of the game, see ``Engine.table``; ``log`` and
    ``choices`` are written.
    """
    b = box_of(rules, box)
    w = work_of(rules, work)
    outputs, room = len(j.out), choices.actions.shape[1]
    # Of the game, of an afterstate, of the chosen one.
    copies = np.zeros((3, tasks.records.shape[1]), np.uint8)
    legal = np.zeros(room, np.int16)
    values = np.zeros(room, np.int16)
    chances = np.zeros(room, np.float64)
    s = state_at(rules, copies, 0)
    trial = state_at(rules, copies, 1)
    for g in range(first, last):
        seed = tasks.seeds[g]
        w.event_count = 0
        row = min(g, len(choices.found) - 1)
        drawn, tried, asked, t = 0, 0, 0, 0
        if going_on:
            if log.waiting[g] < 0:
                continue
            copy_row(copies, 0, tasks.records, g)
            drawn, tried = int(tasks.counts[g, 0]), int(tasks.counts[g, 1])
            asked, t = int(tasks.counts[g, 2]) + 1, int(log.decisions[g])
            take(rules, s, b, w, int(tasks.answers[g]))
        elif tasks.resumed[g] == 1:
            copy_row(copies, 0, tasks.records, g)
            s.public.explicit_chance = 1
            draw_hidden(rules, s, b, viewer(rules, s), seed)
            if to_move(rules, s) >= 0:
                list_legal(rules, s, b, w)
        else:
            scenario = scenario_at(rules, scenarios, int(tasks.scenarios[g]))
            set_up(rules, s, b, scenario, w, seed, int(tasks.players[g]), -1, 1, 1)
            advance(rules, s, b, w)
        drawn = run_chance(rules, s, b, w, seed, drawn, values, chances)
        log.players[g] = s.public.players
        log.waiting[g] = -1
        j.known[:] = 0
        mover = to_move(rules, s)
        while t < limit and asked < limit and mover != OVER:
            if tasks.others[g, mover] != 0:
                log.waiting[g] = mover
                copy_row(tasks.records, g, copies, 0)
                tasks.counts[g, 0], tasks.counts[g, 1], tasks.counts[g, 2] = drawn, tried, asked
                break
            at = g * limit + t
            count = int(w.legal_count)
            for i in range(count):
                legal[i] = w.legal[i]
            explored = -1
            if share_of(seed, _EXPLORES, t) < tasks.epsilons[g]:
                explored = random_below(seed, _WHICH, t, count)
            best = -1.0
            choices.found[row] = count
            for i in range(count):
                copy_row(copies, 1, copies, 0)
                w.event_count = 0
                take(rules, trial, b, w, int(legal[i]))
                following = to_move(rules, trial)
                merit = judge(rules, copies, 1, b, mover, following, j)
                choices.actions[row, i] = legal[i]
                for k in range(outputs):
                    choices.values[row, i, k] = j.out[k]
                value = merit + _TIE * share_of(seed, _TIES, tried)
                tried += 1
                better = value > best
                if better:
                    best = value
                    for k in range(outputs):
                        log.best[at, k] = j.out[k]
                if i == explored or (explored < 0 and better):
                    copy_row(copies, 2, copies, 1)
                    log.actions[at] = legal[i]
                    log.kinds[at] = GREEDY if explored < 0 else EXPLORED
                    if following == OVER:
                        log.kinds[at] = LAST
                        continue
                    for cell in range(len(j.cells.zero)):
                        log.seen[at, cell] = j.seen[mover, cell]
            log.seats[at] = mover
            t += 1
            copy_row(copies, 0, copies, 2)
            mover = to_move(rules, s)
            if t < limit:
                if mover >= 0:
                    list_legal(rules, s, b, w)
                drawn = run_chance(rules, s, b, w, seed, drawn, values, chances)
                mover = to_move(rules, s)
        log.decisions[g] = t
        log.over[g] = mover == OVER
        if log.over[g] == 1:
            write_end(rules, s, b, j)
            for seat in range(len(j.returns)):
                log.ends[g, 0, seat] = j.returns[seat]
                log.ends[g, 1, seat] = j.progress[seat]


@compiled
def look(
    rules: Any,
    records: Rows[Bytes],
    box: Bytes,
    work: Bytes,
    notes: Rows[Bytes],
    seats: Array8,
    masks: Rows[Array8],
    observations: Rows[Array8],
) -> None:
    """Write what is legal in some games, and what the seat that decides in each sees.

    ``notes`` is scratch space, shape ``(1, bytes)``; all others have a row for each game.
    """
    b = box_of(rules, box)
    w = work_of(rules, work)
    for n in range(len(records)):
        list_legal(rules, state_at(rules, records, n), b, w)
        masks[n] = 0
        for i in range(w.legal_count):
            masks[n, w.legal[i]] = 1
        _show_all(rules, records, n, b, int(seats[n]), notes, 0, observations[n])
