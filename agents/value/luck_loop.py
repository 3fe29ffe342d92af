"""Worth of chance in games that were played: one compiled function over any game's rules.

A game is played again from its seed and
actions. At each chance node, the position after every outcome is judged: the value network plays
on until chance decides again, and states the value there. What counts is the value after the
outcome that came less the mean over all outcomes, weighted by their exact probabilities
(AIVAT without the players' own randomness; Burch et al. 2018). Its mean is 0 for every network.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.buffers import Judge
from tablemates.agents.value.network import Floats
from tablemates.agents.value.play_loop import judge
from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.engine.calls import (
    advance,
    box_of,
    hidden_outcome,
    list_legal,
    list_outcomes,
    scenario_at,
    set_up,
    state_at,
    state_of,
    take,
    to_move,
    viewer,
    work_of,
    write_progress,
    write_returns,
)
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.records.borrowed import copy_row
from tablemates.envs.core.records.layout import Array8, Array16, Blocks, Bytes, Rows, Words

_Floats = npt.NDArray[np.float64]

#: ``explicit_chance`` of a game that stops at chance nodes and keeps its hidden part.
_KEPT: Final = 2
#: Rows of the copies: the game, a position to judge, one after an action, the best of these.
_GAME: Final = 0
_JUDGED: Final = 1
_TRIED: Final = 2
_BEST: Final = 3
COPIES: Final = 4


class Histories(NamedTuple):
    """Games to play again; ``starts`` says where each game's actions begin, and their number."""

    seeds: Words
    scenarios: Array16
    players: Array8
    starts: npt.NDArray[np.int64]
    actions: Array16


@helper
def _note(seat: int, players: int, j: Judge, found: Floats) -> None:
    """Keep values by seat."""
    pairs = len(j.out) // 2
    for k in range(min(pairs, players)):
        to = (seat + k) % players if pairs > 1 else 0
        found[to] = j.out[k]
        found[pairs + to] = j.out[pairs + k]


@helper
def _play_on(
    rules: Any,
    copies: Bytes,
    box: Any,
    w: Any,
    seat: int,
    depth: int,
    legal: Array16,
    j: Judge,
    found: Floats,
) -> None:
    """Judge the position in ``_JUDGED``: play on by the network until chance decides again.

    All copies but the game's own are written. What is legal in the position is listed; ``seat``
    decided last. Values by seat, scaled returns, then progress, are written into ``found``.
    """
    s = state_at(rules, copies, _JUDGED)
    trial = state_at(rules, copies, _TRIED)
    players = int(s.public.players)
    mover = to_move(rules, s)
    if mover < 0 or depth == 0:
        judge(rules, copies, _JUDGED, box, seat, mover, j)
        _note(seat, players, j, found)
        return
    for _ in range(depth):
        count = int(w.legal_count)
        for i in range(count):
            legal[i] = w.legal[i]
        most = -1.0
        for i in range(count):
            copy_row(copies, _TRIED, copies, _JUDGED)
            w.event_count = 0
            take(rules, trial, box, w, int(legal[i]))
            value = judge(rules, copies, _TRIED, box, mover, to_move(rules, trial), j)
            if value > most:
                most = value
                copy_row(copies, _BEST, copies, _TRIED)
                _note(mover, players, j, found)
        copy_row(copies, _JUDGED, copies, _BEST)
        mover = to_move(rules, s)
        if mover < 0:
            return
        list_legal(rules, s, box, w)


@compiled
def tell(rules: Any, game: Bytes, box: Bytes) -> int:
    """Return what chance draws at a node of a game that keeps its hidden part, once a node."""
    return hidden_outcome(rules, state_of(rules, game), box_of(rules, box))


@compiled
def play_again(
    rules: Any,
    box: Bytes,
    scenarios: Rows[Bytes],
    work: Bytes,
    copies: Rows[Bytes],
    histories: Histories,
    first_player: int,
    skip_forced: int,
    j: Judge,
    depth: int,
    luck: Rows[_Floats],
    ends: Blocks[_Floats],
) -> None:
    """Play games again and write what chance was worth in each.

    ``rules`` are of the game, ``copies`` is scratch space for ``COPIES`` records. ``skip_forced``
    is 1 if the engine took decisions with one option; the network plays on for ``depth``
    decisions. ``luck`` is that in scaled returns, then in progress, of each seat that has values of
    its own; ``ends`` are returns of a finished game, else ``nan``, then progress, shape ``(games,
    2, seats)``.
    """
    b = box_of(rules, box)
    w = work_of(rules, work)
    outputs, room = len(j.out), len(j.legal)
    found = np.zeros(outputs, np.float32)
    values = np.zeros(room, np.int16)
    chances = np.zeros(room, np.float64)
    s = state_at(rules, copies, _GAME)
    trial = state_at(rules, copies, _JUDGED)
    for g in range(len(histories.seeds)):
        scenario = scenario_at(rules, scenarios, int(histories.scenarios[g]))
        players = int(histories.players[g])
        seed = histories.seeds[g]
        w.event_count = 0
        set_up(rules, s, b, scenario, w, seed, players, first_player, _KEPT, skip_forced)
        advance(rules, s, b, w)
        j.known[:] = 0
        luck[g] = 0.0
        seat = viewer(rules, s)
        t = histories.starts[g]
        mover = to_move(rules, s)
        while mover != OVER:
            w.event_count = 0
            if mover != CHANCE:
                if t == histories.starts[g + 1]:
                    break
                seat = mover
                take(rules, s, b, w, int(histories.actions[t]))
                t += 1
                mover = to_move(rules, s)
                continue
            count = list_outcomes(rules, s, b, values, chances)
            came = hidden_outcome(rules, s, b)
            if count > 1:
                for i in range(count):
                    copy_row(copies, _JUDGED, copies, _GAME)
                    trial.public.explicit_chance = 1
                    w.event_count = 0
                    take(rules, trial, b, w, int(values[i]))
                    _play_on(rules, copies, b, w, seat, depth, j.legal, j, found)
                    share = (1.0 if values[i] == came else 0.0) - chances[i]
                    for k in range(outputs):
                        luck[g, k] += share * found[k]
            w.event_count = 0
            take(rules, s, b, w, came)
            mover = to_move(rules, s)
        write_progress(rules, s, b, ends[g, 1])
        ends[g, 0] = np.nan
        if mover == OVER:
            write_returns(rules, s, b, ends[g, 0])
