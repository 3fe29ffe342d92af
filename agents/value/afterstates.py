"""Playing by a value network: one compiled function for agent, learner and evaluation.

``load_program`` in ``tablemates.envs.core.hooks`` executes this file once a game, with the
game's hooks among its globals. At each decision, every legal action is taken on a copy of the
record. Chance is explicit, so the copy stops at the next decision or chance node (the afterstate)
and nothing hidden is used. The mover's view of it is judged by the network, and the best one
becomes the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.buffers import EXPLORED, GREEDY, LAST, Choices, Log, Tasks
from tablemates.agents.value.evaluation import evaluate, sum_rows, update_sums
from tablemates.agents.value.network import Cells, Floats, Weights
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.compiled import compiled, helper, inlined
from tablemates.envs.core.random import random_below, random_bits
from tablemates.envs.core.record import Array8, Array16, Bytes
from tablemates.envs.core.rows import borrowed, record_at, record_of

if TYPE_CHECKING:
    from tablemates.envs.core.hooks import (
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
_SHOWN: Final = SHOWN.itemsize
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


class Sight(NamedTuple):
    """What each seat saw last of a game, and the first layer's sums of it.

    Attributes:
        now: The observations, shape ``(SEATS, a multiple of 8)``.
        seen: The observations that the sums belong to.
        notes: Of ``show``.
        known: 1: the seat has seen something of this game.
        sums: Of the first layer.
        hidden: Activations of the second layer.
    """

    now: Array8
    seen: Array8
    notes: Bytes
    known: Array8
    sums: Floats
    hidden: Floats


@helper
def new_sight(weights: Weights, cells: Cells) -> Sight:
    """Return a ``Sight`` of seats that have seen nothing yet."""
    padded = (len(cells.zero) + 7) // 8 * 8
    return Sight(
        np.zeros((_SEATS, padded), np.int8),
        np.zeros((_SEATS, padded), np.int8),
        np.zeros((_SEATS, _SHOWN), np.uint8),
        np.zeros(_SEATS, np.int8),
        np.zeros((_SEATS, weights.first.shape[1]), np.float32),
        np.zeros(len(weights.second_bias), np.float32),
    )


@helper
def write_end(s: Any, box: Any, least: float, returns: _Floats, progress: _Floats) -> None:
    """Write a finished game's returns, scaled to 0 to 1, and the progress of each seat."""
    write_returns(s, box, returns)
    for seat in range(_SEATS):
        returns[seat] = (returns[seat] - least) / (1.0 - least)
    write_progress(s, box, progress)


@inlined
def look(
    s: Any, box: Any, now: Any, seat: int, sight: Sight, weights: Weights, cells: Cells
) -> None:
    """Bring the first layer's sums of a seat up to date with what it sees."""
    note = record_at(sight.notes, seat, SHOWN)
    observation = borrowed(sight.now)[seat, : len(cells.zero)]
    if sight.known[seat] == 1:
        show(s, box, seat, seat, now, note, observation)
        update_sums(weights, cells, sight.seen, sight.now, sight.sums, seat)
        return
    show(s, box, seat, -1, now, note, observation)
    sight.known[seat] = 1
    for cell in range(len(cells.zero)):
        sight.seen[seat, cell] = sight.now[seat, cell]
    sum_rows(weights, cells, sight.seen, sight.sums, seat)


@compiled
def play(
    games: Bytes,
    box: Bytes,
    scenarios: Bytes,
    work: Bytes,
    tasks: Tasks,
    weights: Weights,
    cells: Cells,
    log: Log,
    choices: Choices,
    first: int,
    last: int,
    limit: int,
    least: float,
    progress_weight: float,
) -> None:
    """Play games one after the other, each to its end or for so many decisions.

    Args:
        games: Records, shape ``(games, STATE.itemsize)``; those of resumed games are read.
        box: What is in the box.
        scenarios: What may be put on the table.
        work: Scratch space.
        tasks: The games to play.
        weights: The network.
        cells: Rows of its first layer.
        log: Written.
        choices: Written.
        first: The first of the games to play.
        last: One past the last.
        limit: Most decisions of a game.
        least: The least return of a seat.
        progress_weight: What the mover's progress counts beside its return.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    size = len(cells.zero)
    outputs = len(weights.third_bias)
    pairs = outputs // 2
    sight = new_sight(weights, cells)
    out = np.zeros(outputs, np.float32)
    copies = np.zeros((3, _RECORD), np.uint8)  # of the game, of an afterstate, of the chosen one
    legal = np.zeros(_ACTIONS, np.int16)
    values = np.zeros(_ACTIONS, np.int16)
    chances = np.zeros(_ACTIONS, np.float64)
    returns = np.zeros(_SEATS, np.float64)
    progress = np.zeros(_SEATS, np.float64)
    s = record_at(copies, 0, STATE)
    trial = record_at(copies, 1, STATE)
    for g in range(first, last):
        seed = tasks.seeds[g]
        w.event_count = 0
        if tasks.resumed[g] == 1:
            copy_record(copies, 0, games, g)
            s.public.explicit_chance = 1
            draw_hidden(s, b, seed)
            if to_move(s) >= 0:
                list_legal(s, b, w)
        else:
            scenario = record_at(scenarios, int(tasks.scenarios[g]), SCENARIO)
            set_up(s, b, scenario, w, seed, int(tasks.players[g]), -1, 1, 1)
            advance(s, b, w)
        drawn = run_chance(s, b, w, seed, 0, values, chances)
        players = int(s.public.players)
        log.players[g] = players
        sight.known[:] = 0
        tried = 0
        t = 0
        while t < limit and to_move(s) != OVER:
            at = g * limit + t
            mover = to_move(s)
            count = int(w.legal_count)
            for i in range(count):
                legal[i] = w.legal[i]
            explored = -1
            given = -1
            if t == 0:
                given = int(tasks.given[g])
            if share_of(seed, _EXPLORES, t) < tasks.epsilons[g]:
                explored = random_below(seed, _WHICH, t, count)
            best = -1.0
            choices.found[0] = count
            for i in range(count):
                if given >= 0:
                    if legal[i] != given:
                        continue
                    explored = i
                copy_record(copies, 1, copies, 0)
                w.event_count = 0
                take(trial, b, w, int(legal[i]))
                over = to_move(trial) == OVER
                if over:
                    write_end(trial, b, least, returns, progress)
                    for k in range(pairs):
                        out[k] = returns[(mover + k) % players]
                        out[pairs + k] = progress[(mover + k) % players]
                else:
                    now = record_at(copies, 1, SHOWN)
                    look(trial, b, now, mover, sight, weights, cells)
                    evaluate(weights, sight.sums, mover, sight.hidden, out)
                choices.actions[i] = legal[i]
                for k in range(outputs):
                    choices.values[i, k] = out[k]
                value = out[0] + progress_weight * out[pairs] + _TIE * share_of(seed, _TIES, tried)
                tried += 1
                better = value > best
                if better:
                    best = value
                    for k in range(outputs):
                        log.best[at, k] = out[k]
                if i == explored or (explored < 0 and better):
                    copy_record(copies, 2, copies, 1)
                    log.actions[at] = legal[i]
                    log.kinds[at] = GREEDY if explored < 0 else EXPLORED
                    if over:
                        log.kinds[at] = LAST
                        continue
                    for cell in range(size):
                        log.seen[at, cell] = sight.seen[mover, cell]
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
            write_end(s, b, least, returns, progress)
            for seat in range(_SEATS):
                log.ends[g, 0, seat] = returns[seat]
                log.ends[g, 1, seat] = progress[seat]
